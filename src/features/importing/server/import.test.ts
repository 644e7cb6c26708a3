import { createHash } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, symlink, truncate, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../../server/config/log.ts';
import type { DbPool } from '../../../server/database/db.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { encodePendingAvif } from '../../media/server/jobs.ts';
import { describeImages } from '../../media/server/media.ts';
import { mediaFolders } from '../../media/testing/files.ts';
import { movingAvif } from '../../media/testing/moving-avif.ts';
import { drawPicture } from '../../media/testing/pictures.ts';
import { makeZip } from '../../media/testing/zip.ts';
import { type ImportSite, importSiteForTests } from '../testing/import-site.ts';
import { importCommand } from './importing.ts';

const site = importSiteForTests();
const folders = () => mediaFolders(site.dataDir);

/** The published catalogue: languages, titles and pages of books and chapters (pages by the start of their hash). */
async function catalogue() {
  const { rows } = await site.db.query<{
    book: string;
    number: number;
    language: string;
    title: string;
    pages: string[] | null;
    blocks: unknown;
  }>(
    `select e.title as book, c.number, ce.language, ce.title, ce.blocks,
       (select array_agg(left(encode(i.source_hash, 'hex'), 8) order by p.position)
        from pages p join images i on i.id = p.image_id
        where p.chapter_id = c.id and p.language = ce.language) as pages
     from books b join editions e on e.book_id = b.id and e.language = b.original_language
     join chapters c on c.book_id = b.id join chapter_editions ce on ce.chapter_id = c.id
     order by book, c.number, ce.language`,
  );
  return rows.map((row) => [row.book, row.number, row.language, row.title, row.pages ?? row.blocks]);
}

async function marks(...seeds: number[]): Promise<string[]> {
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  return await Promise.all(seeds.map(async (seed) => hash(await site.picture(seed))));
}

const snapshot = `select b.xmin::text as book, c.xmin::text as chapter, e.xmin::text as edition, p.xmin::text as page, p.*
  from books b join chapters c on c.book_id = b.id join chapter_editions e on e.chapter_id = c.id
  join pages p on p.chapter_id = c.id order by c.number, p.position`;

describe('an import', () => {
  it('publishes a folder of chapters with its metadata', async () => {
    await site.write({
      'b/book.yaml':
        'title: {en: The sea, zh: 海}\nintroduction: Salt\nauthor: W\ntags: [Mystery, Own]\nstatus: finished\npublic_free_chapters: 1\nlicence: CC0\n',
      'b/cover.jpg': 9,
      'b/2 - Waves/1.jpg': 3,
      'b/1 - Salt/2.jpg': 2,
      'b/1 - Salt/10.jpg': 4,
      'b/1 - Salt/1.jpg': 1,
      'b/1 - Salt/chapter.yaml': 'created_at: 2020-05-06',
      'b/.DS_Store': 'x',
      'b/about.nfo': 'x',
    });
    expect(await site.run('b')).toMatchObject({ status: 0, err: '' });
    expect(await catalogue()).toEqual([
      ['The sea', 1, 'en-us', 'Salt', await marks(1, 2, 4)],
      ['The sea', 2, 'en-us', 'Waves', await marks(3)],
    ]);
    const { rows } = await site.db.query(
      `select kind, author, status, public_free_chapters, licence, tags, b.chapter_count, s.text as search_text
       from books b join book_searches s on s.book_id = id`,
    );
    expect(rows).toEqual([
      {
        kind: 'comic',
        author: 'W',
        status: 'finished',
        public_free_chapters: 1,
        licence: 'CC0',
        tags: ['悬疑', 'Own'],
        chapter_count: 2,
        search_text: expect.stringMatching(/the sea.*海.*misterio.*salt/s),
      },
    ]);
    const { rows: editions } = await site.db.query<{
      language: string;
      title: string;
      introduction: string;
      kind: string;
    }>(
      'select e.language, e.title, e.introduction, i.kind from editions e join images i on i.id = cover_image_id order by 1',
    );
    expect(editions).toEqual([
      { language: 'en-us', title: 'The sea', introduction: 'Salt', kind: 'cover' },
      { language: 'zh-cn', title: '海', introduction: 'Salt', kind: 'cover' },
    ]);
    const { rows: chapters } = await site.db.query('select created_at from chapters where number = 1');
    expect(chapters).toEqual([{ created_at: new Date('2020-05-06T00:00:00Z') }]);
  });

  it('converts a file with many names once, and tells one such file from another', async () => {
    await site.write({ 'b/en/1/1.jpg': 31, 'b/en/1/2.jpg': 32, 'b/fr/1/3.jpg': 33 });
    await link(join(site.library(), 'b/en/1/1.jpg'), join(site.library(), 'b/fr/1/1.jpg'));
    await link(join(site.library(), 'b/en/1/2.jpg'), join(site.library(), 'b/fr/1/2.jpg'));
    const { out } = await site.run('b', { isJson: true });
    expect(JSON.parse(out).books).toMatchObject([{ pages: { converted: 3, reused: 0 } }]);
    expect(await catalogue()).toEqual([
      ['b', 1, 'en-us', '1', await marks(31, 32)],
      ['b', 1, 'fr-fr', '1', await marks(31, 32, 33)],
    ]);
  });

  inLong('a second time changes nothing and converts nothing', async () => {
    await site.write({ 'b/1/1.jpg': 1, 'b/2.cbz': makeZip([{ name: 'x/1.jpg', data: await site.picture(2) }]) });
    await site.run('b');
    const before = await site.db.query(snapshot);
    const filesBefore = await readdir(folders().images, { recursive: true });
    const again = await site.run('b');
    expect(again).toMatchObject({ status: 0, err: '' });
    expect(again.out).toMatch(/unchanged/);
    expect(again.out).not.toMatch(/converted/);
    expect((await site.db.query(snapshot)).rows).toEqual(before.rows);
    expect(await readdir(folders().images, { recursive: true })).toEqual(filesBefore);
  });

  inLong('adds what is new in its place and replaces what changed', async () => {
    await site.write({ 'b/1/1.jpg': 1, 'b/1/2.jpg': 2, 'b/3/1.jpg': 3 });
    await site.run('b');
    const { rows: before } = await site.db.query<{ id: string }>('select id from chapters order by number');
    await site.write({ 'b/1/2.jpg': 7, 'b/1/1a.jpg': 8, 'b/2/1.jpg': 4 });
    expect((await site.run('b')).out).toMatch(/1 chapter added, 1 changed/);
    expect(await catalogue()).toEqual(
      [
        ['B', 1, 'en-us', '1', await marks(1, 8, 7)],
        ['B', 2, 'en-us', '2', await marks(4)],
        ['B', 3, 'en-us', '3', await marks(3)],
      ].map(([, ...rest]) => ['b', ...rest]),
    );
    const { rows: after } = await site.db.query<{ id: string }>('select id from chapters order by number');
    expect([after[0], after[2]]).toEqual(before);
  });

  inLong('keeps what is gone, unless it prunes', async () => {
    await site.write({ 'b/1/1.jpg': 1, 'b/1/2.jpg': 2, 'b/2/1.jpg': 3, 'b/3/1.jpg': 4 });
    await site.run('b');
    await rm(join(site.library(), 'b/2'), { recursive: true });
    await rm(join(site.library(), 'b/1/1.jpg'));
    expect((await site.run('b')).out).toMatch(/unchanged/);
    expect((await catalogue()).map(([, number]) => number)).toEqual([1, 2, 3]);
    const pruned = await site.run('b', { isPruning: true, isDryRun: true, isJson: true });
    expect(JSON.parse(pruned.out).books).toMatchObject([{ chapters: { removed: 1 }, pages: { removed: 1 } }]);
    expect((await site.run('b', { isPruning: true })).out).toMatch(/1 removed, 1 page removed/);
    expect(await catalogue()).toEqual([
      ['b', 1, 'en-us', '1', await marks(2)],
      ['b', 2, 'en-us', '3', await marks(4)],
    ]);
  });

  inLong('mentions a date in the future, which keeps nothing back', async () => {
    await site.write({ 'b/1 - Salt/1.jpg': 1, 'b/1 - Salt/chapter.yaml': 'created_at: 2126-05-06', 'b/2/1.jpg': 2 });
    const { status, err } = await site.run('b');
    expect({ status, err }).toEqual({
      status: 0,
      err: 'note: b: created_at of chapter "Salt" is in the future (2126-05-06T00:00:00.000Z): readers see it at once\n',
    });
    expect(JSON.parse((await site.run('b', { isJson: true })).out).notes).toEqual([
      { path: join(site.library(), 'b'), cause: expect.stringContaining('2126-05-06') },
    ]);
    expect((await catalogue()).map(([, number]) => number)).toEqual([1, 2]);
  });

  it('as a dry run says what would change and writes nothing', async () => {
    await site.write({ 'b/1/1.jpg': 41, 'b/1/2.jpg': 'no image' });
    const filesBefore = await readdir(folders().images, { recursive: true }).catch(() => []);
    const dry = await site.run('b', { isDryRun: true });
    expect(dry.out).toMatch(/would be new, 1 chapter,.*1 page to convert.*nothing was written/s);
    expect(dry).toMatchObject({ status: 1, err: 'left out: b/1/2.jpg: not an image\n' });
    expect(await catalogue()).toEqual([]);
    expect(await readdir(folders().images, { recursive: true }).catch(() => [])).toEqual(filesBefore);
  });

  inLong(
    'as a dry run names what an import would, and shows the order, also where an archive comes first',
    async () => {
      await site.write({
        'b/1.cbz': makeZip([{ name: '1.jpg', data: await site.picture(42) }]),
        'b/2 - Waves/1.jpg': 43,
        'b/2 - Waves/2.jpg': (await drawPicture({ width: 400, height: 400 })).subarray(0, 2500),
      });
      const { status, out, err } = await site.run('b', { isDryRun: true });
      expect(status).toBe(1);
      expect(err).toMatch(/^left out: b\/2 - Waves\/2.jpg: the picture is corrupt or cut short/);
      expect(out).toMatch(
        /^b: would be new, 2 chapters.*\n +1 {2}1 {2}\(new\) {2}← 1.cbz, by the number.*\n +2 {2}Waves {2}\(new\) {2}← 2 - Waves, by the number/,
      );
      expect((await site.run('b')).err).toBe(err);
      const again = await site.run('b', { isDryRun: true, isJson: true });
      expect(JSON.parse(again.out)).toMatchObject({
        books: [
          {
            state: 'unchanged',
            pages: { converted: 0 },
            chapter_list: [
              { number: 1, title: '1', languages: ['en-us'], state: 'unchanged' },
              { number: 2, title: 'Waves', languages: ['en-us'], state: 'unchanged' },
            ],
          },
        ],
      });
    },
  );

  it('names each bad file with its cause, takes the rest, and ends with 1', async () => {
    await site.write({
      'b/1/1.jpg': 1,
      'b/1/2.jpg': '',
      'b/1/3.png': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'b/1/4.jpg': (await drawPicture({ width: 400, height: 400 })).subarray(0, 2500),
      'b/1/5.jpg': await drawPicture({ width: 60, height: 80, format: 'png' }),
      'b/1/notes.doc': 'x',
      'b/2.cbz': makeZip([
        { name: '../up.jpg', data: await site.picture(2) },
        { name: 'ok.jpg', data: await site.picture(3) },
        { name: 'inner.cbz', data: makeZip([{ name: 'x.jpg', data: await site.picture(4) }]) },
      ]),
      'b/3.cbz': 'Rar!\u001a\u0007\u0001\u0000',
      'b/4.cbz': makeZip([{ name: 'bomb.jpg', data: Buffer.alloc(2 * 1024 * 1024) }]),
    });
    await symlink('/etc/hostname', join(site.library(), 'b/1/6.jpg'));
    await symlink('/etc', join(site.library(), 'b/5'));
    const { status, err } = await site.run('b');
    expect(status).toBe(1);
    expect(err.trim().split('\n').sort()).toEqual([
      expect.stringMatching(/^left out: b\/1\/2.jpg: the file is empty$/),
      expect.stringMatching(/^left out: b\/1\/3.png: SVG is not accepted$/),
      expect.stringMatching(/^left out: b\/1\/4.jpg: the picture is corrupt or cut short/),
      expect.stringMatching(/^left out: b\/1\/6.jpg: a link; links are not followed$/),
      expect.stringMatching(/^left out: b\/1\/notes.doc: DOC files are not supported/),
      expect.stringMatching(/^left out: b\/2.cbz: ..\/up.jpg: unsafe name: it leaves the archive$/),
      expect.stringMatching(/^left out: b\/2.cbz: inner.cbz: a ZIP archive, not an accepted picture$/),
      expect.stringMatching(/^left out: b\/3.cbz: the archive is damaged/),
      expect.stringMatching(/^left out: b\/4.cbz: the archive expands over a hundredfold$/),
      expect.stringMatching(/^left out: b\/5: a link; links are not followed$/),
    ]);
    const rows = await catalogue();
    expect(rows.map(([, number, , title]) => [number, title])).toEqual([
      [1, '1'],
      [2, '2'],
    ]);
    expect(rows[0]?.[4]).toHaveLength(2);
    expect(rows[1]?.[4]).toEqual(await marks(3));
  });

  it('mentions an animated AVIF, which stands still, and takes it', async () => {
    await site.write({ 'b/1/1.avif': movingAvif });
    expect(await site.run('b')).toMatchObject({
      status: 0,
      err: expect.stringMatching(/^note: b\/1\/1\.avif: an animated AVIF, of which only the first picture is shown/),
    });
  });

  it('keeps the published page where its file became unreadable', async () => {
    await site.write({
      'b/1/1.jpg': 1,
      'b/1/2.jpg': 2,
      'b/2.cbz': makeZip([{ name: '1.jpg', data: await site.picture(3) }]),
    });
    await site.run('b');
    await site.write({ 'b/1/2.jpg': 'broken', 'b/2.cbz': 'broken' });
    expect(await site.run('b', { isPruning: true })).toMatchObject({ status: 1 });
    expect((await catalogue()).map(([, , , , pages]) => pages)).toEqual([await marks(1, 2), await marks(3)]);
  });

  inLong('removes nothing that merely could not be read', async () => {
    const zip = async (...entries: (number | 'broken')[]) =>
      makeZip(
        await Promise.all(
          entries.map(async (seed, index) => ({
            name: `${index + 1}.jpg`,
            data: await site.picture(seed === 'broken' ? 2 : seed),
            ...(seed === 'broken' ? { declaredCrc: 1 } : {}),
          })),
        ),
      );
    const info = '<ComicInfo><Number>7</Number><Title>Seven</Title></ComicInfo>';
    await site.write({
      'b/book.yaml': 'title: B',
      'b/1.cbz': await zip(1, 2),
      'b/seven.cbz': makeZip([
        { name: '1.jpg', data: await site.picture(3) },
        { name: 'ComicInfo.xml', data: info },
      ]),
      'b/8/1.jpg': 4,
      'b/9/1.jpg': 5,
    });
    await site.run('b');
    const before = await catalogue();
    expect(before.map(([, , , title]) => title)).toEqual(['1', 'Seven', '8', '9']);
    await site.write({ 'b/1.cbz': await zip(1, 'broken'), 'b/seven.cbz': 'broken' });
    await rm(join(site.library(), 'b/8'), { recursive: true });
    await symlink('/etc', join(site.library(), 'b/8'));
    await rm(join(site.library(), 'b/9'), { recursive: true });
    const { status, err } = await site.run('b', { isPruning: true });
    expect(status).toBe(1);
    expect(err).toMatch(/b: not all of it could be read, so no chapter was removed/);
    expect(err).toMatch(/b\/1.cbz: 2.jpg: damaged: its check sum does not fit/);
    expect(await catalogue()).toEqual(before);
  });

  inLong('keeps a chapter when another one with its number goes, comes, or it is renamed', async () => {
    await site.write({ 'b/1 - a/1.jpg': 1, 'b/1 - b/1.jpg': 2 });
    await site.run('b');
    const chapters = async () =>
      (
        await site.db.query<{ id: string; title: string }>(
          'select c.id, ce.title from chapters c join chapter_editions ce on ce.chapter_id = c.id order by c.number',
        )
      ).rows;
    const [first, second] = await chapters();
    await rm(join(site.library(), 'b/1 - a'), { recursive: true });
    await site.run('b');
    expect(await chapters()).toEqual([first, second]);
    await site.run('b', { isPruning: true });
    expect(await chapters()).toEqual([second]);
    expect((await site.run('b')).out).toMatch(/unchanged/);
    await site.write({ 'b/1 - a/1.jpg': 1 });
    await site.run('b');
    const [, last] = await chapters();
    expect(last).toEqual(second);
    await rm(join(site.library(), 'b/1 - a'), { recursive: true });
    await site.run('b', { isPruning: true });
    await rename(join(site.library(), 'b/1 - b'), join(site.library(), 'b/1 - c'));
    await site.run('b', { isPruning: true });
    expect(await chapters()).toEqual([{ ...second, title: 'c' }]);
  });

  it('takes every picture for a page, whatever it is called, and passes over papers beside them', async () => {
    await site.write({
      'b/1/credits.jpg': 1,
      'b/1/notice.png': 2,
      'b/1/readme.webp': 3,
      'b/1/credits.txt': 'x',
      'b/1/README.md': 'x',
      'b/2.cbz': makeZip([
        { name: 'credits.jpg', data: await site.picture(4) },
        { name: 'Notice.txt', data: 'x' },
      ]),
    });
    expect(await site.run('b')).toMatchObject({ status: 0, err: '' });
    expect((await catalogue()).map(([, , , , pages]) => pages)).toEqual([await marks(1, 2, 3), await marks(4)]);
  });

  it('that dies before it writes shows nothing, and again completes it', async () => {
    await site.write({ 'b/1/1.jpg': 21, 'b/1/2.jpg': 22 });
    const failing: DbPool = {
      ...site.db,
      withConnection: () => Promise.reject(new Error('the database went away')),
    };
    await expect(site.run('b', { db: failing })).rejects.toThrow('went away');
    expect(await catalogue()).toEqual([]);
    const again = await site.run('b');
    expect(again.out).toMatch(/new, 1 chapter,/);
    expect(again.out).not.toMatch(/converted/);
    expect(await readdir(folders().staging)).toEqual([]);
  });

  it('clears away what an interrupted one left behind', async () => {
    const abandoned = join(folders().staging, '999999999-abandoned');
    const fresh = join(folders().staging, '999999998-fresh');
    await mkdir(abandoned, { recursive: true });
    await mkdir(fresh);
    await utimes(abandoned, 0, 0);
    await site.write({ 'b/1/1.jpg': 1 });
    await site.run('b');
    expect(await readdir(folders().staging)).toEqual(['999999998-fresh']);
    await rm(fresh, { recursive: true });
  });

  it('says so where there is nothing', async () => {
    await mkdir(join(site.library(), 'empty'));
    expect(await site.run(['empty', 'missing'])).toMatchObject({
      status: 1,
      out: '0 new, 0 updated, 0 unchanged, 2 left out\nWhat to do about each cause: docs/runbooks/import.md\n',
      err: 'left out: empty: nothing to read in it\nleft out: missing: there is no such file or folder\n',
    });
  });

  it('as JSON is one document', async () => {
    await site.write({ 'b/1/1.jpg': 1, 'b/1/2.jpg': '' });
    const { out } = await site.run('b', { isJson: true });
    expect(JSON.parse(out)).toMatchObject({
      dry_run: false,
      books: [{ title: 'b', state: 'created', chapters: { added: 1, total: 1 } }],
      left_out: [{ path: join(site.library(), 'b/1/2.jpg'), cause: 'the file is empty' }],
    });
  });
});

describe('editions, volumes and shelves', () => {
  it('publish one book in several languages', async () => {
    await site.write({ 'b/en/1 - One/1.jpg': 1, 'b/cn/01 - 一/1.jpg': 2, 'b/cn/02 - 二/1.jpg': 3 });
    expect(await site.run('b')).toMatchObject({ status: 0 });
    expect(await catalogue()).toEqual([
      ['b', 1, 'en-us', 'One', await marks(1)],
      ['b', 1, 'zh-cn', '一', await marks(2)],
      ['b', 2, 'zh-cn', '二', await marks(3)],
    ]);
  });

  inLong('publish each book of a shelf', async () => {
    await site.write({ 's/a/book.yaml': 'title: A', 's/a/1/1.jpg': 1, 's/b/book.yaml': 'title: B', 's/b/1.jpg': 2 });
    expect(await site.run('s')).toMatchObject({ status: 0 });
    expect((await catalogue()).map(([book]) => book)).toEqual(['A', 'B']);
  });

  it('publish volumes one after the other', async () => {
    await site.write({ 'b/vol 2/1/1.jpg': 3, 'b/vol 1/1/1.jpg': 1, 'b/vol 1/2/1.jpg': 2 });
    await site.run('b');
    expect((await catalogue()).map(([, number, , , pages]) => [number, pages])).toEqual([
      [1, await marks(1)],
      [2, await marks(2)],
      [3, await marks(3)],
    ]);
  });

  inLong('give a book with a new title its place by its id', async () => {
    await site.write({ 'b/book.yaml': 'id: x\ntitle: Old', 'b/1/1.jpg': 1 });
    await site.run('b');
    await site.write({ 'b/book.yaml': 'id: x\ntitle: New' });
    expect((await site.run('b')).out).toMatch(/^New: updated/);
    expect((await catalogue()).map(([book]) => book)).toEqual(['New']);
  });

  inLong('leave a book alone whose book.yaml cannot be read, and take the others', async () => {
    const broken = 'id: x\ntitle: Old: new\n';
    await site.write({
      's/a/book.yaml': 'id: x\ntitle: Old',
      's/a/1/1.jpg': 1,
      's/b/book.yaml': 'title: B',
      's/b/1.jpg': 2,
    });
    await site.run('s');
    const before = await catalogue();
    await site.write({ 's/a/book.yaml': broken, 's/a/2/1.jpg': 3, 's/b/2/1.jpg': 4 });
    const { status, out, err } = await site.run('s', { isPruning: true });
    expect(status).toBe(1);
    expect(err).toMatch(/s\/a\/book.yaml: not readable as YAML \(.*at line 2, column 8\)/);
    expect(err).toMatch(/s\/a: the book is left out/);
    expect(out).toMatch(/^B: updated/);
    expect((await catalogue()).filter(([book]) => book !== 'B')).toEqual(before.filter(([book]) => book !== 'B'));
    expect(await site.run('s/a')).toMatchObject({ status: 1, out: expect.stringMatching(/^0 new, 0 updated/) });
    await rm(join(site.library(), 's/a/book.yaml'));
    await symlink('/etc/hostname', join(site.library(), 's/a/book.yaml'));
    expect(await site.run('s/a')).toMatchObject({ status: 1, out: expect.stringMatching(/^0 new, 0 updated/) });
    await rm(join(site.library(), 's/a/book.yaml'));
    await site.write({ 's/a/book.yaml': 'id: x\ntitle: New' });
    expect((await site.run('s/a')).out).toMatch(/^New: updated, 2 chapters/);
  });
});

inLong('takes back what an earlier import set, where book.yaml or chapter.yaml says null', async () => {
  const info = makeZip([
    { name: '1.jpg', data: await site.picture(1) },
    { name: 'ComicInfo.xml', data: '<ComicInfo><Number>10.5</Number><AgeRating>Teen</AgeRating></ComicInfo>' },
  ]);
  const book = ['rating: mature', 'tags: [Mystery]', 'aliases: [Monkey]', 'status: finished', 'licence: CC0'];
  const more = [
    'introduction: Words',
    'preview: blur',
    'recommended: true',
    'show_schedule: true',
    'downloads: members',
  ];
  const chapter = ['season: 2', "label: '½'", 'access: members', 'free_at: 2030-01-01'];
  const cleared = (lines: string[]) => lines.map((line) => line.replace(/:.*/, ': null')).join('\n');
  const told = async () => {
    const { rows } = await site.db.query(`
      select b.rating, b.tags, b.aliases, b.status, b.licence, b.preview, b.recommended, b.show_schedule, b.downloads,
        e.introduction,
        c.season, c.label, c.access, c.free_at
      from books b join editions e on e.book_id = b.id join chapters c on c.book_id = b.id`);
    return rows;
  };
  await site.write({ 'b/01/x.cbz': info, 'b/book.yaml': [...book, ...more].join('\n') });
  await site.write({ 'b/01/chapter.yaml': chapter.join('\n') });
  expect((await site.run('b')).status).toBe(0);
  const set = {
    rating: 'mature',
    preview: 'blur',
    downloads: 'members',
    introduction: 'Words',
    season: 2,
    label: '½',
    access: 'members',
  };
  expect(await told()).toMatchObject([set]);
  await site.write({ 'b/book.yaml': '', 'b/01/chapter.yaml': 'access:' });
  await site.run('b');
  expect(await told()).toMatchObject([{ ...set, rating: 'teen', label: '10.5', access: 'rule' }]);
  await site.write({ 'b/book.yaml': cleared([...book, ...more]), 'b/01/chapter.yaml': cleared(chapter) });
  expect((await site.run('b')).status).toBe(0);
  expect(await told()).toEqual([
    {
      ...{ rating: null, tags: [], aliases: [], status: 'ongoing', licence: '', preview: null, recommended: false },
      ...{
        show_schedule: false,
        downloads: null,
        introduction: '',
        season: null,
        label: null,
        access: 'rule',
        free_at: null,
      },
    },
  ]);
});

describe('a chapter.yaml that cannot be read', () => {
  const dated = '<ComicInfo><Title>Inside</Title><Year>2001</Year></ComicInfo>';

  inLong('leaves its chapter as it was published, and a new one out until it is mended', async () => {
    await site.write({
      'b/01/chapter.yaml': 'title: {en: The storm, zh: 暴雨}\ncreated_at: 2020-05-06',
      'b/01/x.cbz': makeZip([
        { name: '1.jpg', data: await site.picture(1) },
        { name: 'ComicInfo.xml', data: dated },
      ]),
      'b/02/1.jpg': 2,
    });
    expect(await site.run('b')).toMatchObject({ status: 0 });
    const before = await catalogue();
    expect(before.map(([, number, language, title]) => [number, language, title])).toEqual([
      [1, 'en-us', 'The storm'],
      [1, 'zh-cn', '暴雨'],
      [2, 'en-us', '02'],
    ]);
    const times = () =>
      site.db.query('select number, created_at from chapters order by number').then(({ rows }) => rows);
    const created = await times();
    await site.write({
      'b/01/chapter.yaml': 'title: The storm: again\n',
      'b/03/chapter.yaml': 'title: [Calm]\n',
      'b/03/1.jpg': 3,
    });
    const { status, out, err } = await site.run('b', { isPruning: true });
    expect({ status, out }).toMatchObject({ status: 1, out: expect.stringMatching(/^b: unchanged, 2 chapters/) });
    expect(err.split('\n')).toEqual([
      'left out: b: not all of it could be read, so no chapter was removed',
      'left out: b/01: the chapter is left out: without what its chapter.yaml should tell it would have another title',
      expect.stringMatching(/^left out: b\/01\/chapter.yaml: not readable as YAML/),
      'left out: b/03: the chapter is left out: without what its chapter.yaml should tell it would have another title',
      'left out: b/03/chapter.yaml: title must be a text, or a map from language to text',
      '',
    ]);
    expect(await catalogue()).toEqual(before);
    expect(await times()).toEqual(created);
    await site.write({ 'b/01/chapter.yaml': 'title: The storm', 'b/03/chapter.yaml': 'title: Calm' });
    await site.run('b');
    expect((await catalogue()).map(([, number, language, title]) => [number, language, title])).toEqual([
      [1, 'en-us', 'The storm'],
      [1, 'zh-cn', '暴雨'],
      [2, 'en-us', '02'],
      [3, 'en-us', 'Calm'],
    ]);
  });

  it('also where it is a link', async () => {
    await site.write({ 'b/01/1.jpg': 1, 'b/02/1.jpg': 2, 'title.yaml': 'title: Elsewhere' });
    await symlink(join(site.library(), 'title.yaml'), join(site.library(), 'b/01/chapter.yaml'));
    const { status, err } = await site.run('b');
    expect({ status, err }).toEqual({ status: 1, err: expect.stringMatching(/b\/01: the chapter is left out/) });
    expect((await catalogue()).map(([, , , title]) => title)).toEqual(['02']);
  });
});

describe('single archives', () => {
  const comicInfo = (number: number) =>
    `<ComicInfo><Series>Sea</Series><Number>${number}</Number><Title>Part ${number}</Title><LanguageISO>en</LanguageISO></ComicInfo>`;

  inLong('become chapters of their series, in order, whenever they come', async () => {
    for (const number of [1, 2, 3])
      await site.write({
        [`x${number}.cbz`]: makeZip([
          { name: 'ComicInfo.xml', data: comicInfo(number) },
          { name: '1.jpg', data: await site.picture(number) },
        ]),
      });
    await site.run(['x1.cbz', 'x3.cbz']);
    expect((await site.run('x2.cbz')).out).toMatch(/Sea: updated, 3 chapters.*1 chapter added/);
    expect((await site.run('x2.cbz', { isPruning: true })).out).toMatch(/unchanged/);
    expect((await catalogue()).map(([book, number, , title]) => [book, number, title])).toEqual([
      ['Sea', 1, 'Part 1'],
      ['Sea', 2, 'Part 2'],
      ['Sea', 3, 'Part 3'],
    ]);
  });

  it('without metadata are named by themselves, else by their folder, and the report says where nothing else does', async () => {
    const names = ['River Song - Chapter 08.cbz', 'Iron City v01 (2019).cbz', '03.cbz', '04.cbz'];
    const files = [...names.map((name) => `Blue/${name}`), 'en/05.cbz'];
    for (const [at, file] of files.entries())
      await site.write({ [file]: makeZip([{ name: '1.jpg', data: await site.picture(at + 1) }]) });
    const { out, err, status } = await site.run(files);
    expect((await catalogue()).map(([book, , , title]) => [book, title])).toEqual([
      ['05', '05'],
      ['Blue', '03'],
      ['Blue', '04'],
      ['Iron City', 'v01'],
      ['River Song', 'Chapter 08'],
    ]);
    expect(status).toBe(0);
    expect(`${out}${err}`).toMatch(/note: Blue\/03\.cbz: nothing but its folder names its series.*"Blue"/);
    expect(`${out}${err}`).toMatch(/note: en\/05\.cbz: nothing names its series/);
    expect(`${out}${err}`.match(/note: .*names its series/g)).toHaveLength(3);
  });
});

describe('a novel', () => {
  inLong('is published from text files in several languages, and a changed text replaces the old', async () => {
    await site.write({
      'n/en/0001 - Dawn.md': '# Dawn\n\nIt was *early*.',
      'n/en/0002 - Noon.txt': 'It was late.',
      'n/zh/0001 - 黎明.md': '天亮了。',
    });
    expect(await site.run('n')).toMatchObject({ status: 0 });
    const text = (value: string, marks: object = {}) => ({ type: 'text', text: value, ...marks });
    expect(await catalogue()).toEqual([
      ['n', 1, 'en-us', 'Dawn', [{ type: 'p', inlines: [text('It was '), text('early', { em: true }), text('.')] }]],
      ['n', 1, 'zh-cn', '黎明', [{ type: 'p', inlines: [text('天亮了。')] }]],
      ['n', 2, 'en-us', 'Noon', [{ type: 'p', inlines: [text('It was late.')] }]],
    ]);
    expect((await site.run('n')).out).toMatch(/unchanged/);
    await site.write({ 'n/en/0002 - Noon.txt': 'It was later.' });
    expect((await site.run('n')).out).toMatch(/updated.*1 changed/);
  });
});

describe('a text that cannot be read', () => {
  it('in one text is refused beyond what memory holds, which is more than a chapter may have', async () => {
    await site.write({ 'vast.txt': 'x' });
    await truncate(join(site.library(), 'vast.txt'), 65 * 1024 * 1024);
    expect((await site.run('vast.txt')).err).toBe(
      'left out: vast.txt: the text is too large for one book (at most 64 MiB)\n',
    );
  });

  it('whose texts no memory holds is named and left out, unread', async () => {
    await site.write({ 'n/book.yaml': 'title: Vast', 'm/1.txt': 'Words.', 'm/2.txt': 'More words.' });
    for (let number = 1; number <= 13; number += 1) {
      await site.write({ [`n/${number}.txt`]: 'x' });
      // Sparse files: they take no space on the disk.
      await truncate(join(site.library(), `n/${number}.txt`), 20 * 1024 * 1024);
    }
    const { status, err } = await site.run(['n', 'm']);
    expect({ status, err }).toEqual({
      status: 1,
      err: 'left out: n: its texts are too large for one book (at most 256 MiB together)\n',
    });
    expect((await catalogue()).map(([book]) => book)).toEqual(['m', 'm']);
  });

  it('stays as it was published, with its title, also where it is one of several in a chapter', async () => {
    await site.write({
      'n/01.md': '# Dawn\n\nIt was early.',
      'n/02/a.md': 'One.',
      'n/02/chapter.yaml': 'created_at: 2020-05-06',
      'n/02/b.md': 'Two.',
      'n/03 - Credits.md': 'Thanks.',
      'n/notice.txt': 'A notice.',
    });
    expect(await site.run('n')).toMatchObject({ status: 0 });
    const before = await catalogue();
    expect(before.map(([, , , title]) => title)).toEqual(['Dawn', '02', 'Credits', 'notice']);
    await site.write({ 'n/01.md': '', 'n/02/b.md': '' });
    await rm(join(site.library(), 'n/03 - Credits.md'));
    const { status, err } = await site.run('n', { isPruning: true });
    expect(status).toBe(1);
    expect(err).toMatch(/n\/01.md: the file is empty\n.*n\/02\/b.md: the file is empty/s);
    expect(await catalogue()).toEqual(before);
  });
});

describe('what the database has no place for', () => {
  it('is taken out of a book’s words and names', async () => {
    await site.write({
      'n/book.yaml': `title: "A\\0 \\uD83D${'x'.repeat(5000)}"\nauthor: "${'字'.repeat(5000)}"`,
      'n/1.md': '---\ntitle: "one\u0000"\n---\n\nwords\u0000',
      'n/2.html': 'more words',
    });
    expect(await site.run('n')).toMatchObject({ status: 0, err: '' });
    const rows = await catalogue();
    expect(rows.map(([, , , title]) => title)).toEqual(['one', '2']);
    expect(rows[0]?.[0]).toMatch(/^A \ufffdx{490,}$/);
    expect((await site.run('n')).out).toMatch(/unchanged/);
  });

  it('ends no other book’s import', async () => {
    await site.write({ 's/a/book.yaml': 'title: A', 's/a/1/1.jpg': 1, 's/b/book.yaml': 'title: B', 's/b/1.jpg': 2 });
    let tries = 0;
    const failing: DbPool = {
      ...site.db,
      withConnection: (use) => {
        tries += 1;
        const error = Object.assign(new Error('index row too large'), { code: '54000' });
        return tries === 1 ? Promise.reject(error) : site.db.withConnection(use);
      },
    };
    expect(await site.run('s', { db: failing })).toMatchObject({
      status: 1,
      err: 'left out: s/a: the database does not take it (index row too large)\n',
    });
    expect((await catalogue()).map(([book]) => book)).toEqual(['B']);
  });
});

describe('pictures', () => {
  it('of a restricted first chapter are no cover', async () => {
    await site.write({ 'b/book.yaml': 'public_free_chapters: 0', 'b/1/1.jpg': 31 });
    await site.run('b');
    const { rows } = await site.db.query<{ kind: string; width: number }>(
      'select i.kind, i.width from images i join editions e on e.cover_image_id = i.id',
    );
    expect(rows).toEqual([{ kind: 'thumb', width: 30 }]);
  });

  it('are no cover any longer once the first chapter is restricted, and one again when it is free', async () => {
    const coverKind = async () => {
      const { rows } = await site.db.query<{ kind: string }>(
        'select i.kind from images i join editions e on e.cover_image_id = i.id',
      );
      return rows.map(({ kind }) => kind);
    };
    await site.write({ 'b/book.yaml': 'title: B', 'b/1/1.jpg': 31 });
    await site.run('b');
    expect(await coverKind()).toEqual(['cover']);
    await site.write({ 'b/book.yaml': 'title: B\npublic_free_chapters: 0' });
    await site.run('b');
    expect(await coverKind()).toEqual(['thumb']);
    await site.write({ 'b/book.yaml': 'title: B' });
    await site.run('b');
    expect(await coverKind()).toEqual(['thumb']);
    await site.write({ 'b/book.yaml': 'title: B\npublic_free_chapters: 1' });
    await site.run('b');
    expect(await coverKind()).toEqual(['cover']);
  });

  it('lie under names of their own, and their originals are kept', async () => {
    await site.write({ 'b/1/secret name.jpg': 41 });
    await site.run('b');
    const files = await readdir(folders().images, { recursive: true });
    expect(files.join('\n')).not.toMatch(/secret/);
    const hash = createHash('sha256')
      .update(await site.picture(41))
      .digest('hex');
    expect(await readFile(join(folders().originals, hash.slice(0, 2), hash))).toEqual(await site.picture(41));
  });

  inLong('get their AVIF files later, each once, while several processes work', async () => {
    await site.write({ 'b/1/1.jpg': 51, 'b/1/2.jpg': 52 });
    await site.run('b');
    const { rows } = await site.db.query<{ id: string }>('select id from images where avif_pending');
    const deps = { media: site.media, log: createLog('silent') };
    const done = await Promise.all([encodePendingAvif(site.db, deps), encodePendingAvif(site.db, deps)]);
    expect(done.reduce((sum, { encoded }) => sum + encoded, 0)).toBe(rows.length);
    const images = await describeImages(
      site.db,
      site.media,
      rows.map(({ id }) => id),
    );
    for (const { id, variants } of images.values()) {
      const avif = variants.filter(({ type }) => type === 'image/avif');
      expect(avif.length).toBe(variants.length / 2);
      for (const { name } of avif)
        expect((await readFile(join(folders().images, id.slice(0, 2), id, name))).subarray(4, 12).toString()).toBe(
          'ftypavif',
        );
    }
  });
});

describe('the layout of a comic that names none', () => {
  const layouts = async () => {
    const { rows } = await site.db.query<{ layout: string; direction: string }>(
      'select layout, reading_direction as direction from books',
    );
    return rows.map(({ layout, direction }) => `${layout} ${direction}`);
  };
  const manga = '<ComicInfo><Manga>YesAndRightToLeft</Manga></ComicInfo>';

  it.each<[string, Parameters<ImportSite['write']>[0], string]>([
    ['book.yaml says rtl', { 'b/book.yaml': 'reading_direction: rtl', 'b/1/1.jpg': 1, 'b/1/2.jpg': 2 }, 'pages rtl'],
    ['ComicInfo.xml says rtl', { 'b/1/ComicInfo.xml': manga, 'b/1/1.jpg': 1, 'b/1/2.jpg': 2 }, 'pages rtl'],
    [
      'book.yaml names another',
      { 'b/book.yaml': 'reading_direction: rtl\nlayout: strip', 'b/1/1.jpg': 1 },
      'strip rtl',
    ],
    ['nothing says rtl', { 'b/1/1.jpg': 1, 'b/1/2.jpg': 2 }, 'strip ltr'],
  ])('is told by its pages: %s', async (_name, files, expected) => {
    await site.write(files);
    expect(await site.run('b')).toMatchObject({ status: 0 });
    expect(await layouts()).toEqual([expected]);
  });

  inLong('is a strip where the originals are tall, and stays what it was', async () => {
    const tall = await drawPicture({ width: 60, height: 400 });
    await site.write({ 'b/book.yaml': 'reading_direction: rtl', 'b/1/1.jpg': tall });
    await site.run('b');
    expect(await layouts()).toEqual(['strip rtl']);
    await site.write({ 'b/1/2.jpg': 2, 'b/1/3.jpg': 3, 'b/1/4.jpg': 4 });
    await site.run('b');
    expect(await layouts()).toEqual(['strip rtl']);
  });
});

inLong('an import without a terminal tells its progress in lines, but not beside JSON', async () => {
  await site.write({ 'b/1/1.jpg': 1 });
  const told = async (options: { isJson?: boolean }) => {
    const err: string[] = [];
    const stderr = { write: (text: string) => err.push(text) };
    const { db, media } = site;
    const context = { db, media, stdout: { write: () => {} }, stderr, tellsInLines: true as const };
    await importCommand(context, { paths: [join(site.library(), 'b')], avif: 'later', ...options });
    return err.join('');
  };
  expect(await told({})).toMatch(/^b: 0\/1 chapters\nb: through after \d+ s, 1 chapter, 1 page\n$/);
  expect(await told({ isJson: true })).toBe('');
});
