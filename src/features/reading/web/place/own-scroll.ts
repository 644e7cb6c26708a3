/** Where the page was put by us, rather than by the reader's own hand. */
let ownTop: number | null = null;

/** Scrolls at once, to where the reader did not scroll: nothing is finished by it. */
export function scrollThere(top: number): void {
  scrollTo({ top, behavior: 'instant' });
  // The browser stops at either end, and between two pixels.
  ownTop = scrollY;
}

/** Whether the page still stands where `scrollThere` put it. */
export function isOwnScroll(): boolean {
  if (ownTop !== null && Math.abs(scrollY - ownTop) >= 1) ownTop = null;
  return ownTop !== null;
}
