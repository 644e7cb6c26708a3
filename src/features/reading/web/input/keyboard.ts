import { type Bindings, boundTo, nameOfKey } from '../settings/key-bindings.ts';
import { turnOfSwipe } from './swipe.ts';

export type ReaderAction =
  | 'previousChapter'
  | 'nextChapter'
  | 'previousPage'
  | 'nextPage'
  | 'previousImage'
  | 'nextImage'
  | 'stepBack'
  | 'stepOn'
  | 'like'
  | 'toggleAutoScroll'
  | 'goToPage'
  | 'offsetPages'
  | 'toggleFullscreen'
  | 'toggleBars'
  | 'showChapters'
  | 'showHelp'
  | 'search'
  | 'readAloud'
  | 'closeTop';

export interface KeyPress {
  key: string;
  /** The key's place, for keyboards whose letters are not Latin. */
  code: string;
  shift: boolean;
  /** Ctrl, Alt or Meta is held: the press is the browser's. */
  modified: boolean;
  /** The focus is in a field that takes text or arrows. */
  typing: boolean;
  /** The focus is on something that Space presses. */
  pressing: boolean;
  /** The key is held down. */
  repeated: boolean;
}

export interface ReaderKeys {
  /** The reader's own, or the usual ones. */
  bindings: Bindings;
  paged: boolean;
  /** The chapter is a text, which may be searched and read aloud. */
  novel: boolean;
  /** The direction of the site's page, which the strip follows. */
  dir: 'ltr' | 'rtl';
  /** The direction of the book, which pages follow. */
  readingDirection: 'ltr' | 'rtl';
}

/**
 * The action that a key asks of the reader (spec: reader.md#keys); null leaves it to the browser, as most scrolling
 * keys are.
 */
export function actionOfKey(press: KeyPress, keys: ReaderKeys): ReaderAction | null {
  if (press.modified || press.typing) return null;
  const action = wantedBy(press, keys);
  return press.repeated && !mayRepeat(action) ? null : action;
}

function wantedBy(press: KeyPress, keys: ReaderKeys): ReaderAction | null {
  if (press.key === 'ArrowLeft') return actionOfArrow('right', keys);
  if (press.key === 'ArrowRight') return actionOfArrow('left', keys);
  if (press.key === ' ') return press.pressing ? null : press.shift ? 'stepBack' : 'stepOn';
  if (press.key === 'Escape') return 'closeTop';
  const key = nameOfKey(press);
  const action = key === null ? null : boundTo(key, keys.bindings);
  if (!keys.novel && (action === 'search' || action === 'readAloud')) return null;
  if (action === 'offsetPages' && (keys.novel || !keys.paged)) return null;
  if (!keys.paged) return action;
  if (action === 'nextImage') return 'nextPage';
  return action === 'previousImage' ? 'previousPage' : action;
}

const alongChapter: readonly (ReaderAction | null)[] = [
  'previousPage',
  'nextPage',
  'previousImage',
  'nextImage',
  'stepBack',
  'stepOn',
];
const aroundContent: readonly ReaderAction[] = [
  'toggleFullscreen',
  'toggleBars',
  'showChapters',
  'showHelp',
  'closeTop',
];

/** A key that is held down goes on within a chapter, but not into the next one. */
function mayRepeat(action: ReaderAction | null): boolean {
  return alongChapter.includes(action);
}

/** Whether the action needs the chapter: its images, its pages or its neighbours. */
export function isAboutContent(action: ReaderAction): boolean {
  return !aroundContent.includes(action);
}

/** The arrow to one side acts like a swipe to the other side. */
function actionOfArrow(side: 'left' | 'right', keys: ReaderKeys): ReaderAction {
  const turn = turnOfSwipe(side, keys.paged ? keys.readingDirection : keys.dir);
  if (keys.paged) return turn === 'next' ? 'nextPage' : 'previousPage';
  return turn === 'next' ? 'nextChapter' : 'previousChapter';
}
