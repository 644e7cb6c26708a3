import type { ComicPage } from '../../contract.ts';

/** Where an original stands among a chapter's pages; one that is no more is the next, or the last. */
export function indexOfPage(pages: readonly Pick<ComicPage, 'page'>[], page: number): number {
  const at = pages.findIndex((each) => each.page >= page);
  return at === -1 ? pages.length - 1 : at;
}
