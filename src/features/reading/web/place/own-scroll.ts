import { createStore } from '../../../../web/store.ts';

/** Where our code scrolled the page, as opposed to the reader. */
const ownTop = createStore<number | null>(null);

/** Scrolls at once, without a motion. Such a scroll is not the reader's: it finishes no chapter. */
export function scrollThere(top: number): void {
  scrollTo({ top, behavior: 'instant' });
  // The browser stops at either end, and between two pixels.
  ownTop.set(scrollY);
}

/** Whether the page still stands where `scrollThere` put it. */
export function isOwnScroll(): boolean {
  const top = ownTop.get();
  if (top !== null && Math.abs(scrollY - top) >= 1) ownTop.set(null);
  return ownTop.get() !== null;
}
