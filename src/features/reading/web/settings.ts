import { useSyncExternalStore } from 'react';
import { keep, readKept, subscribeToKept } from '../../../web/session.ts';

/** How strips and pages are shown. Numbers are of spec/reader.md 4.1. */
export interface ComicSettings {
  /** Width of the strip in percent of the room it has; at most 800 px at 100. */
  widthPercent: number;
  /** Between two images, in px. */
  gapPx: number;
  /** Taps beyond the middle: nothing, or one of the usual layouts. */
  tapZones: 'off' | 'sides' | 'edges' | 'lShape' | 'kindle';
  /** What a tap or Space moves by, in percent of the screen. */
  stepPercent: number;
  swipesTurnChapters: boolean;
  pullsNextChapter: boolean;
  /** Of auto-scroll, in px a second. */
  autoScrollSpeed: number;
}

/** How text is shown. Null is the script's own default (spec/reader.md 4.2). */
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
}

export const defaultSettings: ReaderSettings = {
  comic: {
    widthPercent: 100,
    gapPx: 0,
    tapZones: 'off',
    stepPercent: 80,
    swipesTurnChapters: true,
    pullsNextChapter: true,
    autoScrollSpeed: 60,
  },
  novel: {
    fontSizePx: null,
    lineHeight: null,
    measurePercent: 100,
    justified: null,
    hyphenated: null,
    theme: 'system',
    font: 'serif',
    flow: 'scroll',
    voiceRate: 1,
    readsOn: true,
  },
};

let known: ReaderSettings | null = null;

/** The settings as they stand in this browser. */
export function readSettings(): ReaderSettings {
  known ??= settingsOf(readKept('READER_SETTINGS'));
  return known;
}

/** The settings in what was kept: what is missing, or of another type than its default, is the default. */
export function settingsOf(kept: unknown): ReaderSettings {
  return {
    comic: sound(defaultSettings.comic, partOf(kept, 'comic')),
    novel: sound(defaultSettings.novel, partOf(kept, 'novel')),
  };
}

function partOf(kept: unknown, name: string): Record<string, unknown> {
  const part: unknown =
    typeof kept === 'object' && kept !== null ? Object.entries(kept).find(([key]) => key === name)?.[1] : null;
  return typeof part === 'object' && part !== null ? Object.fromEntries(Object.entries(part)) : {};
}

function sound<T extends object>(defaults: T, kept: Record<string, unknown>): T {
  const entries = Object.entries(defaults).map(([name, usual]) => {
    const value = kept[name];
    const fits =
      usual === null ? value === null || ['number', 'boolean'].includes(typeof value) : typeof value === typeof usual;
    return [name, value !== undefined && fits ? value : usual];
  });
  return Object.fromEntries(entries) as T; // the names are those of the defaults, the types were compared
}

/** Calls back when a setting changes, here or in another tab. */
export function subscribeToSettings(listener: () => void): () => void {
  return subscribeToKept('READER_SETTINGS', () => {
    known = null;
    listener();
  });
}

/** The reader's own settings, kept in this browser; the defaults while rendering on the server. */
export function useReaderSettings(): ReaderSettings {
  return useSyncExternalStore(subscribeToSettings, readSettings, () => defaultSettings);
}

/** Changes some settings and keeps them; false when they hold for this page only, since nothing can be kept. */
export function changeReaderSettings(change: {
  comic?: Partial<ComicSettings>;
  novel?: Partial<NovelSettings>;
}): boolean {
  const before = readSettings();
  const after = { comic: { ...before.comic, ...change.comic }, novel: { ...before.novel, ...change.novel } };
  return keep('READER_SETTINGS', after);
}
