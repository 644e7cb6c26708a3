/** How strips and pages are shown (spec: reading.md#reader-settings). */
export interface ComicSettings {
  /** Width of the strip in percent of the room it has; at most 800 px at 100. */
  widthPercent: number;
  /** Between two images, in px. */
  gapPx: number;
  /** Taps beyond the middle: nothing, or one of the usual layouts. */
  tapZones: 'off' | 'sides' | 'edges' | 'lShape' | 'kindle';
  /** The layout of taps, mirrored. */
  tapsInverted: 'none' | 'horizontal' | 'vertical' | 'both';
  /** The distance that a tap or Space moves, in percent of the screen. */
  stepPercent: number;
  /** How many images are loaded before they come into sight. */
  imagesAhead: number;
  swipesTurnChapters: boolean;
  pullsNextChapter: boolean;
  /** Of auto-scroll, in px a second. */
  autoScrollSpeed: number;
  /** Comics as their publishers have them, or all of them otherwise. */
  layout: 'book' | 'strip' | 'pages';
  /** In which direction pages turn. */
  direction: 'book' | 'ltr' | 'rtl';
  /** Two pages beside each other: never, on screens wider than high, always. */
  spread: 'off' | 'wide' | 'on';
}

/** How one comic is shown, where its reader has said so; the rest goes as with all comics. */
export interface BookSettings extends Pick<ComicSettings, 'layout' | 'direction'> {
  /** The first page stands beside the second, rather than alone. */
  isOffset: boolean;
}

/** How text is shown. Null is the script's own default (spec: reader.md#novels). */
export interface NovelSettings {
  fontSizePx: number | null;
  lineHeight: number | null;
  /** Of a line, in percent of the script's usual measure. */
  measurePercent: number;
  justified: boolean | null;
  hyphenated: boolean | null;
  theme: 'system' | 'light' | 'sepia' | 'green' | 'dark' | 'black';
  font: 'serif' | 'sans' | 'dyslexic';
  flow: 'scroll' | 'pages';
  /** Of reading aloud; 1 is a voice's usual pace. */
  voiceRate: number;
  /** Reading aloud goes on with the next chapter. */
  readsOn: boolean;
}

export interface ReaderSettings {
  comic: ComicSettings;
  novel: NovelSettings;
  /** The reader's own keys, by what they do; what is none is passed over (web/key-bindings.ts). */
  keys: Readonly<Record<string, unknown>>;
  /** Of books that differ, by their uuids; `bookSettings` says what holds. */
  books: Readonly<Record<string, unknown>>;
}

/**
 * The values that a setting may have. A number: the usual one, the least and the most. A word: all that there are, the
 * usual one first. Yes or no: the usual. Written short, since the reader's first view has it.
 */
type Setting<Value> = [Value] extends [number | null]
  ? readonly [usual: Value, min: number, max: number]
  : [Value] extends [string]
    ? readonly [usual: Value, ...others: Value[]]
    : Value;

type Table<Part> = { readonly [Name in keyof Part]: Setting<Part[Name]> };

/** Every setting: what the sheets offer, and what is believed of what was kept. */
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

/** As many books may differ; those that were set last stay. */
export const mostBooks = 200;

/**
 * The settings in what was kept, here or by the account, whatever it holds: a number beyond its limits is the limit,
 * what is missing or can be none is the default, and what is unknown is dropped.
 */
export function settingsOf(kept: unknown): ReaderSettings {
  return {
    comic: sound<ComicSettings>(settingsTable.comic, partOf(kept, 'comic')),
    novel: sound<NovelSettings>(settingsTable.novel, partOf(kept, 'novel')),
    keys: partOf(kept, 'keys'),
    books: partOf(kept, 'books'),
  };
}

/** How a book is shown: as its reader has said, else as all comics are. */
export function bookSettings({ comic, books }: ReaderSettings, bookUuid: string): BookSettings {
  return sound<BookSettings>(settingsTable.book, { ...comic, ...Object(books[bookUuid]) });
}

export const defaultSettings: ReaderSettings = settingsOf(null);

function partOf(kept: unknown, name: string): Record<string, unknown> {
  return { ...Object(kept)[name] };
}

function sound<Part>(table: Table<Part>, kept: Record<string, unknown>): Part {
  const entries = Object.entries(table).map(([name, setting]) => [name, soundValue(setting, kept[name])]);
  return Object.fromEntries(entries) as Part; // the names are the table's, and so is every value
}

function soundValue(setting: unknown, kept: unknown): unknown {
  if (!Array.isArray(setting)) return typeof kept === 'boolean' ? kept : setting;
  const [usual, min, max] = setting;
  if (typeof min !== 'number') return setting.includes(kept) ? kept : usual;
  return typeof kept === 'number' ? Math.min(max, Math.max(min, kept)) : usual;
}
