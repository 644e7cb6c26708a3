import type { Language } from '../../../../shared/languages.ts';
import { useApi } from '../../../../web/api.tsx';
import type { ApiClient } from '../../../../web/api-client.ts';
import { useText } from '../../../../web/i18n.tsx';
import { queryOptions, useQuery } from '../../../../web/query.ts';
import { fetchChapterAt } from '../chapter/chapter-at.ts';
import { usePlaces } from '../memory.ts';
import type { Place } from '../places/places.ts';

const states = ['reading', 'to_read', 'finished'] as const;

/** Where a book stands by what this browser knows. */
export interface KeptEntry {
  bookUuid: string;
  state: (typeof states)[number];
  /** When the reader last read it or put it there. */
  date: string;
}

/** Every book on this browser's shelves, the last first; null while it is being looked up. */
export function useKeptShelf(): readonly KeptEntry[] | null {
  const api = useApi();
  const { language } = useText();
  const places = usePlaces();
  const ended = useQuery(endedQuery({ api, language, places: places.filter(({ isFinished }) => isFinished) }));
  if (!ended.data && !ended.isError) return null;
  return places.map(({ bookUuid, updatedAt }) => ({
    bookUuid,
    state: ended.data?.includes(bookUuid) ? 'finished' : 'reading',
    date: updatedAt,
  }));
}

/** How many books are in each state; none while nobody knows. */
export function countsOf(entries: readonly KeptEntry[] | null): Partial<Record<KeptEntry['state'], number>> {
  if (entries === null) return {};
  return Object.fromEntries(states.map((state) => [state, entries.filter((entry) => entry.state === state).length]));
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
