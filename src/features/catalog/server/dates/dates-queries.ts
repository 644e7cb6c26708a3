import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import type { AccessFacts, AccessOverride } from '../../access.ts';
import { accessFields } from '../books/chapter-queries.ts';

/** A chapter with the dates of its editions, whether it is published or not. */
export interface DatedChapter {
  id: string;
  bookId: string;
  /** Its place among all chapters of the book, drafts counted. */
  place: number;
  number: number | null;
  title: string;
  access: AccessOverride;
  freeAt: Date | null;
  version: number;
  editions: DatedEdition[];
}

export interface DatedEdition {
  language: Language;
  title: string;
  /** Null: a draft; in the future: scheduled. */
  publishedAt: Date | null;
  /** When a withdrawn edition was first published. */
  firstPublishedAt: Date | null;
  /** Followers are told nothing of its publication. */
  isSilent: boolean;
}

/** The title of a book in its original language, for an operator. */
export async function findTitle(db: Db, bookId: string): Promise<string> {
  const { rows } = await db.query<{ title: string }>(
    `select e.title from books b join editions e on e.book_id = b.id where b.id = $1
     order by e.language <> b.original_language, e.language limit 1`,
    [bookId],
  );
  return rows[0]?.title ?? '';
}

/** Makes other changes of the book's chapters wait; null: there is no such book. Returns the database's clock. */
export async function lockBookForDates(tx: Db, bookId: string): Promise<Date | null> {
  const { rows } = await tx.query<{ now: Date }>(
    `select date_trunc('milliseconds', clock_timestamp()) as now from books
     where id = $1 and deleted_at is null for no key update`,
    [bookId],
  );
  return rows[0]?.now ?? null;
}

export async function findBookOfChapter(db: Db, chapterId: string): Promise<string | null> {
  const { rows } = await db.query<{ bookId: string }>(
    `select c.book_id as "bookId" from chapters c join books b on b.id = c.book_id
     where c.id = $1 and c.deleted_at is null and b.deleted_at is null`,
    [chapterId],
  );
  return rows[0]?.bookId ?? null;
}

/** The chapters of a book, all or those of `ids`, in their order, each with the editions that have content. */
export async function listDatedChapters(
  db: Db,
  bookId: string,
  ids: readonly string[] | null = null,
): Promise<DatedChapter[]> {
  const { rows } = await db.query<Omit<DatedChapter, 'editions'> & { editions: string | null }>(
    `select c.id, c.book_id as "bookId", coalesce(c.place, c.number) as place, c.number, c.access,
       c.free_at as "freeAt", c.version, coalesce(t.title, '') as title, e.editions
     from chapters c join books b on b.id = c.book_id
     left join lateral (
       select title from chapter_editions where chapter_id = c.id
       order by language <> b.original_language, language limit 1) t on true
     left join lateral (
       select jsonb_agg(jsonb_build_object('language', language, 'title', title,
         'publishedAt', case when published_at = '-infinity' then c.created_at else published_at end,
         'firstPublishedAt', first_published_at, 'isSilent', is_silent) order by language <> b.original_language, language)::text as editions
       from chapter_editions where chapter_id = c.id and has_content) e on true
     where c.book_id = $1 and c.deleted_at is null and ($2::uuid[] is null or c.id = any($2)) order by 3`,
    [bookId, ids],
  );
  return rows.map(({ editions, ...chapter }) => ({ ...chapter, editions: readEditions(editions) }));
}

function readEditions(text: string | null): DatedEdition[] {
  if (text === null) return [];
  const dateOf = (value: string | null) => (value === null ? null : new Date(value));
  return JSON.parse(text).map((edition: Record<'publishedAt' | 'firstPublishedAt', string | null>) => ({
    ...edition,
    publishedAt: dateOf(edition.publishedAt),
    firstPublishedAt: dateOf(edition.firstPublishedAt),
  }));
}

/** The books of those chapters that are in no trash. */
export async function listBooksOfChapters(
  db: Db,
  chapterIds: readonly string[],
): Promise<{ chapterId: string; bookId: string }[]> {
  const { rows } = await db.query<{ chapterId: string; bookId: string }>(
    `select c.id as "chapterId", c.book_id as "bookId" from chapters c join books b on b.id = c.book_id
     where c.id = any($1::uuid[]) and c.deleted_at is null and b.deleted_at is null`,
    [chapterIds],
  );
  return rows;
}

export interface EditionDate extends Pick<DatedEdition, 'language' | 'publishedAt' | 'firstPublishedAt' | 'isSilent'> {
  chapterId: string;
}

export async function updateDates(tx: Db, dates: readonly EditionDate[]): Promise<void> {
  await tx.query(
    `update chapter_editions e set published_at = given."publishedAt", first_published_at = given."firstPublishedAt",
       is_silent = given."isSilent"
     from jsonb_to_recordset($1::jsonb) as given("chapterId" uuid, language text, "publishedAt" timestamptz,
       "firstPublishedAt" timestamptz, "isSilent" boolean)
     where e.chapter_id = given."chapterId" and e.language = given.language`,
    [JSON.stringify(dates)],
  );
  await tx.query('update chapters set version = version + 1 where id = any($1::uuid[])', [
    [...new Set(dates.map(({ chapterId }) => chapterId))],
  ]);
}

export async function updateOverrides(
  tx: Db,
  chapters: readonly { id: string; access: AccessOverride; freeAt: Date | null }[],
): Promise<void> {
  await tx.query(
    `update chapters c set access = given.access, free_at = given."freeAt", version = version + 1
     from jsonb_to_recordset($1::jsonb) as given(id uuid, access text, "freeAt" timestamptz) where c.id = given.id`,
    [JSON.stringify(chapters.map(({ id, access, freeAt }) => ({ id, access, freeAt })))],
  );
}

/** The facts that decide about each published chapter of a book. */
export async function listAccessFacts(db: Db, bookId: string): Promise<(AccessFacts & { id: string })[]> {
  const { rows } = await db.query<AccessFacts & { id: string }>(
    `select c.id, c.number, ${accessFields} from published_chapters c join books b on b.id = c.book_id
     where c.book_id = $1`,
    [bookId],
  );
  return rows;
}

/** How a book's chapters open. */
export interface BookRules {
  publicFreeChapters: number | null;
  earlyAccessDays: number | null;
  showSchedule: boolean;
  /** Null: the usual preview of its kind. */
  preview: 'none' | 'blur' | 'words' | null;
  kind: 'comic' | 'novel';
}

export async function findBookRules(db: Db, bookId: string): Promise<BookRules | null> {
  const { rows } = await db.query<BookRules>(
    `select public_free_chapters as "publicFreeChapters", early_access_days as "earlyAccessDays",
       show_schedule as "showSchedule", preview, kind from books where id = $1 and deleted_at is null`,
    [bookId],
  );
  return rows[0] ?? null;
}

export async function updateBookRules(tx: Db, bookId: string, rules: Omit<BookRules, 'kind'>): Promise<void> {
  await tx.query(
    `update books set public_free_chapters = $2, early_access_days = $3, show_schedule = $4, preview = $5
     where id = $1`,
    [bookId, rules.publicFreeChapters, rules.earlyAccessDays, rules.showSchedule, rules.preview],
  );
}

export interface Window {
  id: string;
  /** Null: the whole site. */
  bookId: string | null;
  from: Date;
  to: Date;
}

const windowColumns = 'id, book_id as "bookId", from_at as "from", to_at as "to"';

/** The windows of a book, of the site alone (null) or all, the newest beginning first. */
export async function listWindows(db: Db, of: { bookId: string | null } | 'all'): Promise<Window[]> {
  const { rows } = await db.query<Window>(
    `select ${windowColumns} from windows where $1 or book_id is not distinct from $2::uuid order by from_at desc, id`,
    [of === 'all', of === 'all' ? null : of.bookId],
  );
  return rows;
}

/** Locks all windows against other changes. Returns how many are not over, and the database's clock. */
export async function lockWindows(tx: Db): Promise<{ open: number; now: Date }> {
  await tx.query('select version from window_changes for update');
  const { rows } = await tx.query<{ open: number; now: Date }>(
    `select (select count(*) from windows where to_at > clock_timestamp()) as open,
       date_trunc('milliseconds', clock_timestamp()) as now`,
  );
  return rows[0] ?? { open: 0, now: new Date(0) };
}

export async function findWindow(db: Db, id: string): Promise<Window | null> {
  const { rows } = await db.query<Window>(`select ${windowColumns} from windows where id = $1`, [id]);
  return rows[0] ?? null;
}

export async function insertWindow(tx: Db, window: Omit<Window, 'id'>): Promise<Window> {
  const { rows } = await tx.query<Window>(
    `insert into windows (book_id, from_at, to_at) values ($1, $2, $3) returning ${windowColumns}`,
    [window.bookId, window.from, window.to],
  );
  const [made] = rows;
  if (!made) throw new Error('The window was not made');
  return made;
}

export async function endWindow(tx: Db, id: string, at: Date): Promise<void> {
  await tx.query('update windows set to_at = $2 where id = $1', [id, at]);
}

export async function deleteWindow(tx: Db, id: string): Promise<void> {
  await tx.query('delete from windows where id = $1', [id]);
}
