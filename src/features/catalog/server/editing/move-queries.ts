import type { Db } from '../../../../server/database/db.ts';
import { keyOfMovedChapter } from '../../rules.ts';

/** Locks books that are not in the trash, so that no two calls wait for each other; returns their kinds. */
export async function lockBooks(tx: Db, ids: readonly string[]): Promise<Map<string, 'comic' | 'novel'>> {
  const { rows } = await tx.query<{ id: string; kind: 'comic' | 'novel' }>(
    'select id, kind from books where id = any($1::uuid[]) and deleted_at is null order by id for no key update',
    [ids],
  );
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}

/** All chapters of a book in their order, those in the trash too. */
export async function listAllPlaces(tx: Db, bookId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from chapters where book_id = $1 order by coalesce(place, number), id',
    [bookId],
  );
  return rows.map(({ id }) => id);
}

/** The serials and numbers of chapters, as far as they have any. */
export async function listSerials(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { place: number; number: number | null; serial: number | null }>> {
  const { rows } = await db.query<{ id: string; place: number; number: number | null; serial: number | null }>(
    `select id, coalesce(place, number) as place, number, coalesce(serial, number) as serial
     from chapters where id = any($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/**
 * Puts chapters into another book, of which they get no number yet. The book that they leave remembers them, so that
 * their old addresses lead on, until they come back to it. Its next serial comes after the highest that it had, so that
 * no later chapter takes one of theirs.
 */
export async function giveToBook(
  tx: Db,
  { bookId, from, ids }: { bookId: string; from: readonly string[]; ids: readonly string[] },
): Promise<void> {
  await tx.query(
    `insert into moved_chapters (book_id, chapter_id, source_key)
     select book_id, id, source_key from chapters where id = any($1::uuid[])
     on conflict (book_id, chapter_id) do update set source_key = excluded.source_key, moved_at = now()`,
    [ids],
  );
  await tx.query('delete from moved_chapters where book_id = $1 and chapter_id = any($2::uuid[])', [bookId, ids]);
  await tx.query(
    `update books b set numbering = jsonb_build_object('runs', '[]'::jsonb, 'next',
       (select max(coalesce(serial, number)) + 1 from chapters where book_id = b.id))
     where id = any($1::uuid[]) and numbering is null
       and exists (select from chapters where book_id = b.id and coalesce(serial, number) is not null)`,
    [from],
  );
  await tx.query(
    `update chapters set book_id = $1, source_key = $2 || id, number = null, serial = null,
       place = coalesce(place, number), version = version + 1
     where id = any($3::uuid[])`,
    [bookId, keyOfMovedChapter(''), ids],
  );
}

/** The books that chapters of this book have left before. */
export async function listFormerBooks(db: Db, bookId: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select distinct m.book_id as id from moved_chapters m join chapters c on c.id = m.chapter_id where c.book_id = $1`,
    [bookId],
  );
  return rows.map(({ id }) => id);
}

/** Whether a chapter was once in that book, and is now in another one. */
export async function hasLeft(db: Db, asked: { bookId: string; chapterId: string }): Promise<boolean> {
  const { rows } = await db.query('select from moved_chapters where book_id = $1 and chapter_id = $2', [
    asked.bookId,
    asked.chapterId,
  ]);
  return rows.length > 0;
}
