import type { DbPool } from '../../../src/server/database/db.ts';
import { fillCatalogue } from './longstrip.ts';

/** The book that is asked for has half of the events; the others share the rest. */
const books = 201;
export const chaptersOfLongBook = 1000;
const chaptersOfOthers = 20;
const users = 20_000;
const booksOfUser = 10;

/**
 * Fills a site with what the events of so many days before today roll up to, ten million in a year. Each chapter of a long
 * book is read every day, and a quarter of the chapters of two hundred others. A chapter's events of a day are 14: in one
 * language 4 readers open, 3 start and 2 finish it, in the other one 2, 2 and 1. Returns the long book and the number of
 * events.
 */
export async function fillNumbers(db: DbPool, { days }: { days: number }): Promise<{ bookId: string; events: number }> {
  await fillCatalogue(db, books);
  const bookId = await fillChaptersOfBooks(db);
  await db.query(
    `insert into number_days (day, from_at, to_at, summed_at, closed_at)
     select d, d at time zone 'UTC', (d + interval '1 day') at time zone 'UTC', now(), now()
     from (select ((now() at time zone 'UTC')::date - n)::timestamp as d from generate_series(1, $1::int) n) days`,
    [days],
  );
  await db.query(
    `insert into number_chapters (day, book_id, chapter_id, language, opened, started, finished)
     select day, book_id, id, language, opened, started, finished
     from number_days cross join chapters
     cross join (values ('zh-cn', 4, 3, 2), ('en-us', 2, 2, 1), (null, 6, 5, 3)) as read (language, opened, started, finished)
     where closed_at is not null and (book_id = $1 or (number + (day - date '2020-01-01')) % 4 = 0)`,
    [bookId],
  );
  await fillVisits(db);
  await fillPlaces(db);
  await db.query('vacuum (analyze)');
  const { rows } = await db.query<{ events: number }>(
    'select sum(opened + started + finished)::float8 as events from number_chapters where language is null',
  );
  return { bookId, events: rows[0]?.events ?? 0 };
}

/** Returns the book with the most chapters. */
async function fillChaptersOfBooks(db: DbPool): Promise<string> {
  const { rows } = await db.query<{ id: string }>('select id from books order by source_key limit 1');
  const bookId = rows[0]?.id ?? '';
  await db.query(
    `insert into chapters (book_id, number, source_key, created_at)
     select id, n, 'chapter ' || n, timestamptz '2026-01-01' + n * interval '1 hour'
     from books cross join generate_series(1, $2::int) n where id = $1 or n <= $3`,
    [bookId, chaptersOfLongBook, chaptersOfOthers],
  );
  await db.query(
    `insert into chapter_editions (chapter_id, language, title, has_content)
     select id, language, 'The storm, part ' || number, true
     from chapters cross join unnest(array['zh-cn', 'en-us']) language`,
  );
  return bookId;
}

/** The visits that belong to these readings, of the site and by book. */
async function fillVisits(db: DbPool): Promise<void> {
  await db.query(
    `insert into number_visits (day, by_book, by_language, by_source, book_id, language, source, views, visits, readers)
     select day, grouping(book_id) = 0, grouping(language) = 0, grouping(source) = 0, book_id, language, source,
       sum(opened), ceil(sum(opened) / 4.0), ceil(sum(opened) / 5.0)
     from number_chapters cross join (values ('direct'), ('search')) as came (source)
     where language is not null group by day, cube (book_id, language, source)`,
  );
  await db.query(
    `insert into number_totals (day, views, starts, finishes)
     select day, sum(opened), sum(started), sum(finished) from number_chapters where language is null group by day`,
  );
}

/** The places of users in ten books each, left a month ago; the long book is one of the ten of everybody. */
async function fillPlaces(db: DbPool): Promise<void> {
  await db.query(
    `insert into users (username, username_key, password_hash, created_at)
     select 'reader' || n, 'reader' || n, 'none', now() - interval '1 year' from generate_series(1, $1::int) n`,
    [users],
  );
  await db.query(
    `with read as (
       select u.id as user_id, u.n, b.id as book_id, b.at
       from (select id, row_number() over (order by id) as n from users) u
       join (select id, row_number() over (order by source_key) as at from books) b
         on b.at = 1 or (b.at + u.n) % $1::int < $2::int)
     insert into reading_places (user_id, book_id, chapter_id, position_index, position_fraction, furthest_chapter,
       furthest_index, furthest_fraction, updated_at)
     select r.user_id, r.book_id, c.id, 0, 0, c.number, 0, (r.n % 2)::float8, now() - interval '30 days'
     from read r join chapters c on c.book_id = r.book_id
       and c.number = 1 + (r.n * 7) % (case when r.at = 1 then $3::int else $4::int end)`,
    [books, booksOfUser, chaptersOfLongBook, chaptersOfOthers],
  );
}
