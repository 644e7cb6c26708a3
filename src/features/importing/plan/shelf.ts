import { languageNamed, withoutExtension } from '../names/names.ts';
import { type BookPlan, planBook } from './book-plan.ts';
import { type BookFile, type Fault, holdsContent, isBookFile, type SourceFolder, type UnreadFile } from './source.ts';

/** Plans a whole book in a file that was given by itself. */
export function planBookFile(file: BookFile | UnreadFile<'book'>): BookPlan {
  return planBook({ name: withoutExtension(file.name), path: file.path, files: [file], folders: [] });
}

/** A folder with only files that are whole books, or with only folders of one such file and its cover. */
export function isShelfOfFiles(folder: SourceFolder): boolean {
  const isOneHere = folder.files.some(isBookFile) && bookFilesIn(folder) === 1;
  return !folder.book && bookFilesIn(folder) > 0 && !isOneHere && holdsOnlyBookFiles(folder);
}

function bookFilesIn(folder: SourceFolder): number {
  return folder.folders.reduce((sum, child) => sum + bookFilesIn(child), folder.files.filter(isBookFile).length);
}

function holdsOnlyBookFiles(folder: SourceFolder): boolean {
  return (
    folder.files.every((file) => isBookFile(file) || file.type === 'image') &&
    folder.folders.every((child) => !languageNamed(child.name) && holdsOnlyBookFiles(child))
  );
}

export function planShelfOfFiles(folder: SourceFolder, faults: Fault[]): BookPlan[] {
  const files = folder.files.filter(isBookFile);
  const isOneBook = files.length === 1 && !folder.folders.some(holdsContent);
  if (isOneBook) return [planBook(folder)];
  // A picture beside one book is its cover; beside several books it belongs to none.
  for (const { type, path } of folder.files)
    if (type === 'image') faults.push({ path, cause: 'a loose file on a shelf of books' });
  return [...files.map(planBookFile), ...folder.folders.flatMap((child) => planShelfOfFiles(child, faults))];
}
