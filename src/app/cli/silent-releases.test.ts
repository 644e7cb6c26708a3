import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { eachOf } from '../../server/testing/depth.ts';
import { siteForTests } from '../testing/site.ts';
import { makeUser } from '../testing/users.ts';

const site = siteForTests();
let books = 0;
beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true); // an import says how far it is
  await makeUser(site.db, 'ada');
});
afterAll(() => {
  vi.restoreAllMocks();
});

async function run(...argv: string[]): Promise<string> {
  const { status, out, err } = await site.run(...argv);
  expect(status, err).toBe(0);
  return out;
}

async function addChapter(folder: string, { number, facts }: { number: number; facts: string }): Promise<void> {
  await mkdir(join(folder, String(number)), { recursive: true });
  await writeFile(join(folder, String(number), 'chapter.yaml'), facts);
  await writeFile(join(folder, String(number), 'text.txt'), 'Rain fell on the harbour.\n'.repeat(20));
}

/** A followed book in a folder, of which the second chapter is a draft. */
async function followedBook(): Promise<{ id: string; folder: string }> {
  books += 1;
  const folder = join(site.dataDir, `book-${books}`);
  await addChapter(folder, { number: 1, facts: 'title: One\npublished_at: 2001-01-01T00:00:00Z\n' });
  await addChapter(folder, { number: 2, facts: 'title: Two\npublished_at: draft\n' });
  await writeFile(join(folder, 'book.yaml'), `id: book-${books}\ntitle: Book ${books}\n`);
  await run('import', folder);
  const { rows } = await site.db.query<{ id: string }>(
    `insert into follows (user_id, book_id, followed_at)
     select u.id, b.id, now() - interval '1 hour' from users u, books b
     where not exists (select from follows f where f.book_id = b.id) returning book_id as id`,
  );
  return { id: rows[0]?.id ?? '', folder };
}

const releases: [string, (book: { id: string; folder: string }, ...silent: string[]) => Promise<unknown>][] = [
  ['book publish', ({ id }, ...silent) => run('book', 'publish', id, '2', ...silent)],
  [
    'book schedule',
    async ({ id }, ...silent) => {
      await run('book', 'schedule', id, '2', new Date(Date.now() + 86_400_000).toISOString(), ...silent);
      await site.db.query(
        `update chapter_editions set published_at = now() - interval '1 second'
         where published_at > now() and chapter_id in (select id from chapters where book_id = $1)`,
        [id],
      );
      await site.db.query("update books set next_change_at = now() - interval '1 second' where id = $1", [id]);
    },
  ],
  [
    'import',
    async ({ folder }, ...silent) => {
      await rm(join(folder, '2'), { recursive: true });
      await addChapter(folder, { number: 2, facts: `title: Two\npublished_at: ${new Date().toISOString()}\n` });
      await run('import', folder, ...silent);
    },
  ],
];

eachOf(releases.toReversed(), 1)('%s tells followers, and with --silent nobody', async (_, release) => {
  const told = async () => JSON.parse(await run('notices', 'send', '--json')).new_chapter;
  await release(await followedBook());
  expect(await told()).toBe(1);
  const quiet = await followedBook();
  await release(quiet, '--silent');
  expect(await told()).toBe(0);
  const { rows } = await site.db.query('select chapter_count from books where id = $1', [quiet.id]);
  expect(rows).toEqual([{ chapter_count: 2 }]);
});
