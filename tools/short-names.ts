import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { readFiles, root } from './tree.ts';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const seconds = `${letters}0123456789`;

/**
 * Builds write short names of classes and of custom properties: each document has the styles of its first view, and
 * repeats the names of classes some hundred times.
 */
export function shortNames(): Plugin[] {
  const generateScopedName = createClassNames();
  return [
    {
      name: 'short-class-names',
      apply: 'build',
      config: () => ({ css: { modules: { generateScopedName } } }),
    },
    {
      name: 'short-property-names',
      apply: 'build',
      enforce: 'pre',
      transform: { filter: { id: /\.css(?:\?|$)/ }, handler: createPropertyNames() },
    },
    {
      name: 'short-sheets',
      apply: 'build',
      generateBundle: {
        order: 'post',
        handler(_options, bundle) {
          for (const file of Object.values(bundle))
            if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = shortSheet(String(file.source));
        },
      },
    },
  ];
}

/** Names a class by its file and its name there: the same in each build. Throws for one that no sheet of ours has. */
export function createClassNames(owners: readonly string[] = classOwners()): (name: string, file: string) => string {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const owner of owners) {
    const name = freeNameOf(owner, taken);
    taken.add(name);
    names.set(owner, name);
  }
  return (name, file) => {
    const owner = ownerOf(name, relative(root, file.replace(/\?.*$/, '')));
    const short = names.get(owner);
    if (short === undefined) throw new Error(`No sheet has the class ${owner}`);
    return short;
  };
}

const ownerOf = (name: string, path: string) => `${name} of ${path}`;

/** The classes and animations of all sheets; what else looks like one only takes a name. */
function classOwners(): string[] {
  const owners = readFiles(/^src\/.*\.module\.css$/).flatMap(({ path, text }) =>
    [...text.matchAll(/(?:\.|@keyframes\s+)(-?[a-z_][\w-]*)/gi)].map(([, name = '']) => ownerOf(name, path)),
  );
  return [...new Set(owners)].sort();
}

/** The name that the owner's hash chooses, or the next one that is free. Filters of advertisements hide classes like `ad`. */
function freeNameOf(owner: string, taken: ReadonlySet<string>): string {
  const all = letters.length * seconds.length;
  const first = createHash('sha256').update(owner).digest().readUInt32BE() % all;
  for (let step = 0; step < all; step++) {
    const number = (first + step) % all;
    const name = `${letters[Math.floor(number / seconds.length)]}${seconds[number % seconds.length]}`;
    if (!taken.has(name) && !/^ad/i.test(name)) return name;
  }
  throw new Error('There are more classes than names of two letters');
}

/**
 * Leaves out what the build's own minifier leaves in: spaces within values of custom properties, and two properties for
 * `light-dark()`, which no sheet of ours uses.
 */
export function shortSheet(css: string): string {
  return css.replace(
    /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|, +|--lightningcss-(?:light|dark): ?(?:initial)?;/g,
    (part) => (part.startsWith(',') ? ',' : part.startsWith('--') ? '' : part),
  );
}

/** Shortens the custom properties in a sheet, but those that code names: it sets them by their names. */
export function createPropertyNames(): (css: string) => string {
  const code = readFiles(/^(?:src|e2e)\/.*\.tsx?$/).filter(
    ({ path }) => !/\/(?:server|cli)\/|\.test\.tsx?$/.test(path),
  );
  const inCode = namesInCode(code.map(({ text }) => text));
  const sheets = readFiles(/^src\/.*\.css$/).map(({ text }) => text);
  const declared = sheets.flatMap((text) => text.match(/--[a-z][\w-]*(?=\s*:)/g) ?? []);
  const uses = new Map<string, number>();
  for (const [name] of sheets.join('\n').matchAll(/--[a-z][\w-]*/g)) uses.set(name, (uses.get(name) ?? 0) + 1);
  const countOf = (name: string) => uses.get(name) ?? 0;
  // The names that are used most are the shortest.
  const ours = [...new Set(declared)]
    .filter((name) => !inCode(name))
    .sort((a, b) => countOf(b) - countOf(a) || (a < b ? -1 : 1));
  const short = new Map(ours.map((name, number) => [name, `--${propertyLetters(number)}`]));
  return (css) => css.replace(/--[a-z][\w-]*/g, (name) => short.get(name) ?? name);
}

/** Whether code names a custom property, whole or by the beginning of a template. */
export function namesInCode(texts: readonly string[]): (name: string) => boolean {
  const whole = new Set(texts.flatMap((text) => text.match(/--[a-z][\w-]*/g) ?? []));
  const begins = texts.flatMap((text) => text.match(/--[a-z-]*(?=\$\{)/g) ?? []);
  return (name) => whole.has(name) || begins.some((begin) => name.startsWith(begin));
}

function propertyLetters(number: number): string {
  const last = letters[number % letters.length] ?? '';
  return number < letters.length ? last : propertyLetters(Math.floor(number / letters.length) - 1) + last;
}
