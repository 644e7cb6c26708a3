import { hiddenBarsKey, storedKeys as keys, read, remove, write, writeLanguageCookie } from './storage.ts';

/** The token of this browser's session, to be shown to its user. */
export function apiToken(): string {
  return read(keys.token) ?? '';
}

/**
 * Stores a new session in place of the visitor. The caller then reloads the page, which shows a visitor's data. The
 * user's id is written last, since other tabs react to it.
 */
export function storeSession({ token, uuid, username }: { token: string; uuid: string; username: string }): void {
  write(keys.token, token);
  write(keys.username, username);
  write(keys.userUuid, uuid);
  remove(keys.visitorId);
  remove(keys.role);
}

/**
 * Forgets everything that this browser keeps, language and theme too, but for the announcements that were hidden in it
 * (spec: site.md#stored-in-the-browser).
 */
export function forgetEverything(): void {
  const hiddenBars = read(hiddenBarsKey);
  try {
    localStorage.clear();
  } catch {
    // Nothing was kept.
  }
  if (hiddenBars !== null) write(hiddenBarsKey, hiddenBars);
  writeLanguageCookie(null);
}
