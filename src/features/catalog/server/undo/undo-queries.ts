import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import type { BookRecord } from './record.ts';

export interface StoredRecord {
  bookId: string;
  title: string;
  isNew: boolean;
  record: BookRecord;
  chapterIds: string[];
  isInTrash: boolean;
}

/** The record that a batch has of a book already; null: it has changed it for the first time. */
export async function findRecord(
  tx: Db,
  { batchId, bookId }: { batchId: string; bookId: string },
): Promise<{ isNew: boolean; record: BookRecord } | null> {
  const { rows } = await tx.query<{ isNew: boolean; record: BookRecord }>(
    'select is_new as "isNew", record from batch_books where batch_id = $1 and book_id = $2',
    [batchId, bookId],
  );
  return rows[0] ?? null;
}

/** Writes the record of a book, in the place of the one that the batch has. */
export async function insertRecord(
  tx: Db,
  given: {
    batchId: string;
    bookId: string;
    isNew: boolean;
    record: BookRecord;
    chapterIds: readonly string[];
    imageIds: readonly string[];
  },
): Promise<void> {
  await tx.query(
    `insert into batch_books (batch_id, book_id, is_new, record, chapter_ids, image_ids) values ($1, $2, $3, $4, $5, $6)
     on conflict (batch_id, book_id) do update set record = excluded.record, chapter_ids = excluded.chapter_ids,
       image_ids = excluded.image_ids`,
    [given.batchId, given.bookId, given.isNew, JSON.stringify(given.record), given.chapterIds, given.imageIds],
  );
}

/** The records of a batch, the last book first, as an undo goes. */
export async function selectRecords(db: Db, batchId: string): Promise<StoredRecord[]> {
  const { rows } = await db.query<StoredRecord>(
    `select r.book_id as "bookId", coalesce(e.title, '') as title, r.is_new as "isNew", r.record,
       r.chapter_ids as "chapterIds", b.deleted_at is not null as "isInTrash"
     from batch_books r join books b on b.id = r.book_id
     left join editions e on e.book_id = b.id and e.language = b.original_language
     where r.batch_id = $1 order by r.made_at desc, r.book_id`,
    [batchId],
  );
  return rows;
}

/**
 * The later batches that changed chapters of this one and still stand, the newest first: they have to be undone first.
 * None: the batch can be undone.
 */
export async function blockersOf(db: Db, batchId: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select later.batch_id as id from batch_books own
     join batch_books later on later.book_id = own.book_id and later.made_at > own.made_at
       and later.batch_id <> own.batch_id and later.chapter_ids && own.chapter_ids
     where own.batch_id = $1 group by later.batch_id order by max(later.made_at) desc`,
    [batchId],
  );
  return rows.map(({ id }) => id);
}

/** Forgets how books stood before these batches, which nobody can undo any more. */
export async function forgetBatches(tx: Db, batchIds: readonly string[]): Promise<void> {
  await tx.query('delete from batch_books where batch_id = any($1::uuid[])', [batchIds]);
}

/** Forgets one book of a batch: it is as it was. */
export async function deleteRecord(tx: Db, { batchId, bookId }: { batchId: string; bookId: string }): Promise<void> {
  await tx.query('delete from batch_books where batch_id = $1 and book_id = $2', [batchId, bookId]);
}

/** Puts a book into the trash, and frees its key. */
export async function trashBook(tx: Db, id: string): Promise<void> {
  await tx.query(
    `update books set deleted_at = clock_timestamp(), gone_key = source_key, source_key = 'gone ' || id
     where id = $1 and deleted_at is null`,
    [id],
  );
}

/** Takes one of these books, which an undo put into the trash, out of it with the key that it had; false: there is none. */
export async function bringBookBack(
  tx: Db,
  { ids, keys }: { ids: readonly string[]; keys: readonly string[] },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update books set deleted_at = null, deleted_by = null, source_key = gone_key, gone_key = null
     where id = (
       select id from books b where id = any($1::uuid[]) and gone_key = any($2::text[]) and deleted_at is not null
         and not exists (select from books o where o.source_key = any($2::text[]))
       order by array_position($2::text[], gone_key), deleted_at desc limit 1 for update)`,
    [ids, keys],
  );
  return rowCount === 1;
}

/** Takes chapters that a batch removed out of the trash, with the keys that they had where those are free. */
export async function bringChaptersBack(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.query(
    `update chapters c set deleted_at = null, deleted_by = null, version = version + 1, gone_key = null,
       source_key = case when exists (select from chapters o where o.book_id = c.book_id and o.source_key = c.gone_key)
         then c.source_key else coalesce(c.gone_key, c.source_key) end
     where id = any($1::uuid[])`,
    [ids],
  );
}

/** What lies in the trash, but was put there by nobody, of the chapters of the book that has one of these keys: ids by keys. */
export async function findTakenChapters(
  tx: Db,
  { bookIds, keys }: { bookIds: readonly string[]; keys: readonly string[] },
): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ key: string; id: string }>(
    `select c.gone_key as key, c.id from chapters c join books b on b.id = c.book_id
     where b.id = any($1::uuid[]) and b.source_key = any($2::text[])
       and c.deleted_at is not null and c.deleted_by is null and c.gone_key is not null
     order by c.deleted_at`,
    [bookIds, keys],
  );
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** Takes chapters out of the trash, without what they had: they are about to be written anew. */
export async function emptyTakenChapters(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query('delete from chapter_editions where chapter_id = any($1::uuid[])', [ids]);
  await tx.query('update chapters set deleted_at = null, gone_key = null where id = any($1::uuid[])', [ids]);
}

/** The chapters of a book that lie in the trash. */
export async function selectTrashedChapters(db: Db, bookId: string): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    'select id from chapters where book_id = $1 and deleted_at is not null',
    [bookId],
  );
  return new Set(rows.map(({ id }) => id));
}

export async function countChapters(db: Db, bookId: string): Promise<number> {
  const { rows } = await db.query<{ total: number }>(
    'select count(*)::int as total from chapters where book_id = $1 and deleted_at is null',
    [bookId],
  );
  return rows[0]?.total ?? 0;
}

/** Removes editions of a book that a batch made, without those of its chapters. */
export async function deleteBookEditions(tx: Db, bookId: string, languages: readonly Language[]): Promise<void> {
  await tx.query('delete from editions where book_id = $1 and language = any($2::text[])', [bookId, languages]);
}

/** These texts count no longer as written by hand. */
export async function unmarkTexts(tx: Db, texts: readonly { chapter_id: string; language: Language }[]): Promise<void> {
  await tx.query(
    `update chapters c set edited = array_remove(c.edited, 'text.' || given.language)
     from unnest($1::uuid[], $2::text[]) as given(id, language) where c.id = given.id`,
    [texts.map(({ chapter_id }) => chapter_id), texts.map(({ language }) => language)],
  );
}
