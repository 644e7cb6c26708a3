import type { Db } from '../../../../server/database/db.ts';
import { AppError, invalidField, notFound } from '../../../../server/http/errors.ts';
import { type Maker, writeAudits } from '../../../studio/server/audit.ts';
import type { DatedChapter } from '../dates/dates-queries.ts';
import { findDisorder } from '../dates/order.ts';
import { listChapterDates, outOfOrder } from '../dates/publication.ts';
import { readMoment, settleBooks } from '../dates/settle-queries.ts';
import { presentEditedBook, readEditedBook, titleOf } from './books.ts';
import { listBooksOfStudioChapters, noteOrder, updatePlaces } from './chapter-queries.ts';
import { giveToBook, listAllPlaces, listSerials, lockBooks } from './move-queries.ts';

/** A chapter that goes to another book, with its serials in both; null: it is not published there. */
export interface MovedChapter {
  chapterId: string;
  bookId: string;
  before: number | null;
  after: number | null;
}

/** Takes along what readers keep of chapters that went to another book, in the same transaction. */
export type MoveReading = (
  tx: Db,
  given: { to: string; chapters: readonly MovedChapter[]; others: readonly number[] },
) => Promise<void>;

/** A chapter in its new book. */
export interface Arrived {
  id: string;
  place: number;
  number: number | null;
}

/**
 * Moves chapters to another book, in the order of their own, before one of its chapters or to its end. Rejects with 400, 404
 * and 409, and then nothing of it happens.
 */
export async function moveToBook(
  tx: Db,
  given: {
    by: Maker;
    chapterIds: readonly string[];
    bookId: string;
    before: string | null;
    moveReading: MoveReading;
  },
): Promise<Arrived[]> {
  const { by, bookId: to, before } = given;
  const ids = [...new Set(given.chapterIds)];
  const bookOf = await requireChapters(tx, before === null ? ids : [...ids, before]);
  const from = [...new Set(ids.map((id) => bookOf.get(id) ?? ''))];
  const kinds = await lockBooks(tx, [...from, to]);
  const kind = kinds.get(to);
  if (!kind) throw notFound('book_not_found', 'There is no such book');
  if (from.includes(to)) throw invalidField('chapters', 'must be chapters of another book');
  if (before !== null && bookOf.get(before) !== to) throw invalidField('before', 'must be a chapter of that book');
  if (from.some((id) => kinds.get(id) !== kind))
    throw new AppError(409, 'kind_differs', 'Comics and novels do not mix');

  const sources = new Map<string, DatedChapter[]>();
  for (const id of from) sources.set(id, await listChapterDates(tx, id));
  const isMoved = new Set(ids);
  const moved = [...sources.values()].flat().filter(({ id }) => isMoved.has(id));
  const target = await listChapterDates(tx, to);
  const at = before === null ? target.length : target.findIndex(({ id }) => id === before);
  const now = await readMoment(tx);
  const wrongBefore = new Set(findDisorder(target, now).map(({ id }) => id));
  const after = [...target.slice(0, at), ...moved, ...target.slice(at)];
  const wrong = findDisorder(after, now).filter(({ id }) => !wrongBefore.has(id));
  if (wrong.length > 0) throw outOfOrder(wrong);

  const order = moved.map(({ id }) => id);
  const serials = await listSerials(tx, order);
  const places = await listAllPlaces(tx, to);
  await giveToBook(tx, { bookId: to, from, ids: order });
  const place = before === null ? places.length : places.indexOf(before);
  const inOrder = [...places.slice(0, place), ...order, ...places.slice(place)];
  await updatePlaces(
    tx,
    inOrder.map((id, index) => ({ id, place: index + 1 })),
  );
  await noteOrder(tx, to);
  await settleBooks(tx, [...from, to].sort(), now, { debuts: 'none' });

  const arrived = await listSerials(tx, inOrder);
  await given.moveReading(tx, {
    to,
    chapters: moved.map(({ id, bookId }) => ({
      ...{ chapterId: id, bookId, before: serials.get(id)?.serial ?? null },
      after: arrived.get(id)?.serial ?? null,
    })),
    others: places.flatMap((id) => arrived.get(id)?.serial ?? []),
  });
  await auditMove(tx, { by, to, sources, moved });
  return order.map((id) => ({ id, place: arrived.get(id)?.place ?? 0, number: arrived.get(id)?.number ?? null }));
}

async function requireChapters(tx: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const bookOf = await listBooksOfStudioChapters(tx, ids);
  if (ids.some((id) => !bookOf.has(id))) throw notFound('chapter_not_found', 'There is no such chapter');
  return bookOf;
}

/** A row for each book: what left it, and what came. */
async function auditMove(
  tx: Db,
  given: { by: Maker; to: string; sources: ReadonlyMap<string, unknown>; moved: readonly DatedChapter[] },
): Promise<void> {
  const { by, to, sources, moved } = given;
  const nameOf = async (id: string) => titleOf(presentEditedBook(await readEditedBook(tx, id)));
  const titlesOf = (chapters: readonly DatedChapter[]) => ({ chapters: chapters.map(({ title }) => title) });
  const rows = [];
  for (const id of [...sources.keys(), to]) {
    const target = { kind: 'book' as const, id, name: await nameOf(id) };
    const change =
      id === to
        ? { before: null, after: titlesOf(moved) }
        : { before: titlesOf(moved.filter(({ bookId }) => bookId === id)), after: null };
    rows.push({ by, action: 'book.move_chapters' as const, target, ...change });
  }
  await writeAudits(tx, rows);
}
