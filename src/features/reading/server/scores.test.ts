import { beforeEach, describe, expect, it, vi } from 'vitest';
import { serverForTests } from '../../../app/testing/server.ts';
import { type DbPool, withTransaction } from '../../../server/database/db.ts';
import { removeWhatIsOver } from '../../../server/jobs/retention.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { makeBook } from '../../catalog/testing/books.ts';
import { popularityOf } from '../rules.ts';
import { finished, sendEvents } from '../testing/events.ts';
import { scoreBooks } from './jobs.ts';
import { readingRetentions } from './retention.ts';

const server = serverForTests({ settings: { TRUST_PROXY: '1' } });
beforeEach(async () => {
  await server.db.query(
    'delete from books; delete from book_events; delete from reading_counts; delete from book_days; delete from book_tallies; delete from daily_salts',
  );
});

const dayMs = 86_400_000;
const dayBefore = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
const send = (events: unknown[], address?: string) => sendEvents(server, events, address);

async function makeBooks(count: number) {
  const books = [];
  for (let made = 0; made < count; made += 1) books.push(await makeBook(server.db));
  return books;
}

async function scoredPopularityOf(bookId: string): Promise<number> {
  await scoreBooks(server.db);
  const { rows } = await server.db.query<{ popularity: number }>('select popularity from books where id = $1', [
    bookId,
  ]);
  return rows[0]?.popularity ?? 0;
}

/** A new book's score with these days: how many days ago, readings, likes. */
async function scoreOf(...days: [age: number, readings: number, likes?: number][]): Promise<number> {
  const { id } = await makeBook(server.db);
  for (const [age, readings, likes = 0] of days)
    await server.db.query('insert into book_days (book_id, day, finished, liked) values ($1, $2, $3, $4)', [
      id,
      dayBefore(age),
      readings,
      likes,
    ]);
  await server.db.query(`insert into book_tallies (book_id, day) values ($1, now())`, [id]);
  return scoredPopularityOf(id);
}

describe('a score', () => {
  it('is nothing without readings', async () => {
    expect([await scoreOf(), await scoreOf([0, 0])]).toEqual([0, 0]);
    expect(await scoreOf([3, 0, -2])).toBe(0);
  });

  it('grows with readings, on one day or on several', async () => {
    expect(await scoreOf([9, 2])).toBeGreaterThan(await scoreOf([9, 1]));
    expect(await scoreOf([9, 1], [8, 1])).toBeGreaterThan(await scoreOf([8, 1]));
  });

  it('counts a like as three readings, and a like that was taken back as nothing', async () => {
    expect(await scoreOf([9, 0, 1])).toBe(await scoreOf([9, 3]));
    expect(await scoreOf([9, 2, 1])).toBe(await scoreOf([9, 5]));
    expect(await scoreOf([9, 2, 0])).toBe(await scoreOf([9, 2]));
  });

  it('halves the worth of a reading in 14 days', async () => {
    expect(await scoreOf([20, 2])).toBeCloseTo(await scoreOf([6, 1]), 10);
    expect(await scoreOf([20, 3])).toBeGreaterThan(await scoreOf([6, 1]));
    expect(await scoreOf([20, 1])).toBeLessThan(await scoreOf([6, 1]));
  });

  it('of the same days is the same to its last digit, so that books of one score stand in the order of their ids', async () => {
    const year = Array.from({ length: 365 }, (_, age): [number, number] => [age, (age * 7) % 13]);
    expect(await scoreOf(...year)).toBe(await scoreOf(...year.reverse()));
  });

  it('is the result of the formula', async () => {
    const days: [number, number, number][] = [
      [0, 3, 1],
      [5, 10, 0],
      [100, 1000, 7],
      [399, 100_000, 0],
    ];
    const told = days.map(([age, readings, likes]) => ({ day: dayBefore(age), readings, likes }));
    expect(await scoreOf(...days)).toBeCloseTo(popularityOf(told), 9);
  });
});

describe('popularity', () => {
  it('moves by at most five readings of one address a day, and shows in the order', async () => {
    const [loved, spammed, quiet] = [await makeBook(server.db), await makeBook(server.db), await makeBook(server.db)];
    await send(Array.from({ length: 50 }, () => finished(spammed.id)));
    await Promise.all(Array.from({ length: 20 }, () => send([finished(spammed.id)])));
    for (let reader = 1; reader <= 6; reader += 1) await send([finished(loved.id)], `2001:db8:0:${reader}::1`);
    await send([finished(quiet.id, { name: 'open_book' }), finished(quiet.id, { name: 'start_reading' })]);

    expect(await scoredPopularityOf(quiet.id)).toBe(0);
    const difference = (await scoredPopularityOf(loved.id)) - (await scoredPopularityOf(spammed.id));
    expect(difference).toBeCloseTo(Math.log2(6 / 5), 8);
    const answer = await server.ask('/api/v1/comics/book/search', { query: { order_by: 'popularity' } });
    const ids = answer.json().data.result.map((book: { book_uuid: string }) => book.book_uuid);
    expect(ids).toEqual([loved.id, spammed.id, quiet.id]);
  });

  it('counts one IPv6 customer, and an address in either spelling, as one', async () => {
    const { id } = await makeBook(server.db);
    for (let host = 1; host <= 9; host += 1) await send([finished(id)], `2001:db8:0:7::${host}`);
    const { rows } = await server.db.query('select finished from reading_counts');
    expect(rows).toEqual([{ finished: 5 }]);
    await send([finished(id)], '203.0.113.7');
    await send([finished(id)], '::ffff:203.0.113.7');
    expect((await server.db.query('select finished from reading_counts order by 1')).rows).toEqual([
      { finished: 2 },
      { finished: 5 },
    ]);
  });
});

describe('the sums of a book for a day', () => {
  const days = async () =>
    (
      await server.db.query(
        'select day, opens, starts, finishes, finished, liked from book_days order by day, finishes',
      )
    ).rows;

  inLong('count events by the day of their arrival, and stay when the events are deleted', async () => {
    const { id } = await makeBook(server.db);
    const more = { occurred_at: new Date(Date.now() - 2 * dayMs).toISOString() };
    await send([finished(id, { name: 'open_book', ...more }), finished(id, { name: 'start_reading' }), finished(id)]);
    await send(Array.from({ length: 7 }, () => finished(id)));
    await scoreBooks(server.db);
    await send([finished(id, { name: 'open_book' }), finished(id)], '203.0.113.8');
    const before = await scoredPopularityOf(id);
    const sums = [{ day: dayBefore(0), opens: 2, starts: 1, finishes: 9, finished: 6, liked: 0 }];
    expect(await days()).toEqual(sums);

    await removeWhatIsOver(server.db, { retentions: readingRetentions, now: new Date(Date.now() + 20 * dayMs) });
    for (const table of ['book_events', 'reading_counts', 'daily_salts'])
      expect((await server.db.query(`select from ${table}`)).rowCount).toBe(0);
    expect(await days()).toEqual(sums);
    await server.db.query('insert into book_tallies (book_id, day) values ($1, now())', [id]);
    expect(await scoredPopularityOf(id)).toBe(before);
  });

  it('are complete even where no job ran for days: hashes of readers are deleted only after that', async () => {
    const { id } = await makeBook(server.db);
    await send([finished(id)]);
    await server.db.query(`update book_tallies set told_at = now() - interval '3 days'`);
    await server.db.query(`update reading_counts set day = $1`, [dayBefore(3)]);
    await removeWhatIsOver(server.db, { retentions: readingRetentions, now: new Date() });
    await scoreBooks(server.db);
    await removeWhatIsOver(server.db, { retentions: readingRetentions, now: new Date() });
    expect(await days()).toMatchObject([{ day: dayBefore(3), finished: 1 }, { finishes: 1 }]);
    expect((await server.db.query('select from reading_counts')).rowCount).toBe(0);
  });

  inLong('are right when two processes sum while events of many books arrive', async () => {
    const books = await makeBooks(60);
    let isSending = true;
    const scoring = [1, 2].map(async () => {
      while (isSending) await scoreBooks(server.db);
    });
    const sent = await Promise.all(
      Array.from({ length: 40 }, (_, reader) =>
        send(
          books.slice(reader % 20, (reader % 20) + 40).map(({ id }) => finished(id)),
          `203.0.113.${reader}`,
        ),
      ),
    );
    isSending = false;
    await Promise.all(scoring);
    await scoreBooks(server.db);
    expect(new Set(sent.map(({ statusCode }) => statusCode))).toEqual(new Set([202]));
    const { rows } = await server.db.query(
      'select sum(finishes) as finishes, sum(finished) as finished, count(*) as books from book_days',
    );
    expect(rows).toEqual([{ finishes: 1600, finished: 1600, books: 59 }]);
    const { rows: scores } = await server.db.query<{ popularity: number; finished: number }>(
      'select b.popularity, d.finished from books b join book_days d on d.book_id = b.id',
    );
    const scoreOfCount = new Map(scores.map(({ popularity, finished }) => [finished, popularity]));
    expect(scores.filter(({ popularity, finished }) => scoreOfCount.get(finished) !== popularity)).toEqual([]);
  });
});

describe('the job that scores', () => {
  /** Waits until a query waits for a lock. */
  const waiting = (db: DbPool) =>
    vi.waitFor(async () => {
      const { rowCount } = await db.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      expect(rowCount).toBe(1);
    });

  it('keeps no event waiting while it is in the middle of a book', async () => {
    const { id } = await makeBook(server.db);
    await send([finished(id)]);
    let scoring: Promise<unknown> | undefined;
    await withTransaction(server.db, async (tx) => {
      await tx.query('lock table book_days in share row exclusive mode');
      scoring = scoreBooks(server.db);
      await waiting(server.db);
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, reader) => send([finished(id)], `203.0.113.${reader}`)),
      );
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 202));
      await waiting(server.db);
    });
    await scoring;
    await scoreBooks(server.db);
    expect((await server.db.query('select finishes from book_days')).rows).toEqual([{ finishes: 21 }]);
  });

  inLong('ends after the books that it has begun when the server stops, and the next run goes on', async () => {
    const books = await makeBooks(120);
    for (let at = 0; at < books.length; at += 40) await send(books.slice(at, at + 40).map(({ id }) => finished(id)));
    const count = async () => (await server.db.query('select from books where popularity > 0')).rowCount;
    const stopping = new AbortController();
    let run: Promise<unknown> | undefined;
    await withTransaction(server.db, async (tx) => {
      await tx.query('lock table book_days in share row exclusive mode');
      run = scoreBooks(server.db, stopping.signal);
      await waiting(server.db); // it has begun its first books
      stopping.abort();
    });
    await run;
    expect(await count()).toBe(50);
    await scoreBooks(server.db);
    expect(await count()).toBe(120);
  });
});
