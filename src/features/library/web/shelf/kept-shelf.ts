import type { Language } from '../../../../shared/languages.ts';
import { useApi } from '../../../../web/api.tsx';
import type { ApiClient } from '../../../../web/api-client.ts';
import { useText } from '../../../../web/i18n.tsx';
import { queryOptions, useQuery } from '../../../../web/query.ts';
import { useStore } from '../../../../web/store.ts';
import type { ShelfState } from '../../shelf.ts';
import { fetchChapterAt } from '../chapter/chapter-at.ts';
import { usePlaces } from '../memory.ts';
import type { Place } from '../places/places.ts';
import { setBooks } from '../set-books.ts';

/** Where a book stands by what this browser knows. */
export interface KeptEntry {
  bookUuid: string;
  state: ShelfState;
  /** When the reader last read it or put it there. */
  date: string;
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
    }),
  );
  return shelved(read, set);
}

/** What was set holds until the book is read on. */
export function shelved(read: readonly KeptEntry[], set: ReturnType<typeof setBooks.read>): KeptEntry[] {
  const entries = new Map(read.map((entry) => [entry.bookUuid, entry]));
  for (const [bookUuid, { state, setAt }] of Object.entries(set)) {
    const entry = entries.get(bookUuid);
    if (entry && Date.parse(entry.date) > Date.parse(setAt)) continue;
    if (state === null) entries.delete(bookUuid);
    else entries.set(bookUuid, { bookUuid, state, date: setAt });
  }
  return [...entries.values()].sort((one, other) => Date.parse(other.date) - Date.parse(one.date));
}

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
          const at = await fetchChapterAt({ api, language, bookUuid, number: chapterNumber ?? 1 });
          return at?.book.status === 'finished' && at.book.total_chapters === chapterNumber ? [bookUuid] : [];
        });
        ended.push(...(await Promise.all(asked)).flat());
      }
      return ended;
    },
    staleTime: 5 * 60_000,
  });
}
