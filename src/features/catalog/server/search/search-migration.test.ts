import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../../../server/migrate.ts';
import { packageRoot } from '../../../../server/package-root.ts';
import { createTestDatabase, type TestDatabase } from '../../../../server/testing/database.ts';
import { searchKeys } from './search-keys.ts';

const before = mkdtempSync(join(tmpdir(), 'longstrip-migrations-'));
const migrations = join(packageRoot, 'migrations');
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  for (const name of readdirSync(migrations))
    if (name < '0011') copyFileSync(join(migrations, name), join(before, name));
  await migrate({ url: database.url, directory: before });
});
afterAll(async () => {
  await database.drop();
  rmSync(before, { recursive: true });
});

it('books that are there already are found as if they came today', async () => {
  const books = [
    { text: '剑仙传 剑仙 小辣椒comic the sea 🐉x', tags: ['悬疑', 'Own tag'], hidden: false },
    { text: 'a_b 100% \\ c*d', tags: [], hidden: true },
    { text: '', tags: [], hidden: false },
  ];
  for (const { text, tags, hidden } of books)
    await database.db.query(
      `insert into books (source_key, kind, original_language, search_text, tags, hidden, updated_at)
       values ($1, 'comic', 'en-us', $1, $2, $3, '2026-02-03')`,
      [text, tags, hidden],
    );
  await migrate({ url: database.url });
  const { rows } = await database.db.query<{ text: string; keys: string; hidden: boolean; isThatTime: boolean }>(
    `select text, keys, hidden, updated_at = '2026-02-03' as "isThatTime" from book_searches order by length(text) desc`,
  );
  const sorted = (keys: string) => keys.split(' ').sort();
  expect(rows.map((row) => ({ ...row, keys: sorted(row.keys) }))).toEqual(
    books.map(({ text, tags, hidden }) => ({
      text,
      keys: sorted(searchKeys({ text, tags })),
      hidden,
      isThatTime: true,
    })),
  );
});
