import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { folderForTests } from '../../../server/testing/folder.ts';
import { planBook } from '../plan/book-plan.ts';
import type { Fault, SourceFolder } from '../plan/source.ts';
import { orderByLists } from './contents-order.ts';

const home = folderForTests();

/** The chapters of a folder with these files in order, by their files' names, and the notes. */
async function orderOf(files: Record<string, string>): Promise<{ order: string[]; notes: string[] }> {
  const root = await mkdtemp(join(home, 'book-'));
  const folders = new Map<string, SourceFolder>();
  const folderAt = (path: string): SourceFolder => {
    const known = folders.get(path);
    if (known) return known;
    const made: SourceFolder = { name: basename(path), path, files: [], folders: [] };
    folders.set(path, made);
    if (path !== root) folderAt(dirname(path)).folders.push(made);
    return made;
  };
  const scan = { notes: [] as Fault[], passedOver: [] as string[] };
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    if (/ya?ml$/.test(name)) scan.passedOver.push(path);
    else
      folderAt(dirname(path)).files.push({
        type: 'text',
        name: basename(name),
        path,
        opening: content,
        heading: null,
        pictures: new Map(),
      });
  }
  const plan = planBook(await orderByLists(folderAt(root), scan));
  const order = plan.chapters.map(({ editions }) => {
    const content = editions[0]?.content;
    return content?.type === 'texts' ? basename(content.files[0]?.name ?? '').replace(/\.\w+$/, '') : '';
  });
  return { order, notes: scan.notes.map(({ cause }) => cause) };
}

const prose = 'The rain had not stopped since morning, and nobody in the house spoke of it any more.';
const named = (names: string, ending = 'md') =>
  Object.fromEntries(names.split(' ').map((name) => [`${name}.${ending}`, `# ${name}\n\n${prose}`]));
const four = named('apple banana mango zebra');
const wanted = ['zebra', 'apple', 'mango', 'banana'];

it.each<[string, Record<string, string>, string[]]>([
  [
    'mdBook',
    {
      ...four,
      'SUMMARY.md':
        '# Summary\n\n[Z](zebra.md)\n\n- [A](apple.md)\n    - [M](./mango.md)\n- [B](banana.md)\n- [Draft]()',
    },
    wanted,
  ],
  [
    'mdBook with parts',
    {
      ...four,
      'SUMMARY.md':
        '# Summary\n\n# One\n\n- [Z](<zebra.md>)\n- [A](apple.md#top)\n\n---\n\n# Two\n\n* [M](mango.md "M")\n* [B](banana.md)',
    },
    wanted,
  ],
  ['docsify', { ...four, '_sidebar.md': '* [Z](zebra)\n* [A](/apple)\n  * [M](mango)\n* [B](banana)' }, wanted],
  [
    'a page of links',
    {
      ...four,
      'index.md':
        '# The book\n\n1. [Zebra](zebra.md)\n2. [Apple](apple.md)\n3. [Mango](mango.md)\n4. [Banana](banana.md)',
    },
    wanted,
  ],
  [
    'a list in Chinese',
    {
      ...named('风 雨 雷 电'),
      '目录.md': '# 目录\n\n- [雷声](雷.md)\n- [风起](%E9%A3%8E.md)\n- [电](电.md)\n- [夜雨](雨.md)',
    },
    ['雷', '风', '电', '雨'],
  ],
  [
    'an EPUB’s navigation',
    {
      ...named('apple banana mango zebra', 'html'),
      'nav.xhtml':
        '<html><body><nav><ol><li><a href="zebra.html">Z</a></li><li><a href="apple.html">A</a><ol><li><a href="mango.html">M</a></li></ol></li><li><a href="banana.html">B</a></li></ol></nav></body></html>',
    },
    wanted,
  ],
  [
    'a page of links in HTML',
    {
      ...named('apple banana mango zebra', 'html'),
      'index.html':
        '<h1>Book</h1><a href="zebra.html">Zebra</a><br><a href=\'apple.html\'>Apple</a><br><a href="mango.html">Mango</a><br><a href="banana.html">Banana</a>',
    },
    wanted,
  ],
  [
    'MkDocs',
    {
      ...four,
      'mkdocs.yml':
        'site_name: Book\nnav:\n  - zebra.md\n  - First: apple.md\n  - Part:\n      - mango.md\n      - "B: b": "banana.md"\n',
    },
    wanted,
  ],
  [
    'Jupyter Book',
    {
      ...four,
      '_toc.yml':
        'format: jb-book\nroot: zebra\nchapters:\n- file: apple\n  sections:\n  - file: mango\n- file: banana\n',
    },
    wanted,
  ],
  [
    'Quarto',
    {
      ...four,
      '_quarto.yml':
        'book:\n  title: Book\n  chapters:\n    - zebra.md\n    - apple.md # first\n    - part: x\n      chapters: \n        - mango.md\n        - banana.md\n',
    },
    wanted,
  ],
  [
    'DocFX',
    {
      ...four,
      'toc.yml':
        '- name: Z\n  href: zebra.md\n- name: A\n  href: apple.md\n- name: M\n  href: mango.md\n- name: B\n  href: banana.md\n',
    },
    wanted,
  ],
  [
    'numbered names',
    { ...named('01-a 02-b 03-c'), 'SUMMARY.md': '- [C](03-c.md)\n- [A](01-a.md)\n- [B](02-b.md)' },
    ['03-c', '01-a', '02-b'],
  ],
  [
    'folders',
    {
      'SUMMARY.md': '- [Two](two/y.md)\n  - [X](two/x.md)\n- [One](one/b.md)\n  - [A](one/a.md)',
      ...Object.fromEntries(['one/a', 'one/b', 'two/x', 'two/y'].map((name) => [`${name}.md`, prose])),
    },
    ['y', 'x', 'b', 'a'],
  ],
])('a list of contents of %s gives the order, and is no chapter', async (_tool, files, expected) => {
  const { order, notes } = await orderOf(files);
  expect(order).toEqual(expected);
  expect(notes).toEqual(['it is a list of contents and gives the chapters their order']);
});

it('files that a list does not name come behind, and the report says so', async () => {
  const { order, notes } = await orderOf({
    ...four,
    'SUMMARY.md': '- [Z](zebra.md)\n- [M](mango.md)\n- [gone](gone.md)',
  });
  expect(order).toEqual(['zebra', 'mango', 'apple', 'banana']);
  expect(notes[0]).toMatch(/files that it does not name come behind: 2$/);
});

it('a chapter that links to others is a chapter', async () => {
  const { order, notes } = await orderOf({ ...four, 'cherry.md': `${prose} See [Z](zebra.md) and [A](apple.md).` });
  expect(order).toEqual(['apple', 'banana', 'cherry', 'mango', 'zebra']);
  expect(notes).toEqual([]);
});
