import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, relative, sep } from 'node:path';
import type { Fault, SourceFile, SourceFolder } from '../plan/source.ts';
import { resolvePlace } from '../text/paths.ts';
import { decodeTextFile } from '../text/server/encoding.ts';

/** The texts of a folder and below, by their paths in it. */
type Texts = ReadonlyMap<string, SourceFile>;
type List = { path: string; addresses: string[]; isFile: boolean };

const longestList = 1024 * 1024;
const fewestLinks = 2;
const listYaml = /^(?:_?toc|mkdocs|_quarto|_bookdown|nav|navigation|sidebar)\.ya?ml$/i;

/**
 * Finds lists of contents among the files of a folder: the summary of mdBook, the sidebar of docsify, a page of links, the `nav` of a YAML
 * file. The texts that they name get their places in them, and the list is no chapter.
 */
export async function orderByLists(
  folder: SourceFolder,
  scan: { notes: Fault[]; passedOver: string[] },
): Promise<SourceFolder> {
  const texts: Texts = new Map(textsIn(folder).map((file) => [placeIn(folder.path, file.path), file]));
  if (texts.size <= fewestLinks) return folder;
  const lists = [
    ...(await Promise.all(folder.files.map((file) => readList(file, folder)))),
    ...(await Promise.all(scan.passedOver.filter((path) => isYamlOf(path, folder)).map(readYamlList))),
  ].flatMap((list) => (list === null ? [] : [{ ...list, files: filesOf(list, { folder, texts }) }]));
  const [list] = lists.sort((a, b) => b.files.length - a.files.length);
  if (!list || list.files.length < fewestLinks) return await withOrderedFolders(folder, scan);
  const places = new Map(list.files.map((file, index) => [file.path, index]));
  const isList = new Set(
    lists.filter(({ files, isFile }) => isFile && files.length >= fewestLinks).map(({ path }) => path),
  );
  const others = [...texts.values()].filter(({ path }) => !places.has(path) && !isList.has(path)).length;
  const behind = others === 0 ? '' : `; files that it does not name come behind: ${others}`;
  scan.notes.push({ path: list.path, cause: `it is a list of contents and gives the chapters their order${behind}` });
  scan.passedOver.push(...isList);
  return withPlaces(folder, { places, isList });
}

async function withOrderedFolders(
  folder: SourceFolder,
  scan: Parameters<typeof orderByLists>[1],
): Promise<SourceFolder> {
  const folders: SourceFolder[] = [];
  for (const child of folder.folders) folders.push(await orderByLists(child, scan));
  return { ...folder, folders };
}

function textsIn(folder: SourceFolder): SourceFile[] {
  return [...folder.files.filter(({ type }) => type === 'text'), ...folder.folders.flatMap(textsIn)];
}

function placeIn(root: string, path: string): string {
  return relative(root, path).split(sep).join('/').normalize('NFC');
}

function isYamlOf(path: string, folder: SourceFolder): boolean {
  return dirname(path) === folder.path && listYaml.test(basename(path));
}

/** A text is a list where most of its letters, without headings, are in links: a chapter may link to another one, too. */
async function readList(file: SourceFile, { path: root }: SourceFolder): Promise<List | null> {
  if (file.type !== 'text' || file.fault !== undefined || dirname(file.path) !== root) return null;
  const source = await read(file.path, file.encoding);
  if (source === null) return null;
  const isHtml = /\.x?html?$/i.test(file.name);
  const links = isHtml ? linksOfHtml(source) : linksOfMarkdown(source);
  const beside = isHtml
    ? source.replace(/<(script|style|head|a|h[1-6])\b.*?<\/\1>|<[^<>]*>/gis, '')
    : source.replace(/^#.*$|\[[^[\]\n]{0,300}\]\([^()\n]*\)/gm, '');
  const linked = links.reduce((sum, { label }) => sum + lettersIn(label), 0);
  if (linked < lettersIn(beside)) return null;
  return { path: file.path, addresses: links.map(({ href }) => href), isFile: true };
}

async function readYamlList(path: string): Promise<List | null> {
  const source = await read(path);
  if (source === null) return null;
  // Every scalar of it may name a file; those that do are the list.
  const addresses = source.split('\n').flatMap((line) => {
    const value = /^[\s-]*(?:(?:"[^"]*"|'[^']*'|[^:#"']{1,200}):\s+)?["']?([^"'#]+?)["']?\s*(?:#.*)?$/u.exec(line)?.[1];
    return value ? [value] : [];
  });
  return { path, addresses, isFile: false };
}

async function read(path: string, encoding?: string): Promise<string | null> {
  const isShort = await stat(path).then(
    ({ size }) => size <= longestList,
    () => false, // the fault is named when the text itself is read
  );
  if (!isShort) return null;
  const decoded = decodeTextFile({ name: basename(path), ...(encoding ? { encoding } : {}) }, await readFile(path));
  return 'fault' in decoded ? null : decoded.text;
}

type Link = { label: string; href: string };

function linksOfMarkdown(source: string): Link[] {
  return [
    ...source.matchAll(/(?<!!)\[([^[\]\n]{0,300})\]\(\s*(?:<([^<>\n]{1,500})>|([^()\s]{1,500}))[^()\n]{0,200}\)/g),
  ].map(([, label = '', quoted, bare = '']) => ({ label, href: quoted ?? bare }));
}

function linksOfHtml(source: string): Link[] {
  return [
    ...source.matchAll(/<a\s[^<>]{0,500}?href\s*=\s*["']?([^"'<>]{1,500})["']?[^<>]{0,500}>(.{0,1000}?)<\/a>/gis),
  ].map(([, href = '', label = '']) => ({ label: label.replace(/<[^<>]*>/g, ''), href }));
}

function lettersIn(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

const endings = ['', '.md', '.markdown', '.html', '.xhtml', '.htm', '.txt'];
const roots = ['', 'docs/', 'src/', 'source/', 'text/', 'chapters/'];

/** The texts that a list names, each once, in its order. */
function filesOf(list: List, { folder, texts }: { folder: SourceFolder; texts: Texts }): SourceFile[] {
  const from = placeIn(folder.path, list.path);
  const found = list.addresses.flatMap((href) => {
    const place = resolvePlace(from, href)?.path;
    const paths = place ? roots.flatMap((root) => endings.map((ending) => `${root}${place}${ending}`)) : [];
    return paths.map((path) => texts.get(path)).find((file) => file !== undefined) ?? [];
  });
  return [...new Set(found)].filter(({ path }) => path !== list.path);
}

type Listed = { places: ReadonlyMap<string, number>; isList: ReadonlySet<string> };

function withPlaces(folder: SourceFolder, listed: Listed): SourceFolder {
  return {
    ...folder,
    files: folder.files
      .filter(({ path }) => !listed.isList.has(path))
      .map((file) => {
        const listedAt = listed.places.get(file.path);
        return listedAt === undefined || file.type !== 'text' ? file : { ...file, listedAt };
      }),
    folders: folder.folders.map((child) => withPlaces(child, listed)),
  };
}
