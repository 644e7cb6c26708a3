import type { Db } from '../../../server/database/db.ts';
import type { Language } from '../../../shared/languages.ts';
import { preferring } from './books/queries.ts';
import { comingNumber } from './dates/schedule-queries.ts';

/** A book as the studio's first page names it. */
export interface NamedBook {
  bookId: string;
  bookTitle: string;
  coverImageId: string | null;
}

/** A chapter that comes out at a moment, in some languages; another language may come at another moment. */
export interface ComingRelease extends NamedBook {
  at: Date;
  chapterId: string;
  title: string;
  season: number | null;
  label: string | null;
  /** The number that it will have. */
  number: number;
  languages: Language[];
}

const named = `b.id as "bookId",
  (select title from editions where book_id = b.id order by ${preferring('editions')} limit 1) as "bookTitle",
  (select cover_image_id from editions where book_id = b.id and cover_image_id is not null
   order by ${preferring('editions')} limit 1) as "coverImageId"`;

/** What comes out within so many hours, of books that nobody has hidden, in the order of time. */
export async function listComingReleases(
  db: Db,
  asked: { language: Language; hours: number; limit: number },
): Promise<ComingRelease[]> {
  const { rows } = await db.query<ComingRelease>(
    `with soon as (
       select c.id, e.published_at as at, array_agg(e.language order by e.language) as languages
       from books b join chapters c on c.book_id = b.id and c.deleted_at is null
       join chapter_editions e on e.chapter_id = c.id and e.has_content
         and e.published_at > now() and e.published_at < now() + make_interval(hours => $2)
       where b.next_change_at < now() + make_interval(hours => $2) and not b.hidden_by_operator and b.deleted_at is null
       group by c.id, e.published_at order by e.published_at, c.book_id, c.place limit $3)
     select soon.at, soon.languages, c.id as "chapterId", c.season, c.label, coalesce(c.number, ${comingNumber}) as number, ${named},
       coalesce((select title from chapter_editions ce where ce.chapter_id = c.id and ce.title <> ''
         order by ${preferring('ce')} limit 1), '') as title
     from soon join chapters c on c.id = soon.id join books b on b.id = c.book_id
     order by soon.at, c.book_id, c.place`,
    [asked.language, asked.hours, asked.limit],
  );
  return rows;
}

/** How many chapters of each book are drafts, the most first: no edition of them is published or scheduled. */
export async function listDrafts(
  db: Db,
  asked: { language: Language; limit: number },
): Promise<(NamedBook & { count: number })[]> {
  const { rows } = await db.query<NamedBook & { count: number }>(
    `with waiting as (
       select c.book_id, count(*)::int as count from chapters c join books b on b.id = c.book_id and b.deleted_at is null
       where c.number is null and c.published_at is null and c.deleted_at is null
       group by c.book_id order by count(*) desc, c.book_id limit $2)
     select ${named}, waiting.count from waiting join books b on b.id = waiting.book_id
     order by waiting.count desc, b.id`,
    [asked.language, asked.limit],
  );
  return rows;
}

/** Whether any chapter was ever published and still is. */
export async function hasPublished(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ there: boolean }>(
    'select exists (select from chapters where number is not null and deleted_at is null) as there',
  );
  return rows[0]?.there === true;
}
