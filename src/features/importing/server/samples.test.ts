import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { eachOf, inLong } from '../../../server/testing/depth.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';
import { openImportSite } from '../testing/import-site.ts';

const samples = resolve(process.env.LONGSTRIP_SAMPLES ?? '../shared/data');
const isHere = existsSync(samples);

/** Real files, where the sample library is at hand; it is never part of the project. */
describe.skipIf(!isHere)(`the sample library${isHere ? '' : ' (skipped: LONGSTRIP_SAMPLES names none)'}`, () => {
  const site = forAllTests(openImportSite, ({ close }) => close());

  const run = (...paths: string[]) => site.report(paths.map((path) => join(samples, path)));

  inLong('has odd pictures, of which only the damaged ones are left out', async () => {
    const { status, books, left_out } = await run('odd/images');
    expect(status).toBe(1);
    expect(left_out.map(({ path }) => path.split('/').at(-1)).sort()).toEqual([
      'pc-truncated.jpg',
      'pc-zero-bytes.jpg',
    ]);
    expect(books).toMatchObject([{ chapters: { total: 1 }, pages: { converted: 10 } }]);
  });

  inLong('has odd archives, none of which escapes or ends the import', async () => {
    const { status, books } = await run('odd/archives');
    expect(status).toBe(1);
    expect(books).toHaveLength(1);
    expect((await readdir(site.dataDir)).sort()).toEqual(['media']);
  });

  inLong(
    'has archives with metadata in three languages, which become one book',
    async () => {
      const { status, books } = await run('cbz/pepper-and-carrot');
      expect(status).toBe(0);
      expect(books).toMatchObject([
        { title: 'Pepper&Carrot', languages: ['en-us', 'ar-sa', 'zh-cn'], chapters: { total: 3 } },
      ]);
      const { rows } = await site.db.query<{ language: string; title: string }>(
        `select ce.language, ce.title from chapter_editions ce join chapters c on c.id = ce.chapter_id
       join books b on b.id = c.book_id where c.number = 1 and b.author = 'David Revoy' order by 1`,
      );
      expect(rows).toEqual([
        { language: 'ar-sa', title: 'جُرعةُ الطَيران' },
        { language: 'en-us', title: 'The Potion of Flight' },
        { language: 'zh-cn', title: '飞行魔药' },
      ]);
    },
    60_000,
  );

  inLong('has a novel in two volumes of one file a chapter', async () => {
    const { status, books } = await run('novels/don-quijote-es');
    expect(status).toBe(0);
    expect(books).toMatchObject([{ languages: ['es-es'], chapters: { total: 129 } }]);
    const chapters = await novel('Don quijote');
    const titles = chapters.map(({ title }) => title).filter((title) => title.startsWith('Capítulo '));
    expect(titles).toHaveLength(126);
    expect(titles[0]).toMatch(/^Capítulo I - Que trata de la condición/);
    expect(titles[52]).toMatch(/^Capítulo I - De lo que el cura/);
    expect(titles[125]).toMatch(/^Capítulo LXXIV - /);
    expect(chapters[2]?.first).toMatch(/^En un lugar de la Mancha/);
  });

  eachOf(
    [
      ['novels/xiyouji-zh/西游记.txt', '西游记', 101, /^第一回　灵根育孕/, /^第一百回　径回东土/],
      ['novels/le-tour-du-monde-fr', 'Le Tour du Monde en 80 Jours', 37, /^I\. DANS LEQUEL PHILEAS/, /^XXXVII\. /],
      ['novels/al-mamluk-al-sharid-ar/raw/81407240.epub.txt', 'المملوك الشارد', 51, /^أبطال الرواية$/, /^انسحاب/],
    ],
    0,
  )('has whole novels in one text: %s', async (path, title, count, first, last) => {
    const { status, books, left_out } = await run(path);
    expect([status, left_out]).toEqual([0, []]);
    expect(books).toMatchObject([{ title, chapters: { total: count } }]);
    const chapters = await novel(title);
    expect(chapters[0]?.title).toMatch(first);
    expect(chapters.at(-1)?.title).toMatch(last);
    const words = JSON.stringify(chapters);
    for (const gone of ['Gutenberg', '\\u001b']) expect(words).not.toContain(gone);
    expect((await run(path)).books).toMatchObject([{ chapters: { added: 0, changed: 0 } }]);
  });

  inLong('has one text in two encodings, which are the same chapters', async () => {
    await run('novels/xiyouji-zh/西游记.txt');
    expect((await run('novels/xiyouji-zh/西游记-前十回.gb18030.txt')).books).toMatchObject([
      { title: '西游记', chapters: { added: 0, changed: 0, total: 101 } },
    ]);
  });

  inLong('has one comic in four kinds of archive', async () => {
    const { status, books, left_out } = await run('cbz/captain-science');
    expect([status, left_out]).toEqual([0, []]);
    expect(books).toMatchObject([{ title: 'Captain Science', chapters: { total: 4 } }]);
  });

  /** The title of each chapter, its number of blocks, and the beginnings of its first and last block. */
  async function novel(title: string) {
    const { rows } = await site.db.query<{ title: string; blocks: { inlines?: { text?: string }[] }[] }>(
      `select ce.title, ce.blocks from chapter_editions ce join chapters c on c.id = ce.chapter_id
       join editions e on e.book_id = c.book_id where e.title = $1 order by c.number`,
      [title],
    );
    const words = (block: { inlines?: { text?: string }[] } | undefined) =>
      (block?.inlines ?? []).map((inline) => inline.text ?? '').join('');
    return rows.map((row) => ({
      title: row.title,
      count: row.blocks.length,
      first: words(row.blocks[0]),
      last: words(row.blocks.at(-1)),
    }));
  }

  async function facts(title: string) {
    const { rows } = await site.db.query(
      `select b.kind, b.author, b.original_language as language, b.reading_direction as direction, b.licence, b.layout,
         e.cover_image_id is not null as cover from books b join editions e on e.book_id = b.id where e.title = $1`,
      [title],
    );
    return rows[0];
  }

  inLong(
    'has EPUBs that other programs made, a comic among them',
    async () => {
      const { status, books, left_out } = await run('epub');
      expect([status, left_out]).toEqual([0, []]);
      expect(books.map(({ title, chapters }) => [title, chapters.total])).toEqual([
        ['Page Blanche', 1],
        ['Le Vrai Régime anti-cancer', 1],
        ["Children's Literature", 21],
        ['The Incomplete Theft', 1],
      ]);
      expect(await facts('Page Blanche')).toEqual({
        kind: 'comic',
        author: 'Boulet, Bagieu Pénélope',
        language: 'fr-fr',
        direction: 'ltr',
        licence: 'CC BY-SA 3.0',
        layout: 'pages',
        cover: true,
      });
      expect(books[0]?.pages.converted).toBe(9);
      expect(await facts('Le Vrai Régime anti-cancer')).toMatchObject({
        kind: 'novel',
        author: 'Pr David Khayat, Nathalie Hutter-Lardeau',
        language: 'ar-sa',
        direction: 'rtl',
        cover: true,
      });
      const stories = await novel("Children's Literature");
      expect(stories.slice(0, 4).map(({ title }) => title)).toEqual([
        'BIBLIOGRAPHY',
        'INTRODUCTORY',
        '190 A FOUR-LEAVED CLOVER',
        'I. The Rabbi and the Diadem',
      ]);
      expect(stories[3]).toMatchObject({ first: expect.stringMatching(/^Great was the alarm in the palace of Rome/) });
      expect(stories.at(-1)?.title).toBe('204 THE KING OF THE GOLDEN RIVER OR THE BLACK BROTHERS');
      const [theft] = await novel('The Incomplete Theft');
      expect(theft).toMatchObject({ first: 'By Ralph Burke', last: expect.stringMatching(/live without air!"$/) });
    },
    60_000,
  );

  inLong(
    'has novels as EPUB in three languages',
    async () => {
      const machine = await run('novels/the-time-machine-en');
      expect(machine.left_out).toEqual([]);
      expect((await novel('The Time Machine')).map(({ title }) => title).join(' ')).toBe(
        'I II III IV V VI VII VIII IX X XI XII Epilogue Endnotes',
      );
      expect((await novel('The Time Machine'))[0]?.first).toMatch(/^The Time Traveller \(for so it will be convenient/);
      expect(await run('novels/al-mamluk-al-sharid-ar/المملوك-الشارد.epub')).toMatchObject({ status: 0 });
      const mamluk = await novel('المملوك الشارد');
      expect([mamluk.length, mamluk[0]?.title, mamluk.at(-1)?.title]).toEqual([
        51,
        'أبطال الرواية',
        'انسحاب الجنود المصرية',
      ]);
      expect(await facts('المملوك الشارد')).toMatchObject({
        language: 'ar-sa',
        direction: 'rtl',
        author: 'جُرجي زيدان',
      });
      expect(await run('novels/xiyouji-zh/西游记.epub')).toMatchObject({ status: 0 });
      const west = await novel('西游记');
      expect([west.length, west[8]?.title, west[100]?.title]).toEqual([
        101,
        '附录 陈光蕊赴任逢灾 江流僧复仇报本',
        '第一百回 径回东土 五圣成真',
      ]);
      expect(await run('novels/xiyouji-zh/西游记.epub')).toMatchObject({ books: [{ state: 'unchanged' }] });
    },
    60_000,
  );
});
