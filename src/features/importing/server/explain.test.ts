import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderForTests } from '../../../server/testing/folder.ts';
import { explainCommand } from './explain.ts';

const prose = 'The rain had not stopped since morning, and nobody in the house spoke of it any more.';
const source = ['Chapter 1', 'Chapter 2', 'Chapter 4'].map((heading) => `${heading}\n\n${prose}\n`).join('\n');

const folder = folderForTests();

async function explain(name: string, given: { isJson?: boolean; encoding?: string } = {}) {
  const out: string[] = [];
  const errors: string[] = [];
  const status = await explainCommand(
    { stdout: { write: (text) => out.push(text) }, stderr: { write: (text) => errors.push(text) } },
    { paths: [join(folder, name)], isJson: false, ...given },
  );
  return { status, out: out.join(''), errors: errors.join('') };
}

it('prints candidates by their lines, what was taken and why, and holes', async () => {
  await writeFile(join(folder, 'rain.txt'), source);
  const { status, out } = await explain('rain.txt');
  expect(status).toBe(0);
  expect(out).toMatch(/rain\.txt \(utf-8\): 3 chapters\n\s+taken: a word and a number: its numbers run/);
  expect(out).toContain('chapter 3 is missing in the run of numbers');
  expect(out).toMatch(/\n\s+9 {2}taken .*Chapter 4\n/);
  expect(JSON.parse((await explain('rain.txt', { isJson: true })).out)).toMatchObject([
    { chapters: 3, encoding: 'utf-8' },
  ]);
});

it('takes the headings of the book.yaml beside the text', async () => {
  await writeFile(join(folder, 'book.yaml'), "headings: ['{title} any more.']\n");
  expect((await explain('rain.txt')).out).toContain('taken: the headings of its book.yaml');
  await rm(join(folder, 'book.yaml'));
});

it('names a file that it cannot explain, and ends 1', async () => {
  expect(await explain('none.txt')).toMatchObject({
    status: 1,
    errors: expect.stringMatching(/cannot be read \(ENOENT\)/),
  });
  expect(await explain('a.epub')).toMatchObject({ status: 1, errors: expect.stringMatching(/only plain texts/) });
  expect(await explain('rain.txt', { encoding: 'no-such' })).toMatchObject({
    status: 1,
    errors: expect.stringMatching(/no encoding called 'no-such'/),
  });
});
