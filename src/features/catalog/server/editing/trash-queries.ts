import type { Db } from '../../../../server/database/db.ts';

/** A book, or a chapter of a book that is not there itself, in the trash. */
export interface TrashedRow {
  id: string;
  kind: 'book' | 'chapter';
  name: string;
  bookId: string;
  deletedAt: Date;
  deletedBy: string | null;
  /** Whether the book of a chapter is in the trash itself. */
  isBookThere: boolean;
}

const trashed = `
  select b.id, 'book' as kind, coalesce(t.title, '') as name, b.id as "bookId", b.deleted_at as "deletedAt",
    b.deleted_by as "deletedBy", true as "isBookThere"
  from books b left join editions t on t.book_id = b.id and t.language = b.original_language
  where b.deleted_at is not null
  union all
  select c.id, 'chapter', coalesce(t.title, ''), c.book_id, c.deleted_at, c.deleted_by, b.deleted_at is not null
  from chapters c join books b on b.id = c.book_id
  left join lateral (select title from chapter_editions where chapter_id = c.id
    order by language <> b.original_language, language limit 1) t on true
  where c.deleted_at is not null`;

/** All that is in the trash, the newest first, a page of it, and how much there is. */
export async function listTrash(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: TrashedRow[]; total: number }> {
  const { rows } = await db.query<TrashedRow>(
    `select * from (${trashed}) trash order by "deletedAt" desc, id limit $1 offset $2`,
    [limit, offset],
  );
  const { rows: counted } = await db.query<{ total: number }>(
    `select ((select count(*) from books where deleted_at is not null)
       + (select count(*) from chapters where deleted_at is not null))::int as total`,
  );
  return { rows, total: counted[0]?.total ?? 0 };
}

export async function findTrashed(db: Db, id: string): Promise<TrashedRow | null> {
  const { rows } = await db.query<TrashedRow>(`select * from (${trashed}) trash where id = $1`, [id]);
  return rows[0] ?? null;
}

const tables = { book: 'books', chapter: 'chapters' } as const;

/**
 * Moves things into the trash, or out of it. Out of the trash it gets back the key that a batch took from it, if that
 * is still free. `by` is the name of who does it; null takes it out.
 */
export async function setDeleted(
  tx: Db,
  { kind, ids, deleted }: { kind: 'book' | 'chapter'; ids: readonly string[]; deleted: { by: string | null } | null },
): Promise<void> {
  await tx.query(
    `update ${tables[kind]} t set deleted_at = case when $2 then clock_timestamp() end, deleted_by = $3,
       gone_key = case when $2 then gone_key end,
       source_key = case when $2 or gone_key is null or exists (select from ${tables[kind]} o
         where o.source_key = t.gone_key ${kind === 'chapter' ? 'and o.book_id = t.book_id' : ''})
         then source_key else gone_key end
       ${kind === 'chapter' ? ', version = version + 1' : ''}
     where id = any($1::uuid[])`,
    [ids, deleted !== null, deleted?.by ?? null],
  );
}

/** Removes a thing for ever, with what users made of it. */
export async function deleteForEver(tx: Db, { kind, id }: { kind: 'book' | 'chapter'; id: string }): Promise<void> {
  await tx.query(`delete from ${tables[kind]} where id = $1`, [id]);
}

/** Locks the book, in the trash or not, so that its changes wait for each other. */
export async function lockBookInTrash(tx: Db, bookId: string): Promise<void> {
  await tx.query('select from books where id = $1 for no key update', [bookId]);
}

/** The things that have lain in the trash for longer than so many days, the longest first. */
export async function listOverdue(db: Db, { days, limit }: { days: number; limit: number }): Promise<TrashedRow[]> {
  const { rows } = await db.query<TrashedRow>(
    `select * from (${trashed}) trash where "deletedAt" <= now() - make_interval(days => $1)
     order by "deletedAt", id limit $2`,
    [days, limit],
  );
  return rows;
}
