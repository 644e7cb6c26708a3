import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EpubCheck } from '@likecoin/epubcheck-ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import type { DbPool } from '../../../server/database/db.ts';
import { readStored } from '../../../server/store/file-store.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { folderForTests } from '../../../server/testing/folder.ts';
import { paths } from '../../../shared/paths.ts';
import { type ImportSite, openImportSite } from '../../importing/testing/import-site.ts';
import { drawPicture } from '../../media/testing/pictures.ts';
import { makeZip } from '../../media/testing/zip.ts';
import type { ExportFormat } from '../rules.ts';
import { openExport } from './exporting.ts';
import { writeExport } from './write-export.ts';
import { zipOf } from './zip-of.ts';

let site: ImportSite;
let other: ImportSite;
const home = folderForTests();
beforeAll(async () => {
  [site, other] = await Promise.all([openImportSite(), openImportSite()]);
});
afterAll(() => Promise.all([site.close(), other.close()]));

const publicUrl = 'https://x.example';

async function opened(format: ExportFormat, language: 'zh-cn' | null = null) {
  const { rows } = await site.db.query<{ id: string }>('select id from books');
  const found = await openExport(site, { bookId: rows[0]?.id ?? '', language, format, publicUrl });
  if (typeof found === 'string') throw new Error(found);
  return found;
}

async function exported(name: string, format: ExportFormat = 'folder', language: 'zh-cn' | null = null) {
  const target = join(home, name);
  await writeExport(target, await opened(format, language));
  return target;
}

async function namesInZip(bytes: Buffer): Promise<string[]> {
  const names: string[] = [];
  for await (const { fileName } of (await fromBufferPromise(bytes)).eachEntry()) names.push(fileName);
  return names;
}

/** All that a book is, but its ids and what the site counts. */
async function factsOf(db: DbPool): Promise<unknown> {
  const { rows } = await db.query(`
    select to_jsonb(b) - array['id', 'created_at', 'updated_at', 'first_published_at'] as book,
      (select jsonb_agg(jsonb_build_object('language', language, 'title', title, 'introduction', introduction,
         'text_language', text_language,
         'cover', (select encode(source_hash, 'hex') from images where id = cover_image_id)) order by language)
       from editions where book_id = b.id) as editions,
      (select jsonb_agg(jsonb_build_object('number', number, 'place', coalesce(place, number), 'own', has_own_date,
         'created', case when has_own_date then created_at end, 'access', access, 'free_at', free_at, 'season', season,
         'label', label,
         'editions', (select jsonb_agg(jsonb_build_object('language', e.language, 'title', title, 'content', has_content,
           'at', case when e.published_at = '-infinity' then c.created_at else e.published_at end,
           'blocks', (select jsonb_agg(block - 'imageId' order by at) from jsonb_array_elements(e.blocks) with ordinality as t(block, at)),
           'cover', (select encode(source_hash, 'hex') from images where id = e.cover_image_id),
           'pages', (select jsonb_agg(jsonb_build_array(p.page, p.source_key, (select encode(source_hash, 'hex') from images where id = p.image_id)) order by position)
             from pages p where p.chapter_id = c.id and p.language = e.language)) order by e.language)
           from chapter_editions e where e.chapter_id = c.id)) order by coalesce(place, number))
       from chapters c where book_id = b.id and gone_key is null) as chapters
    from books b`);
  return rows;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

const bookPaper = `
title: { en-us: "Pepper & Salt: 1", zh-cn: 红伞 }
introduction: { en-us: "Line one\\nLine two", zh-cn: 一个女孩 }
author: Ada Example
original_language: zh-cn
tags: [现代都市, Mystery]
aliases: { zh-cn: [西遊記], en-us: [Monkey] }
public_free_chapters: 1
early_access_days: 14
show_schedule: true
preview: none
downloads: members
recommended: true
status: hiatus
rating: teen
licence: CC BY 4.0
attribution: Drawn by Ada
`;

async function comesBack(target: string, err = ''): Promise<void> {
  const before = await factsOf(site.db);
  const back = await site.run(target);
  expect(back).toEqual({ status: 0, err, out: expect.stringMatching(/^[^\n]*: unchanged/) });
  expect(await factsOf(site.db)).toEqual(before);
  expect(await other.run(target)).toMatchObject({ status: 0, err });
  expect(await factsOf(other.db)).toEqual(before);
}

const ahead = new Date(Date.now() + 20 * 86_400_000).toISOString();

inLong('a comic in two languages goes out and comes back as it was, also into this site', async () => {
  await site.write({
    'b/book.yaml': `${bookPaper}layout: pages\nreading_direction: rtl\n`,
    'b/zh/cover.jpg': 1,
    'b/zh/01/3.jpg': 2,
    'b/zh/01/20.jpg': 3,
    'b/zh/01/chapter.yaml': 'title: { zh: 一, en: One }\ncreated_at: 2026-01-02T03:04:05Z\nlabel: ½\nseason: 2',
    'b/zh/02/a.jpg': 4,
    'b/zh/02/chapter.yaml': 'title: { zh: 二 }\naccess: free\npublished_at: 2026-02-02T00:00:00Z',
    'b/zh/03/a.jpg': 5,
    'b/zh/03/chapter.yaml': `title: { zh: 三 }\nfree_at: ${ahead}\npublished_at: ${ahead}`,
    'b/zh/04/a.jpg': 6,
    'b/zh/04/chapter.yaml': 'title: { zh: 四 }\naccess: members\npublished_at: draft',
    'b/en/01/3.jpg': 4,
    'b/en/03/cover.jpg': 1,
    'b/en/03/a.jpg': 3,
    'b/en/03/chapter.yaml': 'title: Three\npublished_at: draft',
  });
  expect(await site.run('b')).toMatchObject({ status: 0, err: '' });
  const target = await exported('comic');
  expect(await filesIn(target)).toEqual([
    ...['book.yaml', 'en-us/0001/3.jpg', 'en-us/0001/chapter.yaml', 'en-us/0003/a.jpg', 'en-us/0003/chapter.yaml'],
    ...['en-us/0003/cover.jpg', 'en-us/cover.jpg', 'zh-cn/0001/20.jpg', 'zh-cn/0001/3.jpg', 'zh-cn/0001/chapter.yaml'],
    ...['zh-cn/0002/a.jpg', 'zh-cn/0002/chapter.yaml', 'zh-cn/0003/a.jpg', 'zh-cn/0003/chapter.yaml'],
    ...['zh-cn/0004/a.jpg', 'zh-cn/0004/chapter.yaml', 'zh-cn/cover.jpg'],
  ]);
  const [out, given] = [join(target, 'zh-cn/0001/20.jpg'), join(site.library(), 'b/zh/01/20.jpg')];
  expect(await readFile(out)).toEqual(await readFile(given));
  await comesBack(target);
  const archives = await exported('archives', 'cbz', 'zh-cn');
  expect(await filesIn(archives)).toEqual(['0001 - 一.cbz', '0002 - 二.cbz', '0003 - 三.cbz', '0004 - 四.cbz']);
  const names = await namesInZip(await readFile(join(archives, '0001 - 一.cbz')));
  expect(names).toEqual(['ComicInfo.xml', '3.jpg', '20.jpg']);
  // Both pages become tiles of one strip, whose original is not kept.
  await site.db.query(`update pages set source_key = '3' where source_key = '20'`);
  await site.db.query('update images set source_hash = sha256(id::text::bytea)');
  const tiles = (await filesIn(await exported('tiles', 'folder', 'zh-cn'))).filter((name) => /0001\/\d/.test(name));
  expect(tiles).toEqual(['zh-cn/0001/0001.webp', 'zh-cn/0001/0002.webp']);
});

it('a novel in two languages goes out and comes back as it was', async () => {
  await Promise.all([site.reset(), other.reset()]);
  const text = [
    [
      '<p>One <em>two</em> <strong>three</strong><br/>four &amp; &lt;five&gt;</p><h3>Six</h3><blockquote><p>Seven</p></blockquote>',
    ],
    ['<hr/><p><ruby>漢<rt>かん</rt></ruby> and <a data-footnote="A note&#10;of two lines">*</a></p>'],
    ['<p><math><mfrac><mi>a</mi><mi>b</mi></mfrac></math></p><ul><li>Eight<ul><li>Nine</li></ul></li></ul>'],
    [
      '<p>Enough words that the picture does not count as a comic.</p><figure><img src="p.jpg" alt="A &quot;map&quot;"/></figure>',
    ],
  ].join('');
  await site.write({
    'n/book.yaml': `${bookPaper}kind: novel\n`,
    'n/zh/01/text.html': text,
    'n/zh/01/p.jpg': 2,
    'n/zh/01/chapter.yaml': 'title: { zh: 一, en: One }\ncreated_at: 2026-01-02T03:04:05Z',
    'n/zh/02/text.md': '风暴来了。\n\n第二段。',
    'n/zh/02/chapter.yaml': `title: 二\npublished_at: ${ahead}\naccess: members`,
    'n/en/01.md': 'The storm came.\n\n> It was late.',
  });
  expect(await site.run('n')).toMatchObject({ status: 0, err: '' });
  const target = await exported('novel');
  expect(await filesIn(target)).toEqual([
    ...['book.yaml', 'en-us/0001/chapter.yaml', 'en-us/0001/text.html', 'zh-cn/0001/chapter.yaml', 'zh-cn/0001/p1.jpg'],
    ...['zh-cn/0001/text.html', 'zh-cn/0002/chapter.yaml', 'zh-cn/0002/text.html'],
  ]);
  await comesBack(target);
  const tagged = async (tag: string) => {
    await site.db.query("update editions set text_language = $1 where language = 'zh-cn'", [tag]);
    await other.reset();
    return exported(`novel-${tag}`);
  };
  const traditional = await tagged('zh-Hant');
  expect(await filesIn(traditional)).toContain('zh-Hant/0001/text.html');
  await comesBack(traditional);
  // A folder cannot name a language that the site lacks: another site hears of the original alone, this one knows it.
  const japanese = await tagged('ja');
  const before = await factsOf(site.db);
  expect(await site.run(japanese)).toMatchObject({ status: 0, out: expect.stringMatching(/: unchanged/) });
  expect(await factsOf(site.db)).toEqual(before);
  await site.db.query('update editions set text_language = null');
});

inLong('a book that was renamed by hand, or made by hand, comes back as itself', async () => {
  const keys = async () => (await site.db.query('select id, source_key from books')).rows;
  await site.db.query(`update editions set title = title || '!'`);
  await site.db.query(`update books set author = 'Bo', edited = '{titles.zh-cn,titles.en-us,author}'`);
  const before = await keys();
  expect(await site.run(await exported('renamed'))).toMatchObject({
    status: 0,
    out: expect.stringMatching(/: unchanged/),
  });
  expect(await keys()).toEqual(before);
  await site.db.query(`update books set source_key = 'studio:' || id`);
  expect(await site.run(await exported('by-hand'))).toMatchObject({ out: expect.stringMatching(/: unchanged/) });
  expect(await keys()).toHaveLength(1);
  await site.db.query(`update editions set title = rtrim(title, '!')`);
});

inLong('goes out as EPUB without a fault, drafts and scheduled chapters too', async () => {
  const target = await exported('epub', 'epub');
  const [name = ''] = await filesIn(target);
  expect(name).toBe('红伞.epub');
  const bytes = await readFile(join(target, name));
  const { messages } = await EpubCheck.validate(bytes);
  expect(messages.filter(({ severity }) => severity === 'error' || severity === 'fatal')).toEqual([]);
  expect(await namesInZip(bytes)).toEqual(expect.arrayContaining(['c1.xhtml', 'c2.xhtml']));
});

it('goes out in no form that its kind does not have, nor in a language that it lacks', async () => {
  const { rows } = await site.db.query<{ id: string }>('select id from books');
  const [book] = rows;
  const asked = { bookId: book?.id ?? '', format: 'folder', language: null, publicUrl: '' } as const;
  expect(await openExport(site, { ...asked, format: 'cbz' })).toBe('unfit');
  expect(await openExport(site, { ...asked, language: 'fr-fr' })).toBe('unfit');
  expect(await openExport(site, { ...asked, bookId: randomUUID() })).toBe('unknown');
});

it('goes into a folder that is made for it, and leaves any other as it is', async () => {
  const target = join(home, 'full');
  await mkdir(target);
  await writeFile(join(target, 'mine.txt'), 'mine');
  await expect(exported('full')).rejects.toThrow('holds something already');
  expect(await filesIn(target)).toEqual(['mine.txt']);
  const breaks = {
    name: '',
    async *files() {
      yield { path: 'a', open: () => Promise.reject(new Error('gone')) };
    },
  };
  await expect(writeExport(join(home, 'broken'), breaks)).rejects.toThrow('gone');
  await expect(filesIn(join(home, 'broken'))).rejects.toThrow('ENOENT');
});

it('a comic that went out as CBZ comes back as itself: all files, some of them, and what programs were given', async () => {
  await site.reset();
  await site.write({
    'c/book.yaml': `${bookPaper}id: pepper\n`,
    'c/zh/01/3.jpg': 1,
    'c/zh/01/20.jpg': 2,
    'c/zh/01/chapter.yaml': 'title: 一\ncreated_at: 2026-01-02T03:04:05Z\nlabel: 10.5',
    'c/zh/02/a.jpg': 4,
    'c/zh/02/chapter.yaml': 'published_at: draft',
    'c/en/02/a.jpg': 5,
  });
  expect(await site.run('c')).toMatchObject({ status: 0, err: '' });
  const before = await factsOf(site.db);
  const target = await exported('cbz', 'cbz');
  const [english = '', ...chinese] = (await filesIn(target)).map((name) => join(target, name));
  const zip = zipOf((await opened('cbz')).files());
  await writeFile(join(home, 'whole.zip'), Buffer.concat(await zip.toArray()));
  // What programs are given: the pages as they were made, under other names.
  const { rows } = await site.db.query<{ chapter_id: string; image_id: string }>(
    `select chapter_id, image_id from pages where language = 'zh-cn' order by source_key = '3' desc, source_key limit 2`,
  );
  const { rows: books } = await site.db.query<{ id: string }>('select id from books');
  const chapter = { bookUuid: books[0]?.id ?? '', chapterUuid: rows[0]?.chapter_id ?? '', number: 1 };
  const web = `${publicUrl}${paths.chapter(chapter)}?lang=zh-cn`;
  const info = `<ComicInfo><Series>红伞</Series><Number>10.5</Number><Year>2020</Year><Web>${web}</Web></ComicInfo>`;
  await writeFile(join(home, 'a.jpg'), 'a JPEG');
  const imageKey = (id: string, name: string) => `images/${id.slice(0, 2)}/${id}/${name}`;
  const [first = '', second = ''] = rows.map(({ image_id: id }) => id);
  await site.media.store.put([{ key: imageKey(second, 'w60.jpg'), path: join(home, 'a.jpg') }]);
  const given = [
    { name: 'ComicInfo.xml', data: info },
    { name: '001.webp', data: (await readStored(site.media.store, imageKey(first, 'w60.webp'))) ?? '' },
    { name: '002.jpg', data: 'a JPEG' },
  ];
  await writeFile(join(home, 'given.cbz'), makeZip(given));
  for (const given of [[target], [english], chinese, chinese.slice(1, 2), [join(home, 'given.cbz')]]) {
    const back = await site.run('', { paths: given });
    expect([given, back]).toEqual([given, { status: 0, err: '', out: expect.stringMatching(/^[^\n]*: unchanged/) }]);
  }
  expect(await factsOf(site.db)).toEqual(before);
  expect(await site.run(join(home, 'whole.zip'))).toMatchObject({
    ...{ status: 1, err: expect.stringContaining('a whole book; unpack it') },
  });
  // With another page it is what it says.
  await writeFile(
    join(home, 'given.cbz'),
    makeZip([...given.slice(0, 2), { name: '002.jpg', data: await drawPicture({ width: 60, height: 80, seed: 9 }) }]),
  );
  expect(await site.run(join(home, 'given.cbz'))).toMatchObject({ out: expect.stringContaining('updated') });
});

inLong('a folder goes on as before where its export came back in between', async () => {
  await Promise.all([site.reset(), other.reset()]);
  const given = {
    'g/book.yaml': 'title: Going on\nauthor: Ada',
    'g/Vol 1/01 - Dawn/a.jpg': 1,
    'g/Vol 1/02 - Noon/a.jpg': 2,
    'g/Vol 2/03/a.jpg': 3,
  };
  await site.write(given);
  expect(await site.run('g')).toMatchObject({ status: 0, err: '' });
  expect(await site.run(await exported('going-on'))).toMatchObject({ out: expect.stringMatching(/: unchanged/) });
  await site.write({ 'g/Vol 2/04 - Night/a.jpg': 4 });
  const ids = async () => (await site.db.query('select id from chapters order by number')).rows;
  const before = await ids();
  expect(await site.run('g')).toMatchObject({ status: 0, out: expect.stringMatching(/1 chapter added|added 1/) });
  expect((await ids()).slice(0, 3)).toEqual(before);
  expect(await ids()).toHaveLength(4);
  expect(await site.run(await exported('gone-on'))).toMatchObject({ out: expect.stringMatching(/: unchanged/) });
  expect(await site.run('g')).toMatchObject({ out: expect.stringMatching(/: unchanged/) });
});
