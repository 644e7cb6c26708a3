import { turnOfSwipe } from './swipe.ts';

export type ReaderAction =
  | 'previousChapter'
  | 'nextChapter'
  | 'previousPage'
  | 'nextPage'
  | 'previousImage'
  | 'nextImage'
  | 'toggleFullscreen'
  | 'toggleBars'
  | 'showHelp'
  | 'closeTop';

export interface KeyPress {
  key: string;
  /** The key's place, for keyboards whose letters are not Latin. */
  code: string;
  /** Ctrl, Alt or Meta is held: the press is the browser's. */
  modified: boolean;
  /** The focus is in a field that takes text or arrows. */
  typing: boolean;
}

export interface ReaderKeys {
  paged: boolean;
  /** The page's direction, which the strip follows. */
  dir: 'ltr' | 'rtl';
  /** The book's, which turning pages follows. */
  readingDirection: 'ltr' | 'rtl';
}

const actions: Record<string, ReaderAction> = {
  j: 'nextImage',
  k: 'previousImage',
  '[': 'previousChapter',
  ']': 'nextChapter',
  f: 'toggleFullscreen',
  m: 'toggleBars',
  '?': 'showHelp',
  escape: 'closeTop',
};

const byPlace: Record<string, string> = {
  KeyJ: 'j',
  KeyK: 'k',
  KeyF: 'f',
  KeyM: 'm',
  BracketLeft: '[',
  BracketRight: ']',
};

/** What a key asks of the reader (contract.md section 5); null leaves it to the browser, as the scrolling keys are. */
export function actionOfKey(press: KeyPress, keys: ReaderKeys): ReaderAction | null {
  if (press.modified || press.typing) return null;
  if (press.key === 'ArrowLeft') return actionOfArrow('right', keys);
  if (press.key === 'ArrowRight') return actionOfArrow('left', keys);
  const isLatin = press.key.charCodeAt(0) < 128;
  const key = (isLatin ? press.key : (byPlace[press.code] ?? press.key)).toLowerCase();
  const action = actions[key === '؟' ? '?' : key] ?? null;
  if (!keys.paged) return action;
  if (action === 'nextImage') return 'nextPage';
  return action === 'previousImage' ? 'previousPage' : action;
}

const aroundContent: readonly ReaderAction[] = ['toggleFullscreen', 'toggleBars', 'showHelp', 'closeTop'];

/** Whether the action needs the chapter: its images, its pages or its neighbours. */
export function isAboutContent(action: ReaderAction): boolean {
  return !aroundContent.includes(action);
}

/** An arrow to one side does what a finger does that moves to the other. */
function actionOfArrow(side: 'left' | 'right', keys: ReaderKeys): ReaderAction {
  const turn = turnOfSwipe(side, keys.paged ? keys.readingDirection : keys.dir);
  if (keys.paged) return turn === 'next' ? 'nextPage' : 'previousPage';
  return turn === 'next' ? 'nextChapter' : 'previousChapter';
}
