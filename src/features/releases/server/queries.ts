import type { Db } from '../../../server/database/db.ts';
import { whereOver } from '../../../server/jobs/retention.ts';
import type { Language } from '../../../shared/languages.ts';

/** An entry as the calendar's file of the site, or of a book, has told it last. */
export interface ToldEntry {
  chapterId: string;
  kind: 'chapter' | 'free';
  bookId: string;
  at: Date;
  number: number;
  isGone: boolean;
  said: Partial<Record<Language, string>>;
  sequence: number;
  changedAt: Date;
}

/** Makes others that tell something new wait for the end of the transaction. */
export async function lockToldEntries(tx: Db): Promise<void> {
  await tx.query('lock table calendar_entries in share row exclusive mode');
}

/** What was told of these chapters, and what else was told of the time after now; `bookId` null: by the site's calendar. */
export async function listToldEntries(
  db: Db,
  asked: { bookId: string | null; now: Date; chapterIds: readonly string[] },
): Promise<ToldEntry[]> {
  const { rows } = await db.query<ToldEntry>(
    `select chapter_id as "chapterId", kind, book_id as "bookId", at, number, is_gone as "isGone", said, sequence,
       changed_at as "changedAt"
     from calendar_entries
     where of_site = ($1::uuid is null)
       and (chapter_id = any($3::uuid[]) or at > $2 and ($1::uuid is null or book_id = $1))`,
    [asked.bookId, asked.now, asked.chapterIds],
  );
  return rows;
}

export async function writeToldEntries(
  tx: Db,
  given: { bookId: string | null; entries: readonly ToldEntry[] },
): Promise<void> {
  await tx.query(
    `insert into calendar_entries
       (of_site, chapter_id, kind, book_id, at, number, is_gone, said, sequence, changed_at)
     select $1, "chapterId", kind, "bookId", at, number, "isGone", said, sequence, "changedAt"
     from jsonb_to_recordset($2::jsonb) as t("chapterId" uuid, kind text, "bookId" uuid, at timestamptz, number integer,
       "isGone" boolean, said jsonb, sequence integer, "changedAt" timestamptz)
     on conflict (chapter_id, kind, of_site) do update set book_id = excluded.book_id, at = excluded.at,
       number = excluded.number, is_gone = excluded.is_gone, said = excluded.said, sequence = excluded.sequence,
       changed_at = excluded.changed_at`,
    [given.bookId === null, JSON.stringify(given.entries)],
  );
}

const dayMs = 24 * 60 * 60 * 1000;
/** A chapter that comes out again later is told as a new entry: no program minds after so long. */
const keptDays = 400;

export const toldEntryRetention = whereOver({
  ...{ table: 'calendar_entries', by: 'at', over: 'at <= $1' },
  limitOf: (now) => new Date(now.getTime() - keptDays * dayMs),
});
