import { keep } from '../../../web/session.ts';
import type { ComicSettings, NovelSettings, ReaderSettings } from '../reader-settings.ts';
import { readSettings } from './settings.ts';

export interface SettingsChange {
  comic?: Partial<ComicSettings>;
  novel?: Partial<NovelSettings>;
  /** All of the reader's own keys. */
  keys?: ReaderSettings['keys'];
}

/** Changes some settings and keeps them; false when they hold for this page only, since nothing can be kept. */
export function changeReaderSettings(change: SettingsChange): boolean {
  const { comic, novel, keys } = readSettings();
  return keep('READER_SETTINGS', {
    comic: { ...comic, ...change.comic },
    novel: { ...novel, ...change.novel },
    keys: change.keys ?? keys,
  });
}

/** The limits of a number among the settings, as a slider wants them. */
export const limitsOf = ([, min, max]: readonly [unknown, number, number]) => ({ min, max });
