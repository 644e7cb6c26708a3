import type { Dirent } from 'node:fs';
import { lstat, open, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isJunkName } from '../../media/rules.ts';
import type { Media } from '../../media/server/media.ts';
import { languageNote, parseComicInfo } from '../formats/archive/comic-info.ts';
import { unreadable } from '../formats/format.ts';
import { imageFault } from '../formats/image/image.ts';
import { readContents } from '../names/headings.ts';
import type { Read } from '../plan/metadata.ts';
import { isUnknownBook, isUnknownChapter, readBookFields, readChapterFields } from '../plan/metadata.ts';
import type { Rule } from '../plan/rules.ts';
import { type Fault, isCompanionName, type SourceFile, type SourceFolder } from '../plan/source.ts';
import { decodeTextFile } from '../text/server/encoding.ts';
import { orderByLists } from './contents-order.ts';
import { formatsOf } from './formats.ts';
import { parseYaml } from './yaml.ts';

export type Scan = {
  faults: Fault[];
  notes: Fault[];
  /** Files that were read as metadata, and by which rule. */
  metadata: { path: string; rule: Rule }[];
  /** Files and folders that are no content. */
  passedOver: string[];
  /** Called with each file that is read. */
  onFile?: () => void;
  /** The encoding of all texts, where the operator names one. */
  encoding?: string;
};

/** An empty record of a scan. */
export function createScan(options: Pick<Scan, 'onFile' | 'encoding'> = {}): Scan {
  return { faults: [], notes: [], metadata: [], passedOver: [], ...options };
}

const maxDepth = 8;
const unsupportedName = /\.(mobi|azw3?|djvu|docx?|odt|fb2)$/i;

/** Reads a folder on the disk: the type of each file by its bytes, its metadata parsed, links listed as faults. */
export async function scanFolder(media: Media, path: string, scan: Scan, depth = 0): Promise<SourceFolder> {
  const folder: SourceFolder = { name: basename(await realpath(path)), path, files: [], folders: [] };
  const entries = (await readdir(path, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const child = join(path, entry.name);
    if (isJunkName(entry.name)) {
      scan.passedOver.push(child);
      continue;
    }
    if (entry.isDirectory()) {
      const found = depth < maxDepth ? await scanChild(media, child, scan, depth + 1) : 'folders nested too deeply';
      if (typeof found !== 'string') folder.folders.push(found);
      else {
        folder.hasUnread = true;
        scan.faults.push({ path: child, cause: found });
      }
    } else if (await isMetadata(entry, child, folder, scan)) {
      // its facts are in the folder now
    } else {
      const file = await scanFile(media, child, entry, scan);
      if (file) folder.files.push(file);
      if (entry.isSymbolicLink()) folder.hasUnread = true;
    }
  }
  const contents = await contentsIn(folder);
  if (contents) folder.contents = contents;
  return folder;
}

async function scanChild(media: Media, path: string, scan: Scan, depth: number): Promise<SourceFolder | string> {
  return await scanFolder(media, path, scan, depth).catch(unreadable);
}

/** The list of contents in one of a folder's texts, beside the chapters. */
async function contentsIn(folder: SourceFolder): Promise<Map<string, string> | null> {
  const texts = folder.files.filter((file) => file.type === 'text');
  if (texts.length < 3) return null;
  for (const file of texts) {
    if (file.fault !== undefined || readContents(file.opening).size === 0) continue;
    const decoded = decodeTextFile(file, await readFile(file.path));
    const titles = readContents('fault' in decoded ? '' : decoded.text);
    if (titles.size >= texts.length / 2) return titles;
  }
  return null;
}

async function isMetadata(entry: Dirent, path: string, folder: SourceFolder, scan: Scan): Promise<boolean> {
  const name = entry.name.toLowerCase();
  if (/^book\.ya?ml$/.test(name)) {
    const read = entry.isFile() ? await readYaml(path, scan, readBookFields) : null;
    folder.book = read?.fields ?? {};
    if (!read || isUnknownBook(read)) folder.isUnknownBook = true;
    if (read) scan.metadata.push({ path, rule: 'book_yaml' });
    return entry.isFile();
  }
  if (/^chapter\.ya?ml$/.test(name)) {
    const read = entry.isFile() ? await readYaml(path, scan, readChapterFields) : null;
    folder.chapter = read?.fields ?? {};
    if (!read || isUnknownChapter(read)) folder.isUnknownChapter = true;
    if (read) scan.metadata.push({ path, rule: 'chapter_yaml' });
    return entry.isFile();
  }
  if (!entry.isFile()) return false;
  if (name !== 'comicinfo.xml') return false;
  const isSmall = (await stat(path)).size <= maxMetadataBytes;
  const info = isSmall ? await readFile(path, 'utf8').then(parseComicInfo, () => null) : null;
  if (info) folder.comicInfo = info;
  if (info) scan.metadata.push({ path, rule: 'comic_info' });
  else scan.passedOver.push(path);
  const note = info ? languageNote(info) : 'not readable as ComicInfo; it is ignored';
  if (note) scan.notes.push({ path, cause: note });
  return true;
}

const maxMetadataBytes = 1024 * 1024;

async function readYaml<T extends object>(
  path: string,
  scan: Scan,
  read: (document: unknown) => Read<T>,
): Promise<Read<T> | null> {
  try {
    if ((await stat(path)).size > maxMetadataBytes) throw new Error('it is over 1 MiB');
    const found = read(parseYaml(await readFile(path, 'utf8')));
    scan.faults.push(...found.faults.map((cause) => ({ path, cause })));
    scan.notes.push(...found.notes.map((cause) => ({ path, cause })));
    return found;
  } catch (error) {
    const reason = String(error instanceof Error ? error.message : error)
      .split('\n')[0]
      ?.replace(/:$/, '');
    scan.faults.push({ path, cause: `not readable as YAML (${reason})` });
    return null;
  }
}

/** Reads a file by its path; null when the file is ignored or a fault. */
export async function scanFile(
  media: Media,
  path: string,
  entry: Pick<Dirent, 'name' | 'isFile' | 'isSymbolicLink'>,
  scan: Scan,
): Promise<SourceFile | null> {
  scan.onFile?.();
  const name = entry.name.normalize('NFC');
  const refuse = (cause: string) => {
    scan.faults.push({ path, cause });
    return null;
  };
  if (entry.isSymbolicLink()) return refuse('a link; links are not followed');
  if (!entry.isFile()) return refuse('a device or other special file');
  if (isCompanionName(name) || name.toLowerCase() === 'credits' || name.toLowerCase() === 'notice') {
    scan.passedOver.push(path);
    return null;
  }
  const formats = formatsOf(media);
  const named = formats.find((format) => format.isNamed(name));
  if (!named && unsupportedName.test(name)) return refuse(`${extensionOf(name)} files are not supported yet`);
  const head = await readHead(path).catch((error: Error) => error);
  if (head instanceof Error)
    return named ? { name, path, type: named.type, fault: unreadable(head) } : refuse(unreadable(head));
  const found = { name, path, head, ...(scan.encoding ? { encoding: scan.encoding } : {}) };
  for (const format of formats) {
    const file = await format.read(found, scan.notes);
    if (file) return file;
  }
  return named ? { name, path, type: named.type, fault: named.fault(head) } : refuse(imageFault(head));
}

function extensionOf(name: string): string {
  return (name.split('.').at(-1) ?? '').toUpperCase();
}

const headBytes = 4096;

async function readHead(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(headBytes);
    const { bytesRead } = await handle.read(buffer, 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

export type Source = { type: 'folder'; folder: SourceFolder } | { type: 'file'; file: SourceFile };

/** Reads one PATH of the command; null when it is a fault. A PATH that is itself a link is followed. */
export async function scanPath(media: Media, path: string, scan: Scan): Promise<Source | null> {
  const found = await stat(path).catch(() => null);
  if (!found) {
    const isLink = await lstat(path).catch(() => null);
    scan.faults.push({ path, cause: isLink ? 'a link that leads nowhere' : 'there is no such file or folder' });
    return null;
  }
  if (found.isDirectory()) {
    const folder = await scanFolder(media, path, scan).catch((error: unknown) => {
      scan.faults.push({ path, cause: unreadable(error) });
      return null;
    });
    return folder && { type: 'folder', folder: await orderByLists(folder, scan) };
  }
  const entry = { name: basename(path), isFile: () => found.isFile(), isSymbolicLink: () => false };
  const file = await scanFile(media, path, entry, scan);
  return file && { type: 'file', file };
}
