import type { Dirent } from 'node:fs';
import { lstat, open, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isJunkName, isPictureName, sniffArchive, sniffImage } from '../../media/rules.ts';
import { type Media, peekArchive } from '../../media/server/media.ts';
import { parseComicInfo } from '../formats/archive/comic-info.ts';
import { parseText } from '../formats/text/parse-text.ts';
import { readContents } from '../names/headings.ts';
import type { ComicInfo, Read } from '../plan/metadata.ts';
import { isUnknownBook, isUnknownChapter, readBookFields, readChapterFields } from '../plan/metadata.ts';
import { type Fault, isCompanionName, type SourceFile, type SourceFolder } from '../plan/source.ts';
import { decodeTextFile } from '../text/server/encoding.ts';
import { openBookFile } from './book-file.ts';
import { parseYaml } from './yaml.ts';

export type Scan = {
  faults: Fault[];
  notes: Fault[];
  /** Called with each file that is looked at. */
  onFile?: () => void;
};

const maxDepth = 8;
const archiveName = /\.(cbz|zip|cbr|cb7|cbt|rar|7z|tar|tar\.(gz|xz|bz2)|tgz|txz|pdf)$/i;
const textName = /\.(txt|md|markdown|html?|xhtml)$/i;
const epubName = /\.(epub|kepub)$/i;
const bookFileName = /\.(mobi|azw3?|djvu|docx?|odt|fb2)$/i;

/** Reads a folder as it lies on the disk: what each file is by its bytes, its metadata parsed, links named. */
export async function scanFolder(media: Media, path: string, scan: Scan, depth = 0): Promise<SourceFolder> {
  const folder: SourceFolder = { name: basename(await realpath(path)), path, files: [], folders: [] };
  const entries = (await readdir(path, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const child = join(path, entry.name);
    if (isJunkName(entry.name)) continue;
    if (entry.isDirectory()) {
      const found = depth < maxDepth ? await scanChild(media, child, scan, depth + 1) : 'folders nested too deeply';
      if (typeof found !== 'string') folder.folders.push(found);
      else {
        folder.hasUnread = true;
        scan.faults.push({ path: child, cause: found });
      }
    } else if (await isMetadata(entry, child, folder, scan)) {
      // Its facts are in the folder now.
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

/** The list of contents that one of a folder's texts holds beside the chapters. */
async function contentsIn(folder: SourceFolder): Promise<Map<string, string> | null> {
  const texts = folder.files.filter((file) => file.type === 'text');
  if (texts.length < 3) return null;
  for (const file of texts) {
    if (!file.opening || readContents(file.opening).size === 0) continue;
    const titles = readContents(decodeTextFile(file.name, await readFile(file.path)));
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
    return entry.isFile();
  }
  if (/^chapter\.ya?ml$/.test(name)) {
    const read = entry.isFile() ? await readYaml(path, scan, readChapterFields) : null;
    folder.chapter = read?.fields ?? {};
    if (!read || isUnknownChapter(read)) folder.isUnknownChapter = true;
    return entry.isFile();
  }
  if (!entry.isFile()) return false;
  if (name !== 'comicinfo.xml') return false;
  const isSmall = (await stat(path)).size <= maxMetadataBytes;
  const info = isSmall ? await readFile(path, 'utf8').then(parseComicInfo, () => null) : null;
  if (info) folder.comicInfo = mentioned(info, path, scan);
  else scan.notes.push({ path, cause: 'not readable as ComicInfo; it is ignored' });
  return true;
}

function mentioned(info: ComicInfo, path: string, scan: Scan): ComicInfo {
  const cause = `its language '${info.otherLanguage}' is none of the site's; told by its script instead`;
  if (info.otherLanguage !== null) scan.notes.push({ path, cause });
  return info;
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

/** A file given or found by its path; null when it is passed over or was named. */
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
  if (isCompanionName(name) || name.toLowerCase() === 'credits' || name.toLowerCase() === 'notice') return null;
  if (bookFileName.test(name)) return refuse(`${extensionOf(name)} files are not supported yet`);
  const isImage = isPictureName(name);
  const isArchive = archiveName.test(name);
  const isEpub = epubName.test(name);
  const head = await readHead(path).catch((error: Error) => error);
  if (head instanceof Error) {
    const fault = unreadable(head);
    const type = isEpub ? 'epub' : isImage ? 'image' : isArchive ? 'archive' : textName.test(name) ? 'text' : null;
    return type ? { name, path, type, fault } : refuse(fault);
  }
  const sniffed = sniffImage(head);
  if ('format' in sniffed) return { name, path, type: 'image' };
  const kind = sniffArchive(head);
  if (kind === 'zip' && (saysEpub(head) || (isEpub && !(await isPlainZip(media, path)))))
    return await outlined(media, { name, path, type: 'epub' }, scan);
  if (kind === 'zip' && isEpub) return await scanArchive(media, { name, path }, scan);
  if (isEpub) return { name, path, type: 'epub', fault: faultBy(head, 'not an EPUB') };
  if (kind !== null && (isArchive || !name.includes('.'))) return await scanArchive(media, { name, path }, scan);
  if (isArchive) return { name, path, type: 'archive', fault: faultBy(head, 'neither an archive nor a PDF') };
  if (isImage) return { name, path, type: 'image', fault: sniffed.fault };
  if (!textName.test(name)) return refuse(sniffed.fault);
  if (head.length === 0) return { name, path, type: 'text', fault: 'the file is empty' };
  const opening = decodeTextFile(name, head);
  const heading = parseText(name, opening).title;
  return { name, path, type: 'text', opening, ...(heading ? { heading } : {}) };
}

/** The cause of a file that the system does not let us read; anything else is our own bug and stays one. */
export function unreadable(error: unknown): string {
  if (!(error instanceof Error && 'code' in error)) throw error;
  return `cannot be read (${error.code})`;
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

/** An EPUB's first entry is its type, stored as it is; a name may say otherwise. */
function saysEpub(head: Buffer): boolean {
  return head.subarray(30, 58).toString('latin1') === 'mimetypeapplication/epub+zip';
}

/** A file that is a whole book, with what it holds; its content is read when it is imported. */
export async function outlined(media: Media, file: SourceFile, scan: Scan): Promise<SourceFile> {
  const opened = await openBookFile(media, file).catch((error: unknown) => {
    return { state: 'refused' as const, cause: unreadable(error) };
  });
  if (opened.state === 'refused') return { ...file, fault: opened.cause };
  const { outline, notes, release } = opened.result;
  await release();
  scan.notes.push(...notes.map((cause) => ({ path: file.path, cause })));
  return { ...file, outline };
}

function faultBy(head: Buffer, cause: string): string {
  return head.length === 0 ? 'the file is empty' : `${cause}, or a damaged one`;
}

/** Some programs call any ZIP of pages an EPUB; every EPUB says in one place where its package lies. */
async function isPlainZip(media: Media, path: string): Promise<boolean> {
  const peeked = await peekArchive(media, { path, name: 'container.xml' });
  return peeked.state === 'done' && peeked.result.length === 0;
}

async function scanArchive(media: Media, file: { name: string; path: string }, scan: Scan): Promise<SourceFile> {
  const peeked = await peekArchive(media, { path: file.path, name: 'comicinfo.xml' });
  if (peeked.state === 'refused') return { ...file, type: 'archive', fault: peeked.cause };
  let comicInfo: ComicInfo | null = null;
  for (const { text } of peeked.result) comicInfo ??= parseComicInfo(text);
  if (comicInfo) mentioned(comicInfo, file.path, scan);
  return { ...file, type: 'archive', ...(comicInfo ? { comicInfo } : {}) };
}

export type Source = { type: 'folder'; folder: SourceFolder } | { type: 'file'; file: SourceFile; folderName: string };

/** What one PATH of the command is; null when it was named as a fault. A PATH that is itself a link is followed. */
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
    return folder && { type: 'folder', folder };
  }
  const real = await realpath(path);
  const entry = { name: basename(path), isFile: () => found.isFile(), isSymbolicLink: () => false };
  const file = await scanFile(media, path, entry, scan);
  return file && { type: 'file', file, folderName: basename(join(real, '..')) };
}
