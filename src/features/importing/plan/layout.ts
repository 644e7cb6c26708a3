type Size = { width: number; height: number };

/** Printed pages are up to 1.6 times as high as wide; parts of a strip are higher, but for some that cut it short. */
const highestPage = 2;

/**
 * The layout of a new comic whose publisher names none. A comic that turns its pages from right to left is a book of
 * pages, unless most of its originals are too high for one; an original of several tiles is a strip. Any other comic is
 * read as a strip.
 */
export function likelyLayout(comic: {
  readingDirection: 'ltr' | 'rtl' | null;
  /** The tiles of each original. */
  originals: readonly (readonly Size[])[];
}): 'strip' | 'pages' {
  const { readingDirection, originals } = comic;
  if (readingDirection !== 'rtl' || originals.length === 0) return 'strip';
  const isPage = (tiles: readonly Size[]) =>
    tiles.length === 1 && tiles.every(({ width, height }) => height <= width * highestPage);
  return originals.filter(isPage).length * 2 > originals.length ? 'pages' : 'strip';
}
