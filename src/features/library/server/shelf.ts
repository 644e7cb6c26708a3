import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import { invalidRequest, limitReached, notFound } from '../../../server/http/errors.ts';
import { type Language, languageTags } from '../../../shared/languages.ts';
import {
  type CoversOf,
  countPartsOf,
  describePlaces,
  listTitles,
  type NumberedBook,
  presentBooks,
} from '../../catalog/server/catalog.ts';
import type { Dates } from '../../catalog/server/dates/openings.ts';
import type { GivenShelf, ShelfRow as PresentedRow, Progress } from '../contract.ts';
import { mostOnShelves } from '../limits.ts';
import { believedTime } from '../rules.ts';
import { afterReading, afterSetting, countUnread, type ShelfState } from '../shelf.ts';
import { presentPlace } from './place-rows.ts';
import { lockLibrary } from './queries.ts';
import { readingsIn } from './readings.ts';
import {
  countOnShelves,
  listFollowedAmong,
  listOnShelves,
  lockShelf,
  putOnShelves,
  type ShelfRow,
  takeOff,
} from './shelf-queries.ts';

interface Shown {
  userId: string;
  language: Language;
  coversOf: CoversOf;
  dates: Dates;
}

/** One page of the books on a user's shelves that readers can see, and how many there are in each state. */
export async function listShelf(
  db: Db,
  asked: Shown & {
    state: ShelfState | undefined;
    /** Undefined: all of them. */
    bookId: string | undefined;
    sort: 'recent' | 'added' | 'title';
    page: number;
    pageSize: number;
  },
) {
  const { userId, state, bookId: wanted, page, pageSize } = asked;
  const kept = await listOnShelves(db, userId);
  const { visibleBooks } = await describePlaces(db, { bookIds: kept.map(({ bookId }) => bookId), chapterIds: [] });
  const shown = kept.filter(({ bookId }) => visibleBooks.has(bookId));
  const countOf = (counted: ShelfState) => shown.filter((row) => row.state === counted).length;
  const rows = shown.filter((row) => row.state === (state ?? row.state) && row.bookId === (wanted ?? row.bookId));
  const found = await sorted(db, { ...asked, rows });
  return {
    result: await present(db, { ...asked, rows: found.slice(page * pageSize, (page + 1) * pageSize) }),
    total: found.length,
    counts: { reading: countOf('reading'), to_read: countOf('to_read'), finished: countOf('finished') },
  };
}

async function sorted(
  db: Db,
  { rows, sort, language }: { rows: ShelfRow[]; sort: 'recent' | 'added' | 'title'; language: Language },
): Promise<ShelfRow[]> {
  switch (sort) {
    case 'recent':
      return rows;
    case 'added':
      return rows.toSorted((one, other) => other.addedAt.getTime() - one.addedAt.getTime());
    case 'title': {
      const titles = await listTitles(db, { bookIds: rows.map(({ bookId }) => bookId), language });
      const { compare } = new Intl.Collator(languageTags[language], { numeric: true });
      const titleOf = ({ bookId }: ShelfRow) => titles.get(bookId) ?? '';
      return rows.toSorted((one, other) => compare(titleOf(one), titleOf(other)));
    }
  }
}

async function present(db: Db, { rows, ...asked }: Shown & { rows: readonly ShelfRow[] }): Promise<PresentedRow[]> {
  if (rows.length === 0) return [];
  const bookIds = rows.map(({ bookId }) => bookId);
  const books = new Map((await presentBooks(db, { ...asked, bookIds })).map((book) => [book.book_uuid, book]));
  const followed = new Set(await listFollowedAmong(db, { userId: asked.userId, bookIds }));
  const unread = await unreadIn(db, { userId: asked.userId, rows });
  return rows.flatMap(({ bookId, state, addedAt, startedAt, finishedAt }) => {
    const book = books.get(bookId);
    if (!book || state === null) return [];
    return {
      book,
      state,
      unread: unread.get(bookId) ?? book.chapter_number,
      followed: followed.has(bookId),
      added_at: addedAt.toISOString(),
      started_at: startedAt?.toISOString() ?? null,
      finished_at: finishedAt?.toISOString() ?? null,
    };
  });
}

async function unreadIn(
  db: Db,
  { userId, rows }: { userId: string; rows: readonly ShelfRow[] },
): Promise<Map<string, number>> {
  const bookIds = rows.map(({ bookId }) => bookId);
  const readings = await readingsIn(db, { userId, bookIds });
  return new Map(
    rows.flatMap(({ bookId, state, setAt, changedAt }): [string, number][] => {
      const reading = readings.get(bookId);
      if (!reading) return [];
      const { book, place, marks } = reading;
      const { chapterCount } = book;
      const reached = place ? presentPlace(place, book).furthest : { chapter_number: 1, fraction: 0 };
      const { chapter_number: furthest, fraction } = reached;
      // Whoever came to the end by reading has read the last chapter, though a little below its end.
      const hasEnded = place !== null && state === 'finished' && setAt?.getTime() !== changedAt.getTime();
      const isRead = fraction >= 1 || (hasEnded && furthest === chapterCount);
      return [[bookId, countUnread(chapterCount, { furthest, isRead, marks: marks ?? [] })]];
    }),
  );
}

/**
 * Puts a book on a shelf, and answers the entry that then holds. Rejects with AppError where readers see no such book,
 * where it would be finished before it was started, or where the shelves are full.
 */
export async function setShelf(
  pool: DbPool,
  { bookId, given, now, ...asked }: Shown & { bookId: string; given: GivenShelf; now: Date },
): Promise<PresentedRow | null> {
  const { userId } = asked;
  const { visibleBooks } = await describePlaces(pool, { bookIds: [bookId], chapterIds: [] });
  if (!visibleBooks.has(bookId)) throw notFound('book_not_found', 'There is no such book');
  const believed = (time: string) => new Date(believedTime(time, now));
  const timeOf = (time: string | null) => (time === null ? null : believed(time));
  const said = {
    state: given.state,
    at: given.set_at === undefined ? now : believed(given.set_at),
    ...(given.started_at !== undefined && { startedAt: timeOf(given.started_at) }),
    ...(given.finished_at !== undefined && { finishedAt: timeOf(given.finished_at) }),
  };
  const row = await withTransaction(pool, async (tx) => {
    await lockLibrary(tx, userId);
    const [kept] = await lockShelf(tx, { userId, bookIds: [bookId] });
    if (kept && given.set_at !== undefined && kept.changedAt >= said.at) return kept;
    if (!kept && (await countOnShelves(tx, userId)) >= mostOnShelves) throw limitReached();
    const entry = afterSetting(kept, said);
    if (!entry) throw invalidRequest('A book cannot be finished before it is started');
    const after = { bookId, ...entry };
    await putOnShelves(tx, { userId, rows: [after] });
    return after;
  });
  const [shown = null] = await present(pool, { ...asked, rows: [row] });
  return shown;
}

/** Takes a book off the shelves, unless it was set or read since `setAt`; does nothing where it stands on none. */
export async function clearShelf(
  pool: DbPool,
  { userId, bookId, setAt, now }: { userId: string; bookId: string; setAt: string | undefined; now: Date },
): Promise<void> {
  const at = setAt === undefined ? now : new Date(believedTime(setAt, now));
  await withTransaction(pool, async (tx) => {
    await lockLibrary(tx, userId);
    const [kept] = await lockShelf(tx, { userId, bookIds: [bookId] });
    if (kept && setAt !== undefined && kept.changedAt > at) return;
    await takeOff(tx, { userId, bookId, at });
  });
}

/** A user's place after a report that read on, and its book; `number` is that of the place's chapter. */
export interface ReadOn {
  book: NumberedBook;
  progress: Progress;
  number: number | undefined;
  /** Whether the furthest came where it is by this report. */
  isFarther: boolean;
}

/** A chapter counts as read to its end from here on. */
const atEnd = 0.97;

/** Puts the books that were read on on their shelves, in the caller's transaction, which has locked the library. */
export async function shelveReading(
  tx: Db,
  { userId, read }: { userId: string; read: readonly ReadOn[] },
): Promise<void> {
  if (read.length === 0) return;
  const ending = read.filter(({ book, number }) => book.status === 'finished' && number === book.chapterCount);
  const lengths = await countPartsOf(
    tx,
    ending.map(({ progress }) => progress.chapter_uuid),
  );
  const isAtEnd = (chapterId: string, { index, fraction }: { index: number; fraction: number }) => {
    const length = lengths.get(chapterId);
    return fraction >= 1 || (length !== undefined && (index + fraction) / length >= atEnd);
  };
  const marked = new Map(read.map((each) => [each.book.id, ends(each, isAtEnd)]));
  const bookIds = [...marked.keys()];
  const kept = new Map((await lockShelf(tx, { userId, bookIds })).map((row) => [row.bookId, row]));
  const rows = read.flatMap(({ book, progress }) => {
    const before = kept.get(book.id);
    const end = marked.get(book.id);
    const after = end && afterReading(before, { at: new Date(progress.updated_at), ...end });
    return after && after !== before ? [{ bookId: book.id, ...after }] : [];
  });
  if (rows.length > 0) await putOnShelves(tx, { userId, rows });
}

function ends(
  { book, progress: { chapter_uuid, position, furthest }, number, isFarther }: ReadOn,
  isAtEnd: (chapterId: string, point: { index: number; fraction: number }) => boolean,
): { hasReachedEnd: boolean; reachesEnd: boolean } {
  if (book.status !== 'finished' || book.chapterCount === 0) return { hasReachedEnd: false, reachesEnd: false };
  const isLast = number === book.chapterCount;
  const isInLast = furthest.chapter_number === book.chapterCount;
  const hasReachedEnd =
    furthest.chapter_number > book.chapterCount ||
    (isInLast && (isLast ? isAtEnd(chapter_uuid, furthest) : furthest.fraction >= 1));
  return { hasReachedEnd, reachesEnd: (isLast && isAtEnd(chapter_uuid, position)) || (isFarther && hasReachedEnd) };
}

/** Notes that a user has read chapters to their end: a finished book whose last chapter is among them is finished. */
export async function finishChapters(
  pool: DbPool,
  { userId, chapters }: { userId: string; chapters: readonly { bookId: string; chapterId: string; at: Date }[] },
): Promise<void> {
  if (chapters.length === 0) return;
  const bookIds = [...new Set(chapters.map(({ bookId }) => bookId))];
  const { books, numberOfChapter } = await describePlaces(pool, {
    bookIds,
    chapterIds: chapters.map(({ chapterId }) => chapterId),
  });
  const ended = chapters.filter(({ bookId, chapterId }) => {
    const book = books.get(bookId);
    return book?.status === 'finished' && numberOfChapter.get(chapterId) === book.chapterCount;
  });
  if (ended.length === 0) return;
  await withTransaction(pool, async (tx) => {
    await lockLibrary(tx, userId);
    const kept = new Map<string, ShelfRow>((await lockShelf(tx, { userId, bookIds })).map((row) => [row.bookId, row]));
    for (const { bookId, at } of ended)
      kept.set(bookId, { bookId, ...afterReading(kept.get(bookId), { at, hasReachedEnd: true, reachesEnd: true }) });
    await putOnShelves(tx, { userId, rows: [...kept.values()] });
  });
}
