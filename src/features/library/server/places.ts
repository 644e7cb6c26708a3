import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import { describePlaces, type NumberedBook } from '../../catalog/server/catalog.ts';
import type { GivenProgress, Progress } from '../contract.ts';
import { mostPlaces } from '../limits.ts';
import { movedFurthest } from '../numbering.ts';
import { believedTime, mergeByBook, mergeProgress } from '../rules.ts';
import { addMarks } from './marks.ts';
import { type Page, pageFrom, partOf } from './pages.ts';
import { by, placeFrom, presentPlace, putInSince } from './place-rows.ts';
import {
  deleteMarks,
  deletePlaces,
  insertPlaces,
  listPlaces,
  listPlacesIn,
  lockLibrary,
  lockPlaces,
  type PlaceRow,
  updatePlaces,
} from './queries.ts';
import { type ReadOn, shelveReading } from './shelf.ts';
import { forgetRead } from './shelf-queries.ts';

/** A page of where a user is in each book that readers can see, the last read first. */
export async function listProgress(
  db: Db,
  { userId, page }: { userId: string; page: number },
): Promise<Page<Progress>> {
  return pageFrom(await listPlaces(db, { userId, ...partOf(page) }), (places) => presentPlaces(db, places));
}

/** Where a user is in each of these books that readers can see, the last read first. */
export async function listProgressIn(
  db: Db,
  asked: { userId: string; bookIds: readonly string[] },
): Promise<Progress[]> {
  return asked.bookIds.length === 0 ? [] : presentPlaces(db, await listPlacesIn(db, asked));
}

/**
 * Merges a browser's reports into the stored places, and returns the places that these books then have. A report of a
 * chapter that its book does not have is passed over, since a browser may remember chapters that are gone; its other
 * reports count. In the caller's transaction.
 */
export async function saveProgress(
  tx: Db,
  given: { userId: string; items: readonly GivenProgress[]; now: Date },
): Promise<Progress[]> {
  const { userId, items, now } = given;
  const { books, bookOfChapter, numberOfChapter } = await describePlaces(tx, idsOf(items.map(toIds)));
  const reports = items.flatMap(({ numbers, ...item }): Progress[] => {
    const book = bookOfChapter.get(item.chapter_uuid) === item.book_uuid && books.get(item.book_uuid);
    if (!book) return [];
    const furthest =
      numbers === 'serial' ? movedFurthest(item.furthest, { from: undefined, to: by(book) }) : item.furthest;
    return [{ ...item, furthest, updated_at: believedTime(item.updated_at, now) }];
  });
  if (reports.length === 0) return [];
  const merged = mergeByBook(reports);
  const places = merged.flatMap((report) => {
    const book = books.get(report.book_uuid);
    return book ? [{ report, book, place: placeFrom(report, book) }] : [];
  });
  await lockLibrary(tx, userId);
  const added = new Set(await insertPlaces(tx, { userId, places: places.map(({ place }) => place), most: mostPlaces }));
  const newOnes = places.filter(({ book }) => added.has(book.id));
  const read = [
    ...newOnes.map(({ book, report }) => ({ book, progress: report, isFarther: true })),
    ...(await mergePlaces(tx, { userId, places: places.filter(({ book }) => !added.has(book.id)) })),
  ];
  await shelveReading(tx, {
    userId,
    read: read.map((each) => ({ ...each, number: numberOfChapter.get(each.progress.chapter_uuid) })),
  });
  const bookIds = merged.map(({ book_uuid }) => book_uuid);
  return presentPlaces(tx, await listPlacesIn(tx, { userId, bookIds }));
}

interface Report {
  report: Progress;
  book: NumberedBook;
  place: PlaceRow;
}

/** Merges reports into the places that are there; returns those by which their reader has read on. */
async function mergePlaces(
  tx: Db,
  { userId, places }: { userId: string; places: readonly Report[] },
): Promise<Omit<ReadOn, 'number'>[]> {
  if (places.length === 0) return [];
  const rows = await lockPlaces(tx, { userId, bookIds: places.map(({ book }) => book.id) });
  const kept = new Map(rows.map((row) => [row.bookId, row]));
  const changes = places.flatMap((given) => {
    const row = kept.get(given.book.id);
    return row ? [{ book: given.book, report: given.report, row, ...placeAfter(row, given) }] : [];
  });
  const passed = changes.flatMap(({ book, row, isFarther }) => {
    const marks = isFarther ? putInSince(row, book) : [];
    return marks.length > 0 ? [{ book, marks }] : [];
  });
  await addMarks(tx, { userId, items: passed });
  await updatePlaces(tx, { userId, places: changes.map(({ after }) => after) });
  return changes.flatMap(({ book, report, row, merged, isFarther }) =>
    isFarther || Date.parse(report.updated_at) > row.updatedAt.getTime()
      ? [{ book, progress: { ...report, furthest: merged.furthest }, isFarther }]
      : [],
  );
}

/** The stored place after a report. A furthest that does not move keeps its chapter, even one that is gone. */
function placeAfter(row: PlaceRow, given: Report) {
  const merged = mergeProgress(presentPlace(row, given.book), given.report);
  const isFarther = merged.furthest === given.report.furthest;
  const { furthestChapter, furthestIndex, furthestFraction, furthestKnown } = isFarther ? given.place : row;
  const after = { ...placeFrom(merged, given.book), furthestChapter, furthestIndex, furthestFraction, furthestKnown };
  return { merged, isFarther, after };
}

/** Forgets where a user is in every book, and what they have marked there. */
export function forgetReading(pool: DbPool, userId: string): Promise<void> {
  return withTransaction(pool, async (tx) => {
    await deletePlaces(tx, { userId, bookId: null });
    await deleteMarks(tx, userId);
    await forgetRead(tx, { userId, bookId: null });
  });
}

/** Forgets where a user is in a book. */
export function forgetPlace(pool: DbPool, given: { userId: string; bookId: string }): Promise<void> {
  return withTransaction(pool, async (tx) => {
    await deletePlaces(tx, given);
    await forgetRead(tx, given);
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
  const { books, bookOfChapter } = await describePlaces(db, idsOf(places));
  return places.flatMap((place) => {
    const book = books.get(place.bookId);
    const isThere = book?.isVisible && bookOfChapter.get(place.chapterId) === place.bookId;
    return isThere ? [presentPlace(place, book)] : [];
  });
}
