import {
  currentUser,
  keep,
  readKept,
  type StorageName,
  subscribeToKept,
  subscribeToSession,
} from '../../../../web/session.ts';
import { visitor } from '../../../../web/storage.ts';
import { keepLast } from '../../../../web/store.ts';

/** The storage of one kind of thing (places, marks), and who reads now. A test makes one for each device. */
export interface Shelf {
  /** The kept value; the same object until another value is kept. */
  read(): unknown;
  /** False when there was no room: the value then holds only until the page is left. */
  keep(value: unknown): boolean;
  /** The uuid of the user who reads now; null for a visitor. */
  user(): string | null;
  /** Calls back when another value is kept, here or in another tab, or when another reader begins. */
  subscribe(listener: () => void): () => void;
}

/** The shelf of this browser's storage. */
export function browserShelf(name: StorageName): Shelf {
  return {
    read: () => readKept(name),
    keep: (value) => keep(name, value),
    user: () => currentUser()?.uuid ?? null,
    subscribe(listener) {
      const ends = [subscribeToKept(name, listener), subscribeToSession(listener)];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}

/** By the uuid of their books. */
export type Books<Item> = Readonly<Record<string, Item>>;

interface Kind<Item> {
  /** Storage may hold anything: undefined for what is no item. */
  itemIn: (value: unknown) => Item | undefined;
  /** Merges what a visitor left into the user's own; the account does not know the result yet. */
  withVisitors: (own: Item | undefined, visitors: Item) => Item;
}

/**
 * The kept items of the current reader, one for each book. A visitor's books become those of the user who logs in. A
 * user's books are shown to nobody else, and are deleted when another user's are written.
 */
export function createOwnedBooks<Item>(shelf: Shelf, { itemIn, withVisitors }: Kind<Item>) {
  const booksOf = (kept: unknown) => mapEntries(kept, (books) => mapEntries(books, itemIn));
  const owner = () => shelf.user() ?? visitor;

  const ownIn = keepLast((kept: unknown, name: string): Books<Item> => {
    const { [name]: own = {}, [visitor]: visitors = {} } = booksOf(kept);
    if (name === visitor) return own;
    const left = Object.entries(visitors).map(([bookUuid, item]) => [bookUuid, withVisitors(own[bookUuid], item)]);
    return { ...own, ...Object.fromEntries(left) };
  });

  return {
    /** The same object until its content changes; another tab may have written since the last call. */
    read: (): Books<Item> => ownIn(shelf.read(), owner()),
    /** Writes the books; where there is no room for all, only `few`. */
    write(books: Books<Item>, few = books): void {
      const before = shelf.read();
      const others = owner() === visitor ? booksOf(before) : {};
      const after = { ...others, [owner()]: books };
      if (JSON.stringify(after) === JSON.stringify(before)) return;
      if (!shelf.keep(after) && few !== books) shelf.keep({ [owner()]: few });
    },
    subscribe: shelf.subscribe,
  };
}

function mapEntries<To>(value: unknown, change: (value: unknown) => To | undefined): Record<string, To> {
  const changed: Record<string, To> = {};
  if (!isRecord(value)) return changed;
  for (const [name, entry] of Object.entries(value)) {
    const result = change(entry);
    if (result !== undefined) changed[name] = result;
  }
  return changed;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
