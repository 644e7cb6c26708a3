/** spec: reader.md#finished. */
const visibleShare = 0.3;
const novelShare = 0.97;

export interface ComicSight {
  /** How much of the last image has its place on the screen, 0 to 1. */
  lastVisible: number;
  /** The lower edge of the last image is on the screen; a tall image may never show 30 % of itself. */
  endReached: boolean;
  loaded: number;
  images: number;
}

interface Had {
  /** The images that have arrived since the chapter was opened. */
  loaded: ReadonlySet<number>;
  /** The position where the chapter was left and is opened again; null where it opened at its top. */
  openedAt: { index: number } | null;
}

/**
 * How many of a chapter's images its reader has seen. A reader who goes on in the middle saw the images above on an
 * earlier visit; they load again only if the reader scrolls back.
 */
export function imagesHad(pages: readonly { page: number }[], { loaded, openedAt }: Had): number {
  return pages.filter(({ page }, index) => loaded.has(index) || page < (openedAt?.index ?? 0)).length;
}

export interface NovelSight {
  /** How much of the text lies above the screen's lower edge, 0 to 1. */
  read: number;
  endReached: boolean;
}

export interface ReadingState {
  /** The layout has stood still since the chapter opened. */
  settled: boolean;
  scrolled: boolean;
  /** The chapter is shorter than the screen, so nobody needs to scroll. */
  fitsScreen: boolean;
}

/** Whether what is on the screen means that the reader is through with the chapter (spec: reader.md#finished). */
export function isComicFinished(sight: ComicSight, state: ReadingState): boolean {
  if (!canFinish(state) || sight.images === 0) return false;
  const seen = sight.lastVisible >= visibleShare || sight.endReached;
  return seen && sight.loaded * 2 >= sight.images;
}

/** Whether a novel's chapter is finished: at 97 % of its text, or when its end shows (spec: reader.md#finished). */
export function isNovelFinished(sight: NovelSight, state: ReadingState): boolean {
  return canFinish(state) && (sight.read >= novelShare || sight.endReached);
}

/** A chapter that opens at a restored place, or whose layout still moves, is not being finished. */
function canFinish({ settled, scrolled, fitsScreen }: ReadingState): boolean {
  return settled && (scrolled || fitsScreen);
}
