import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../../server/process/error-code.ts';
import { type Language, scripts } from '../../shared/languages.ts';
import type { LateWords } from '../../web/late-words.ts';

/** The files of the browser's build that a page needs. */
export interface PageFiles {
  /** The page's styles, written into the document. */
  css: string;
  /** The files that `css` is made of, so that the browser's code does not load them again. */
  styles: readonly string[];
  fonts: string;
  /** The fonts that every page in this language shows. */
  faces: readonly string[];
  entry: string;
  /** Every other module of the first view. */
  preload: readonly string[];
  /** The further files that a part of the page needs, by the part's source. */
  ofParts: Readonly<Record<string, readonly string[]>>;
  /** The address of the messages in the page's language. */
  messages: string;
}

export interface StaticFile {
  raw: Buffer;
  br: Buffer | null;
  gzip: Buffer | null;
  contentType: string;
  /** True: the name changes with the bytes. */
  immutable: boolean;
}

export interface Assets {
  /** By the path of the address. */
  files: ReadonlyMap<string, StaticFile>;
  /** The files of the page of this source file, in this language; `css` covers its parts too. */
  pageFiles(asked: AskedFiles): PageFiles;
}

export interface AskedFiles {
  source: string;
  /** Sources of the parts of the page's code that are not always needed. */
  parts?: readonly string[];
  language: Language;
  /** The words that come with such pages alone; none: they and how the page is loaded are in each first view. */
  words?: readonly LateWords[];
}

interface ManifestEntry {
  file: string;
  css?: string[];
  imports?: string[];
  assets?: string[];
}
type Manifest = Record<string, ManifestEntry>;

const contentTypes: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

const laterPages = 'src/app/site/later-pages.ts';
const browserEntry = 'src/app/site/browser.tsx';
const fontsEntry = 'src/web/fonts.css';
/** The display face and the quiet one: letters, not accents (fonts.css). */
const faceOfEveryPage = /\/(?:bricolage-grotesque|figtree)-latin-wght-normal-/;

/** The browser's build, read into memory. */
export async function loadAssets(directory: string): Promise<Assets> {
  const build = await readBuild(directory);
  const cache = new Map<string, PageFiles>();
  return {
    files: build.files,
    pageFiles(asked) {
      const { source, parts = [], language, words = [] } = asked;
      const late = words.map((name) => `messages/${name}/${language}.json`);
      const sources = late.length > 0 ? [source, laterPages, ...late] : [source];
      const key = [language, ...sources, ...parts].join(' ');
      const known = cache.get(key) ?? collectPageFiles(build, { sources, parts, language });
      cache.set(key, known);
      return known;
    },
  };
}

export type Build = Awaited<ReturnType<typeof readBuild>>;

/** A build read into memory: its files by the paths of their addresses, and what its manifest says of its sources. */
export async function readBuild(directory: string) {
  const manifest: Manifest = JSON.parse(await readFile(join(directory, '.vite/manifest.json'), 'utf8'));
  const entryOf = (source: string): ManifestEntry => {
    const found = manifest[source];
    if (!found) throw new Error(`The build in ${directory} has no ${source}`);
    return found;
  };
  const pathOf = (source: string) => `/${entryOf(source).file}`;
  /** The paths of these modules, and of those that they import, however far. */
  const modulesOf = (sources: readonly string[]): string[] => {
    const found = new Set(sources);
    for (const source of found) for (const next of entryOf(source).imports ?? []) found.add(next);
    return [...found].map(pathOf);
  };
  return { files: await readFiles(directory), entryOf, pathOf, modulesOf };
}

async function readFiles(directory: string): Promise<Map<string, StaticFile>> {
  const names = (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length))
    .filter((name) => !name.startsWith('/.vite/') && !/\.(?:br|gz)$/.test(name));
  const read = async (name: string) => [name, await readStatic(directory, name)] as const;
  return new Map(await Promise.all(names.map(read)));
}

async function readStatic(directory: string, name: string): Promise<StaticFile> {
  const path = join(directory, name);
  const [raw, br, gzip] = await Promise.all([readFile(path), readIfThere(`${path}.br`), readIfThere(`${path}.gz`)]);
  const contentType = contentTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  return { raw, br, gzip, contentType, immutable: name.startsWith('/assets/') };
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function collectPageFiles(
  { files, entryOf, pathOf }: Build,
  given: { sources: readonly string[]; parts: readonly string[]; language: Language },
): PageFiles {
  const { sources, parts, language } = given;
  const modules = new Set<string>();
  const styles = new Set<string>();
  function visit(key: string, seen: Set<string>): void {
    const found = entryOf(key);
    if (modules.has(`/${found.file}`) || seen.has(`/${found.file}`)) return;
    seen.add(`/${found.file}`);
    for (const next of found.imports ?? []) visit(next, seen);
    for (const sheet of found.css ?? []) styles.add(`/${sheet}`);
  }
  visit(browserEntry, modules);
  const entry = pathOf(browserEntry);
  for (const source of sources) visit(source, modules);
  const ofParts: Record<string, string[]> = {};
  for (const part of parts) {
    const more = new Set<string>();
    visit(part, more);
    ofParts[part] = [...more];
  }
  modules.delete(entry);
  const css = [...styles].map((path) => files.get(path)?.raw.toString('utf8').trim() ?? '').join('');
  return {
    css,
    messages: pathOf(`messages/${language}.json`),
    styles: [...styles],
    entry,
    preload: [...modules],
    ofParts,
    fonts: pathOf(fontsEntry),
    // Chinese and Arabic pages use the system's fonts.
    faces: scripts[language] === 'latin' ? facesOf(entryOf(fontsEntry)) : [],
  };
}

const facesOf = ({ assets = [] }: ManifestEntry) =>
  assets.filter((name) => faceOfEveryPage.test(name)).map((name) => `/${name}`);
