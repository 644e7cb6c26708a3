import { storedKeys as keys, read, remove, write, writeLanguageCookie } from './storage.ts';

/** The token of this browser's session, to be shown to its user. */
export function apiToken(): string {
  return read(keys.token) ?? '';
}

/**
 * Keeps a new session; the visitor is one no longer. The page is to be loaded anew, since all that it shows was a
 * visitor's. The id comes last: other tabs go by it.
 */
export function storeSession({ token, uuid, username }: { token: string; uuid: string; username: string }): void {
  write(keys.token, token);
  write(keys.username, username);
  write(keys.userUuid, uuid);
  remove(keys.visitorId);
}

/** Forgets everything that this browser keeps, language and theme too (spec: site.md#stored-in-the-browser). */
export function forgetEverything(): void {
  try {
    localStorage.clear();
  } catch {
    // Nothing was kept.
  }
  writeLanguageCookie(null);
}
