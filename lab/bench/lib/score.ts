import type { DbPool } from '../../../src/server/database/db.ts';
import { fillCatalogue } from './longstrip.ts';

/** So many books are scored within a minute, each with a year of days (spec: reading.md#popularity). */
export const scoredBooks = 10_000;

export async function fillYear(db: DbPool): Promise<void> {
  await fillCatalogue(db, scoredBooks);
  await db.query(
    `insert into book_days (book_id, day, finished, opens, starts, finishes, liked)
     select id, (now() at time zone 'utc')::date - n, n % 7 + 1, 3, 2, n % 7 + 1, n % 2
     from books cross join generate_series(1, 365) n`,
  );
  await db.query('vacuum (analyze)');
}

/** One reading of each book by one reader, as the product's own writer keeps it. */
export async function reportReadings(db: DbPool): Promise<void> {
  await db.query(
    `insert into reading_counts (book_id, day, reader_hash, finished)
     select id, (now() at time zone 'utc')::date, decode(md5(random()::text), 'hex'), 1 from books`,
  );
  await db.query(
    `insert into book_tallies (book_id, day, opens, starts, finishes)
     select id, (now() at time zone 'utc')::date, 1, 1, 1 from books`,
  );
}
