import type { Db } from '../../../../server/database/db.ts';
import { defaultLanguage, type Language } from '../../../../shared/languages.ts';
import type { AccessOverride } from '../../access.ts';
import type { PublicationState } from '../dates/publication-queries.ts';

/** The facts that editors set of a chapter, beside its dates and its access. */
export interface EditedFacts {
  id: string;
  titles: Partial<Record<Language, string>>;
  createdAt: Date;
  season: number | null;
  label: string | null;
  edited: string[];
}

/** The facts that editors set: of chapters, or of all chapters of a book, outside the trash. */
export async function listEditedFacts(
  db: Db,
  of: { ids: readonly string[] } | { bookId: string },
): Promise<Map<string, EditedFacts>> {
  const { rows } = await db.query<EditedFacts>(
    `select c.id, c.created_at as "createdAt", c.season, c.label, c.edited,
       (select coalesce(jsonb_object_agg(e.language, e.title), '{}') from chapter_editions e where e.chapter_id = c.id)
         as titles
     from chapters c where ${'ids' in of ? 'c.id = any($1::uuid[])' : 'c.book_id = $1'} and c.deleted_at is null`,
    ['ids' in of ? of.ids : of.bookId],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export async function updateFacts(
  tx: Db,
  given: Pick<EditedFacts, 'id' | 'createdAt' | 'season' | 'label'> & {
    hasOwnDate: boolean;
    edited: readonly string[];
  },
): Promise<void> {
  await tx.query(
    `update chapters set created_at = $2, has_own_date = has_own_date or $3, season = $4, label = $5, edited = $6,
       version = version + 1
     where id = $1`,
    [given.id, given.createdAt, given.hasOwnDate, given.season, given.label, given.edited],
  );
}

/** Sets a title. Null removes it, but only from a language without content. */
export async function putChapterTitle(
  tx: Db,
  given: { chapterId: string; language: string; title: string | null },
): Promise<void> {
  if (given.title === null) {
    await tx.query('delete from chapter_editions where chapter_id = $1 and language = $2 and not has_content', [
      given.chapterId,
      given.language,
    ]);
    return;
  }
  await tx.query(
    `insert into chapter_editions (chapter_id, language, title) values ($1, $2, $3)
     on conflict (chapter_id, language) do update set title = excluded.title`,
    [given.chapterId, given.language, given.title],
  );
}

/** Gives chapters of a book the places in which they are named. */
export async function updatePlaces(tx: Db, places: readonly { id: string; place: number }[]): Promise<void> {
  await tx.query(
    `update chapters c set place = given.place,
       version = c.version + (coalesce(c.place, c.number) is distinct from given.place)::int
     from jsonb_to_recordset($1::jsonb) as given(id uuid, place int) where c.id = given.id`,
    [JSON.stringify(places)],
  );
}

/** Notes that a book's order was made by hand. */
export async function noteOrder(tx: Db, bookId: string): Promise<void> {
  await tx.query(
    `update books set edited = array(select distinct unnest(edited || 'order'::text) order by 1) where id = $1`,
    [bookId],
  );
}

/** The book of each of these chapters; those in the trash, and those of books there, have none. */
export async function listBooksOfStudioChapters(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; bookId: string }>(
    `select c.id, c.book_id as "bookId" from chapters c join books b on b.id = c.book_id and b.deleted_at is null
     where c.id = any($1::uuid[]) and c.deleted_at is null`,
    [ids],
  );
  return new Map(rows.map(({ id, bookId }) => [id, bookId]));
}

/** The ids of a book's chapters in their order; null: there is no such book. */
export async function findOrder(db: Db, bookId: string): Promise<string[] | null> {
  const { rows } = await db.query<{ ids: string[] }>(
    `select array(select id from chapters where book_id = b.id and chapters.deleted_at is null
       order by coalesce(place, number)) as ids
     from books b where b.id = $1 and b.deleted_at is null`,
    [bookId],
  );
  return rows[0]?.ids ?? null;
}

/** A chapter in the order of its book. */
export interface OrderedChapter {
  id: string;
  place: number;
  number: number | null;
  title: string;
  access: AccessOverride;
  /** Of the edition that is published first; null: no language has content. */
  state: PublicationState | null;
  freeAt: Date | null;
  publishedAt: Date | null;
  /** The last date of its editions; null too where dates were not asked for. */
  lastAt: Date | null;
}

/** A book's chapters in their order; titles are in a language, else in American English, else in the original. */
export async function listOrder(
  db: Db,
  { bookId, language, withDates }: { bookId: string; language: Language; withDates: boolean },
): Promise<OrderedChapter[]> {
  const { rows } = await db.query<OrderedChapter>(
    // Other editions than the asked one are looked at only where they decide: there are thousands.
    `select c.id, coalesce(c.place, c.number) as place, c.number, c.access, coalesce(own.title, (
         select title from chapter_editions where chapter_id = c.id
         order by array_position(array[$3, b.original_language], language), language limit 1), '') as title,
       case when c.published_at is null then
           case when exists (select from chapter_editions where chapter_id = c.id and has_content) then 'draft' end
         when case when c.published_at = '-infinity' then c.created_at else c.published_at end > now() then 'scheduled'
         else 'published' end as state,
       c.free_at as "freeAt", case when c.published_at = '-infinity' then c.created_at else c.published_at end as "publishedAt",
       case when $4 then (
         select max(case when published_at = '-infinity' then c.created_at else published_at end)
         from chapter_editions where chapter_id = c.id and has_content) end as "lastAt"
     from chapters c join books b on b.id = c.book_id
     left join chapter_editions own on own.chapter_id = c.id and own.language = $2
     where c.book_id = $1 and c.deleted_at is null order by 2`,
    [bookId, language, defaultLanguage, withDates],
  );
  return rows;
}

/** How a chapter looks in a list, and how readers like it. */
export interface ChapterLook {
  coverImageId: string | null;
  likes: number;
}

/** The looks of chapters outside the trash, in a language, else in American English, else in the original. */
export async function listChapterLooks(
  db: Db,
  { ids, language }: { ids: readonly string[]; language: Language },
): Promise<Map<string, ChapterLook>> {
  const { rows } = await db.query<ChapterLook & { id: string }>(
    `select c.id, c.total_likes as likes, look.cover_image_id as "coverImageId"
     from chapters c join books b on b.id = c.book_id
     left join lateral (
       select cover_image_id from chapter_editions e where e.chapter_id = c.id and e.cover_image_id is not null
       order by array_position(array[$2, $3, b.original_language], e.language) nulls last limit 1) look on true
     where c.id = any($1::uuid[]) and c.deleted_at is null`,
    [ids, language, defaultLanguage],
  );
  return new Map(rows.map(({ id, ...look }) => [id, look]));
}
