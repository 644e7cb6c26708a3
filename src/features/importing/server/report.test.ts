import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inLong } from '../../../server/testing/depth.ts';
import { makeZip } from '../../media/testing/zip.ts';
import { type ImportSite, importSiteForTests } from '../testing/import-site.ts';

const site = importSiteForTests();

async function dryRun(path: string, options: Parameters<ImportSite['run']>[1] = {}) {
  return await site.run(path, { ...options, isDryRun: true });
}

const asJson = (path: string, options: Parameters<ImportSite['run']>[1] = {}) =>
  site.report(path, { ...options, isDryRun: true });

describe('a dry run', () => {
  inLong('names old and new of each fact of a book that would change', async () => {
    await site.write({
      'b/book.yaml': 'id: b\ntitle: {en: The sea, fr: La mer}\nauthor: W\ntags: [Mystery]\nlicence: CC0\n',
      'b/cover.jpg': 1,
      'b/1/1.jpg': 2,
    });
    await site.run('b');
    await site.write({
      'b/book.yaml':
        'id: b\ntitle: {en: The ocean, fr: La mer}\nauthor: V\ntags: [Mystery, Own]\nstatus: finished\npublic_free_chapters: 1\nrecommended: true\n',
      'b/cover.jpg': 3,
    });
    const { out } = await dryRun('b');
    expect(out.split('\n').slice(0, 10)).toEqual([
      expect.stringMatching(/^The ocean: would change, 1 chapter, en-us fr-fr/),
      '  author: "W" → "V"',
      '  status: "ongoing" → "finished"',
      '  public_free_chapters: none → 1',
      '  recommended: false → true',
      '  tags: 悬疑 → 悬疑, Own',
      '  title (en-us): "The sea" → "The ocean"',
      '  cover (en-us): another picture',
      '  cover (fr-fr): another picture',
      '     1  1  ← 1, by the number in its name',
    ]);
    const { books } = await asJson('b');
    expect(books[0]?.changes).toContainEqual({ field: 'titles.en-us', from: 'The sea', to: 'The ocean' });
    expect(books[0]?.changes).toContainEqual({ field: 'author', from: 'W', to: 'V' });
    await site.run('b');
    expect((await asJson('b')).books).toMatchObject([{ state: 'unchanged', changes: [] }]);
  });

  inLong('names each chapter and page that would change, move or go', async () => {
    await site.write({
      'b/1 - a/1.jpg': 1,
      'b/1 - a/2.jpg': 2,
      'b/1 - a/3.jpg': 3,
      'b/1 - a/4.jpg': 4,
      'b/2 - b/1.jpg': 5,
      'b/3 - c/1.jpg': 6,
    });
    await site.run('b');
    await rm(join(site.library(), 'b/1 - a/4.jpg'));
    await rm(join(site.library(), 'b/3 - c'), { recursive: true });
    await site.write({ 'b/1 - a/2.jpg': 12, 'b/1 - a/9.jpg': 19 });
    expect((await dryRun('b', { isPruning: true })).out.split('\n').slice(1, 6)).toEqual([
      '     1  a  (changed)  ← 1 - a, by the number in its name',
      '          pages (en-us): new 9; replaced 2; removed 4',
      '     2  b  ← 2 - b, by the number in its name',
      '  would go: chapter 3 "c", en-us, 1 page',
      '0 new, 1 updated, 0 unchanged (dry run: nothing was written)',
    ]);
    expect((await dryRun('b')).out).toMatch(/ 3 {2}c {2}stays: not among the files\n/);
    const { books } = await asJson('b', { isPruning: true });
    expect(books[0]).toMatchObject({
      chapter_list: [
        { contents: [{ pages: { added: ['9'], replaced: ['2'], removed: ['4'] } }] },
        { state: 'unchanged' },
      ],
      removed: [{ number: 3, title: 'c', pages: 1 }],
    });
    const { out } = await site.run('b', { isPruning: true });
    expect(out).toMatch(/ removed: chapter 3 "c", en-us, 1 page\n {2}removed: of chapter 1 \(en-us\) 4\n/);
  });

  it('counts the paragraphs of a text that would change', async () => {
    await site.write({ 'b/1.txt': 'One.\n\nTwo.\n\nThree.', 'b/2.txt': 'Other.' });
    await site.run('b');
    await site.write({ 'b/1.txt': 'One.\n\nTwo, mended.\n\nThree.\n\nFour.' });
    expect((await dryRun('b')).out).toMatch(
      / 1 {2}1 {2}\(changed\).*\n {10}text \(en-us\): 2 paragraphs new, 1 gone\n/,
    );
  });

  it('says of each file what it becomes, and by which rule', async () => {
    await site.write({
      'b/book.yaml': 'id: b',
      'b/cover.jpg': 1,
      'b/1 - Salt/1.jpg': 2,
      'b/1 - Salt/2.jpg': 'no image',
      'b/Waves/1.jpg': 3,
      'b/3/chapter.yaml': 'title: Home',
      'b/3/1.jpg': 4,
      'b/4.cbz': makeZip([{ name: '1.jpg', data: 'no image' }]),
      'b/notes.nfo': 'x',
    });
    await site.run('b');
    await site.write({ 'b/1 - Salt/1.jpg': 12, 'b/1 - Salt/3.jpg': 13 });
    const { files } = await asJson('b');
    const rows = Object.fromEntries(
      files.map(({ path, becomes, change, rule }) => [path.replace(/^b\//, ''), { ...becomes, change, rule }]),
    );
    expect(rows).toMatchObject({
      'book.yaml': { as: 'metadata', book: 'id:b', change: 'same', rule: 'book_yaml' },
      'cover.jpg': { as: 'cover', chapter: null, change: 'same', rule: 'cover_name' },
      '1 - Salt/1.jpg': { as: 'page', language: 'en-us', page: 1, change: 'replaces', rule: 'number_in_name' },
      '1 - Salt/2.jpg': { change: 'left_out', rule: null },
      '1 - Salt/3.jpg': { as: 'page', page: 2, change: 'new', rule: 'number_in_name' },
      'Waves/1.jpg': { as: 'page', change: 'same', rule: 'name' },
      '3/1.jpg': { as: 'page', change: 'same', rule: 'chapter_yaml' },
      '3/chapter.yaml': { as: 'metadata', book: 'id:b', rule: 'chapter_yaml' },
      '4.cbz': { as: 'archive', rule: 'number_in_name' },
      '4.cbz/1.jpg': { change: 'left_out' },
      'notes.nfo': { change: 'passed_over' },
    });
  });

  it('counts a picture that cannot be read among the pages only where a published page stays for it', async () => {
    await site.write({ 'b/1 - Salt/1.jpg': 2, 'b/1 - Salt/2.jpg': 3, 'b/1 - Salt/3.jpg': 4 });
    await site.run('b');
    await site.write({ 'b/1 - Salt/2.jpg': 'no image', 'b/2 - Waves/1.jpg': 'no image', 'b/2 - Waves/2.jpg': 5 });
    const pages = (await asJson('b')).files.map(({ path, becomes }) => [path, becomes && { ...becomes }]);
    expect(pages).toMatchObject([
      ['b/1 - Salt/1.jpg', { page: 1 }],
      ['b/1 - Salt/3.jpg', { page: 3 }],
      ['b/2 - Waves/2.jpg', { page: 1 }],
      ['b/1 - Salt/2.jpg', null],
      ['b/2 - Waves/1.jpg', null],
    ]);
  });

  it('names the folder of a language or a volume as the rule of pictures that lie in it', async () => {
    await site.write({
      'b/en/1.jpg': 1,
      'b/fr/Tome 1/1.jpg': 2,
      'b/fr/Tome 1/2/1.jpg': 3,
      'c/1.jpg': 4,
    });
    const rules = async (name: string) =>
      Object.fromEntries((await asJson(name)).files.map(({ path, rule }) => [path, rule]));
    expect(await rules('b')).toEqual({
      'b/en/1.jpg': 'language_folder',
      'b/fr/Tome 1/1.jpg': 'volume_folder',
      'b/fr/Tome 1/2/1.jpg': 'number_in_name',
    });
    expect(await rules('c')).toEqual({ 'c/1.jpg': 'place' });
  });

  it('names what told the language of pictures as their rule where their name and place tell nothing else', async () => {
    await site.write({ 'Waves (fr)/1.jpg': 1, '海浪/1.jpg': 2, 'Waves/1.jpg': 3 });
    const rules = async (name: string) => (await asJson(name)).files.map(({ rule }) => rule);
    expect(await rules('Waves (fr)')).toEqual(['language_in_name']);
    expect(await rules('海浪')).toEqual(['script']);
    expect(await rules('Waves')).toEqual(['place']);
  });

  inLong('says nothing of what a new version only stores in another way', async () => {
    await site.write({ 'b/1/1.jpg': 1, 'b/1/2.jpg': 2, 'b/cover.jpg': 3 });
    await site.run('b');
    // As an older version stored it: images of another recipe, keys and search text of another form.
    await site.db.query(`update images set recipe = 'former'`);
    await site.db.query(`update chapters set source_key = 'n:1'`);
    await site.db.query(`update book_searches set text = 'former'`);
    expect((await dryRun('b')).out).toMatch(/^b: unchanged, 1 chapter, en-us \(2 pages to convert\)\n/);
    expect((await site.run('b')).out).toMatch(/^b: unchanged/);
    expect((await site.run('b')).out).toBe('b: unchanged, 1 chapter, en-us\n0 new, 0 updated, 1 unchanged\n');
  });
});

describe('a folder that looks like several books', () => {
  const novel = { 'novels/1.txt': 'One.', 'novels/2.txt': 'Two.' };
  inLong.each([
    [
      'of two kinds',
      { ...novel, 'comics/1/1.jpg': 1, 'comics/2/1.jpg': 2 },
      /comics \("comics"\) and novels \("novels"\)/,
    ],
    [
      'with covers',
      { 'a/cover.jpg': 1, 'a/1/1.jpg': 2, 'a/2/1.jpg': 3, 'b/cover.jpg': 4, 'b/1/1.jpg': 5, 'b/2/1.jpg': 6 },
      /cover/,
    ],
    ['in languages', { 'a/en/1/1.jpg': 1, 'a/fr/1/1.jpg': 2, 'b/en/1/1.jpg': 3 }, /editions of their own/],
  ])('%s stops and says how to make it a shelf, and --one-book goes on', async (_case, files, why) => {
    await site.write(Object.fromEntries(Object.entries(files).map(([path, content]) => [`s/${path}`, content])));
    const { status, err } = await site.run('s');
    expect(status).toBe(1);
    expect(err).toMatch(why);
    expect(err).toMatch(/left out: s: it looks like several books: .*book\.yaml.*--one-book/);
    const { rows } = await site.db.query('select 1 from books');
    expect(rows).toEqual([]);
    await site.run('s', { isOneBook: true });
    expect((await site.db.query('select 1 from books')).rows).toHaveLength(1);
  });

  inLong.each([
    [
      'volumes with covers',
      {
        'Vol 1/cover.jpg': 1,
        'Vol 1/1/1.jpg': 2,
        'Vol 1/2/1.jpg': 3,
        'Vol 2/cover.jpg': 4,
        'Vol 2/1/1.jpg': 5,
        'Vol 2/2/1.jpg': 6,
      },
    ],
    ['chapters with covers', { 'a/cover.jpg': 1, 'a/1.jpg': 2, 'b/cover.jpg': 3, 'b/1.jpg': 4 }],
    ['a novel with its pictures', { '1.txt': 'One.', '2.txt': 'Two.', 'images/1.jpg': 1, 'images/2.jpg': 2 }],
    ['a book that says it is one', { 'book.yaml': 'title: B', 'a/en/1/1.jpg': 1, 'b/en/1/1.jpg': 3 }],
  ])('is not %s', async (_case, files) => {
    await site.write(Object.fromEntries(Object.entries(files).map(([path, content]) => [`s/${path}`, content])));
    expect((await site.run('s')).err).not.toMatch(/several books/);
  });
});

describe('a folder of archives', () => {
  const archive = async (series?: string) =>
    makeZip([
      {
        name: '1.jpg',
        data: await import('../../media/testing/pictures.ts').then(({ drawPicture }) =>
          drawPicture({ width: 60, height: 80, seed: Math.floor(performance.now() * 1000) }),
        ),
      },
      ...(series ? [{ name: 'ComicInfo.xml', data: `<ComicInfo><Series>${series}</Series></ComicInfo>` }] : []),
    ]);
  const titles = async () => {
    const { rows } = await site.db.query<{ title: string; n: number }>(
      'select e.title, b.chapter_count as n from books b join editions e on e.book_id = b.id order by 1',
    );
    return rows.map(({ title, n }) => [title, n]);
  };

  inLong('of two series is two books, by their metadata', async () => {
    await site.write({
      's/a1.cbz': await archive('Salt'),
      's/a2.cbz': await archive('Salt'),
      's/b1.cbz': await archive('Waves'),
    });
    expect(await site.run('s')).toMatchObject({ status: 0 });
    expect(await titles()).toEqual([
      ['Salt', 2],
      ['Waves', 1],
    ]);
    expect((await site.run('s')).out).toMatch(/0 new, 0 updated, 2 unchanged/);
  });

  inLong('of two series is two books, by names that count twice', async () => {
    await site.write({
      's/Salt 1.cbz': await archive(),
      's/Salt 2.cbz': await archive(),
      's/Waves 1.cbz': await archive(),
      's/Waves 2.cbz': await archive(),
    });
    await site.run('s');
    expect(await titles()).toEqual([
      ['Salt', 2],
      ['Waves', 2],
    ]);
  });

  inLong('is one book where only the chapters have names', async () => {
    await site.write({
      's/1 - Salt.cbz': await archive(),
      's/2 - Salt.cbz': await archive(),
      's/3 - Waves.cbz': await archive(),
      's/Extra 1.cbz': await archive(),
    });
    await site.run('s');
    expect(await titles()).toEqual([['s', 4]]);
  });
});
