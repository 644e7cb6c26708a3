import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../src/app/testing/server.ts';
import { parseSettings } from '../../src/server/config/config.ts';
import type { Db } from '../../src/server/database/db.ts';
import { createTestDatabase, type TestDatabase } from '../../src/server/testing/database.ts';
import { inLong, isLong } from '../../src/server/testing/depth.ts';
import { folderForTests } from '../../src/server/testing/folder.ts';
import { languages } from '../../src/shared/languages.ts';
import { grow, readAsked } from './command.ts';

const asked = { books: 300, chapters: 9000, events: 4000, likes: 1500, users: 40, seed: 7 };
const silent = () => {};
let database: TestDatabase;
const dataDir = folderForTests();
let server: TestServer;

async function growAt(url: string, more: Partial<typeof asked> & { readableOfKind?: number } = {}) {
  const { readableOfKind = 4, ...others } = more;
  const settings = parseSettings({ NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: url });
  const config = { ...settings, jwtSecret: 'j'.repeat(32), mediaSecret: 'm'.repeat(32) };
  return grow(config, { asked: { ...asked, ...others }, onProgress: silent, readableOfKind });
}

async function count(db: Db, of: string): Promise<number> {
  return (await db.query<{ count: number }>(`select count(*) as count from ${of}`)).rows[0]?.count ?? -1;
}

/** The indexes, constraints and triggers of the schema. */
async function describeSchema(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ line: string }>(
    `select indexdef as line from pg_indexes where schemaname = 'public'
     union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated
       from pg_constraint where connamespace = 'public'::regnamespace
     union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
     union all select objoid::regclass || ' is told of: ' || description from pg_description d
       join pg_class c on c.oid = d.objoid where d.classoid = 'pg_class'::regclass and c.relnamespace = 'public'::regnamespace
     order by line`,
  );
  // Without the partitions of events by day: these differ between sites.
  return rows.map(({ line }) => line).filter((line) => !/book_events_\d/.test(line));
}

beforeAll(async () => {
  // Otherwise the test of query plans grows a site.
  if (!isLong) return;
  database = await createTestDatabase({ empty: true });
  await growAt(database.url);
  server = await startTestServer({ database, settings: { DATA_DIR: dataDir } });
});
afterAll(() => server?.stop());

describe.skipIf(!isLong)('a grown site', () => {
  it('has exactly the requested numbers', async () => {
    const { db } = database;
    expect({
      books: await count(db, 'books'),
      chapters: await count(db, 'chapters'),
      events: await count(db, 'book_events'),
      likes: await count(db, 'chapter_likes where liked'),
      users: await count(db, 'users'),
      seed: asked.seed,
    }).toEqual(asked);
  });

  it('has an unchanged schema', async () => {
    const untouched = await createTestDatabase();
    try {
      expect(await describeSchema(database.db)).toEqual(await describeSchema(untouched.db));
    } finally {
      await untouched.drop();
    }
  });

  it.each([
    ['number of chapters', 'chapter_count', 'select count(*) from chapters where book_id = b.id'],
    ['likes', 'total_likes', 'select coalesce(sum(total_likes), 0) from chapters where book_id = b.id'],
    ['last change', 'updated_at', 'select max(created_at) from chapters where book_id = b.id'],
    [
      'tags',
      'cardinality(tags)',
      'select count(*) from book_tags t where t.book_id = b.id and t.updated_at = b.updated_at and t.popularity = b.popularity and t.chapter_count = b.chapter_count and t.hidden = b.hidden',
    ],
    [
      'readings',
      '0',
      "select (select count(*) from book_events where book_id = b.id and name = 'finished_reading') - coalesce((select sum(finished) from book_days where book_id = b.id), 0)",
    ],
    ['liked days', 'total_likes', 'select coalesce(sum(liked), 0) from book_days where book_id = b.id'],
  ])('keeps of each book the %s that its rows come to', async (_, kept, counted) => {
    expect(await count(database.db, `books b where (${kept}) is distinct from (${counted})`)).toBe(0);
  });

  it('has the right number of likes for each chapter, and no event with a chapter of another book', async () => {
    const { db } = database;
    const wrong = `chapters c where total_likes <> (select count(*) from chapter_likes where chapter_id = c.id and liked)`;
    expect(await count(db, wrong)).toBe(0);
    const strange = `book_events e left join chapters c on c.id = e.chapter_id
      where e.chapter_id is not null and c.book_id is distinct from e.book_id`;
    expect(await count(db, strange)).toBe(0);
  });

  it('numbers the chapters of each book from one without gaps, some of them in the thousands', async () => {
    const { db } = database;
    const gaps = `(select book_id from chapters group by book_id having max(number) <> count(*) or min(number) <> 1) gaps`;
    expect(await count(db, gaps)).toBe(0);
    const { rows } = await db.query<{ most: number; least: number }>(
      'select max(chapter_count) as most, min(chapter_count) as least from books',
    );
    expect(rows[0]?.most).toBeGreaterThan(500);
    expect(rows[0]?.least).toBeLessThan(20);
  });

  it('is two fifths Chinese, has all languages, and hides some books', async () => {
    const { db } = database;
    const chinese = await count(db, `books where original_language = 'zh-cn'`);
    expect(chinese / asked.books).toBeCloseTo(0.4, 0.5);
    expect(await count(db, '(select distinct language from editions) languages')).toBe(languages.length);
    expect(await count(db, 'books where hidden')).toBeGreaterThan(0);
  });

  it('leaves no preview and no reading time to be found out beside readers', async () => {
    const { db } = database;
    const late = `chapter_editions where has_content
      and (reading_seconds is null or preview_image_id is null and blocks is null)`;
    expect(await count(db, 'chapter_editions where has_content')).toBeGreaterThan(0);
    expect(await count(db, late)).toBe(0);
    const lost = `chapter_editions where preview_image_id is not null
      and not exists (select from images where id = preview_image_id and kind = 'blur')`;
    expect(await count(db, lost)).toBe(0);
  });

  it('has the same popularity as the product computes', async () => {
    const before = await database.db.query<{ id: string; popularity: number }>(
      `select id, popularity from books where popularity > 0 order by id`,
    );
    await database.db.query('insert into book_tallies (book_id, day) select id, now() from books');
    const { scoreBooks } = await import('../../src/features/reading/server/jobs.ts');
    await scoreBooks(database.db);
    const after = await database.db.query<{ id: string; popularity: number }>(
      `select id, popularity from books where popularity > 0 order by id`,
    );
    expect(before.rows.length).toBeGreaterThan(100);
    // The database's logarithm may differ in the last digit.
    const rounded = (rows: typeof after.rows) => rows.map(({ id, popularity }) => [id, popularity.toFixed(9)]);
    expect(rounded(after.rows)).toEqual(rounded(before.rows));
  });

  it('can be listed, found by a word of a title, and read: pictures and text', async () => {
    const list = (await server.ask('/api/v1/comics/book/search', { query: { language: 'zh-cn' } })).json();
    expect(list.data.total).toBe(await count(database.db, 'books where not hidden'));
    const word = list.data.result[0].book_title.slice(0, 2);
    const found = (await server.ask('/api/v1/comics/book/search', { query: { language: 'zh-cn', q: word } })).json();
    expect(found.data.result.length).toBeGreaterThan(0);
    for (const kind of ['comic', 'novel']) {
      const { rows } = await database.db.query<{ id: string; language: string }>(
        `select c.id, e.language from chapters c join chapter_editions e on e.chapter_id = c.id
         join books b on b.id = c.book_id where e.has_content and number = 1 and kind = $1 and not hidden
         and public_free_chapters is distinct from 0 limit 1`,
        [kind],
      );
      const chapter = await server.ask(`/api/v1/comics/chapter_comics/${rows[0]?.id}/${rows[0]?.language}`);
      const { result } = chapter.json().data;
      if (kind === 'novel') expect(result.blocks).toHaveLength(12);
      else for (const page of result.pages) expect((await server.ask(page.src)).statusCode).toBe(200);
    }
  });

  it('is not filled again', async () => {
    await expect(growAt(database.url)).rejects.toThrow('There are books here already');
    expect(await count(database.db, 'books')).toBe(asked.books);
  });
});

describe.skipIf(!isLong)('one seed', () => {
  const orders = `select json_agg(json_build_array(b.id, e.language, title, chapter_count) order by updated_at desc, b.id, e.language) as by_date,
    json_agg(b.id order by popularity desc, b.id) as by_popularity from books b join editions e on e.book_id = b.id`;

  async function growAndTell(seed: number) {
    const fresh = await createTestDatabase({ empty: true });
    try {
      await growAt(fresh.url, { seed, readableOfKind: 0 });
      return (await fresh.db.query(orders)).rows;
    } finally {
      await fresh.drop();
    }
  }

  it('gives the same books in the same order, and another seed gives others', async () => {
    const { rows } = await database.db.query(orders);
    expect(await growAndTell(asked.seed)).toEqual(rows);
    expect(await growAndTell(8)).not.toEqual(rows);
  });
});

describe.skipIf(!isLong)('an interrupted filling', () => {
  it('does not count as an empty site', async () => {
    const { bareTables } = await import('../../src/server/testing/bare-tables.ts');
    const half = await createTestDatabase();
    try {
      await bareTables(half.db, ['chapters']);
      await expect(growAt(half.url)).rejects.toThrow('cut short');
    } finally {
      await half.drop();
    }
  });
});

describe('npm run grow', () => {
  const run = (args: string[], settings: Record<string, string> = {}) =>
    new Promise<{ status: number; out: string; err: string }>((resolve) => {
      const env = { PATH: process.env.PATH ?? '', DATA_DIR: join(dataDir, 'nowhere'), ...settings };
      execFile(process.execPath, ['--import', 'tsx', 'lab/grow.ts', ...args], { env }, (error, out, err) =>
        resolve({ status: typeof error?.code === 'number' ? error.code : 0, out, err }),
      );
    });

  it.skipIf(!isLong)('prints the numbers of rows as JSON', async () => {
    const fresh = await createTestDatabase({ empty: true });
    try {
      const said = await run(['--books', '10', '--json'], { DATABASE_URL: fresh.url, DATA_DIR: dataDir });
      const { seconds, ...rest } = JSON.parse(said.out);
      expect([said.status, rest]).toEqual([0, { books: 10, chapters: 200, events: 500, likes: 50, users: 1, seed: 1 }]);
      expect(seconds).toBeGreaterThan(0);
    } finally {
      await fresh.drop();
    }
  });

  it.each([
    [['--books', '0'], 'would fill nothing'],
    [[], 'How many books?'],
    [['--books', 'ten'], 'wants a whole number'],
    [['--books', '10', '--colour', 'red'], "Unknown option '--colour'"],
    [['--books', '10', 'more'], 'Unexpected argument'],
    [['--books', '10', '--chapters', '9'], '10 books have 10 to 50000 chapters'],
    [['--books', '10', '--users', '0', '--likes', '1'], '0 users can like'],
  ])('takes no %j', (args, message) => {
    expect(() => readAsked(args)).toThrow(message);
  });

  inLong('ends with 1 for impossible options, and says why', async () => {
    const said = await run(['--books', '10', '--colour', 'red']);
    expect([said.status, said.out]).toEqual([1, '']);
    expect(said.err).toContain("Unknown option '--colour'");
  });

  inLong('refuses to fill a production site', async () => {
    const said = await run(['--books', '10'], { NODE_ENV: 'production' });
    expect(said.status).toBe(1);
    expect(said.err).toContain('NODE_ENV=production');
  });
});
