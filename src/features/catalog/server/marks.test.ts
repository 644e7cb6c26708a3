import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../app/testing/server.ts';
import { createPool, type DbPool } from '../../../server/db.ts';
import { createTestDatabase, type TestDatabase } from '../../../server/testing/database.ts';
import { orderBy as orders } from '../contract.ts';
import { countListed, markedEvery } from './books/mark-queries.ts';
import { listBooks } from './books/queries.ts';
import { markLists } from './jobs.ts';

let database: TestDatabase;
let db: DbPool;
let server: TestServer;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createPool({ url: database.url, purpose: 'import' });
  server = await startTestServer({ database });
});
afterAll(async () => {
  await db.end();
  await server.stop();
});

/** Adds many books with the same time and score, as an import does. */
async function addBooks(count: number): Promise<void> {
  await db.query(
    `insert into books (source_key, kind, original_language, updated_at, popularity, tags, hidden)
     select gen_random_uuid(), 'comic', 'en-us',
       timestamptz '2026-01-01 00:00:00.123456+00' + (n % 40) / 7 * interval '1.000001 s',
       (n % 5) / 3.0, case n % 3 when 0 then array['a'] when 1 then array['a', 'b'] else array[]::text[] end, n % 11 = 0
     from generate_series(1, $1::int) n`,
    [count],
  );
  await db.query(
    `insert into editions (book_id, language, title) select id, 'en-us', 'T' from books on conflict do nothing`,
  );
}

const aroundMarks = [1, 1.5, 2, 2.5].flatMap((marks) => [-1, 0, 1].map((by) => marks * markedEvery + by));

/** Expects every page of a list to be in its place, wherever the list is cut. */
async function expectExact(): Promise<void> {
  for (const tag of [null, 'a', 'b', 'none']) {
    for (const orderBy of orders.options) {
      const { rows } = await db.query<{ id: string }>(
        `select id from books where not hidden and ($1::text is null or $1 = any(tags)) order by ${orderBy} desc, id`,
        [tag],
      );
      expect(await countListed(db, tag)).toBe(rows.length);
      for (const offset of [0, ...aroundMarks, rows.length - 7, rows.length + 3]) {
        if (offset < 0) continue;
        const page = await listBooks(db, { tag, language: 'en-us', orderBy, limit: 10, offset });
        expect(
          page.map(({ id }) => id),
          `${tag} ${orderBy} ${offset}`,
        ).toEqual(rows.slice(offset, offset + 10).map(({ id }) => id));
      }
    }
  }
}

const changes = {
  add: () => addBooks(37),
  hide: () => db.query(`update books set hidden = not hidden where hashtext(id::text) % 9 = 0`),
  score: () => db.query(`update books set popularity = popularity + 0.1 where hashtext(id::text) % 7 = 1`),
  date: () => db.query(`update books set updated_at = updated_at + interval '1.5 s' where hashtext(id::text) % 8 = 2`),
  tag: () => db.query(`update books set tags = array['b'] where hashtext(id::text) % 10 = 3`),
  like: () => db.query(`update books set total_likes = total_likes + 1 where hashtext(id::text) % 10 = 4`),
  remove: () => db.query(`delete from books where hashtext(id::text) % 31 = 5`),
  mark: () => markLists(db),
};

describe('a list', () => {
  it('is told exactly on each of its pages, whatever came, went and moved', { timeout: 300_000 }, async () => {
    await addBooks(9600);
    await expectExact();
    await markLists(db);
    await expectExact();
    const histories = fc.array(fc.constantFrom(...(Object.keys(changes) as (keyof typeof changes)[])), {
      minLength: 2,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        for (const change of history) await changes[change]();
        await expectExact();
      }),
      { numRuns: 3 },
    );
  });

  it('stays exact where many change it at once', { timeout: 120_000 }, async () => {
    await Promise.all([
      ...Array.from({ length: 4 }, () => addBooks(20)),
      markLists(db),
      changes.score(),
      markLists(db),
      addBooks(30),
    ]);
    await expectExact();
  });

  it('has a true total and its tags by use', async () => {
    const { total } = (await server.ask('/api/v1/comics/book/search')).json().data;
    const { rows } = await db.query<{ count: number }>('select count(*) as count from books where not hidden');
    expect(total).toBe(rows[0]?.count);
    expect((await server.ask('/api/v1/reader/book/tags')).json().data.result).toEqual(['a', 'b']);
    await db.query('truncate books cascade');
    expect((await server.ask('/api/v1/comics/book/search')).json().data).toEqual({ result: null, total: 0 });
    expect((await server.ask('/api/v1/reader/book/tags')).json().data.result).toEqual([]);
  });
});
