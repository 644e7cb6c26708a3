import { outlined } from '../formats/format.ts';
import { openTextBook } from '../formats/text/server/text.ts';
import { languageFolders } from '../plan/language-folders.ts';
import { type Fault, holdsContent, isCoverName, isShelf, type SourceFile, type SourceFolder } from '../plan/source.ts';
import { headingsBeside } from './headings-beside.ts';
import type { Scan, Source } from './scan.ts';

/**
 * A text is a whole novel if it was given by itself, or if it has more than one chapter and is the only text in the
 * folder of a book or an edition. Beside other texts it is one chapter, however many headings it has.
 */
export async function outlineTexts(source: Source, scan: Scan): Promise<Source> {
  if (source.type === 'folder') return { ...source, folder: await outlineIn(source.folder, scan) };
  if (source.file.type !== 'text') return source;
  if (source.file.fault !== undefined) {
    scan.faults.push({ path: source.file.path, cause: source.file.fault });
    return source;
  }
  const { file } = source;
  const headings = await headingsBeside(file.path);
  const book = await outlined(file, () => openTextBook(file, headings), scan.notes);
  return { ...source, file: book };
}

async function outlineIn(folder: SourceFolder, scan: Scan, ofBook?: string[]): Promise<SourceFolder> {
  const headings = folder.book?.headings ?? ofBook;
  const isOneBook = !isShelf(folder);
  const editions = new Set(languageFolders(folder).map(({ child }) => child));
  const folders: SourceFolder[] = [];
  for (const child of folder.folders) {
    const mayBeBook = isOneBook ? editions.has(child) : child.book !== undefined;
    folders.push(mayBeBook ? await outlineIn(child, scan, headings) : child);
  }
  const files = isOneBook ? await outlineLone(folder, scan, headings) : folder.files;
  return { ...folder, files, folders };
}

async function outlineLone(folder: SourceFolder, scan: Scan, headings?: string[]): Promise<SourceFile[]> {
  const [only, ...others] = folder.files.filter((file) => !isCoverName(file.name));
  if (only?.type !== 'text' || only.fault !== undefined || others.length > 0 || folder.folders.some(holdsContent))
    return folder.files;
  const notes: Fault[] = [];
  const file = await outlined(only, () => openTextBook(only, headings), notes);
  if (file.fault !== undefined || file.outline.parts.length < 2) return folder.files;
  scan.notes.push(...notes);
  return folder.files.map((each) => (each === only ? file : each));
}
