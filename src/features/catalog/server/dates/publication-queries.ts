import type { Db } from '../../../../server/database/db.ts';
import { defaultLanguage, type Language } from '../../../../shared/languages.ts';
import type { AccessOverride } from '../../access.ts';
import { dateOfEdition } from '../books/queries.ts';

export type PublicationState = 'draft' | 'scheduled' | 'published';

export interface PublicationFilter {
  /** Chapters published from this moment on; drafts have none. */
  from: Date | null;
  /** Chapters published before this moment. */
  to: Date | null;
  bookId: string | null;
  state: PublicationState | null;
  language: Language | null;
  limit: number;
  offset: number;
}

/** A chapter in a language; each row also has the total of all pages, and the database's clock. */
export interface PublicationKey {
  bookId: string;
  chapterId: string;
  language: Language;
  total: number;
  now: Date;
}

/** Chapters in each language by the date of their publication, drafts last: a page of them. */
export async function listPublications(db: Db, filter: PublicationFilter): Promise<PublicationKey[]> {
  const { rows } = await db.query<PublicationKey>(
    `with dated as (
       select c.book_id, c.id, e.language, coalesce(c.place, c.number) as place,
         case when e.published_at = '-infinity' then c.created_at else e.published_at end as at
       from chapters c join chapter_editions e on e.chapter_id = c.id and e.has_content
       join books b on b.id = c.book_id and b.deleted_at is null
       where c.deleted_at is null and ($1::uuid is null or c.book_id = $1) and ($2::text is null or e.language = $2))
     select book_id as "bookId", id as "chapterId", language, count(*) over () as total, now() as now from dated
     where ($3::timestamptz is null or at >= $3) and ($4::timestamptz is null or at < $4)
       and ($5::text is null or $5 = case when at is null then 'draft' when at > now() then 'scheduled' else 'published' end)
     order by at, place, id, language limit $6 offset $7`,
    [filter.bookId, filter.language, filter.from, filter.to, filter.state, filter.limit, filter.offset],
  );
  return rows;
}

export interface ChapterFilter extends Omit<PublicationFilter, 'language'> {
  /** The language whose date and state are meant; null: the first that is published. */
  edition: Language | null;
  /** The language of titles and covers. */
  language: Language;
  /** Drafts are last either way. */
  direction: 'asc' | 'desc';
}

/** A chapter with its editions; each row also has the total of all pages, and the database's clock. */
export interface ChapterByDate {
  bookId: string;
  bookTitle: string;
  originalTitle: string;
  coverImageId: string | null;
  chapterId: string;
  place: number;
  /** The one that it has, or will have once it is published. */
  number: number;
  title: string;
  publishedAt: Date | null;
  access: AccessOverride;
  freeAt: Date | null;
  version: number;
  /** As JSON: times are texts. */
  editions: { language: Language; publishedAt: string | null }[];
  total: number;
  now: Date;
}

/** When the first edition of a chapter `c` is published, or will be; null: all are drafts. */
const dateOfChapter = "case when c.published_at = '-infinity' then c.created_at else c.published_at end";

/** SQL that sorts the editions of a book `b` in a language: the wanted one, then en-us, the original, any other. */
const preferringTitles = (edition: string) =>
  `array_position(array[$1::text, $2::text, b.original_language], ${edition}.language), ${edition}.language`;

/** Chapters with content by the date of their publication, drafts last: a page of them. */
export async function listChaptersByDate(db: Db, filter: ChapterFilter): Promise<ChapterByDate[]> {
  const { rows } = await db.query<ChapterByDate>(
    `with dated as (
       select c.id, c.book_id, coalesce(c.place, c.number) as place, case when $8::text is null then ${dateOfChapter} else (
         select ${dateOfEdition} from chapter_editions e where e.chapter_id = c.id and e.language = $8) end as at
       from chapters c join books b on b.id = c.book_id and b.deleted_at is null
       where c.deleted_at is null and ($3::uuid is null or c.book_id = $3) and exists (
         select from chapter_editions e
         where e.chapter_id = c.id and e.has_content and ($8::text is null or e.language = $8))),
     page as (
       select *, count(*) over ()::int as total, row_number() over (order by at ${filter.direction} nulls last, place, id) as rank
       from dated
       where ($4::timestamptz is null or at >= $4) and ($5::timestamptz is null or at < $5)
         and ($9::text is null
           or $9 = case when at is null then 'draft' when at > now() then 'scheduled' else 'published' end)
       order by rank limit $6 offset $7),
     lasts as (
       select book_id, max(coalesce(place, number)) filter (where published_at is not null) as place
       from chapters where book_id in (select book_id from page) and deleted_at is null group by book_id),
     -- A draft stands behind all drafts before it, but for those that were withdrawn from between others.
     counted as (
       select c.id, count(*) filter (where c.published_at is not null) over before as dates,
         count(*) filter (where c.published_at is null and (
           select bool_or(has_content) and (c.place > lasts.place or lasts.place is null or every(first_published_at is null))
           from chapter_editions where chapter_id = c.id))
           over before as drafts
       from chapters c join lasts on lasts.book_id = c.book_id where c.deleted_at is null
       window before as (partition by c.book_id order by coalesce(c.place, c.number)
         rows between unbounded preceding and 1 preceding))
     select c.book_id as "bookId", c.id as "chapterId", page.place, page.at as "publishedAt", c.access,
       c.free_at as "freeAt", c.version, page.total, now() as now,
       coalesce(c.number, 1 + counted.dates + case when c.published_at is null then counted.drafts else 0 end)::int as number,
       (select title from editions where book_id = b.id order by ${preferringTitles('editions')} limit 1) as "bookTitle",
       (select title from editions where book_id = b.id
        order by language <> b.original_language, language limit 1) as "originalTitle",
       (select cover_image_id from editions where book_id = b.id and cover_image_id is not null
        order by ${preferringTitles('editions')} limit 1) as "coverImageId",
       (select title from chapter_editions e where e.chapter_id = c.id order by ${preferringTitles('e')} limit 1) as title,
       (select jsonb_agg(jsonb_build_object('language', e.language, 'publishedAt', ${dateOfEdition})
          order by e.language <> b.original_language, e.language)
        from chapter_editions e where e.chapter_id = c.id and e.has_content) as editions
     from page join chapters c on c.id = page.id join books b on b.id = c.book_id join counted on counted.id = c.id
     order by page.rank`,
    [
      ...[filter.language, defaultLanguage, filter.bookId, filter.from, filter.to, filter.limit, filter.offset],
      ...[filter.edition, filter.state],
    ],
  );
  return rows;
}
