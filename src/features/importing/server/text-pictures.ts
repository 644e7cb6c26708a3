import { lstat, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { Media } from '../../media/server/media.ts';
import { maxBookTextBytes, parseText, plainText, textFault } from '../formats/text/parse-text.ts';
import { planBook } from '../plan/book-plan.ts';
import { type ImageFile, isCoverName, isShelf, type SourceFile, type SourceFolder } from '../plan/source.ts';
import { resolvePlace } from '../text/paths.ts';
import { decodeTextFile } from '../text/server/encoding.ts';
import { type Scan, type Source, scanFile } from './scan.ts';

/**
 * Gives Markdown and HTML the pictures that they show. These must lie in their book's folder, and are not pages then.
 * Nothing outside that folder is ever read, and nothing is fetched.
 */
export async function withTextPictures(media: Media, source: Source, scan: Scan): Promise<Source> {
  if (source.type === 'file') return { ...source, file: await withPicturesBeside(media, source.file, scan) };
  if (!isShelf(source.folder)) return { ...source, folder: await withPicturesWithin(source.folder) };
  const folders: SourceFolder[] = [];
  for (const child of source.folder.folders) folders.push(child.book ? await withPicturesWithin(child) : child);
  return { ...source, folder: { ...source.folder, folders } };
}

/** Only files that the scan found in the book's folder count: the scan follows no links. */
async function withPicturesWithin(book: SourceFolder): Promise<SourceFolder> {
  const pictures = new Map<string, ImageFile>();
  for (const file of filesIn(book)) if (file.type === 'image') pictures.set(placeIn(book.path, file.path), file);
  if (pictures.size === 0 || book.book?.kind === 'comic') return book;
  const shown = new Map<string, ReadonlyMap<string, ImageFile>>();
  for (const file of filesIn(book)) {
    const found = new Map<string, ImageFile>();
    for (const address of await addressesIn(file)) {
      const place = resolvePlace(placeIn(book.path, file.path), address);
      const picture = place && pictures.get(place.path);
      if (picture) found.set(address, picture);
    }
    if (found.size > 0) shown.set(file.path, found);
  }
  const used = new Set([...shown.values()].flatMap((found) => [...found.values()]).map(({ path }) => path));
  const novel = withoutShown(book, { shown, used });
  // In a comic they are pages, even if a text beside them shows them.
  return used.size === 0 || planBook(novel).kind === 'comic' ? book : novel;
}

function filesIn(folder: SourceFolder): SourceFile[] {
  return [...folder.files, ...folder.folders.flatMap(filesIn)];
}

function placeIn(root: string, path: string): string {
  return relative(root, path).split(sep).join('/').normalize('NFC');
}

type Shown = { shown: ReadonlyMap<string, ReadonlyMap<string, ImageFile>>; used: ReadonlySet<string> };

function withoutShown(folder: SourceFolder, facts: Shown): SourceFolder {
  return {
    ...folder,
    files: folder.files
      .filter((file) => !facts.used.has(file.path) || isCoverName(file.name))
      .map((file) => {
        const pictures = facts.shown.get(file.path);
        return pictures && file.type === 'text' && file.fault === undefined ? { ...file, pictures } : file;
      }),
    folders: folder.folders.map((child) => withoutShown(child, facts)),
  };
}

/** If a text has fewer characters for each picture, the pictures are the content and the text only arranges them. */
const fewWords = 40;

/** The addresses of the pictures that a text shows. */
async function addressesIn(file: SourceFile): Promise<string[]> {
  if (file.type !== 'text' || file.fault || /\.txt$/i.test(file.name)) return [];
  const bytes = await stat(file.path)
    .then(async ({ size }) => (size <= maxBookTextBytes ? await readFile(file.path) : null))
    .catch(() => null); // the fault is noted when the text itself is read
  const decoded = bytes && decodeTextFile(file, bytes);
  const source = decoded && 'text' in decoded ? decoded.text : '';
  if (textFault(source) || !/!\[|<(?:\w{1,20}:)?ima?ge?\b/i.test(source)) return [];
  const { blocks } = parseText(file.name, source);
  const addresses = blocks.flatMap((block) => (block.type === 'img' ? [block.src] : []));
  const words = blocks.reduce((sum, block) => sum + plainText(block).length, 0);
  return words < addresses.length * fewWords ? [] : [...new Set(addresses)];
}

/** A text that was given by itself may use the pictures in its folder and below. */
async function withPicturesBeside(media: Media, file: SourceFile, scan: Scan): Promise<SourceFile> {
  const root = dirname(file.path);
  const realRoot = await realpath(root);
  if (file.type !== 'text' || file.fault !== undefined) return file;
  const pictures = new Map<string, ImageFile>();
  for (const address of await addressesIn(file)) {
    const place = resolvePlace(basename(file.path), address);
    if (!place) continue;
    const path = join(root, place.path);
    const real = await realpath(path).catch(() => null);
    // A link in the path would lead out of the folder.
    if (real !== join(realRoot, place.path)) continue;
    const entry = await lstat(path).catch(() => null);
    const found = entry && (await scanFile(media, path, { name: basename(path), ...kindsOf(entry) }, scan));
    if (found?.type === 'image') pictures.set(address, found);
  }
  return pictures.size > 0 ? { ...file, pictures } : file;
}

function kindsOf(entry: { isFile(): boolean; isSymbolicLink(): boolean }) {
  return { isFile: () => entry.isFile(), isSymbolicLink: () => entry.isSymbolicLink() };
}
