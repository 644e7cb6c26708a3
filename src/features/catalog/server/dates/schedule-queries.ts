import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import type { AccessFacts } from '../../access.ts';
import { accessFields, editionOfChapter, titleAndLanguage } from '../books/chapter-queries.ts';
import { freeChapters, isListed, preferring } from '../books/queries.ts';

/** In a book with many chapters a day, only the last ones are read to find the rhythm. */
const lastChapters = 100;

/** The last days of a zone on which chapters of a book were published, and today; counted from 1970-01-01 on. */
export async function listReleaseDays(
  db: Db,
  asked: { bookId: string; timeZone: string; now: Date; limit: number },
): Promise<{ days: number[]; today: number }> {
  const { rows } = await db.query<{ day: number; today: number }>(
    {
      name: 'catalog-release-days',
      text: `
        select (published_since at time zone $2)::date - date '1970-01-01' as day,
          ($3::timestamptz at time zone $2)::date - date '1970-01-01' as today
        from published_chapters where book_id = $1 order by number desc limit $4`,
    },
    [asked.bookId, asked.timeZone, asked.now, lastChapters],
  );
  const days = [...new Set(rows.map(({ day }) => day))].sort((a, b) => b - a);
  return { days: days.slice(0, asked.limit), today: rows[0]?.today ?? 0 };
}

/**
 * The number that chapter `c` gets when it is published. With chapters 1 and 2 published and another one due before
 * `c`, it is 4.
 */
export const comingNumber = `
  1 + coalesce((
    select number from chapters where book_id = c.book_id and number is not null and place < c.place
    order by number desc limit 1), 0)
  + (select count(*)::int from chapters
     where book_id = c.book_id and number is null and published_at <= c.published_at and place < c.place)`;

export interface ComingChapter {
  number: number;
  publishedAt: Date;
}

/** The next chapters of a book that have a date, the nearest first. */
export async function listComingChapters(
  db: Db,
  asked: { bookId: string; now: Date; limit: number },
): Promise<ComingChapter[]> {
  const { rows } = await db.query<ComingChapter>(
    {
      name: 'catalog-coming-chapters',
      text: `
        select ${comingNumber} as number, c.published_at as "publishedAt" from chapters c
        where c.book_id = $1 and c.number is null and c.published_at > $2 order by c.published_at, c.place limit $3`,
    },
    [asked.bookId, asked.now, asked.limit],
  );
  return rows;
}

/**
 * The books with a public schedule that may have something to tell before `to`: by the dates of their chapters, or by a
 * window; `bookId` null: any book.
 */
export async function listBooksWithSchedule(
  db: Db,
  asked: { bookId: string | null; adult: boolean; now: Date; to: Date },
): Promise<string[]> {
  const telling = `show_schedule and ${isListed('books', asked)} and ($1::uuid is null or id = $1)`;
  const isNear = 'to_at > $2 and from_at < $3';
  const { rows } = await db.query<{ id: string }>(
    `select id from books where ${telling} and next_change_at < $3
     union
     select id from books where ${telling} and window_opens
       and id in (select book_id from windows where book_id is not null and ${isNear})
     union
     select id from books where ${telling} and window_opens
       and exists (select from windows where book_id is null and ${isNear})`,
    [asked.bookId, asked.now, asked.to],
  );
  return rows.map(({ id }) => id);
}

/** The titles of those of these books that tell what comes. */
export async function listTitlesWithSchedule(
  db: Db,
  asked: { bookIds: readonly string[]; adult: boolean; language: Language },
): Promise<{ id: string; title: string }[]> {
  const { rows } = await db.query<{ id: string; title: string }>(
    `select b.id, e.title from books b
     cross join lateral (
       select title from editions where book_id = b.id order by ${preferring('editions')} limit 1) e
     where b.id = any($2::uuid[]) and b.show_schedule and b.deleted_at is null and ${isListed('b', asked)}`,
    [asked.language, asked.bookIds],
  );
  return rows;
}

/** A book, and when the next window that opens it begins; `isOpen`: such a window runs now. */
export interface BookWithSchedule {
  id: string;
  opensAt: Date | null;
  isOpen: boolean;
}

/** A chapter that comes out at a moment, or one for members that opens to all then. */
export type ComingEvent = { chapterId: string; at: Date; bookId: string; bookTitle: string; number: number } & (
  | { kind: 'chapter' }
  | ({ kind: 'free'; id: string; title: string; season: number | null; label: string | null } & AccessFacts)
);

/** The events of these books' chapters from a moment on and before another, in the order of time. */
export async function listComingEvents(
  db: Db,
  asked: { books: readonly BookWithSchedule[]; language: Language; now: Date; from: Date; to: Date; limit: number },
): Promise<ComingEvent[]> {
  const { books, language, now, from, to, limit } = asked;
  const { rows } = await db.query<ComingEvent>(
    `with told as (select * from unnest($2::uuid[], $3::timestamptz[], $4::boolean[]) as t(id, opens_at, is_open)),
     event as (
       select 'chapter' as kind, c.id, c.published_at as at, c.book_id, ${comingNumber} as number
       from told join chapters c on c.book_id = told.id
       where c.number is null and c.published_at > $5 and c.published_at >= $6 and c.published_at < $7
       union all
       select 'free', c.id, opening.at, c.book_id, c.number
       from told join books b on b.id = told.id join published_chapters c on c.book_id = b.id
       cross join lateral (select case
         when c.access = 'members' then c.free_at
         when c.access = 'rule' and not told.is_open and ${freeChapters} < c.number then least(
           told.opens_at,
           coalesce(c.free_at, c.published_since + make_interval(hours => 24 * b.early_access_days))) end as at) opening
       where opening.at > $5 and opening.at >= $6 and opening.at < $7
       order by at, book_id, number limit $8)
     select event.kind, event.id as "chapterId", event.at, event.number, b.id as "bookId", e.title as "bookTitle", c.id, ${titleAndLanguage},
       ${accessFields}
     from event join books b on b.id = event.book_id left join published_chapters c on c.id = event.id
     ${editionOfChapter}
     cross join lateral (
       select title from editions where book_id = b.id order by ${preferring('editions')} limit 1) e
     order by event.at, event.book_id, event.number`,
    [
      language,
      books.map(({ id }) => id),
      books.map(({ opensAt }) => opensAt),
      books.map(({ isOpen }) => isOpen),
      now,
      from,
      to,
      limit,
    ],
  );
  return rows;
}
