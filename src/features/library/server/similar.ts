import { setImmediate as breathe } from 'node:timers/promises';
import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import type { Job } from '../../../server/jobs/jobs.ts';
import type { Language } from '../../../shared/languages.ts';
import {
  type CoversOf,
  countPartsOf,
  describePlaces,
  listBookSizes,
  listSharingTags,
  type NumberedBook,
  presentBooks,
} from '../../catalog/server/catalog.ts';
import type { Dates } from '../../catalog/server/dates/openings.ts';
import type { SimilarBook } from '../contract.ts';
import { movedFurthest } from '../numbering.ts';
import { hasRead, readShare } from '../read-chapters.ts';
import {
  addReaders,
  isSimilarDue,
  listReadings,
  listSimilar,
  openReaders,
  type ReadingOfBook,
  replaceSimilar,
} from './similar-queries.ts';

const mostShown = 12;
/** Some may be hidden when they are shown. */
const mostKept = 2 * mostShown;
/** Pairs with fewer shared readers do not exist, so that nobody is seen (spec: library.md#similar-books). */
const leastShared = 5;

/** Books like one: what its readers read too, then what has its tags; null: there is no such book. */
export async function findSimilar(
  db: Db,
  asked: { bookId: string; language: Language; adult: boolean; coversOf: CoversOf; dates: Dates },
): Promise<SimilarBook[] | null> {
  const { bookId, adult } = asked;
  const byTags = await listSharingTags(db, { bookId, adult, limit: mostKept });
  if (byTags === null) return null;
  const byReaders = await listSimilar(db, bookId);
  const tagOf = new Map(byTags.map(({ id, tag }) => [id, tag]));
  const ids = [...new Set([...byReaders, ...tagOf.keys()])];
  const books = new Map((await presentBooks(db, { ...asked, bookIds: ids })).map((book) => [book.book_uuid, book]));
  const isOfReaders = new Set(byReaders);
  return ids
    .flatMap((id): SimilarBook[] => {
      const book = books.get(id);
      if (!book || (book.rating === 'adult' && !adult)) return [];
      if (isOfReaders.has(id)) return [{ ...book, reason: { kind: 'readers' } }];
      return [{ ...book, reason: { kind: 'tags', tag: tagOf.get(id) ?? '' } }];
    })
    .slice(0, mostShown);
}

const booksAtOnce = 200;
const readersAtOnce = 5000;

/** Finds out anew which books have the same readers; returns how many books and pairs there are. */
export function refreshSimilar(db: DbPool, signal?: AbortSignal): Promise<{ books: number; pairs: number }> {
  return withTransaction(db, async (tx) => {
    await openReaders(tx);
    let after: string | null = null;
    for (;;) {
      signal?.throwIfAborted();
      const books: NumberedBook[] = await listBookSizes(tx, { after, limit: booksAtOnce });
      const known = new Map(books.map((book) => [book.id, book]));
      const readings = books.length === 0 ? [] : await listReadings(tx, [...known.keys()]);
      for (let from = 0; from < readings.length; from += readersAtOnce) {
        await addReaders(tx, await readersAmong(tx, { readings: readings.slice(from, from + readersAtOnce), known }));
        await breathe();
      }
      if (books.length < booksAtOnce) break;
      after = books.at(-1)?.id ?? null;
    }
    return replaceSimilar(tx, { least: leastShared, most: mostKept });
  });
}

/** Those who have read enough. How long a chapter is, is asked only where its end decides. */
async function readersAmong(
  tx: Db,
  { readings, known }: { readings: readonly ReadingOfBook[]; known: ReadonlyMap<string, NumberedBook> },
): Promise<ReadingOfBook[]> {
  const wouldBe = (reading: ReadingOfBook, isAtEnd: boolean) => {
    const book = known.get(reading.bookId);
    return book !== undefined && hasRead(reading, { ...book, isAtEnd });
  };
  const able = readings.filter((reading) => wouldBe(reading, true));
  const open = able.filter((reading) => !wouldBe(reading, false));
  const chapterIds = [...new Set(open.flatMap(({ chapterId }) => chapterId ?? []))];
  const { numberOfChapter } = await describePlaces(tx, { bookIds: [], chapterIds });
  const lengths = await countPartsOf(tx, chapterIds);
  const isAtEnd = ({ bookId, chapterId, ...reading }: ReadingOfBook) => {
    const { furthestChapter: chapter, furthestIndex: index, furthestFraction: fraction } = reading;
    if (chapterId === null || chapter === null || index === null || fraction === null) return false;
    const to = known.get(bookId)?.numbering ?? undefined;
    const { chapter_number: number } = movedFurthest(
      { chapter_number: chapter, index, fraction },
      { from: undefined, to },
    );
    const isThere = numberOfChapter.get(chapterId) === number;
    return (
      fraction >= 1 ||
      (isThere && (index + fraction) / (lengths.get(chapterId) ?? Number.POSITIVE_INFINITY) >= readShare)
    );
  };
  const short = new Set(open.filter((reading) => !isAtEnd(reading)));
  return able.filter((reading) => !short.has(reading));
}

/** Nightly at 03:00 UTC: looks each minute whether it is due. */
export const similarJob: Job = {
  name: 'similar books',
  everyMs: 60_000,
  async run(db, signal) {
    if (await isSimilarDue(db)) await refreshSimilar(db, signal);
  },
};
