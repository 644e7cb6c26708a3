import type { ShelfState } from '../shelf.ts';
import { browserShelf, createOwnedBooks, isRecord, type Shelf } from './places/owned-books.ts';

/** What a reader has set of a book; `state` null: they took it off their shelves. */
export interface SetBook {
  state: ShelfState | null;
  setAt: string;
  /** Its title as the site says it in a language. */
  title?: { text: string; language: string };
}

export type SetBooks = ReturnType<typeof createSetBooks>;

/** Only so many are kept, since all that the site keeps shares the browser's storage. */
const mostBooks = 500;

/** The books that a visitor has put on a shelf by hand. A user's account keeps its own: these wait to be told to it. */
export function createSetBooks(shelf: Shelf) {
  const { read, write, subscribe } = createOwnedBooks(shelf, {
    itemIn,
    withVisitors: (own: SetBook | undefined, visitors) => (own && own.setAt > visitors.setAt ? own : visitors),
  });
  return {
    read,
    subscribe,

    set(bookUuid: string, given: Omit<SetBook, 'setAt'>): void {
      const { [bookUuid]: _, ...others } = read();
      const kept = Object.entries(others).slice(1 - mostBooks);
      write({ ...Object.fromEntries(kept), [bookUuid]: { ...given, setAt: new Date().toISOString() } });
    },

    /** Forgets what the account has heard, unless it was set anew meanwhile. */
    forget(bookUuid: string, told: SetBook): void {
      const { [bookUuid]: kept, ...others } = read();
      if (kept?.setAt === told.setAt) write(others);
    },
  };
}

/** Those of this browser. */
export const setBooks = createSetBooks(browserShelf('READING_SHELF'));

/** Storage may hold anything: undefined for what is none. */
function itemIn(value: unknown): SetBook | undefined {
  if (!isRecord(value)) return undefined;
  const { state, setAt, title } = value;
  if (typeof setAt !== 'string' || Number.isNaN(Date.parse(setAt))) return undefined;
  return state === null || state === 'reading' || state === 'to_read' || state === 'finished'
    ? { state, setAt, ...(isTitle(title) && { title }) }
    : undefined;
}

const isTitle = (value: unknown): value is NonNullable<SetBook['title']> =>
  isRecord(value) && typeof value.text === 'string' && typeof value.language === 'string';
