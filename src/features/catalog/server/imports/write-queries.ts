import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import type { SearchRow } from '../search/search-row.ts';
import { inBatches } from './batches.ts';
import type { BookRow, ChapterEditionRow, ChapterRow, EditionRow, PageRow } from './queries.ts';

export async function upsertBook(db: Db, book: BookRow): Promise<void> {
  await db.query(
    `insert into books (id, source_key, kind, original_language, author, status, layout, reading_direction, licence,
       attribution, public_free_chapters, recommended, tags, early_access_days, show_schedule, preview, rating,
       aliases, alias_languages, downloads)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
       coalesce($18, '{}'::text[]), coalesce($19, '{}'::jsonb), $20)
     on conflict (id) do update set source_key = $2, kind = $3, original_language = $4, author = $5, status = $6,
       layout = $7, reading_direction = $8, licence = $9, attribution = $10, public_free_chapters = $11,
       recommended = $12, tags = $13, early_access_days = $14, show_schedule = $15, preview = $16,
       rating = $17, aliases = coalesce($18, books.aliases), alias_languages = coalesce($19, books.alias_languages),
       downloads = $20`,
    [
      book.id,
      book.source_key,
      book.kind,
      book.original_language,
      book.author,
      book.status,
      book.layout,
      book.reading_direction,
      book.licence,
      book.attribution,
      book.public_free_chapters,
      book.recommended,
      book.tags,
      book.early_access_days,
      book.show_schedule,
      book.preview,
      book.rating,
      // Undo may bring back a row of a version that told no aliases.
      book.aliases,
      book.alias_languages,
      book.downloads,
    ],
  );
}

/** Writes what searches find a book by; a trigger on `books` has made its row of `book_searches`. */
export async function writeSearchRow(db: Db, bookId: string, { text, keys, names, words }: SearchRow): Promise<void> {
  await db.query('update book_searches set text = $2, keys = $3, padding = default where book_id = $1', [
    bookId,
    text,
    keys,
  ]);
  await db.query(
    `insert into book_names (book_id, titles, aliases, author, tags, introductions) values ($1, $2, $3, $4, $5, $6)
     on conflict (book_id) do update set titles = $2, aliases = $3, author = $4, tags = $5, introductions = $6`,
    [bookId, names.titles, names.aliases, names.author, names.tags, names.introductions],
  );
  // Words stay when their books go. Two imports at once may write one twice, which changes nothing and waits for nobody.
  await db.query(
    `insert into name_words (variant, word)
     select variant, word from unnest($1::text[], $2::text[]) as given(variant, word)
     where not exists (select from name_words known where known.variant = given.word and known.word = given.word)`,
    [words.map(({ variant }) => variant), words.map(({ word }) => word)],
  );
}

export async function upsertEditions(db: Db, bookId: string, editions: readonly EditionRow[]): Promise<void> {
  await db.query(
    `insert into editions (book_id, language, title, introduction, cover_image_id, text_language)
     select $1, language, title, introduction, cover_image_id, text_language
     from jsonb_to_recordset($2::jsonb)
       as given(language text, title text, introduction text, cover_image_id uuid, text_language text)
     on conflict (book_id, language) do update
     set title = excluded.title, introduction = excluded.introduction, cover_image_id = excluded.cover_image_id,
       text_language = excluded.text_language`,
    [bookId, JSON.stringify(editions)],
  );
}

export async function deleteEditions(db: Db, bookId: string, languages: readonly Language[]): Promise<void> {
  await db.query('delete from editions where book_id = $1 and language = any($2::text[])', [bookId, languages]);
  await db.query(
    `delete from chapter_editions e using chapters c
     where c.id = e.chapter_id and c.book_id = $1 and e.language = any($2::text[])`,
    [bookId, languages],
  );
}

export async function upsertChapters(db: Db, bookId: string, chapters: readonly ChapterRow[]): Promise<void> {
  await db.query(
    `insert into chapters (id, book_id, place, source_key, created_at, has_own_date, access, free_at, season,
       label, published_at)
     select id, $1, place, source_key, created_at, has_own_date, access, free_at, season, label, null
     from jsonb_to_recordset($2::jsonb) as given(id uuid, place int, source_key text, created_at timestamptz,
       has_own_date boolean, access text, free_at timestamptz, season int, label text)
     on conflict (id) do update set place = excluded.place, source_key = excluded.source_key,
       version = chapters.version + 1,
       created_at = excluded.created_at, has_own_date = excluded.has_own_date, access = excluded.access,
       free_at = excluded.free_at, season = excluded.season, label = excluded.label`,
    [bookId, JSON.stringify(chapters)],
  );
}

/** Gives chapters a temporary key, so that others can get theirs. */
export async function clearSourceKeys(db: Db, chapterIds: readonly string[]): Promise<void> {
  await db.query(`update chapters set source_key = 'moving ' || id where id = any($1::uuid[])`, [chapterIds]);
}

export async function deleteChapters(db: Db, bookId: string, ids: readonly string[]): Promise<void> {
  await db.query('delete from chapters where book_id = $1 and id = any($2::uuid[])', [bookId, ids]);
}

/** Puts chapters into the trash that are not there yet, and frees their keys; returns which. */
export async function trashChapters(tx: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `update chapters set deleted_at = clock_timestamp(), version = version + 1, gone_key = source_key,
       source_key = 'gone ' || id
     where id = any($1::uuid[]) and deleted_at is null returning id`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** In characters of JSON: one parameter cannot hold a whole library of texts. */
const mostTextAtOnce = 8 * 1024 * 1024;
const textSize = ({ blocks }: ChapterEditionRow) => (blocks === null ? 1 : JSON.stringify(blocks).length);

export async function upsertChapterEditions(db: Db, editions: readonly ChapterEditionRow[]): Promise<void> {
  for (const some of inBatches(editions, { sizeOf: textSize, limit: mostTextAtOnce }))
    await db.query(
      `insert into chapter_editions (chapter_id, language, title, cover_image_id, has_content, blocks, published_at,
         preview_image_id, reading_seconds, is_silent)
       select chapter_id, language, title, cover_image_id, has_content, nullif(blocks, 'null'::jsonb), published_at,
         preview_image_id, reading_seconds, coalesce(is_silent, false)
       from jsonb_to_recordset($1::jsonb) as given(chapter_id uuid, language text, title text, cover_image_id uuid,
         has_content boolean, blocks jsonb, published_at timestamptz, preview_image_id uuid, reading_seconds int,
         is_silent boolean)
       on conflict (chapter_id, language) do update set title = excluded.title, has_content = excluded.has_content,
         cover_image_id = excluded.cover_image_id, blocks = excluded.blocks, published_at = excluded.published_at,
         preview_image_id = excluded.preview_image_id, reading_seconds = excluded.reading_seconds,
         is_silent = excluded.is_silent`,
      [JSON.stringify(some)],
    );
}

/** Raises the versions of these chapters, so that whoever edits an older one is told. */
export async function growVersions(db: Db, chapterIds: readonly string[]): Promise<void> {
  await db.query('update chapters set version = version + 1 where id = any($1::uuid[])', [chapterIds]);
}

export async function deleteChapterEditions(
  db: Db,
  gone: readonly { chapter_id: string; language: Language }[],
): Promise<void> {
  await db.query(
    `delete from chapter_editions e using jsonb_to_recordset($1::jsonb) as gone(chapter_id uuid, language text)
     where e.chapter_id = gone.chapter_id and e.language = gone.language`,
    [JSON.stringify(gone)],
  );
}

/** Makes the pages of the chapters' editions in `of` exactly `pages`; editions that had others are noted as changed. */
export async function replacePages(
  db: Db,
  of: readonly { chapter_id: string; language: Language }[],
  pages: readonly PageRow[],
): Promise<void> {
  await db.query(
    `with before as (
       select p.* from pages p join jsonb_to_recordset($1::jsonb) as of(chapter_id uuid, language text)
         using (chapter_id, language)),
     after as (
       select * from jsonb_to_recordset($2::jsonb) as given(chapter_id uuid, language text, position int, page int,
         image_id uuid))
     update chapter_editions e set changed_at = clock_timestamp()
     where (chapter_id, language) in (select chapter_id, language from before) and (chapter_id, language) in (
       select chapter_id, language from before full join after using (chapter_id, language, position)
       where (before.page, before.image_id) is distinct from (after.page, after.image_id))`,
    [JSON.stringify(of), JSON.stringify(pages)],
  );
  await db.query(
    `delete from pages p using jsonb_to_recordset($1::jsonb) as of(chapter_id uuid, language text)
     where p.chapter_id = of.chapter_id and p.language = of.language`,
    [JSON.stringify(of)],
  );
  await db.query(
    `insert into pages (chapter_id, language, position, page, image_id, source_key)
     select chapter_id, language, position, page, image_id, source_key
     from jsonb_to_recordset($1::jsonb) as given(chapter_id uuid, language text, position int, page int,
       image_id uuid, source_key text)`,
    [JSON.stringify(pages)],
  );
}
