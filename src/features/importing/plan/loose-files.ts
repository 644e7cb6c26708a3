import { readFileName } from '../names/file-name.ts';
import { nameKey, withoutExtension } from '../names/names.ts';
import { type BookPlan, planBook } from './book-plan.ts';
import { firstCover, type ImageFile, type SourceFolder, type TextFile } from './source.ts';

/**
 * The texts, or the pictures, that were given by themselves and count in one series by their names: a folder for each, as
 * if they lay in it. Of a file that is alone a word has to say what it counts: 'Fahrenheit 451.txt' is a title.
 */
export function foldersOfLoose(files: readonly (TextFile | ImageFile)[]): SourceFolder[] {
  const series = new Map<string, { folder: SourceFolder; isCounted: boolean }>();
  for (const file of files) {
    const { number, before, label } = readFileName(withoutExtension(file.name));
    if (number === null || before === '') continue;
    const known = series.get(nameKey(before));
    const folder = known?.folder ?? { name: before, path: file.path, files: [], folders: [] };
    const isCounted = known !== undefined || (file.type === 'text' && /^\p{L}/u.test(label));
    series.set(nameKey(before), { folder: { ...folder, files: [...folder.files, file] }, isCounted });
  }
  return [...series.values()].flatMap(({ folder, isCounted }) => (isCounted ? [folder] : []));
}

/** Plans loose files of one series: they need not be all of their book. */
export function planLoose(folder: SourceFolder): BookPlan {
  return { ...planBook(folder), isWhole: false };
}

/** The plans with a loose cover, which is of the only book; null: it may be of any. */
export function withLooseCover(plans: readonly BookPlan[], covers: readonly ImageFile[]): BookPlan[] | null {
  const [only, ...others] = plans;
  const cover = firstCover(covers);
  if (!only || !cover || others.length > 0) return null;
  return [{ ...only, editions: only.editions.map((edition) => ({ ...edition, cover: edition.cover ?? cover })) }];
}
