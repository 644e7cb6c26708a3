import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { estimateBooks, listAddresses, setBookHidden } from '../../features/catalog/server/catalog.ts';
import type { Db } from '../../server/db.ts';
import { languages } from '../../shared/languages.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { countFiles, idsOfFile, registerSitemap } from './sitemap.ts';

const publicUrl = 'https://comics.example';
const books = 2500;
const hiddenBook = randomUUID();
let server: TestServer;
const asked: string[] = [];

const noting = (db: Db): Db => ({
  query(sql, values) {
    asked.push(typeof sql === 'string' ? sql : sql.name);
    return db.query(sql, values);
  },
});

beforeAll(async () => {
  server = await startTestServer({
    addPages: ({ http, db }) =>
      registerSitemap({
        http,
        publicUrl,
        estimateBooks: () => estimateBooks(noting(db)),
        listBooks: (wanted) => listAddresses(noting(db), wanted),
      }),
  });
  await server.db.query(
    `insert into books (id, source_key, kind, original_language)
     select case n when 1 then $2 else gen_random_uuid() end, n, 'comic', 'en-us' from generate_series(1, $1::int) n`,
    [books, hiddenBook],
  );
  await setBookHidden(server.db, { bookId: hiddenBook, hidden: true });
  await server.db.query('analyze books');
});
afterAll(() => server.stop());

const addressesOf = (body: string) => [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1] ?? '');

describe('the sitemap of many books', () => {
  it('names files that hold every visible book once in each language', async () => {
    const files = addressesOf((await server.ask('/sitemap.xml')).body);
    expect(files).toEqual(Array.from({ length: 32 }, (_, index) => `${publicUrl}/sitemap-${index + 1}.xml`));
    const found: string[] = [];
    for (const file of files) {
      const answer = await server.ask(file.slice(publicUrl.length));
      expect(answer.statusCode).toBe(200);
      found.push(...addressesOf(answer.body));
    }
    expect(found).toHaveLength(languages.length * (books - 1 + 3));
    expect(new Set(found).size).toBe(found.length);
    expect(found.join()).not.toContain(hiddenBook);
  });

  it('refuses an unknown file without asking the database', async () => {
    await server.ask('/sitemap.xml');
    asked.length = 0;
    for (const number of ['33', '99999', '32769', '0', 'x', '1e3']) {
      const answer = await server.ask(`/sitemap-${number}.xml`);
      expect(answer.statusCode, number).toBe(404);
      expect(answer.headers['cache-control'], number).toBe('no-store');
    }
    expect(asked).toEqual([]);
  });
});

describe('the files', () => {
  it.each([
    [0, 1],
    [2000, 1],
    [2001, 32],
    [1_000_000, 16_384],
    [10_000_000_000, 32_768],
  ])('of %i books are %i', (count, files) => {
    expect(countFiles(count)).toBe(files);
  });

  it('hold every id exactly once', () => {
    const files = Array.from({ length: 8 }, (_, index) => idsOfFile(index + 1, 8));
    expect(files[0]?.from).toBe('00000000-0000-0000-0000-000000000000');
    expect(files.map(({ below }) => below)).toEqual([...files.slice(1).map(({ from }) => from), null]);
  });
});
