import { type Language, languageTags } from '../../../../shared/languages.ts';
import { useApi } from '../../../../web/api.tsx';
import { type ApiClient, ApiError } from '../../../../web/api-client.ts';
import { useText } from '../../../../web/i18n.tsx';
import { queryOptions, useQuery, useQueryClient } from '../../../../web/query.ts';
import type { QueryClient } from '../../../../web/query-client.ts';
import { useStore } from '../../../../web/store.ts';
import type { ShelfState } from '../../shelf.ts';
import { chapterAtQuery, fetchChapterAt } from '../chapter/chapter-at.ts';
import { usePlace, usePlaces } from '../memory.ts';
import type { Place } from '../places/places.ts';
import { setBooks } from '../set-books.ts';
import type { ShelfSort } from './shelves.ts';

/** Where a book stands by what this browser knows. */
export interface KeptEntry {
  bookUuid: string;
  state: ShelfState;
  /** When the reader last read it or put it there. */
  date: string;
  /** When the reader last put it there; null: reading did. */
  setAt: string | null;
}

const none: ReturnType<typeof setBooks.read> = {};

/** What this browser keeps as set by hand. */
export const useSetBooks = () => useStore({ get: setBooks.read, subscribe: setBooks.subscribe }, none);

/** Every book on a visitor's shelves, the last first; null while it is being looked up. */
export function useKeptShelf(): readonly KeptEntry[] | null {
  const api = useApi();
  const { language } = useText();
  const places = usePlaces();
  const set = useSetBooks();
  const atEnd = places.filter(({ isFinished }) => isFinished);
  const ended = useQuery(endedQuery({ api, language, places: atEnd }));
  if (!ended.data && !ended.isError) return null;
  const read = places.map(
    ({ bookUuid, updatedAt: date }): KeptEntry => ({
      bookUuid,
      state: ended.data?.includes(bookUuid) ? 'finished' : 'reading',
      date,
      setAt: null,
    }),
  );
  return shelved(read, set);
}

/** The shelf of a visitor that has a book; null: none, undefined while it is being looked up. */
export function useKeptState(bookUuid: string, { isVisitor }: { isVisitor: boolean }): ShelfState | null | undefined {
  const api = useApi();
  const { language } = useText();
  const place = usePlace(bookUuid);
  const set = useSetBooks()[bookUuid];
  const atEnd = place?.isFinished ? [place] : [];
  const isAsking = isVisitor && atEnd.length > 0;
  const ended = useQuery({ ...endedQuery({ api, language, places: atEnd }), enabled: isAsking });
  if (isAsking && !ended.data && !ended.isError) return undefined;
  const state = ended.data?.includes(bookUuid) ? 'finished' : 'reading';
  const read: KeptEntry[] = place ? [{ bookUuid, state, date: place.updatedAt, setAt: null }] : [];
  return shelved(read, set ? { [bookUuid]: set } : {})[0]?.state ?? null;
}

/** What was set holds until the book is read on. */
export function shelved(read: readonly KeptEntry[], set: ReturnType<typeof setBooks.read>): KeptEntry[] {
  const entries = new Map(read.map((entry) => [entry.bookUuid, entry]));
  for (const [bookUuid, { state, setAt }] of Object.entries(set)) {
    const entry = entries.get(bookUuid);
    if (entry && Date.parse(entry.date) > Date.parse(setAt)) {
      if (state !== null) entries.set(bookUuid, { ...entry, setAt });
    } else if (state === null) entries.delete(bookUuid);
    else entries.set(bookUuid, { bookUuid, state, date: setAt, setAt });
  }
  return [...entries.values()].sort((one, other) => Date.parse(other.date) - Date.parse(one.date));
}

/** The entries of a shelf in an order; null while their titles are being looked up. */
export function useSorted(entries: readonly KeptEntry[], sort: ShelfSort): readonly KeptEntry[] | null {
  const api = useApi();
  const queryClient = useQueryClient();
  const { language } = useText();
  const known: Record<string, string> = Object.fromEntries([
    ...Object.entries(useSetBooks()).flatMap(([bookUuid, { title }]) =>
      title?.language === language ? [[bookUuid, title.text]] : [],
    ),
    ...usePlaces().flatMap((place) =>
      place.language === language && place.bookTitle ? [[place.bookUuid, place.bookTitle]] : [],
    ),
  ]);
  const bookUuids = entries.map(({ bookUuid }) => bookUuid).filter((bookUuid) => known[bookUuid] === undefined);
  const isAsking = sort === 'title' && bookUuids.length > 0;
  const titles = useQuery({
    ...titlesQuery({ api, queryClient, language, bookUuids }),
    enabled: isAsking,
  });
  if (isAsking && !titles.data && !titles.isError) return null;
  return inOrder(entries, { sort, titles: { ...known, ...titles.data }, language });
}

interface Order {
  sort: ShelfSort;
  /** By the uuid of their books; a book without one comes last. */
  titles: Readonly<Record<string, string>>;
  language: Language;
}

/** Puts books, which come the last read first, in another order. A browser knows of a read book only when it was read. */
export function inOrder(entries: readonly KeptEntry[], { sort, titles, language }: Order): readonly KeptEntry[] {
  if (sort === 'recent') return entries;
  if (sort === 'title') return byTitle(entries, { language, titleOf: ({ bookUuid }) => titles[bookUuid] });
  const addedAt = ({ setAt, date }: KeptEntry) => Date.parse(setAt ?? date);
  return [...entries].sort((one, other) => addedAt(other) - addedAt(one));
}

/** The items by their titles, as their language sorts; what has none comes last. */
export function byTitle<Item>(
  items: readonly Item[],
  { language, titleOf }: { language: Language; titleOf: (item: Item) => string | undefined },
): Item[] {
  const { compare } = new Intl.Collator(languageTags[language], { numeric: true });
  return [...items].sort((one, other) => {
    const [first, second] = [titleOf(one), titleOf(other)];
    if (first === undefined || second === undefined) return Number(first === undefined) - Number(second === undefined);
    return compare(first, second);
  });
}

interface AskedBooks {
  api: ApiClient;
  queryClient: QueryClient;
  language: Language;
  bookUuids: readonly string[];
}

function titlesQuery({ api, queryClient, language, bookUuids }: AskedBooks) {
  return queryOptions({
    queryKey: ['titles', language, ...bookUuids],
    queryFn: async () => {
      const titles: Record<string, string> = {};
      for (let from = 0; from < bookUuids.length; from += atOnce) {
        const asked = bookUuids.slice(from, from + atOnce).map(async (bookUuid) => {
          // The cards need the same answer. One book that cannot be had keeps none of the others from their place.
          const at = await queryClient
            .fetchQuery(chapterAtQuery({ api, language, bookUuid, number: 1 }))
            .catch(() => null);
          if (at) titles[bookUuid] = at.book.book_title;
        });
        await Promise.all(asked);
      }
      return titles;
    },
    staleTime: 5 * 60_000,
  });
}

/** Asks for the books of cards, and answers which of them the site has no more. One that fails fails them all. */
export function keptBooksQuery({ api, queryClient, language, bookUuids }: AskedBooks) {
  return queryOptions({
    queryKey: ['kept-books', language, ...bookUuids],
    queryFn: async () => {
      const asked = bookUuids.map((bookUuid) =>
        queryClient.fetchQuery(chapterAtQuery({ api, language, bookUuid, number: 1 })).then(
          () => [],
          (error: unknown) => {
            if (isGone(error)) return [bookUuid];
            throw error;
          },
        ),
      );
      return { gone: (await Promise.all(asked)).flat() };
    },
    staleTime: 5 * 60_000,
    // Each book has been tried again already.
    retry: false,
  });
}

/** One book that is gone hides no other's end. */
function unlessGone(error: unknown): null {
  if (isGone(error)) return null;
  throw error;
}

/** Whether the site has a book no more. */
export const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Books are asked for so many at a time: a reader may stand at the end of many. */
const atOnce = 6;

/** Which of these places, all at the end of a chapter, are at the end of a finished book. */
function endedQuery({ api, language, places }: { api: ApiClient; language: Language; places: readonly Place[] }) {
  return queryOptions({
    queryKey: ['ended', ...places.map(({ bookUuid, chapterNumber }) => `${bookUuid} ${chapterNumber}`)],
    queryFn: async () => {
      const ended: string[] = [];
      for (let from = 0; from < places.length; from += atOnce) {
        const asked = places.slice(from, from + atOnce).map(async ({ bookUuid, chapterNumber }) => {
          const at = await fetchChapterAt({ api, language, bookUuid, number: chapterNumber ?? 1 }).catch(unlessGone);
          return at?.book.status === 'finished' && at.book.total_chapters === chapterNumber ? [bookUuid] : [];
        });
        ended.push(...(await Promise.all(asked)).flat());
      }
      return ended;
    },
    staleTime: 5 * 60_000,
  });
}
