import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import { changeOfChapter, editionOfChapter } from './chapter-queries.ts';
import { type BookInList, isListed, listBooksOfPage, nameFor, preferring } from './queries.ts';

/**
 * The ids of the listed books with a chapter that opened to all in a stretch of time, or may have: those of
 * `mostOpened` chapters.
 */
export async function listBooksOpened(
  db: Db,
  wanted: { tag: string | null; adult: boolean; since: Date; until: Date },
): Promise<string[]> {
  const { tag, since, until } = wanted;
  const book = `${isListed('b', wanted)}
    and ($3::text is null or exists (select from book_tags t where t.book_id = b.id and t.tag = $3))`;
  const { rows } = await db.query<{ id: string }>(
    {
      name: nameFor('catalog-books-opened', wanted),
      text: `
        with recursive early(days) as (
          select min(early_access_days) from books where early_access_days > 0
          union all
          select (select min(early_access_days) from books where early_access_days > early.days)
          from early where early.days is not null),
        opened as (
          (select c.book_id from chapters c join books b on b.id = c.book_id and ${book}
           where c.number is not null and c.free_at > $1 and c.free_at <= $2 order by c.free_at desc limit ${mostOpened})
          union all
          select ended.book_id from early cross join lateral (
            select c.book_id from published_chapters c
            join books b on b.id = c.book_id and b.early_access_days = early.days and ${book}
            where c.published_since > $1::timestamptz - make_interval(hours => 24 * early.days)
              and c.published_since <= $2::timestamptz - make_interval(hours => 24 * early.days)
            order by c.published_since desc limit ${mostOpened}) ended)
        select distinct book_id as id from opened`,
    },
    [since, until, tag],
  );
  return rows.map(({ id }) => id);
}

const mostOpened = 500;

export interface FirstPublished extends BookInList {
  firstPublishedAt: Date;
  introduction: string;
}

/** The listed books that were first published last, the last one first. */
export async function listNewBooks(
  db: Db,
  wanted: { adult: boolean; language: Language; limit: number },
): Promise<FirstPublished[]> {
  const first = `coalesce(first_published_at, '-infinity')`;
  const books = await listBooksOfPage(db, wanted.language, {
    name: nameFor('catalog-first-published', wanted),
    text: `select id, ${first} as sort_key from books l
      where ${isListed('l', wanted)} and ${first} > '-infinity' order by ${first} desc, id limit $2`,
    values: [wanted.limit],
  });
  const { rows } = await db.query<{ id: string; firstPublishedAt: Date; introduction: string | null }>(
    {
      name: 'catalog-first-publications',
      text: `
        select b.id, b.first_published_at as "firstPublishedAt", (
          select introduction from editions where book_id = b.id and introduction <> ''
          order by ${preferring('editions')} limit 1) as introduction
        from books b where b.id = any($2::uuid[])`,
    },
    [wanted.language, books.map(({ id }) => id)],
  );
  const facts = new Map(rows.map((row) => [row.id, row]));
  return books.flatMap((book) => {
    const own = facts.get(book.id);
    return own ? [{ ...book, ...own, introduction: own.introduction ?? '' }] : [];
  });
}

/** A book with what a list of other people's apps tells of it; `updatedAt` is that of its newest chapter. */
export interface BookTold extends BookInList {
  introduction: string;
}

export async function listIntroductions(
  db: Db,
  wanted: { bookIds: readonly string[]; language: Language },
): Promise<Pick<BookTold, 'id' | 'introduction' | 'updatedAt'>[]> {
  const { rows } = await db.query<Pick<BookTold, 'id' | 'introduction' | 'updatedAt'>>(
    {
      name: 'catalog-introductions',
      text: `
        select b.id, coalesce((
          select introduction from editions where book_id = b.id and introduction <> ''
          order by ${preferring('editions')} limit 1), '') as introduction,
          coalesce(newest."updatedAt", b.updated_at) as "updatedAt"
        from books b left join lateral (
          select ${changeOfChapter} as "updatedAt" from (
            select * from published_chapters where book_id = b.id order by created_at desc, number desc limit 1) c
          ${editionOfChapter}) newest on true
        where b.id = any($2::uuid[])`,
    },
    [wanted.language, wanted.bookIds],
  );
  return rows;
}

/** How many chapters the listed books have, counted up to `most`. */
export async function countNewChapters(db: Db, wanted: { adult: boolean; most: number }): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    {
      name: nameFor('catalog-count-new-chapters', wanted),
      text: `
        select least($1::int, coalesce(sum(chapter_count), 0))::int as count from (
          select chapter_count from books l where ${isListed('l', wanted)} and chapter_count > 0
          order by updated_at desc, id limit $1) newest`,
    },
    [wanted.most],
  );
  return rows[0]?.count ?? 0;
}
