import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool, type Db, type DbPool } from '../../../server/database/db.ts';
import { databaseForTests } from '../../../server/testing/database.ts';
import { listOpenedChapters } from '../../catalog/server/catalog.ts';
import { plainDates } from '../../catalog/testing/dates.ts';
import { rowsOfPage } from '../limits.ts';
import { listFollows, listUpdates } from './follows.ts';
import { listProgress, saveProgress } from './places.ts';

/** A part of what EXPLAIN says of a query. */
interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

const books = 10_000;
const chaptersOfEach = 4;
const [user, ...others] = Array.from({ length: 5 }, () => randomUUID());
const coversOf = async () => new Map();
/** Without the limits of a web request: what is asked here is how, not how fast on a busy machine. */
let db: DbPool;

const database = databaseForTests();
beforeAll(async () => {
  db = createPool({ url: database.url, purpose: 'import' });
  await db.query(
    `insert into books (id, source_key, kind, original_language, chapter_count, updated_at)
     select md5('book ' || n)::uuid, n, 'comic', 'en-us', ${chaptersOfEach}, timestamptz '2026-01-01' + n * interval '1 minute'
     from generate_series(1, ${books}) n`,
  );
  await db.query(`insert into editions (book_id, language, title) select id, 'en-us', source_key from books`);
  await db.query(
    `insert into chapters (id, book_id, number, source_key, created_at)
     select md5(b.source_key || ' ' || n)::uuid, b.id, n, n, b.updated_at - (${chaptersOfEach} - n) * interval '1 day'
     from books b, generate_series(1, ${chaptersOfEach}) n`,
  );
  // The book that changed last is a long one.
  await db.query(
    `insert into chapters (book_id, number, source_key, created_at)
     select md5('book ${books}')::uuid, n, n, timestamptz '2025-01-01' + n * interval '1 second'
     from generate_series(${chaptersOfEach + 1}, 5000) n`,
  );
  for (const id of [user, ...others]) {
    await db.query(`insert into users (id, username, username_key, password_hash) values ($1::uuid, $1, $1, '')`, [id]);
    await db.query('insert into follows (user_id, book_id) select $1, id from books', [id]);
    await db.query(
      `insert into reading_places (user_id, book_id, chapter_id, position_index, position_fraction, furthest_chapter,
         furthest_index, furthest_fraction, updated_at)
       select $1, book_id, id, 0, 0, 1, 0, 0, created_at from chapters where number = 1`,
      [id],
    );
  }
  await db.query('vacuum analyze');
});
afterAll(() => db.end());

/** How many rows of each table the work reads, by table, and which tables it reads from end to end. */
async function watch(work: (db: Db) => Promise<unknown>): Promise<{ read: Map<string, number>; whole: Set<string> }> {
  const [read, whole] = [new Map<string, number>(), new Set<string>()];
  const note = (plan: Plan) => {
    const table = plan['Relation Name'];
    const rows = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
    if (table) read.set(table, (read.get(table) ?? 0) + rows);
    if (table && plan['Node Type'] === 'Seq Scan') whole.add(table);
    for (const part of plan.Plans ?? []) note(part);
  };
  await work({
    async query(sql, values) {
      const text = typeof sql === 'string' ? sql : sql.text;
      if (!/^\s*(insert|delete)/i.test(text)) {
        const explained = await db.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
          `explain (analyze, format json) ${text}`,
          values,
        );
        for (const { 'QUERY PLAN': plans } of explained.rows) for (const { Plan } of plans) note(Plan);
      }
      return db.query(sql, values);
    },
  });
  return { read, whole };
}

describe('with ten thousand books of each of five users', () => {
  const asked = { userId: user ?? '', language: 'en-us', coversOf, dates: plainDates } as const;

  it.each([0, 3])("page %i of new chapters reads few chapters, and nobody else's follows", async (page) => {
    let seen = 0;
    const { read, whole } = await watch(async (watched) => {
      seen = (await listUpdates(watched, { ...asked, perBook: false, page, pageSize: 20 })).result.length;
    });
    expect(seen).toBe(20);
    expect(read.get('follows')).toBe(books);
    expect(read.get('chapters')).toBeLessThan(1000);
    expect([...whole]).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(chapters|follows)$/)]));
  });

  it.each(['early_access_days = 30', 'early_access_days = null'])(
    'the news of what a long book with %s has opened read few of its chapters',
    async (rule) => {
      const [long] = (await db.query<{ id: string }>(`select md5('book ${books}')::uuid as id`)).rows;
      await db.query(`update books set ${rule} where id = $1`, [long?.id]);
      await db.query(
        `update chapters set free_at = created_at + interval '1 day' where book_id = $1 and number < 2000`,
        [long?.id],
      );
      await db.query('analyze chapters');
      let seen = 0;
      const { read, whole } = await watch(async (watched) => {
        const wanted = { bookIds: [long?.id ?? ''], language: 'en-us', limit: 50, now: new Date() } as const;
        seen = (await listOpenedChapters(watched, wanted)).length;
      });
      expect(seen).toBe(50);
      expect(read.get('chapters')).toBeLessThan(500);
      expect([...whole]).not.toContain('chapters');
    },
  );

  it('follows and places are read for their user alone', async () => {
    const { read, whole } = await watch(async (watched) => {
      const page = { result: expect.objectContaining({ length: rowsOfPage }), has_more: true };
      expect(await listFollows(watched, { ...asked, page: 0 })).toEqual(page);
      expect(await listProgress(watched, { userId: asked.userId, page: 0 })).toEqual(page);
    });
    expect([read.get('follows'), read.get('reading_places')]).toEqual([books, books]);
    expect([...whole]).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(follows|reading_places)$/)]));
  });

  it('a report reads the places in its books', async () => {
    const { rows } = await db.query<{ bookId: string; chapterId: string }>(
      'select book_id as "bookId", id as "chapterId" from chapters limit 100',
    );
    const position = { index: 1, fraction: 0 };
    const items = rows.map(({ bookId, chapterId }) => ({
      book_uuid: bookId,
      chapter_uuid: chapterId,
      position,
      furthest: { ...position, chapter_number: 2 },
      updated_at: '2026-10-01T00:00:00Z',
      numbers: 'present' as const,
    }));
    const { read } = await watch((watched) => saveProgress(watched, { userId: asked.userId, items, now: new Date() }));
    const sent = new Set(items.map(({ book_uuid }) => book_uuid)).size;
    // Locked, changed, and told.
    expect(read.get('reading_places')).toBe(3 * sent);
    expect(read.get('chapters')).toBeLessThanOrEqual(200);
  });
});
