import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { readFiles, root } from './tree.ts';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const classLength = 4;

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
  ];
}

/** Names a class by its file and its name there: the same in each build. Throws where two classes get one name. */
export function createClassNames(): (name: string, file: string) => string {
  const owners = new Map<string, string>();
  return (name, file) => {
    const owner = `${name} of ${relative(root, file.replace(/\?.*$/, ''))}`;
    const short = classNameOf(owner);
    const other = owners.get(short) ?? owner;
    if (other !== owner) throw new Error(`The classes ${owner} and ${other} have one short name; rename one of them.`);
    owners.set(short, owner);
    return short;
  };
}

function classNameOf(owner: string): string {
  let number = createHash('sha256').update(owner).digest().readUInt32BE();
  let short = '';
  while (short.length < classLength) {
    short += letters[number % letters.length];
    number = Math.floor(number / letters.length);
  }
  return short;
}

/** Shortens the custom properties in a sheet, but those that code names: it sets them by their names. */
export function createPropertyNames(): (css: string) => string {
  const code = readFiles(/^(?:src|e2e)\/.*\.tsx?$/).filter(
    ({ path }) => !/\/(?:server|cli)\/|\.test\.tsx?$/.test(path),
  );
  const inCode = namesInCode(code.map(({ text }) => text));
  const declared = readFiles(/^src\/.*\.css$/).flatMap(({ text }) => text.match(/--[a-z][\w-]*(?=\s*:)/g) ?? []);
  const ours = [...new Set(declared)].filter((name) => !inCode(name)).sort();
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
