import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { runCommandLine } from '../../../app/cli/cli.ts';
import { createTestDatabase, type TestDatabase } from '../../../server/testing/database.ts';
import { makeBook } from '../testing/books.ts';

let database: TestDatabase;
let databaseUrl: string;
let dataDir: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const { rows } = await database.db.query<{ name: string }>('select current_database() as name');
  const address = new URL(inject('maintenanceUrl'));
  address.pathname = `/${rows[0]?.name}`;
  databaseUrl = address.href;
  dataDir = mkdtempSync(join(tmpdir(), 'longstrip-books-'));
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  await database.db.query('truncate books cascade');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function run(...argv: string[]): Promise<{ status: number; lines: string[] }> {
  vi.stubEnv('DATABASE_URL', databaseUrl);
  vi.stubEnv('DATA_DIR', dataDir);
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line));
  const status = await runCommandLine(['node', 'longstrip', '--quiet', ...argv]);
  return { status, lines };
}

describe('longstrip book list', () => {
  it('says so where there are no books', async () => {
    expect(await run('book', 'list')).toEqual({ status: 0, lines: [expect.stringContaining('longstrip import')] });
    expect(await run('book', 'list', '--json')).toEqual({ status: 0, lines: ['[]'] });
  });

  it('shows the ids that hide and show need, and which books are hidden', async () => {
    const sea = await makeBook(database.db, {
      author: 'Ada',
      titles: { 'en-us': 'The \u001b[2Jsea', 'zh-cn': '海' },
      chapters: 2,
    });
    const wind = await makeBook(database.db, { author: 'Ada', titles: { 'en-us': 'Wind' }, chapters: 1 });
    expect(await run('book', 'hide', wind.id)).toMatchObject({ status: 0 });
    const { lines } = await run('book', 'list');
    expect(lines.sort()).toEqual(
      [
        `${sea.id}  comic     2  en-us zh-cn  The �[2Jsea, Ada`,
        `${wind.id}  comic     1  en-us  Wind, Ada  (hidden)`,
      ].sort(),
    );
    const listed = JSON.parse((await run('book', 'list', '--json')).lines.join('')) as { book_uuid: string }[];
    expect(listed.find(({ book_uuid }) => book_uuid === sea.id)).toEqual({
      book_uuid: sea.id,
      title: 'The \u001b[2Jsea',
      author: 'Ada',
      kind: 'comic',
      languages: ['en-us', 'zh-cn'],
      chapter_count: 2,
      hidden: false,
      updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });
});
