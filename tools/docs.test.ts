import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../src/app/cli/cli.ts';
import { loadSite } from '../src/app/cli/site/command-site.ts';
import { bindingsOf } from '../src/features/reading/web/settings/key-bindings.ts';
import { pages, recoverPath, resetPasswordPattern } from '../src/shared/paths.ts';
import { isSyntax, isTest, listFiles, readFiles, readText, root, type SourceFile, type Syntax, walk } from './tree.ts';

/** Documents become out of date; this test compares with the code all that can be compared. */
const documents = readFiles(/^[A-Z]+\.md$|^docs\/.*\.md$/);

const { scripts }: { scripts: Record<string, string> } = JSON.parse(readText('package.json'));

/** The anchors that GitHub makes of headings. */
function anchorsOf(path: string): string[] {
  return [...readText(path).matchAll(/^#+ (.+)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

const program = createProgram({ loadSite, end: () => {} });

/** The commands and options of a `longstrip …` line that the program does not have. */
function unknownTo(command: Command, words: readonly string[]): string[] {
  const [word = '', ...rest] = words;
  const below = command.commands.find((known) => known.name() === word);
  if (below) return unknownTo(below, rest);
  if (command.commands.length > 0) return word.startsWith('-') ? [] : [`${command.name()} ${word}`];
  const options = words.filter((given) => given.startsWith('--'));
  return options
    .filter((given) => ![...command.options, ...program.options].some((known) => known.long === given))
    .map((given) => `${command.name()} ${given}`);
}

const commandsIn = (text: string) =>
  [...text.matchAll(/(?:npx |`|^)longstrip ([^`\n#;|>]+)/gm)].map((match) => (match[1] ?? '').trim().split(/\s+/));

describe.each(documents)('$path', ({ path, text }) => {
  it('links to existing files and headings', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)|<img[^>]*\ssrc="([^"]+)"/g)].map(
      (match) => match[1] ?? match[2] ?? '',
    );
    const broken = links.filter((link) => {
      if (/^(https?|mailto):/.test(link)) return false;
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : normalize(join(dirname(path), file));
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('names commands that exist', () => {
    const named = [...text.matchAll(/\bnpm run (?:-s |--silent )?([\w:-]+)/g)].map((match) => match[1] ?? '');
    const missing = named.filter((name) => !(name in scripts));
    expect(missing, 'package.json has no such script').toEqual([]);
    for (const short of ['start', 'test']) if (text.includes(`npm ${short}`)) expect(scripts).toHaveProperty(short);
  });

  it('uses only commands and options of `longstrip` that exist', () => {
    expect(commandsIn(text).flatMap((words) => unknownTo(program, words))).toEqual([]);
  });

  it('names files that exist', () => {
    const named = [...text.matchAll(/`((?:src|tools|lab|e2e|migrations|messages|docs)\/[\w./-]+\.\w+)`/g)];
    expect(named.map((match) => match[1] ?? '').filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});

/** The comments of a program or a style sheet; a document is all comment. */
function proseOf({ path, text }: SourceFile): string {
  if (path.endsWith('.md')) return text;
  return [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g)].map(([comment]) => comment).join('\n');
}

/**
 * Citations of what is not there: `spec: page.md#heading` has to name a page and a heading of docs/spec, any other name
 * of a page a file from the root or beside the citing file.
 */
function brokenCitations(file: SourceFile): string[] {
  // Not an address, a pattern, or an example such as 01.md.
  const cited = proseOf(file).matchAll(/(spec: )?(?<![\w/.…*>-])((?:[a-z][\w-]*\/)*[a-z][\w-]*\.md)\b(?:#([\w-]+))?/gi);
  return [...cited].flatMap(([citation, spec, page = '', heading]) => {
    const places = spec ? [`docs/spec/${page}`] : [page, join(dirname(file.path), page)];
    const found = places.find((place) => existsSync(join(root, place)));
    const isThere = found && (heading ? anchorsOf(found).includes(heading) : !spec);
    return isThere ? [] : [citation];
  });
}

const citing = [
  ...documents,
  ...readFiles(/^(?:(?:src|tools|lab|e2e|demo|bin)\/.*|[\w.-]+)\.(?:tsx?|m?js|css)$/),
].filter(({ path }) => path !== 'tools/docs.test.ts'); // its examples are broken

describe('a citation', () => {
  it('names a page and a heading that exist', () => {
    const broken = citing.flatMap((file) => brokenCitations(file).map((citation) => `${file.path}: ${citation}`));
    expect(broken).toEqual([]);
  });

  it.each([
    ['src/a.ts', '/** So many (spec: http.md#limits). */', []],
    ['src/a.ts', '// docs/decisions/0014-popularity.md, and STYLE.md', []],
    ['docs/spec/a.md', 'See http.md and `STYLE.md`.', []],
    ['src/a.ts', "const path = 'product.md'; // https://example.org/product.md", []],
    ['src/a.ts', '/** So many (spec: http.md#borders). */', ['spec: http.md#borders']],
    ['src/a.css', '/* spec: htp.md#limits */', ['spec: htp.md#limits']],
    ['src/a.ts', '// spec: http.md', ['spec: http.md']],
    ['src/a.ts', '/** As product.md section 2 has it. */', ['product.md']],
    ['docs/a.md', 'The order of contract.md.', ['contract.md']],
  ])('in %s: %s', (path, text, expected) => {
    expect(brokenCitations({ path, text })).toEqual(expected);
  });
});

describe('a command of a document', () => {
  it.each([
    ['npx longstrip book burn ID', ['book burn']],
    ['`longstrip payments report --loud`', ['report --loud']],
    ['npx longstrip user grant NAME --months 3', []],
  ])('%s is understood, or is not', (text, expected) => {
    expect(commandsIn(text).flatMap((words) => unknownTo(program, words))).toEqual(expected);
  });
});

describe('README.md', () => {
  it('names each feature, behind those that it asks', () => {
    const map = /^ {2}features\/[\s\S]*?^ {2}server\//m.exec(readText('README.md'))?.[0] ?? '';
    const graph = /featureGraph = \{\n([\s\S]*?)\n\};/.exec(readText('.dependency-cruiser.mjs'))?.[1] ?? '';
    const features = [...graph.matchAll(/^ {2}(\w+): \[(.*)\]/gm)].map(([, name = '', asked = '']) => ({
      name,
      asked: [...asked.matchAll(/\w+/g)].map(([other]) => other),
    }));
    expect([...map.matchAll(/^ {4}([a-z]+)\/ /gm)].map((match) => match[1])).toEqual(features.map(({ name }) => name));
    const names = features.map(({ name }) => name);
    expect(features.filter(({ asked }, at) => asked.some((other) => !names.slice(0, at).includes(other)))).toEqual([]);
  });
});

describe('docs/settings.md', () => {
  it('has every setting that the program reads, and no other', () => {
    const written = [...readText('docs/settings.md').matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|/gm)].map((match) => match[1]);
    const source = readFiles(/^src\/(server\/config\/[a-z-]+|shared\/site-settings)\.ts$/)
      .map((file) => file.text)
      .join('\n');
    const read = new Set(
      [...source.matchAll(/'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|DOORS|FAPIAO|HOST|PORT|ROLE|WORKERS)'/g)].map(
        (match) => match[1],
      ),
    );
    expect(written.toSorted()).toEqual([...read].toSorted());
  });
});

describe('docs/spec', () => {
  const rowsOf = (path: string) =>
    readText(path)
      .split('\n')
      .filter((line) => line.startsWith('| '));
  const firstCells = (path: string) => rowsOf(path).map((row) => row.split('|')[1] ?? '');
  const codesOf = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');

  it('has every page of the site', () => {
    const named = firstCells('docs/spec/site.md').flatMap(codesOf);
    const patterns = named.map((path) => path.replace(/\{\w+\}/g, ':'));
    const all = [...Object.values(pages), recoverPath, resetPasswordPattern];
    expect(all.filter((pattern) => !patterns.includes(pattern.replace(/:\w+/g, ':')))).toEqual([]);
  });

  it('has every key of the reader', () => {
    const named = firstCells('docs/spec/reader.md').flatMap(codesOf);
    const keys = Object.values(bindingsOf({})).flat();
    expect(keys.filter((key) => !named.includes(key))).toEqual([]);
  });
});

describe('docs/decisions', () => {
  const files = listFiles('docs/decisions').filter((path) => /\/\d/.test(path));

  it('are numbered without gaps', () => {
    const numbers = files.map((path) => Number(path.split('/').at(-1)?.slice(0, 4)));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  it('are all in the index', () => {
    const index = readText('docs/decisions/README.md');
    expect(files.filter((path) => !index.includes(`(${path.split('/').at(-1)})`))).toEqual([]);
  });

  it('explain every package', () => {
    const said = readText('docs/decisions/0010-dependencies.md');
    const { dependencies, devDependencies } = JSON.parse(readText('package.json'));
    // A package's types need no explanation of their own.
    const named = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !name.startsWith('@types/'));
    expect(named.filter((name) => !said.includes(name))).toEqual([]);
  });
});

/** The words of a name: `decideFreeChapter` has decide, free and chapter. */
const wordsOf = (name: string) =>
  name
    .split(/_|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .filter(Boolean)
    .map((word) => word.toLowerCase());

function exportedNames(file: SourceFile): string[] {
  const names: string[] = [];
  const take = (node: unknown) => {
    if (isSyntax(node) && isSyntax(node.id) && typeof node.id.name === 'string') names.push(node.id.name);
  };
  walk(file, ({ type, declaration }: Syntax) => {
    if (type !== 'ExportNamedDeclaration' || !isSyntax(declaration)) return;
    for (const node of Array.isArray(declaration.declarations) ? declaration.declarations : [declaration]) take(node);
  });
  return names;
}

const isWordOrPlural = (word: string, of: string) =>
  word === of || word === `${of}s` || word === of.replace(/y$/, 'ies');

/** Whether a name has these words beside each other; the last may be many. */
function hasWords(name: string, phrase: string): boolean {
  const [words, wanted] = [wordsOf(name), phrase.split(' ')];
  return words.some((_, at) => wanted.every((word, index) => isWordOrPlural(words[at + index] ?? '', word)));
}

describe('docs/glossary.md', () => {
  const text = readText('docs/glossary.md');
  const terms = [...text.matchAll(/^- \*\*(.+?)\*\*: (.+)$/gm)].map(([, term = '', meaning = '']) => ({
    term,
    meaning,
  }));
  const table = /\| not \| but \|\n.*\n((?:\|.*\n)+)/.exec(text)?.[1] ?? '';
  const unused = [...table.matchAll(/^\| (.+) \| (.+) \|$/gm)].flatMap(([, words = '', ours = '']) =>
    words.split(', ').map((word) => ({ word, ours })),
  );
  const names = readFiles(/^src\/.*\.tsx?$/)
    .filter(({ path }) => !isTest(path))
    .flatMap((file) => exportedNames(file).map((name) => ({ name, path: file.path })));
  const foreignIn = (name: string) => unused.filter(({ word }) => hasWords(name, word));

  it('has at most sixty terms, each once and in one sentence', () => {
    expect(terms.length).toBeGreaterThan(30);
    expect(terms.length).toBeLessThanOrEqual(60);
    expect(terms.map(({ term }) => term)).toEqual([...new Set(terms.map(({ term }) => term))]);
    expect(terms.filter(({ meaning }) => !/^[A-Z][^.!?]*(?:`[^`]*`[^.!?]*)*\.$/.test(meaning))).toEqual([]);
  });

  it('has terms that names of the code use', () => {
    const used = new Set(names.flatMap(({ name }) => wordsOf(name)));
    const isUsed = (part: string) => [...used].some((word) => isWordOrPlural(word, part));
    expect(terms.filter(({ term }) => !term.split(' ').every(isUsed)).map(({ term }) => term)).toEqual([]);
  });

  it('has a term for each word that is not used', () => {
    expect(unused.filter(({ ours }) => !terms.some(({ term }) => term === ours))).toEqual([]);
  });

  it('has the words of all exported names', () => {
    const foreign = names.flatMap(({ name, path }) =>
      foreignIn(name).map(({ ours }) => `${path} ${name}: its word is ${ours}`),
    );
    expect(foreign).toEqual([]);
  });

  it.each([
    ['export function listEpisodes() {}', 'chapter'],
    ['export const a = 1, COMIC_BOOK = 2;', 'book'],
    ['export interface SubscriberRow {}', 'user'],
    ['export type Tissue = string;\nconst episode = 1;', undefined],
  ])('%s is refused for: %s', (broken, ours) => {
    const found = exportedNames({ path: 'a.ts', text: broken }).flatMap(foreignIn);
    expect(found[0]?.ours).toBe(ours);
  });
});
