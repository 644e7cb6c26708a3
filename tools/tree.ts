import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync } from 'vite';

/** The files of this repository and their syntax trees, for the tests that check them. */
export const root = resolve(import.meta.dirname, '..');

const notOurs =
  /^(node_modules|dist|data|coverage|test-results|playwright-report|\.git|\.env|.*\.log|.*\.tsbuildinfo)$/;

export type SourceFile = { path: string; text: string };

/** Paths from the root, with slashes. */
export function listFiles(folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => !notOurs.test(entry.name))
    .flatMap((entry) => {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      return entry.isDirectory() ? listFiles(path) : [path];
    })
    .sort();
}

export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

export function readFiles(pattern: RegExp): SourceFile[] {
  return listFiles()
    .filter((path) => pattern.test(path))
    .map((path) => ({ path, text: readText(path) }));
}

export const isTest = (path: string) => /\.(test|spec)\.tsx?$|\/testing\/|^e2e\//.test(path);

export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** A node of the program's tree (ESTree with TypeScript and JSX); its fields must be checked before use. */
export type Syntax = { type: string; start: number; end: number } & Record<string, unknown>;

export function isSyntax(value: unknown): value is Syntax {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

let lastParsed: { file: SourceFile; program: unknown } | null = null;

/** Remembers the file that it parsed last, since several rules in turn look at each file. */
function parse({ path, text }: SourceFile): unknown {
  if (lastParsed?.file.path === path && lastParsed.file.text === text) return lastParsed.program;
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  lastParsed = { file: { path, text }, program };
  return program;
}

/** Calls `visit` for every node of the file, parents first; `parents` has the nearest last. */
export function walk(file: SourceFile, visit: (node: Syntax, parents: readonly Syntax[]) => void): void {
  const parents: Syntax[] = [];
  const enter = (value: unknown) => {
    if (Array.isArray(value)) value.forEach(enter);
    if (!isSyntax(value)) return;
    visit(value, parents);
    parents.push(value);
    for (const child of Object.values(value)) if (typeof child === 'object') enter(child);
    parents.pop();
  };
  enter(parse(file));
}

/** The text of a string or of a template, whose holes are written `${}`; null for other nodes. */
export function literalText(node: Syntax): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return null;
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the sign for a hole
  return node.quasis.map((quasi: { value: { cooked: string } }) => quasi.value.cooked).join('${}');
}
