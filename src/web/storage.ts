/** Names under which this browser keeps what the site must find again (spec: site.md#stored-in-the-browser). */
export const storedKeys = {
  token: 'X-API-TOKEN',
  userUuid: 'USER_UUID',
  username: 'USERNAME',
  /** What the user may do in the studio; empty: nothing; missing: not asked since the login. */
  role: 'ROLE',
  visitorId: 'VISITOR_ID',
  language: 'LANGUAGE',
  theme: 'THEME',
  /** The address of the fonts that this browser has loaded before. */
  fonts: 'FONTS',
} as const;

/** The announcements that were hidden in this browser, whoever used it: a logout leaves them hidden. */
export const hiddenBarsKey = 'HIDDEN_BARS';

/** Further values about the reader, kept as JSON; a logout removes them too. */
export type StorageName =
  | 'READER_SETTINGS'
  | 'ZONES_SHOWN'
  | 'READING_PLACES'
  | 'READING_MARKS'
  | 'READING_SHELF'
  | 'NO_NEWS'
  | 'DELETES_AT'
  | 'READING_SPEED'
  | 'READER_VOICES'
  | 'CHAPTER_LISTS'
  | 'PAYMENT'
  | 'TOUCH';

/** The owner of what is kept by its reader's uuid, where no user is logged in. */
export const visitor = 'visitor';

/** Storage can be switched off or full: the site then works as for a new visitor. */
export function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is not available; the choice holds for this page.
  }
}

export function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is not available, so nothing was kept.
  }
}

/** The value of a JSON text; null where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Writes the cookie of the language for the server's rendering, a mirror of the stored language; null removes it. */
export function writeLanguageCookie(language: string | null): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari 15 and Firefox
  document.cookie = `language=${language ?? ''}; Path=/; Max-Age=${language ? 31536000 : 0}; SameSite=Lax`;
}
