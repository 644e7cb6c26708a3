import type { Media } from '../../media/server/media.ts';
import { languageNamed } from '../names/names.ts';
import { holdsContent, isCoverName, isShelf, type SourceFile, type SourceFolder } from '../plan/source.ts';
import { outlined, type Scan, type Source } from './scan.ts';

/**
 * A text is a whole novel where it was given by itself, or is all that a book's or an edition's folder holds and has
 * more than one chapter; beside other texts it is one chapter, however many headings it has.
 */
export async function outlineTexts(media: Media, source: Source, scan: Scan): Promise<Source> {
  if (source.type === 'folder') return { ...source, folder: await outlineIn(media, source.folder, scan) };
  if (source.file.type !== 'text') return source;
  if (source.file.fault) {
    scan.faults.push({ path: source.file.path, cause: source.file.fault });
    return source;
  }
  const file = await outlined(media, source.file, scan);
  if (file.fault) scan.faults.push({ path: file.path, cause: file.fault });
  return { ...source, file };
}

async function outlineIn(media: Media, folder: SourceFolder, scan: Scan): Promise<SourceFolder> {
  const isOneBook = !isShelf(folder);
  const folders: SourceFolder[] = [];
  for (const child of folder.folders) {
    const mayBeBook = isOneBook ? !child.chapter && languageNamed(child.name) !== null : child.book !== undefined;
    folders.push(mayBeBook ? await outlineIn(media, child, scan) : child);
  }
  const files = isOneBook ? await outlineLone(media, folder, scan) : folder.files;
  return { ...folder, files, folders };
}

async function outlineLone(media: Media, folder: SourceFolder, scan: Scan): Promise<SourceFile[]> {
  const [only, ...others] = folder.files.filter((file) => !isCoverName(file.name));
  if (only?.type !== 'text' || others.length > 0 || folder.folders.some(holdsContent)) return folder.files;
  const notes = [...scan.notes];
  const file = await outlined(media, only, scan);
  if ((file.outline?.parts.length ?? 0) > 1) return folder.files.map((each) => (each === only ? file : each));
  scan.notes = notes;
  return folder.files;
}
