/**
 * Pages that stand beside each other, by their places in the chapter; one or two, in the order in which they are read.
 */
export type Spread = readonly number[];

interface Asked {
  isDouble: boolean;
  /** The first page stands beside the second, rather than alone as a cover. */
  isOffset: boolean;
}

/** Which pages are seen together. A page that is wider than high is two by itself, and after it pairs begin anew. */
export function spreadsOf(
  pages: readonly { width: number; height: number }[],
  { isDouble, isOffset }: Asked,
): readonly Spread[] {
  const isWide = (at: number) => (pages[at]?.width ?? 0) > (pages[at]?.height ?? 0);
  const isPair = (at: number) =>
    isDouble && (at > 0 || isOffset) && at + 1 < pages.length && !isWide(at) && !isWide(at + 1);
  const spreads: Spread[] = [];
  for (let at = 0; at < pages.length; ) {
    const spread = isPair(at) ? [at, at + 1] : [at];
    spreads.push(spread);
    at += spread.length;
  }
  return spreads;
}

/** The spread on which a page is seen; beyond the last page there is none. */
export function spreadWith(spreads: readonly Spread[], page: number): Spread | null {
  return spreads.find((spread) => spread.includes(page)) ?? null;
}

/**
 * The index of the page that a turn leads to, always the first of a spread; `pages.length` is the view after the last
 * page.
 */
export function pageAfterTurn(spreads: readonly Spread[], { from, turn }: { from: number; turn: 'next' | 'previous' }) {
  const at = spreads.findIndex((spread) => spread.includes(from));
  const here = at === -1 ? spreads.length : at;
  const to = Math.max(0, here + (turn === 'next' ? 1 : -1));
  return spreads[to]?.[0] ?? spreads.flat().length;
}

/** The index of an original among a chapter's pages; if it is gone, that of the next one, or of the last. */
export function indexOfPage(pages: readonly { page: number }[], page: number): number {
  const at = pages.findIndex((each) => each.page >= page);
  return at === -1 ? pages.length - 1 : at;
}
