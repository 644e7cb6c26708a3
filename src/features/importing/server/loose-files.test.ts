import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inLong } from '../../../server/testing/depth.ts';
import { folderForTests } from '../../../server/testing/folder.ts';
import { createMedia, type Media } from '../../media/server/media.ts';
import { drawPicture } from '../../media/testing/pictures.ts';
import { makeZip } from '../../media/testing/zip.ts';
import { planImport } from './importing.ts';

let media: Media;
const home = folderForTests();
let picture: Buffer;
let archive: Buffer;

beforeAll(async () => {
  media = createMedia({ dataDir: join(home, 'data'), workers: { size: 1 } });
  picture = await drawPicture({ width: 30, height: 40, seed: 1 });
  archive = makeZip([{ name: '1.jpg', data: picture }]);
});
afterAll(() => media.close());

const evening = 'It was a long and quiet evening by the sea. '.repeat(20);
const volume = ['Chapter 1', 'Chapter 2', 'Chapter 3'].map((heading) => `${heading}\n\n${evening}\n\n`).join('');

/** The books of files that were chosen together, each with its kind and the titles of its chapters; what is left out. */
async function drop(files: Record<string, string>) {
  const folder = await mkdtemp(join(home, 'tree-'));
  const paths: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await writeFile(path, /\.(jpg|png)$/.test(name) ? picture : name.endsWith('.cbz') ? archive : text);
    paths.push(path);
  }
  const { plans, leftOut } = await planImport(media, paths);
  return {
    books: plans.map(({ kind, editions, chapters }) => [
      editions[0]?.title,
      kind,
      chapters.map((chapter) => chapter.editions[0]?.title),
    ]),
    covers: plans.map(({ editions }) => editions[0]?.cover?.name ?? null),
    leftOut: leftOut.map(({ path, cause }) => `${path.slice(folder.length + 1)}: ${cause}`),
    isWhole: plans.map((plan) => plan.isWhole),
  };
}

describe('files that are dropped together', () => {
  inLong('are a novel of the texts and a comic of the archives that count in one series each', async () => {
    const { books, leftOut, isWhole } = await drop({
      'River Song - Chapter 1.txt': evening,
      'Iron City 01.cbz': '',
      'River Song - Chapter 2.txt': evening,
      'Iron City 02.cbz': '',
    });
    expect(books).toEqual([
      ['River Song', 'novel', ['Chapter 1', 'Chapter 2']],
      ['Iron City', 'comic', ['01', '02']],
    ]);
    expect([leftOut, isWhole]).toEqual([[], [false, false]]);
  });

  it('are as many books as there are series, in any script', async () => {
    const { books } = await drop({
      '湖边 第1章.txt': '天亮了。'.repeat(90),
      '山中.txt': '下雪了。'.repeat(90),
      '湖边 第2章.txt': '天黑了。'.repeat(90),
    });
    expect(books.map(([title, , chapters]) => [title, chapters?.length])).toEqual([
      ['山中', 1],
      ['湖边', 2],
    ]);
  });

  it('are a comic of the pictures that count in one series; a picture by itself is named', async () => {
    const { books, leftOut } = await drop({ 'Paper Moon 001.jpg': '', 'Paper Moon 002.jpg': '', 'holiday.jpg': '' });
    expect(books.map(([title, kind, chapters]) => [title, kind, chapters?.length])).toEqual([
      ['Paper Moon', 'comic', 1],
    ]);
    expect(leftOut).toEqual(['holiday.jpg: a picture needs a folder']);
    const unnamed = await drop({ '001.jpg': '', '002.jpg': '' });
    expect([unnamed.books, unnamed.leftOut]).toEqual([
      [],
      ['001.jpg: a picture needs a folder', '002.jpg: a picture needs a folder'],
    ]);
  });

  inLong('are a book with its cover, whose title may end in a number; of two books the cover is named', async () => {
    const one = await drop({ 'Fahrenheit 451.txt': evening, 'cover.jpg': '' });
    expect([one.books.map(([title]) => title), one.covers, one.leftOut]).toEqual([
      ['Fahrenheit 451'],
      ['cover.jpg'],
      [],
    ]);
    const two = await drop({ 'Fahrenheit 451.txt': evening, 'Moss.cbz': '', 'cover.jpg': '' });
    expect([two.covers, two.leftOut]).toEqual([[null, null], ['cover.jpg: a picture needs a folder']]);
  });

  it('may be one chapter of a series alone, if a word in its name says that it counts', async () => {
    expect((await drop({ 'River Song - Chapter 08.txt': evening })).books).toEqual([
      ['River Song', 'novel', ['Chapter 08']],
    ]);
    expect((await drop({ '湖边 第3章.txt': '天亮了。'.repeat(90) })).books.map(([title]) => title)).toEqual(['湖边']);
  });

  it('are a book each where the texts of a series are volumes with chapters of their own', async () => {
    const { books } = await drop({ 'Rose 1.txt': volume, 'Rose 2.txt': volume });
    expect(books.map(([title, , chapters]) => [title, chapters?.length])).toEqual([
      ['Rose 1', 3],
      ['Rose 2', 3],
    ]);
  });

  it('are one text, where the picture among them is shown in it', async () => {
    const { books, leftOut } = await drop({
      'Voyage.md': `# Voyage\n\n${evening}\n\n![A map](map.png)\n`,
      'map.png': '',
    });
    expect([books.map(([title]) => title), leftOut]).toEqual([['Voyage'], []]);
  });
});
