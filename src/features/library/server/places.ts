import { type Db, type DbPool, withTransaction } from '../../../server/db.ts';
import { describePlaces } from '../../catalog/server/catalog.ts';
import type { GivenProgress, Progress } from '../contract.ts';
import { believedTime, mergeByBook } from '../rules.ts';
import { deleteMarks, deletePlaces, listPlaces, type PlaceRow, upsertPlaces } from './queries.ts';

/** Where a user is in each book that readers can see, the last read first. */
export async function listProgress(db: Db, userId: string): Promise<Progress[]> {
  return presentPlaces(db, await listPlaces(db, { userId, bookIds: null }));
}

/**
 * Takes a browser's reports into what is kept, whatever their order, and tells what has come of these books. A chapter
 * that its book does not have is passed over: a browser may remember more than there is, and the rest must not wait.
 */
export async function saveProgress(
  db: Db,
  given: { userId: string; items: readonly GivenProgress[]; now: Date },
): Promise<Progress[]> {
  const { userId, items, now } = given;
  const { bookOfChapter } = await describePlaces(db, idsOf(items.map(toIds)));
  const known = items.filter((item) => bookOfChapter.get(item.chapter_uuid) === item.book_uuid);
  if (known.length === 0) return [];
  const reports = mergeByBook(known.map((item) => ({ ...item, updated_at: believedTime(item.updated_at, now) })));
  await upsertPlaces(db, { userId, places: reports.map(placeFrom) });
  const bookIds = reports.map(({ book_uuid }) => book_uuid);
  return presentPlaces(db, await listPlaces(db, { userId, bookIds }));
}

/** Forgets where a user is in every book, and what they have marked there. */
export function forgetReading(pool: DbPool, userId: string): Promise<void> {
  return withTransaction(pool, async (tx) => {
    await deletePlaces(tx, { userId, bookId: null });
    await deleteMarks(tx, userId);
  });
}

const toIds = ({ book_uuid: bookId, chapter_uuid: chapterId }: GivenProgress) => ({ bookId, chapterId });

function idsOf(places: readonly { bookId: string; chapterId: string }[]) {
  return {
    bookIds: [...new Set(places.map(({ bookId }) => bookId))],
    chapterIds: [...new Set(places.map(({ chapterId }) => chapterId))],
  };
}

/** Places in hidden books and in chapters that are gone are kept, and not shown. */
async function presentPlaces(db: Db, places: readonly PlaceRow[]): Promise<Progress[]> {
  const { visibleBooks, bookOfChapter } = await describePlaces(db, idsOf(places));
  return places
    .filter(({ bookId, chapterId }) => visibleBooks.has(bookId) && bookOfChapter.get(chapterId) === bookId)
    .map(presentPlace);
}

function presentPlace(place: PlaceRow): Progress {
  const { index, fraction, quote } = place;
  return {
    book_uuid: place.bookId,
    chapter_uuid: place.chapterId,
    position: { index, fraction, ...(quote === null ? {} : { quote }) },
    furthest: {
      chapter_number: place.furthestChapter,
      index: place.furthestIndex,
      fraction: place.furthestFraction,
    },
    updated_at: place.updatedAt.toISOString(),
  };
}

function placeFrom({ book_uuid, chapter_uuid, position, furthest, updated_at }: Progress): PlaceRow {
  return {
    bookId: book_uuid,
    chapterId: chapter_uuid,
    index: position.index,
    fraction: position.fraction,
    quote: position.quote ?? null,
    furthestChapter: furthest.chapter_number,
    furthestIndex: furthest.index,
    furthestFraction: furthest.fraction,
    updatedAt: new Date(updated_at),
  };
}
