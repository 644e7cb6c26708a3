import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inLong } from '../../../server/testing/depth.ts';
import { makePdf, makeRar, makeTar } from '../../media/testing/archives.ts';
import { drawPicture } from '../../media/testing/pictures.ts';
import { makeZip } from '../../media/testing/zip.ts';
import { importSiteForTests } from '../testing/import-site.ts';

const site = importSiteForTests();

async function run(path: string, options: { avif?: 'now' | null } = {}) {
  const { status, books, left_out: leftOut, notes } = await site.report(path, options);
  const shown = ({ path: at, cause }: { path: string; cause: string }) => `${at}: ${cause}`;
  return { status, books, leftOut: leftOut.map(shown), notes: notes.map(shown) };
}

/** The title of each chapter, and its number of pages or blocks. */
async function chapters() {
  const { rows } = await site.db.query<{ title: string; pages: number; blocks: number | null }>(
    `select ce.title, (select count(*)::int from pages p where p.chapter_id = c.id) as pages,
       jsonb_array_length(ce.blocks) as blocks
     from chapters c join chapter_editions ce on ce.chapter_id = c.id order by c.number`,
  );
  return rows.map(({ title, pages, blocks }) => [title, blocks ?? pages]);
}

const prose = 'The rain had not stopped since morning, and nobody spoke of it.\n\nThen the door opened.\n\n';
const novel = (count: number, first = prose) =>
  `The Storm\n\nby Ada Example\n\n${Array.from({ length: count }, (_, at) => `Chapter ${at + 1}\n\n${at === 0 ? first : prose}`).join('')}`;

describe('a text that is a whole novel', () => {
  inLong(
    'becomes its chapters, once; more of them add, a changed one is replaced, and what is gone stays',
    async () => {
      await site.write({ 'storm.txt': novel(2) });
      expect(await run('storm.txt')).toMatchObject({
        status: 0,
        books: [{ title: 'The Storm', kind: 'novel', languages: ['en-us'], chapters: { added: 2 } }],
      });
      expect((await run('storm.txt')).books).toMatchObject([{ chapters: { added: 0, changed: 0, total: 2 } }]);
      await site.write({ 'storm.txt': novel(3, `${prose}${prose}`) });
      expect((await run('storm.txt')).books).toMatchObject([{ chapters: { added: 1, changed: 1, total: 3 } }]);
      await site.write({ 'storm.txt': novel(1, `${prose}${prose}`) });
      expect((await run('storm.txt')).books).toMatchObject([{ chapters: { added: 0, changed: 0, total: 3 } }]);
      expect(await chapters()).toEqual([
        ['Chapter 1', 4],
        ['Chapter 2', 2],
        ['Chapter 3', 2],
      ]);
    },
  );

  it('comes in with 200 chapters in volumes at once, of which no statistics know yet', async () => {
    const places = Array.from({ length: 200 }, (_, at) => `storm/${Math.floor(at / 100)}/${at}.txt`);
    await site.write(Object.fromEntries(places.map((place, at) => [place, `Chapter ${at}\n\n${prose}`])));
    const { status, books } = await run('storm');
    expect([status, books[0]?.chapters.total]).toEqual([0, 200]);
  });

  it('may count anew in each volume', async () => {
    await site.write({ 'storm.txt': `Part One\n\nChapter 1\n\n${prose}Part Two\n\nChapter 1\n\n${prose}` });
    expect((await run('storm.txt')).status).toBe(0);
    expect((await chapters()).map(([title]) => title)).toEqual(['Part One · Chapter 1', 'Part Two · Chapter 1']);
  });

  it('may be an edition in each language’s folder', async () => {
    await site.write({
      'book/en/storm.txt': novel(2),
      'book/zh/风暴.txt': '风暴\n\n第一章 雨\n\n　　那一夜。\n\n第二章 风\n\n　　第二天。\n',
    });
    expect(await run('book')).toMatchObject({
      status: 0,
      books: [{ languages: ['en-us', 'zh-cn'], chapters: { total: 2 } }],
    });
  });
});

describe('texts that are a chapter each', () => {
  it('are called by the book’s contents, else by themselves, where their names only count', async () => {
    const list = ['- Capítulo I - La lluvia', '- Capítulo II - El viento', '- Capítulo III - La nieve'].join('\n');
    await site.write({
      'book/00-Índice.md': `Índice\n======\n\n${list}\n`,
      'book/01-Capítulo_1.md': 'Capítulo I\n----------\n\nLlovía.\n',
      'book/02.md': '# El aire\n\nSoplaba.\n',
      'book/03 - La nieve.md': '# Capítulo III\n\nNevaba.\n',
    });
    expect((await run('book')).status).toBe(0);
    expect(await chapters()).toEqual([
      ['Índice', 3],
      ['Capítulo I - La lluvia', 1],
      ['Capítulo II - El viento', 2],
      ['La nieve', 2],
    ]);
    await site.write({
      'other/1.txt': '第一章 雨\n\n　　那一夜。\n',
      'other/2.md': '---\ntitle: 风\n---\n\n第二天。\n',
    });
    await site.db.query('delete from books');
    await run('other');
    expect(await chapters()).toEqual([
      ['第一章 雨', 1],
      ['风', 1],
    ]);
  });

  inLong('bring the pictures along that lie in the book’s folder, and have all others named', async () => {
    const drawn = await drawPicture({ width: 60, height: 80, seed: 5 });
    const words = 'It rained, and nobody in the house had anything to say about it.';
    await site.write({
      'secret.jpg': drawn,
      'book/pictures/a storm.jpg': drawn,
      'book/pictures/plan.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'book/1.md': `${words}\n\n![a storm](pictures/a%20storm.jpg)\n\n${words}`,
      'book/2.html': `<p>${words}${words}<img src="pictures/plan.svg"><img src="../secret.jpg"><img src="https://example.org/x.png"></p>`,
    });
    await symlink(join(site.library(), 'secret.jpg'), join(site.library(), 'book/pictures/link.jpg'));
    await site.write({ 'book/3.md': `${words}\n\n![](pictures/link.jpg)` });
    const { status, books, leftOut } = await run('book');
    expect([status, books]).toMatchObject([1, [{ kind: 'novel', chapters: { total: 3 } }]]);
    const missing = "the text shows it, and it is not in the book's folder";
    expect(leftOut.sort()).toEqual([
      `book/2.html: ../secret.jpg: ${missing}`,
      'book/2.html: https://example.org/x.png: a picture from another place; nothing is fetched',
      `book/3.md: pictures/link.jpg: ${missing}`,
      'book/pictures/link.jpg: a link; links are not followed',
      'book/pictures/plan.svg: SVG is not accepted',
    ]);
    expect(await shown()).toEqual([['p', 'a storm', 'p'], ['p'], ['p']]);
    expect(await chapters()).toEqual([
      ['1', 3],
      ['2', 1],
      ['3', 1],
    ]);
  });

  inLong('take no page away from a comic that they stand beside', async () => {
    const drawn = await drawPicture({ width: 60, height: 80, seed: 5 });
    await site.write({ 'comic/1/1.jpg': drawn, 'comic/1/2.jpg': drawn, 'comic/about.md': `${prose}![](1/1.jpg)` });
    const { books, leftOut } = await run('comic');
    expect([books, leftOut]).toMatchObject([[{ kind: 'comic' }], ['comic/about.md: text in a comic']]);
    expect(await chapters()).toEqual([['1', 2]]);
  });

  it('that are one by itself are cut at the headings that the book.yaml beside them names', async () => {
    await site.write({
      'novel/book.yaml': "headings: ['~ {title} ~']",
      'novel/sea.txt': `~ Dawn ~\n\n${prose}\n\n~ Noon ~\n\n${prose}`,
    });
    const { books } = await run('novel/sea.txt');
    expect(books).toMatchObject([{ chapter_list: [{ title: '~ Dawn ~' }, { title: '~ Noon ~' }] }]);
  });

  inLong('that are one by itself are cut at their headings and bring what lies beside them', async () => {
    const drawn = await drawPicture({ width: 60, height: 80, seed: 6 });
    await site.write({
      'novel/sea.md': `# The Sea\n\n## Dawn\n\n${prose}![waves](img/1.jpg)\n\n## Noon\n\n${prose}![](../out.jpg)`,
      'novel/img/1.jpg': drawn,
      'out.jpg': drawn,
    });
    const missing = "novel/sea.md: ../out.jpg: the text shows it, and it is not in the book's folder";
    for (const path of ['novel/sea.md', 'novel']) {
      const { books, leftOut } = await run(path);
      expect([books, leftOut]).toMatchObject([[{ title: 'The Sea', chapters: { total: 2 } }], [missing]]);
      expect(await shown()).toEqual([
        ['p', 'p', 'waves'],
        ['p', 'p'],
      ]);
      await site.db.query('delete from books');
    }
  });
});

/** The blocks of each chapter: their types, and for pictures their alternative texts. */
async function shown() {
  const { rows } = await site.db.query<{ blocks: { type: string; alt?: string; imageId?: string }[] }>(
    'select ce.blocks from chapter_editions ce join chapters c on c.id = ce.chapter_id order by c.number',
  );
  return rows.map(({ blocks }) => blocks.map(({ type, alt, imageId }) => (imageId ? alt : type)));
}

it('archives of every kind and a PDF are chapters by their bytes, and what is encrypted is named', async () => {
  const pages = await Promise.all([1, 2].map((seed) => drawPicture({ width: 60, height: 80, seed })));
  const [one = Buffer.alloc(0), two = Buffer.alloc(0)] = pages;
  const entries = [
    { name: '1.jpg', data: one },
    { name: '2.jpg', data: two },
  ];
  await site.write({
    'comic/1 - Rain.cbr': makeRar(entries),
    'comic/2 - Wind.cbt': makeTar(entries),
    'comic/3 - Snow.cbr': makeZip(entries),
    'comic/4 - Ice.pdf': makePdf([{ width: 30, height: 40 }]),
    'comic/5 - Fog.cb7': makeRar([...entries, { name: '3.jpg', data: two, isEncrypted: true }]),
    'comic/6 - Sun.pdf': 'no PDF',
    'comic/7 - Dew.epub': makeZip([
      ...entries,
      { name: 'ComicInfo.xml', data: '<ComicInfo><LanguageISO>?!</LanguageISO></ComicInfo>' },
    ]),
  });
  const { status, books, leftOut, notes } = await run('comic');
  expect(status).toBe(1);
  expect(leftOut).toEqual([
    'comic/5 - Fog.cb7: 3.jpg: encrypted',
    'comic/6 - Sun.pdf: neither an archive nor a PDF, or a damaged one',
  ]);
  expect(notes).toEqual(["comic/7 - Dew.epub: its language '?!' is none of the site's; told by its script instead"]);
  expect(books).toMatchObject([{ kind: 'comic', chapters: { total: 6 } }]);
  expect(await chapters()).toEqual([
    ['Rain', 2],
    ['Wind', 2],
    ['Snow', 2],
    ['Ice', 1],
    ['Fog', 2],
    ['Dew', 2],
  ]);
}, 60_000);

describe('a PDF', () => {
  const pages = [30, 40, 50].map((height) => ({ width: 30, height, content: `0 0 0 rg 0 0 9 ${height / 2} re f` }));

  inLong(
    'keeps its pages in order over its parts, and again changes nothing',
    async () => {
      const many = Array.from({ length: 20 }, (_, i) => ({ width: 1600, height: 20 + i, content: '' }));
      await site.write({ 'book/1.pdf': makePdf(many) });
      expect(await run('book')).toMatchObject({ status: 0, books: [{ pages: { converted: 20, reused: 0 } }] });
      const { rows } = await site.db.query<{ height: number }>(
        'select i.height from pages p join images i on i.id = p.image_id order by p.page',
      );
      expect(rows.map(({ height }) => height)).toEqual(many.map(({ height }) => height));
      expect(await run('book')).toMatchObject({
        status: 0,
        books: [{ state: 'unchanged', pages: { converted: 0, reused: 20 } }],
      });
    },
    60_000,
  );

  inLong(
    'leaves the AVIF files of its pages to the server, where nothing else is wanted',
    async () => {
      await site.write({
        'book/1.pdf': makePdf(pages),
        'book/2/1.jpg': await drawPicture({ width: 60, height: 80, seed: 9 }),
      });
      const pending = async () => {
        const { rows } = await site.db.query<{ pending: boolean }>(
          `select i.avif_pending as pending from chapters c join pages p on p.chapter_id = c.id
         join images i on i.id = p.image_id order by c.number, p.page`,
        );
        return rows.map((row) => row.pending);
      };
      await run('book', { avif: null });
      expect(await pending()).toEqual([true, true, true, false]);
    },
    60_000,
  );
});
