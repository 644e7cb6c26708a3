import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeEpub } from '../../src/features/importing/testing/epub.ts';
import { isLong } from '../../src/server/testing/depth.ts';
import { surveyCommand } from './command.ts';
import { holesIn } from './holes.ts';
import { countOwnContents } from './own-contents.ts';
import { countFound } from './titles.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longstrip-survey-test-'));
});

afterEach(() => rm(folder, { recursive: true }));

const add = (name: string, content: string | Uint8Array) => writeFile(join(folder, name), content);

async function run(...args: string[]) {
  const out: string[] = [];
  const status = await surveyCommand([folder, ...args], {
    stdout: { write: (text) => out.push(text) },
    stderr: { write: () => {} },
    document: join(folder, '..', 'no-such-document.md'),
  });
  const rows = out
    .join('')
    .split('\n')
    .filter((line) => line.startsWith('| '));
  // Without the head, and without the time, which is another one at each run.
  return { status, out: out.join(''), rows: rows.slice(1).map((row) => row.replace(/ \d+\.\d \|$/, '')) };
}

const sentence = 'The sea went out, and the boats lay on the sand until the evening came. ';

/** A novel with a list of contents, and with the chapters of these numbers. */
function novel(numbers: readonly number[], { listed = numbers }: { listed?: readonly number[] } = {}) {
  const list = listed.map((number) => `CHAPTER ${number}. The tide .... ${number}0`).join('\n');
  const body = numbers.map((number) => `CHAPTER ${number}. The tide\n\n${sentence.repeat(30)}\n`).join('\n\n');
  return `THE SHORE\n\nby Ada Example\n\nCONTENTS\n\n${list}\n\n\n\n${body}`;
}

/** Tools of the laboratory are tried whole in the long form alone; what they reckon, in each run. */
describe.skipIf(!isLong)('a survey of imports', () => {
  it('compares the chapters of a text with its own contents, and names the holes', async () => {
    await add('whole.txt', novel([1, 2, 3, 4]));
    await add('torn.txt', novel([1, 2, 5, 6], { listed: [1, 2, 3, 4, 5, 6] }));
    const { status, rows, out } = await run();
    expect(rows).toEqual(['| torn.txt | txt | en-us | **4** | 6 | 3-4 |', '| whole.txt | txt | en-us | 4 | 4 |  |']);
    expect(out).toContain('As many chapters as their own contents say: 1; fewer: 1; more: 0.');
    expect(status).toBe(0);
  });

  it('takes titles, languages and counts from a manifest, and allows for parts that may be chapters', async () => {
    await add('a.txt', novel([1, 2, 3, 4]));
    await add('b.txt', novel([1, 2, 3]));
    const works = [
      { file: 'a.txt', title: 'Ebbe | Flut', language: 'de', expectedChapters: 3, mayAlso: ['a dedication'] },
      { file: 'b.txt', title: 'Tides', language: 'en', expectedChapters: 2 },
    ];
    await add('manifest.json', JSON.stringify(works));
    expect((await run()).rows).toEqual([
      '| Ebbe \\| Flut | txt | en-us (is de) | 4 | 3-4 |  |',
      '| Tides | txt | en-us | **3** | 2 |  |',
    ]);
  });

  it('holds the titles against the printed headings', async () => {
    const headings = ['CHAPTER 1. The tide', 'CHAPTER 2. The tide', 'CHAPTER 3. Le reflux'];
    await add('a.txt', novel([1, 2, 3]));
    await add('manifest.json', JSON.stringify([{ file: 'a.txt', expectedChapters: 3, headings }]));
    const { rows, out } = await run();
    expect(rows).toEqual(['| a.txt | txt | en-us | **3** | 3 | titles: 2 of 3 |']);
    expect(out).toContain('As many, but under other titles: 1.');
  });

  it('counts a folder as a book, and each book of a shelf', async () => {
    await mkdir(join(folder, 'shelf/one'), { recursive: true });
    await mkdir(join(folder, 'shelf/two'));
    for (const [name, count] of [
      ['one', 2],
      ['two', 3],
    ] as const) {
      await add(`shelf/${name}/book.yaml`, `title: Book ${name}\n`);
      for (let number = 1; number <= count; number += 1) await add(`shelf/${name}/${number}.txt`, sentence);
    }
    expect((await run()).rows).toEqual([
      '| shelf: Book one | folder | en-us | 2 |  |  |',
      '| shelf: Book two | folder | en-us | 3 |  |  |',
    ]);
  });

  it('gives a hostile or unreadable file its line, and goes on with the others', async () => {
    await add('bomb.epub', Buffer.from('PK\u0003\u0004 and no more'));
    await add('empty.txt', '');
    await add('note.docx', 'words');
    await add('tide.txt', novel([1, 2, 3]));
    await symlink('/etc/passwd', join(folder, 'passwd.txt'));
    await add('zeros.txt', Buffer.alloc(10_000));
    const { status, rows } = await run();
    expect(status).toBe(1);
    expect(rows.map((row) => row.split(' | ')[0])).toEqual([
      '| bomb.epub',
      '| empty.txt',
      '| note.docx',
      '| passwd.txt',
      '| tide.txt',
      '| zeros.txt',
    ]);
    expect(rows[1]).toBe('| empty.txt | txt |  | 0 |  | left out: the file is empty |');
    expect(rows[4]).toBe('| tide.txt | txt | en-us | 3 | 3 |  |');
    for (const at of [0, 2, 3, 5]) expect(rows[at]).toContain('left out: ');
  });

  it('says where a text was cut by its length alone', async () => {
    const works = [{ file: 'long.txt', expectedChapters: 4 }];
    await add('long.txt', `${sentence.repeat(20)}\n\n`.repeat(70));
    await add('manifest.json', JSON.stringify(works));
    expect((await run()).rows).toEqual(['| long.txt | txt | en-us | **4, pieces of 1** | 4 |  |']);
  });

  it('reads an EPUB', async () => {
    await add(
      'book.epub',
      makeEpub({
        documents: { 'a.xhtml': `<h1>One</h1><p>${sentence}</p>`, 'b.xhtml': `<h1>Two</h1><p>${sentence}</p>` },
      }),
    );
    const { status, rows } = await run();
    expect(status).toBe(0);
    expect(rows).toEqual(['| book.epub | epub | en-us | 2 |  |  |']);
  });

  it('writes its table between the markers of a document, and only there', async () => {
    await add('tide.txt', novel([1, 2, 3]));
    const document = join(folder, '..', `${Date.now()}-survey.md`);
    const markers = [
      '<!-- import-survey: written by `npm run -s import-survey -- FOLDER --write` -->',
      '<!-- /import-survey -->',
    ];
    await writeFile(document, `Before.\n\n${markers[0]}\n\nold\n\n${markers[1]}\n\nAfter.\n`);
    const silent = { stdout: { write: () => {} }, stderr: { write: () => {} } };
    expect(await surveyCommand([folder, '--write'], { ...silent, document })).toBe(0);
    const written = await readFile(document, 'utf8');
    expect(written).toMatch(/^Before\.\n\n<!--[^\n]*-->\n\nBooks: 1\.\n/);
    expect(written).toMatch(/\| tide\.txt [^\n]*\n\n<!-- \/import-survey -->\n\nAfter\.\n$/);
    expect(written).not.toContain('old');
    await writeFile(document, 'Nothing here.\n');
    await expect(surveyCommand([folder, '--write'], { ...silent, document })).rejects.toThrow('no place');
    await rm(document);
  });

  it.each([
    [['--loud'], /Unknown option.*Usage: /s],
    [['another'], /one folder, please.*Usage: /s],
  ])('refuses %j', async (args, message) => {
    await expect(run(...args)).rejects.toThrow(message);
  });

  it('refuses a folder that is not there, and a manifest that is none', async () => {
    await add('manifest.json', '{"file": 1}');
    await expect(run()).rejects.toThrow('manifest.json is not a list of works');
    await add('manifest.json', '{');
    await expect(run()).rejects.toThrow('manifest.json is no JSON');
    await expect(
      surveyCommand([join(folder, 'none')], { stdout: process.stdout, stderr: process.stderr }),
    ).rejects.toThrow('cannot be read');
  });
});

describe('printed headings', () => {
  it.each([
    [['I', 'II'], ['I', 'II'], 2],
    [['Part Two. Chapter 1'], ['Part Two. Chapter 1'], 1],
    [['Chapter 1 The sea', 'Chapter 2 The sand'], ['PART ONE · Chapter 1', 'PART ONE · Chapter 2'], 2],
    [['One', 'Two', 'Three'], ['One', 'Three', 'Two'], 2],
    [['Глава'], ['çÌÁ×Á'], 0],
  ])('%j are found in %j', (headings, titles, count) => {
    expect(countFound(headings, titles)).toBe(count);
  });
});

describe('the holes of a run', () => {
  it.each([
    [['1', '2', '3'], ''],
    [['1', '2', '1', '2', '3'], ''],
    [[null, '1', null, '2', null], ''],
    [['0', '1', '2'], ''],
    [['1', '3', '4', '8'], '2, 5-7'],
    [['3', '4'], '1-2'],
    [['1', '2', '2', '3'], '2 again'],
    [['1', '5', '3', '6'], '2-4, 3 again'],
    [['1', '2-3', '4'], ''],
    [['1', '2.5', '3'], '2'],
    [['2', '4', '6', '8', '10', '12', '14', '16'], '1, 3, 5, 7, 9, 11 and 2 more'],
  ])('of %j are %j', (numbers, holes) => {
    expect(holesIn(numbers)).toBe(holes);
  });
});

describe("a text's own contents", () => {
  const body = `\n\n\nI.\n\n${sentence.repeat(9)}`;
  it.each([
    ['chapters with pages', 'CONTENTS.\n\nCHAPTER I. Dawn  3\nII. Noon . . . . 17\nIII. Dusk\t30', 3],
    ['titles in any language', 'Innehåll\n\nDrömmar\nVackra Judit\nGuld\nHem', 4],
    ['parts, which are no chapters', 'Contents\n\nBOOK ONE\nChapter 1\nChapter 2\nBOOK TWO\nChapter 1\nChapter 2', 4],
    ['parts only, which do not tell', 'Contents\n\nPART ONE\nPART TWO\nPART THREE', null],
    ['numbers with no sign behind them', 'Índice\n\nCapítulo I Rosa\nCapítulo II Luz y\nsombra\nCapítulo III Fin', 3],
    ['titles over two lines', 'CONTENTS\n\n1. Of the wind and\nof the water\n2. Fire\n3. Earth', 3],
    ['Chinese', '目　录\n\n第一回　风\n第二回　雨\n第三回　雪', 3],
    ['Arabic', 'الفهرس\n\nالفصل الأول\nالفصل الثاني\nالفصل الثالث', 3],
    ['a list of two', 'Contents\n\nOne\nTwo', null],
    ['no list', 'The contents of the box were gone.', null],
  ])('%s', (_name, list, count) => {
    expect(countOwnContents(`${list}${body}`)).toBe(count);
  });

  it('end where the first entry comes again, or at a wide gap', () => {
    const list = 'Contents\n\nDawn\nNoon\nDusk\n';
    expect(countOwnContents(`${list}\nDawn\n\nThe sun rose.\n`)).toBe(3);
    expect(countOwnContents(`${list}${'\n'.repeat(9)}Foreword\n\nThe sun rose.\n`)).toBe(3);
  });
});
