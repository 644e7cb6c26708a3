import type { ReaderSettings } from '../../reader-settings.ts';

/** The keys that a reader may change (spec: reader.md#keys). Arrows, Space, Page keys and Esc stay. */
const usualKeys = {
  previousChapter: ['[', ','],
  nextChapter: [']', '.'],
  previousImage: ['k'],
  nextImage: ['j'],
  goToPage: ['g'],
  offsetPages: ['o'],
  toggleAutoScroll: ['a'],
  search: ['s'],
  readAloud: ['r'],
  showChapters: ['c'],
  like: ['l'],
  toggleFullscreen: ['f'],
  toggleBars: ['m'],
  showHelp: ['?'],
} as const;

export type BoundAction = keyof typeof usualKeys;
export type Bindings = Record<BoundAction, readonly string[]>;

// An object's keys have no type of their own.
const boundActions = Object.keys(usualKeys) as BoundAction[];

/** Which keys do what: the reader's own, and the usual ones as far as no own key takes them. */
export function bindingsOf(own: ReaderSettings['keys']): Bindings {
  const taken = new Map<string, BoundAction>();
  for (const action of boundActions) {
    const key = own[action];
    if (isKey(key) && !taken.has(key)) taken.set(key, action);
  }
  const keysOf = (action: BoundAction): readonly string[] => {
    const key = own[action];
    if (isKey(key) && taken.get(key) === action) return [key];
    return usualKeys[action].filter((usual) => !taken.has(usual));
  };
  return Object.fromEntries(boundActions.map((action) => [action, keysOf(action)])) as Bindings; // for every action
}

/** The action of a key; null: none that could be changed. */
export function boundTo(key: string, bindings: Bindings): BoundAction | null {
  return boundActions.find((action) => bindings[action].includes(key)) ?? null;
}

/** Opens the search on every page. */
export const searchKey = '/';

/** One sign, as it is typed without Shift where it is a letter. */
function isKey(given: unknown): given is string {
  return typeof given === 'string' && given !== searchKey && isSign(given) && given === given.toLowerCase();
}

const isSign = (key: string) => Array.from(key).length === 1 && key.trim() !== '';

const signsByPlace: Record<string, string> = {
  BracketLeft: '[',
  BracketRight: ']',
  Comma: ',',
  Period: '.',
  Semicolon: ';',
  Quote: "'",
  Slash: '/',
  Backslash: '\\',
  Minus: '-',
  Equal: '=',
  Backquote: '`',
};

/** How a key is called here: by its sign, or by its place where letters are not Latin; null for keys without one. */
export function nameOfKey({ key, code }: { key: string; code: string }): string | null {
  if (!isSign(key)) return null;
  if (key === '؟') return '?';
  const isLatin = key.charCodeAt(0) < 128;
  const place = /^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? signsByPlace[code];
  return (isLatin ? key : (place ?? key)).toLowerCase();
}

/** As it stands on the board. */
export const faceOf = (key: string) => key.toUpperCase();
