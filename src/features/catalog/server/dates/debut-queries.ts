import type { Db } from '../../../../server/database/db.ts';
import { whereOver } from '../../../../server/jobs/retention.ts';
import type { Language } from '../../../../shared/languages.ts';
import { editionsOfNewChapter, type NewChapter, newChapterFields } from '../books/chapter-queries.ts';
import { preferring } from '../books/queries.ts';

/** Chapters of a book that readers saw for the first time together. */
export interface Debut {
  id: string;
  bookId: string;
  madeAt: Date;
  /** The last follower who was told, in the order of their ids. */
  toldTo: string | null;
}

/** SQL: readers see something of the debut `d`. */
const isSeen = `
  exists (select from books b where b.id = d.book_id and not b.hidden)
  and exists (select from published_chapters c where c.id = any(d.chapter_ids) and c.book_id = d.book_id)`;

/** Locks debuts whose followers are not told yet, the first made first; what readers do not see waits for some days. */
export async function lockDebutsToTell(tx: Db, limit: number): Promise<Debut[]> {
  const { rows } = await tx.query<Debut>(
    {
      name: 'catalog-debuts-to-tell',
      text: `select id, book_id as "bookId", made_at as "madeAt", told_to as "toldTo" from debuts d
        where told_at is null and made_at > now() - interval '7 days' and ${isSeen}
        order by made_at, id limit $1 for update skip locked`,
    },
    [limit],
  );
  return rows;
}

/** Notes up to which follower a debut was told, or that all were (null). */
export async function noteTold(tx: Db, { id, to }: { id: string; to: string | null }): Promise<void> {
  await tx.query(
    {
      name: 'catalog-note-told',
      text: 'update debuts set told_to = coalesce($2, told_to), told_at = case when $2::uuid is null then now() end where id = $1',
    },
    [id, to],
  );
}

export async function deleteDebuts(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.query('delete from debuts where id = any($1::uuid[])', [ids]);
}

/** Those of these debuts of which readers see something. */
export async function findSeenDebuts(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    {
      name: 'catalog-seen-debuts',
      text: `select id from debuts d where id = any($1::uuid[]) and ${isSeen}`,
    },
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** The first chapter of a debut that readers see, and how many they see. */
export interface SeenDebut extends NewChapter {
  debutId: string;
  count: number;
  coverImageId: string | null;
}

/** What readers see of these debuts, titled in a language; the others are left out. */
export async function listDebuts(
  db: Db,
  { ids, language }: { ids: readonly string[]; language: Language },
): Promise<SeenDebut[]> {
  const { rows } = await db.query<SeenDebut>(
    {
      name: 'catalog-debuts',
      text: `
        select d.id as "debutId", c.chapters as count, ${newChapterFields},
          (select cover_image_id from editions cover where book_id = b.id and cover_image_id is not null
           order by ${preferring('cover')} limit 1) as "coverImageId"
        from debuts d join books b on b.id = d.book_id and not b.hidden
        cross join lateral (
          select *, count(*) over () as chapters from published_chapters
          where id = any(d.chapter_ids) and book_id = d.book_id order by number limit 1) c ${editionsOfNewChapter}
        where d.id = any($2::uuid[])`,
    },
    [language, ids],
  );
  return rows;
}

const dayMs = 24 * 60 * 60 * 1000;
/** Notices of them are kept for 90 days, and made within some. */
const keptDays = 100;

export const debutRetention = whereOver({
  ...{ table: 'debuts', by: 'made_at', over: 'made_at <= $1' },
  limitOf: (now) => new Date(now.getTime() - keptDays * dayMs),
});
