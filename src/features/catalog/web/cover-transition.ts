import { createStore } from '../../../web/store.ts';

/**
 * The one cover that grows into its book's page, and shrinks back where the reader returns to. A name may stand only
 * once in a document, so it goes to the cover that was opened last. Nothing is ever opened on the server.
 */
export const coverTransition = 'book-cover';

export type CoverPlace = { bookUuid: string; list: 'recommended' | 'grid' };

const opened = createStore<CoverPlace | null>(null);

export function wasOpened(place: CoverPlace): boolean {
  const last = opened.get();
  return last !== null && last.bookUuid === place.bookUuid && last.list === place.list;
}

export function openCover(place: CoverPlace, cover: HTMLElement | null): void {
  opened.set(place);
  for (const named of document.querySelectorAll<HTMLElement>('[data-cover]')) named.style.viewTransitionName = '';
  if (cover) cover.style.viewTransitionName = coverTransition;
}
