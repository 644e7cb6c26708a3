import { storedKeys } from '../../web/storage.ts';

/**
 * A preview stores nothing in the browser, either: whatever pages store from here on is forgotten with the document.
 * This module must be loaded before any that reads or stores something.
 */

const real = localStorage;

/** The value that the editor's own browser keeps under that name. */
export function readReal(key: string): string | null {
  try {
    return real.getItem(key);
  } catch {
    return null;
  }
}

class Memory implements Storage {
  [name: string]: unknown;
  readonly #values = new Map<string, string>();
  get length(): number {
    return this.#values.size;
  }
  key(index: number): string | null {
    return [...this.#values.keys()][index] ?? null;
  }
  getItem(key: string): string | null {
    return this.#values.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.#values.set(key, value);
  }
  removeItem(key: string): void {
    this.#values.delete(key);
  }
  clear(): void {
    this.#values.clear();
  }
}

/** The uuid of a reader who is no user of this site: previews are theirs on the server, too (src/app/preview.ts). */
const nobody = '00000000-0000-4000-8000-000000000000';

/** Puts memories in the place of what browsers keep, with a session where the previewed reader has one. */
export function keepNothing({ isUser, language }: { isUser: boolean; language: string }): void {
  const memory = new Memory();
  memory.setItem(storedKeys.language, language);
  // The calls are the editor's own: the headers say as whom they look.
  for (const key of [storedKeys.theme, storedKeys.fonts, storedKeys.token]) {
    const value = readReal(key);
    if (value !== null) memory.setItem(key, value);
  }
  if (isUser) {
    memory.setItem(storedKeys.userUuid, nobody);
    memory.setItem(storedKeys.username, 'preview');
  }
  Object.defineProperty(window, 'localStorage', { value: memory });
  Object.defineProperty(window, 'sessionStorage', { value: new Memory() });
  document.documentElement.toggleAttribute('data-user', isUser);
  // The cookie of the language would change the editor's own pages.
  Object.defineProperty(document, 'cookie', { get: () => '', set() {} });
}
