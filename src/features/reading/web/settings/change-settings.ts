import { keep } from '../../../../web/session.ts';
import {
  type BookSettings,
  type ComicSettings,
  type NovelSettings,
  type ReaderSettings,
  settingsTable,
} from '../../reader-settings.ts';
import { readSettings } from './settings.ts';
import { latestBooks, readSharing, type Sharing, withTimes } from './sharing.ts';

export interface SettingsChange {
  comic?: Partial<ComicSettings>;
  novel?: Partial<NovelSettings>;
  /** All of the reader's own keys. */
  keys?: ReaderSettings['keys'];
  adult?: boolean;
  /** By book: what was chosen for it; the settings for all comics decide the rest. */
  books?: Readonly<Record<string, Partial<BookSettings>>>;
}

/** Changes some settings and keeps them; false when they hold for this page only, since nothing can be kept. */
export function changeReaderSettings(change: SettingsChange): boolean {
  const before = readSettings();
  const after = {
    comic: { ...before.comic, ...change.comic },
    novel: { ...before.novel, ...change.novel },
    keys: change.keys ?? before.keys,
    books: { ...before.books, ...change.books },
    adult: change.adult ?? before.adult,
  };
  const sharing = withTimes(readSharing(), { before, after, now: Date.now() });
  return keep('READER_SETTINGS', { ...after, books: latestBooks(after.books, sharing), sharing });
}

/**
 * Whether this device keeps settings of its own. If the reader later follows the account again, the account's settings
 * replace what was chosen here meanwhile.
 */
export function keepOnlyHere(given: { account: string; isOnlyHere: boolean }): void {
  keep('READER_SETTINGS', { ...readSettings(), sharing: { ...given, times: {} } satisfies Sharing });
}

/** The limits of a number among the settings, as a slider wants them. */
export const limitsOf = ([, min, max]: readonly [unknown, number, number]) => ({ min, max });

export const autoScrollSpeeds = { ...limitsOf(settingsTable.comic.autoScrollSpeed), step: 10 };
