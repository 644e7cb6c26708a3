import { readKept, subscribeToKept } from '../../../../web/session.ts';
import { keepLast, useStore } from '../../../../web/store.ts';
import { defaultSettings, type ReaderSettings, settingsOf } from '../../reader-settings.ts';

const settingsIn = keepLast(settingsOf);

/** The settings as they stand in this browser; the same object until they change. */
export const readSettings = (): ReaderSettings => settingsIn(readKept('READER_SETTINGS'));

/** Calls back when a setting changes, here or in another tab. */
export const subscribeToSettings = (listener: () => void) => subscribeToKept('READER_SETTINGS', listener);

/** The reader's own settings, kept in this browser; the defaults while rendering on the server. */
export function useReaderSettings(): ReaderSettings {
  return useStore({ get: readSettings, subscribe: subscribeToSettings }, defaultSettings);
}
