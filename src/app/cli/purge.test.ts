import { rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { drawPicture } from '../../features/media/testing/pictures.ts';
import { eachOf, inLong } from '../../server/testing/depth.ts';
import { folderForTests } from '../../server/testing/folder.ts';
import { runCommand, siteForTests } from '../testing/site.ts';

const cdn = 'https://cdn.example';
const folder = folderForTests();
let pictures: Buffer[];
const site = siteForTests();
beforeAll(async () => {
  pictures = await Promise.all([1, 2, 3, 4, 5, 6].map((seed) => drawPicture({ width: 300, height: 400, seed })));
});
beforeEach(async () => {
  await site.db.query('delete from books');
  rmSync(folder, { recursive: true });
});

interface Given {
  title?: string;
  free?: number;
  book?: string;
  /** The lines of each chapter's file, by its number. */
  chapters?: Record<number, string>;
  /** The pictures of the chapters, each its only page. */
  pages?: number[];
}

async function write(given: Given): Promise<void> {
  const { title = 'Salt', free = 2, book = '', chapters = {}, pages = [1, 2, 3, 4] } = given;
  const home = join(folder, title);
  for (const [number, yaml] of Object.entries({ 1: '', 2: '', 3: '', ...chapters })) {
    await mkdir(join(home, number), { recursive: true });
    await writeFile(join(home, number, '1.jpg'), pictures[(pages[Number(number) - 1] ?? 1) - 1] ?? '');
    await writeFile(join(home, number, 'chapter.yaml'), `title: Part ${number}\n${yaml}\n`);
  }
  await writeFile(join(home, 'book.yaml'), `title: ${title}\npublic_free_chapters: ${free}\n${book}\n`);
}

function runImport(title = 'Salt', ...options: string[]) {
  const settings = { DATABASE_URL: site.url, DATA_DIR: site.dataDir, MEDIA_PUBLIC_URL: cdn };
  return runCommand(settings, ['import', '--avif', 'later', ...options, join(folder, title)]);
}

/** Imports, and returns the chapters whose pages are among the addresses that are to be purged. */
async function bringIn(given: Given, ...options: string[]): Promise<number[]> {
  await write(given);
  const { status, out, err } = await runImport(given.title, ...options);
  expect({ status, err: options.includes('--json') ? '' : err }).toEqual({ status: 0, err: '' });
  const { rows } = await site.db.query<{ id: string; chapter: number }>(
    `select distinct p.image_id as id, c.number as chapter from pages p join chapters c on c.id = p.chapter_id
     join books b on b.id = c.book_id join editions e on e.book_id = b.id where e.title = $1 order by 2`,
    [given.title ?? 'Salt'],
  );
  const said = `${out}${err}`;
  const named = rows.filter(({ id }) => said.includes(`${cdn}/media/${id}/`)).map(({ chapter }) => chapter);
  if (named.length === 0) expect(said).not.toContain(cdn);
  return named;
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe('an import on a site with a CDN prints the addresses of what visitors lose', () => {
  eachOf<[string, Given, Given, number[]]>(
    [
      ['fewer free chapters', {}, { free: 1 }, [2]],
      ['a chapter for members', {}, { chapters: { 2: 'access: members' } }, [2]],
      [
        'a chapter that was free beyond the rule',
        { chapters: { 3: 'access: free' } },
        { chapters: { 3: 'access: rule' } },
        [3],
      ],
      [
        'a chapter that was to be free since, and now later',
        { chapters: { 3: `access: members\nfree_at: ${inDays(-2)}` } },
        { chapters: { 3: `access: members\nfree_at: ${inDays(9)}` } },
        [3],
      ],
      ['a longer early access', { book: 'early_access_days: 0' }, { book: 'early_access_days: 30' }, [3]],
    ],
    1,
  )('by %s', async (_, before, after, lost) => {
    expect(await bringIn(before)).toEqual([]);
    expect(await bringIn(after)).toEqual(lost);
    expect(await bringIn(after)).toEqual([]);
  });

  inLong('on standard error where the report is JSON', async () => {
    await bringIn({});
    expect(await bringIn({ chapters: { 2: 'access: members' } }, '--json')).toEqual([2]);
  });

  eachOf<[string, Given]>(
    [
      ['the same files', {}],
      ['another author', { book: 'author: Ada' }],
      ['a chapter more', { chapters: { 4: '' } }],
      ['a chapter that is now free', { chapters: { 3: 'access: free' } }],
      ['a chapter for members that was for them before', { chapters: { 3: 'access: members' } }],
    ],
    1,
  )('and none by %s', async (_, after) => {
    await bringIn({});
    expect(await bringIn(after)).toEqual([]);
  });

  inLong('and none of a page that another book shows to all', async () => {
    const pepper = { title: 'Pepper', pages: [5, 2, 6] };
    await bringIn({});
    await bringIn(pepper);
    expect(await bringIn({ chapters: { 2: 'access: members' } })).toEqual([]);
    expect(await bringIn({ ...pepper, chapters: { 2: 'access: members' } })).toEqual([2]);
  });

  inLong('and none of a book that is hidden', async () => {
    await bringIn({});
    const { rows } = await site.db.query<{ id: string }>('select id from books');
    expect((await site.run('book', 'hide', rows[0]?.id ?? '')).status).toBe(0);
    expect(await bringIn({ chapters: { 2: 'access: members' } })).toEqual([]);
  });

  inLong('of a page that was replaced, since visitors have another one now', async () => {
    await bringIn({});
    const { rows } = await site.db.query<{ id: string }>(
      'select p.image_id as id from pages p join chapters c on c.id = p.chapter_id where c.number = 1',
    );
    await write({ pages: [5, 2, 3] });
    const { out } = await runImport();
    expect(out).toContain(`${cdn}/media/${rows[0]?.id}/`);
  });
});
