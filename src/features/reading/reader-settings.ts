/** How strips and pages are shown (spec: reading.md#reader-settings). */
export interface ComicSettings {
  /** Width of the strip in percent of the room it has; at most 800 px at 100. */
  widthPercent: number;
  /** Gap between two images, in px. */
  gapPx: number;
  /** Tap zones beyond the middle: none, or one of the usual layouts. */
  tapZones: 'off' | 'sides' | 'edges' | 'lShape' | 'kindle';
  /** How the tap zones are mirrored. */
  tapsInverted: 'none' | 'horizontal' | 'vertical' | 'both';
  /** The distance that a tap or Space moves, in percent of the screen. */
  stepPercent: number;
  /** How many images are loaded before they come into sight. */
  imagesAhead: number;
  swipesTurnChapters: boolean;
  pullsNextChapter: boolean;
  /** Speed of auto-scroll, in px a second. */
  autoScrollSpeed: number;
  /** `book` is the layout that each comic's publisher chose; the others hold for all comics. */
  layout: 'book' | 'strip' | 'pages';
  /** In which direction pages turn. */
  direction: 'book' | 'ltr' | 'rtl';
  /** When two pages stand beside each other: never, on screens that are wider than high, always. */
  spread: 'off' | 'wide' | 'on';
}

/** How one comic is shown, where its reader has chosen so. The settings for all comics decide the rest. */
export interface BookSettings extends Pick<ComicSettings, 'layout' | 'direction'> {
  /** The first page stands beside the second, rather than alone. */
  isOffset: boolean;
}

/** How text is shown. Null is the script's own default (spec: reader.md#novels). */
export interface NovelSettings {
  fontSizePx: number | null;
  lineHeight: number | null;
  /** Length of a line, in percent of the script's usual measure. */
  measurePercent: number;
  justified: boolean | null;
  hyphenated: boolean | null;
  theme: 'system' | 'light' | 'sepia' | 'green' | 'dark' | 'black';
  font: 'serif' | 'sans' | 'dyslexic';
  flow: 'scroll' | 'pages';
  /** Pace of reading aloud; 1 is a voice's usual pace. */
  voiceRate: number;
  /** Reading aloud goes on with the next chapter. */
  readsOn: boolean;
}

export interface ReaderSettings {
  comic: ComicSettings;
  novel: NovelSettings;
  /** The reader's own keys, by action. Values that are no keys are ignored (web/key-bindings.ts). */
  keys: Readonly<Record<string, unknown>>;
  /** Settings of single books, by uuid; `bookSettings` adds the settings for all comics. */
  books: Readonly<Record<string, unknown>>;
  /** The reader has said to be 18 or older (spec: catalog.md#age). */
  adult: boolean;
}

/**
 * The values that a setting may have. A number: the default, the least and the most. A word: all options, the default
 * first. Yes or no: the default. The table is short, since it is part of the reader's first view.
 */
type Setting<Value> = [Value] extends [number | null]
  ? readonly [usual: Value, min: number, max: number]
  : [Value] extends [string]
    ? readonly [usual: Value, ...others: Value[]]
    : Value;

type Table<Part> = { readonly [Name in keyof Part]: Setting<Part[Name]> };

/** Every setting: the options that the sheets offer, and the only ones that are accepted from stored settings. */
export const settingsTable = {
  comic: {
    widthPercent: [100, 30, 100],
    gapPx: [0, 0, 20],
    tapZones: ['off', 'sides', 'edges', 'lShape', 'kindle'],
    tapsInverted: ['none', 'horizontal', 'vertical', 'both'],
    stepPercent: [80, 50, 100],
    imagesAhead: [4, 1, 10],
    swipesTurnChapters: true,
    pullsNextChapter: true,
    autoScrollSpeed: [60, 10, 400],
    layout: ['book', 'strip', 'pages'],
    direction: ['book', 'ltr', 'rtl'],
    spread: ['off', 'wide', 'on'],
  },
  book: { layout: ['book', 'strip', 'pages'], direction: ['book', 'ltr', 'rtl'], isOffset: false },
  novel: {
    fontSizePx: [null, 12, 40],
    lineHeight: [null, 1.2, 2.4],
    measurePercent: [100, 50, 150],
    justified: null,
    hyphenated: null,
    theme: ['system', 'light', 'sepia', 'green', 'dark', 'black'],
    font: ['serif', 'sans', 'dyslexic'],
    flow: ['scroll', 'pages'],
    voiceRate: [1, 0.5, 3],
    readsOn: true,
  },
} as const satisfies { comic: Table<ComicSettings>; book: Table<BookSettings>; novel: Table<NovelSettings> };

/** At most so many books may have settings of their own; the books that were set last stay. */
export const mostBooks = 200;

/**
 * The settings in a stored value, of this browser or of the account. The value may be anything: a number beyond its
 * limits becomes the limit, a missing or impossible value the default; unknown names are dropped.
 */
export function settingsOf(kept: unknown): ReaderSettings {
  return {
    comic: sound<ComicSettings>(settingsTable.comic, partOf(kept, 'comic')),
    novel: sound<NovelSettings>(settingsTable.novel, partOf(kept, 'novel')),
    keys: partOf(kept, 'keys'),
    books: partOf(kept, 'books'),
    adult: Object(kept).adult === true,
  };
}

/** How a book is shown: as its reader chose for it, else as the reader chose for all comics. */
export function bookSettings({ comic, books }: ReaderSettings, bookUuid: string): BookSettings {
  return sound<BookSettings>(settingsTable.book, { ...comic, ...Object(books[bookUuid]) });
}

export const defaultSettings: ReaderSettings = settingsOf(null);

function partOf(kept: unknown, name: string): Record<string, unknown> {
  return { ...Object(kept)[name] };
}

function sound<Part>(table: Table<Part>, kept: Record<string, unknown>): Part {
  const entries = Object.entries(table).map(([name, setting]) => [name, soundValue(setting, kept[name])]);
  return Object.fromEntries(entries) as Part; // names and values are those of the table
}

function soundValue(setting: unknown, kept: unknown): unknown {
  if (!Array.isArray(setting)) return typeof kept === 'boolean' ? kept : setting;
  const [usual, min, max] = setting;
  if (typeof min !== 'number') return setting.includes(kept) ? kept : usual;
  return typeof kept === 'number' ? Math.min(max, Math.max(min, kept)) : usual;
}
