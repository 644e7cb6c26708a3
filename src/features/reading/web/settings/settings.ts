import { useSyncExternalStore } from 'react';
import { readKept, subscribeToKept } from '../../../../web/session.ts';
import { defaultSettings, type ReaderSettings, settingsOf } from '../../reader-settings.ts';

let known: { kept: unknown; settings: ReaderSettings } | null = null;

/** The settings as they stand in this browser; the same object until they change. */
export function readSettings(): ReaderSettings {
  const kept = readKept('READER_SETTINGS');
  if (!known || known.kept !== kept) known = { kept, settings: settingsOf(kept) };
  return known.settings;
}

/** Calls back when a setting changes, here or in another tab. */
export const subscribeToSettings = (listener: () => void) => subscribeToKept('READER_SETTINGS', listener);

/** The reader's own settings, kept in this browser; the defaults while rendering on the server. */
export function useReaderSettings(): ReaderSettings {
  return useSyncExternalStore(subscribeToSettings, readSettings, () => defaultSettings);
}
