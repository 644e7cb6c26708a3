import type { Language } from '../shared/languages.ts';
import { storedKeys as keys, parsed, read, remove, type StorageName, write, writeLanguageCookie } from './storage.ts';
import { createStore, keepLast } from './store.ts';

export type { StorageName };

export type Theme = 'light' | 'dark';

export interface CurrentUser {
  uuid: string;
  /** Null when the session holds no name; the header then says 'user'. */
  username: string | null;
  /** Whether the user runs the site; false as long as nobody has asked. */
  isStaff: boolean;
}

/**
 * The event `storage` tells of other tabs. A page that Back brings from the browser's cache has missed those:
 * `pageshow`.
 */
const signs = ['storage', 'pageshow'] as const;

interface Sign extends Event, Partial<Pick<StorageEvent, 'key'>>, Partial<Pick<PageTransitionEvent, 'persisted'>> {}

/** Calls back at each sign of a change that this page has not made itself. */
function followSigns(handle: (sign: Sign) => void): () => void {
  const listener = (sign: Sign) => sign.persisted !== false && handle(sign);
  for (const sign of signs) addEventListener(sign, listener);
  return () => {
    for (const sign of signs) removeEventListener(sign, listener);
  };
}

const userOf = keepLast((uuid: string | null, username: string | null, role: string | null): CurrentUser | null =>
  uuid ? { uuid, username: username || null, isStaff: !!role } : null,
);

/** The user who is logged in here; the same object until the session changes. */
export const currentUser = (): CurrentUser | null => userOf(read(keys.userUuid), read(keys.username), read(keys.role));

const session = createStore<CurrentUser | null>(null, () => followSigns(renewSession));

function renewSession(): void {
  document.documentElement.toggleAttribute('data-user', currentUser() !== null);
  session.set(currentUser());
}

/** Calls back when the session changes, here or in another tab. */
export const subscribeToSession = session.subscribe;

/** Keeps what the server says of the user's role. */
export function storeRole(role: string | null): void {
  if (read(keys.role) === (role ?? '')) return;
  write(keys.role, role ?? '');
  renewSession();
}

/** Whether this browser still has to ask for the user's role. */
export const lacksRole = (): boolean => currentUser() !== null && read(keys.role) === null;

/** The session as a store. */
export const userStore = { get: currentUser, subscribe: session.subscribe };

/** Made once: if it cannot be stored, it holds for this page. */
const drawVisitorId = keepLast(() =>
  Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(16).padStart(2, '0')).join(''),
);

/** The visitor's identity: 4 random bytes as 8 hex characters, made on the first load without a user. */
export function visitorId(): string {
  const stored = read(keys.visitorId);
  if (stored) return stored;
  const drawn = drawVisitorId();
  write(keys.visitorId, drawn);
  return drawn;
}

/** The headers that name the caller, for every call but login (spec: http.md#who-asks). */
export function authHeaders(): Record<string, string> {
  const token = read(keys.token);
  return token ? { Authorization: `Token ${token}` } : { 'X-VISITOR-ID': visitorId() };
}

/** Ends the session in this browser: the server no longer knows the token. Language and theme stay. */
export function clearSession(): void {
  for (const key of [keys.userUuid, keys.username, keys.token, keys.role]) remove(key);
  visitorId();
  renewSession();
}

const endKey = 'SESSION_ENDED';

/** Leaves a note for this tab's next document that the session has ended; the present document is being left. */
export function noteSessionEnd(): void {
  try {
    sessionStorage.setItem(endKey, 'yes');
  } catch {
    // The note cannot be stored: the login page explains enough.
  }
}

/** Whether the document before this one left that note; true only once. */
export function takeSessionEnd(): boolean {
  try {
    const isNoted = sessionStorage.getItem(endKey) !== null;
    sessionStorage.removeItem(endKey);
    return isNoted;
  } catch {
    return false;
  }
}

/** Keeps a chosen language, and mirrors it in the cookie that the server renders by. */
export function storeLanguage(language: Language): void {
  write(keys.language, language);
  writeLanguageCookie(language);
}

export function storeTheme(theme: Theme): void {
  write(keys.theme, theme);
}

const kept = new Map<StorageName, ReturnType<typeof createKept>>();

function keptAs(name: StorageName) {
  const known = kept.get(name) ?? createKept(name);
  kept.set(name, known);
  return known;
}

function createKept(name: StorageName) {
  /** The text that storage would not take: it holds for this page. */
  const unkept = createStore<string | null>(null, () =>
    // The key is null when all was cleared at once.
    followSigns(({ key }) => (key ?? name) === name && unkept.set(unkept.get())),
  );
  const parse = keepLast(parsed);
  return {
    read: () => parse(unkept.get() ?? read(name) ?? 'null'),
    keep(value: unknown): boolean {
      const text = JSON.stringify(value);
      write(name, text);
      const isKept = read(name) === text;
      unkept.set(isKept ? null : text);
      return isKept;
    },
    subscribe: unkept.subscribe,
  };
}

/**
 * The value kept under the name, the same object until another is kept; null when there is none, or none that can be
 * read. The caller checks its shape.
 */
export const readKept = (name: StorageName): unknown => keptAs(name).read();

/** Keeps a value for later visits; false when storage is full or forbidden, so that it holds for this page only. */
export const keep = (name: StorageName, value: unknown): boolean => keptAs(name).keep(value);

/** Calls back when the kept value changes, here or in another tab, or may have while this page slept. */
export const subscribeToKept = (name: StorageName, listener: () => void): (() => void) =>
  keptAs(name).subscribe(listener);
