import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import type { AccessFacts } from '../../access.ts';
import type { Numbering } from '../../contract.ts';
import type { BookRating } from '../../rules.ts';
import { preferring, toldFreeChapters } from './queries.ts';

/** The facts of `AccessFacts` but the number, of a published chapter `c` and its book `b`. */
export const accessFields = `
  ${toldFreeChapters} as "publicFreeChapters", b.early_access_days as "earlyAccessDays",
  c.published_since as "publishedAt", c.access, c.free_at as "freeAt"`;

export interface ChapterInList extends AccessFacts {
  id: string;
  title: string;
  language: Language;
  textLanguage: string | null;
  createdAt: Date;
  coverImageId: string | null;
  season: number | null;
  label: string | null;
  /** When it was published, or its edition last changed since. */
  updatedAt: Date;
}

/** A title may exist in a language without pages; `language` is the language that the reader would get. */
export const editionOfChapter = `
  left join lateral (
    select title, language from published_editions ce where ce.chapter_id = c.id order by ${preferring('ce')} limit 1) t
    on true
  left join lateral (
    select language, changed_at from published_editions ce where ce.chapter_id = c.id and ce.has_content
    order by ${preferring('ce')} limit 1) r on true
  left join editions w on w.book_id = b.id
    and w.language = coalesce(r.language, t.language, b.original_language)`;

const coverOfChapter = `
  left join lateral (
    select cover_image_id from published_editions ce where ce.chapter_id = c.id and ce.cover_image_id is not null
    order by ${preferring('ce')} limit 1) i on true`;

/** When it was published, or the edition that a reader would get changed since; to make an edition is no change. */
export const changeOfChapter = 'greatest(c.published_since, r.changed_at)';

export const titleAndLanguage = `
  coalesce(t.title, '') as title, coalesce(r.language, t.language, b.original_language) as language,
  w.text_language as "textLanguage", c.season, c.label, ${changeOfChapter} as "updatedAt"`;

/**
 * The chapters with these numbers, which have no gaps: so the last page of a long book costs no more than the first.
 */
export async function listChapters(
  db: Db,
  wanted: { bookId: string; language: Language; direction: 'asc' | 'desc'; first: number; last: number },
): Promise<ChapterInList[]> {
  const { bookId, language, direction, first, last } = wanted;
  const { rows } = await db.query<ChapterInList>(
    {
      name: `catalog-chapters-${direction}`,
      text: `
        with page as (
          select * from published_chapters where book_id = $2 and number between $3 and $4)
        select c.id, c.number, c.created_at as "createdAt", ${titleAndLanguage}, i.cover_image_id as "coverImageId", ${accessFields}
        from page c join books b on b.id = c.book_id ${editionOfChapter} ${coverOfChapter}
        order by c.number ${direction}`,
    },
    [language, bookId, first, last],
  );
  return rows;
}

/** Titles, labels and numbers of all chapters of a book, for a search among them. */
export async function listChapterNames(
  db: Db,
  wanted: { bookId: string; language: Language },
): Promise<{ number: number; title: string; label: string | null }[]> {
  const { rows } = await db.query<{ number: number; title: string; label: string | null }>(
    {
      name: 'catalog-chapter-names',
      text: `
        select c.number, c.label, coalesce(t.title, '') as title
        from published_chapters c join books b on b.id = c.book_id
        left join lateral (
          select title from published_editions ce where ce.chapter_id = c.id order by ${preferring('ce')} limit 1) t
          on true
        where c.book_id = $2 order by c.number`,
    },
    [wanted.language, wanted.bookId],
  );
  return rows;
}

/** The chapters of a book with these numbers. */
export async function listChaptersNumbered(
  db: Db,
  wanted: { bookId: string; language: Language; numbers: readonly number[] },
): Promise<ChapterInList[]> {
  const { rows } = await db.query<ChapterInList>(
    {
      name: 'catalog-chapters-numbered',
      text: `
        select c.id, c.number, c.created_at as "createdAt", ${titleAndLanguage}, i.cover_image_id as "coverImageId", ${accessFields}
        from published_chapters c join books b on b.id = c.book_id ${editionOfChapter} ${coverOfChapter}
        where c.book_id = $2 and c.number = any($3::int[]) order by c.number`,
    },
    [wanted.language, wanted.bookId, wanted.numbers],
  );
  return rows;
}

/** Where the seasons of a book begin and end, by the numbers of chapters. */
export async function listSeasons(db: Db, bookId: string): Promise<{ season: number; from: number; to: number }[]> {
  const { rows } = await db.query<{ season: number; from: number; to: number }>(
    {
      name: 'catalog-seasons',
      text: `
        select season, min(number) as from, max(number) as to from published_chapters
        where book_id = $1 and season is not null group by season order by min(number)`,
    },
    [bookId],
  );
  return rows;
}

/** A chapter in a list of new chapters. */
export interface NewChapter extends ChapterInList {
  bookId: string;
  bookTitle: string;
  bookLanguage: Language;
  bookTextLanguage: string | null;
  bookCoverImageId: string | null;
  author: string;
  kind: 'comic' | 'novel';
}

/** The fields of a `NewChapter`, of a published chapter `c` and its book `b`. */
export const newChapterFields = `
  c.id, c.number, c.created_at as "createdAt", ${titleAndLanguage}, i.cover_image_id as "coverImageId",
  b.id as "bookId", b.author, b.kind, ${accessFields},
  e.title as "bookTitle", e.language as "bookLanguage",
  e.text_language as "bookTextLanguage", bc.cover_image_id as "bookCoverImageId"`;

export const editionsOfNewChapter = `
  ${editionOfChapter} ${coverOfChapter}
  cross join lateral (
    select language, title, text_language from editions where book_id = b.id
    order by ${preferring('editions')} limit 1) e
  left join lateral (
    select cover_image_id from editions where book_id = b.id and cover_image_id is not null
    order by ${preferring('editions')} limit 1) bc on true`;

/**
 * The newest chapters of some books. A book changes with its newest chapter. So the newest `n` chapters are in the `n`
 * books that changed last, and are at least as new as the last of these changes.
 */
export async function listNewestChapters(
  db: Db,
  wanted: { bookIds: readonly string[]; language: Language; limit: number; offset: number },
): Promise<NewChapter[]> {
  const { rows } = await db.query<NewChapter>(
    {
      name: 'catalog-newest-chapters',
      text: `
        with candidates as (
          select id, updated_at from books where id = any($2::uuid[]) and not hidden and chapter_count > 0
          order by updated_at desc limit $3::int + $4::int),
        since as (
          select case when count(*) = $3::int + $4::int then min(updated_at) else '-infinity' end as at from candidates),
        page as (
          select newest.* from candidates cross join lateral (
            select * from published_chapters
            where book_id = candidates.id and created_at >= (select at from since)
            order by created_at desc, number desc limit $3::int + $4::int) newest
          order by created_at desc, number desc, id limit $3 offset $4)
        select ${newChapterFields}
        from page c join books b on b.id = c.book_id ${editionsOfNewChapter}
        order by c.created_at desc, c.number desc, c.id`,
    },
    [wanted.language, wanted.bookIds, wanted.limit, wanted.offset],
  );
  return rows;
}

/** The newest of the chapters with these numbers in books that are not hidden. */
export async function listNewestOfPlaces(
  db: Db,
  wanted: { places: readonly { bookId: string; number: number }[]; language: Language; limit: number; offset: number },
): Promise<NewChapter[]> {
  const { rows } = await db.query<NewChapter>(
    {
      name: 'catalog-newest-of-places',
      text: `
        with page as (
          select c.* from unnest($2::uuid[], $3::int[]) as place (book_id, number)
          join published_chapters c using (book_id, number) join books b on b.id = c.book_id and not b.hidden
          order by c.created_at desc, c.number desc, c.id limit $4 offset $5)
        select ${newChapterFields}
        from page c join books b on b.id = c.book_id ${editionsOfNewChapter}
        order by c.created_at desc, c.number desc, c.id`,
    },
    [
      wanted.language,
      wanted.places.map(({ bookId }) => bookId),
      wanted.places.map(({ number }) => number),
      wanted.limit,
      wanted.offset,
    ],
  );
  return rows;
}

/** Those of these chapters that readers see. */
export async function listSeenChapters(
  db: Db,
  wanted: { ids: readonly string[]; language: Language },
): Promise<NewChapter[]> {
  const { rows } = await db.query<NewChapter>(
    `select ${newChapterFields}
     from published_chapters c join books b on b.id = c.book_id and not b.hidden ${editionsOfNewChapter}
     where c.id = any($2::uuid[])`,
    [wanted.language, wanted.ids],
  );
  return rows;
}

export interface ChapterFacts extends AccessFacts {
  id: string;
  title: string;
  language: Language;
  textLanguage: string | null;
  /** When it was published, or its edition last changed since. */
  updatedAt: Date;
  totalLikes: number;
  bookId: string;
  bookTitle: string;
  kind: 'comic' | 'novel';
  layout: 'strip' | 'pages';
  readingDirection: 'ltr' | 'rtl';
  rating: BookRating | null;
  previousId: string | null;
  previousNumber: number | null;
  nextId: string | null;
  nextNumber: number | null;
  season: number | null;
  label: string | null;
  previousSeason: number | null;
  previousLabel: string | null;
  nextSeason: number | null;
  nextLabel: string | null;
  /** The numbering of the chapter's book. */
  numbering: Numbering | null;
}

/** Finds a neighbour by book and number: a plain join would search all chapters of the book, which may be thousands. */
function neighbourOfChapter(name: string, step: string): string {
  return `left join lateral (
    select id, number, season, label from published_chapters
    where book_id = c.book_id and number = c.number ${step} limit 1) ${name} on true`;
}

/** All facts about a chapter without its content; null also for a chapter of a hidden book. */
export async function findReadableChapter(
  db: Db,
  wanted: { chapterId: string; language: Language },
): Promise<ChapterFacts | null> {
  const { rows } = await db.query<ChapterFacts>(
    {
      name: 'catalog-find-chapter',
      text: `
        select c.id, c.number, c.total_likes as "totalLikes", ${titleAndLanguage},
          b.id as "bookId", e.title as "bookTitle", b.kind, b.layout, b.reading_direction as "readingDirection",
          b.rating, b.numbering, ${accessFields},
          p.id as "previousId", p.number as "previousNumber", n.id as "nextId", n.number as "nextNumber",
          p.season as "previousSeason", p.label as "previousLabel", n.season as "nextSeason", n.label as "nextLabel"
        from published_chapters c join books b on b.id = c.book_id and not b.hidden
        ${editionOfChapter}
        cross join lateral (
          select title from editions where book_id = b.id order by ${preferring('editions')} limit 1) e
        ${neighbourOfChapter('p', '- 1')} ${neighbourOfChapter('n', '+ 1')}
        where c.id = $2`,
    },
    [wanted.language, wanted.chapterId],
  );
  return rows[0] ?? null;
}

export interface PageOfChapter {
  page: number;
  imageId: string;
}

/** A comic's images in one language, in reading order. */
export async function listComicPages(
  db: Db,
  wanted: { chapterId: string; language: Language },
): Promise<PageOfChapter[]> {
  const { rows } = await db.query<PageOfChapter>(
    {
      name: 'catalog-pages',
      text: `select page, image_id as "imageId" from pages where chapter_id = $1 and language = $2 order by position`,
    },
    [wanted.chapterId, wanted.language],
  );
  return rows;
}

/** How many images each of these editions of chapters has; one without images is absent. */
export async function countPagesOf(
  db: Db,
  editions: readonly { chapterId: string; language: Language }[],
): Promise<{ chapterId: string; language: Language; count: number }[]> {
  const { rows } = await db.query<{ chapterId: string; language: Language; count: number }>(
    {
      name: 'catalog-count-pages',
      text: `
        select chapter_id as "chapterId", language, count(*)::int as count
        from pages join unnest($1::uuid[], $2::text[]) as asked (chapter_id, language) using (chapter_id, language)
        group by 1, 2`,
    },
    [editions.map(({ chapterId }) => chapterId), editions.map(({ language }) => language)],
  );
  return rows;
}

/** A novel's stored text; null where the chapter has none in this language. */
export async function findBlocks(db: Db, wanted: { chapterId: string; language: Language }): Promise<unknown> {
  const { rows } = await db.query<{ blocks: unknown }>(
    {
      name: 'catalog-blocks',
      text: 'select blocks from published_editions where chapter_id = $1 and language = $2',
    },
    [wanted.chapterId, wanted.language],
  );
  return rows[0]?.blocks ?? null;
}
