import { readFileName } from '../names/file-name.ts';
import { nameKey, withoutExtension } from '../names/names.ts';
import { languageFolders } from './language-folders.ts';
import {
  type ArchiveFile,
  holdsContent,
  isBookFile,
  isCoverName,
  type SourceFile,
  type SourceFolder,
  type UnreadFile,
} from './source.ts';

type Archive = ArchiveFile | UnreadFile<'archive'>;

/** Archives of one series, with the name that the series has where no metadata name it. */
export type BookOfArchives = { name: string; files: Archive[] };

/**
 * The series in a folder that holds only archives; null where it is one book. They are told apart by metadata, or else
 * by names that count twice: 'Salt 1', 'Salt 2', 'Waves 1', 'Waves 2'.
 */
export function booksOfArchives(folder: SourceFolder): BookOfArchives[] | null {
  if (folder.book || folder.comicInfo || folder.folders.some(holdsContent)) return null;
  const archives = folder.files.filter((file) => file.type === 'archive');
  if (archives.length < folder.files.filter(({ name }) => !isCoverName(name)).length) return null;
  const groups = new Map<string, BookOfArchives>();
  for (const file of archives) {
    const name = seriesOf(file) ?? '';
    const known = groups.get(nameKey(name)) ?? { name, files: [] };
    groups.set(nameKey(name), { ...known, files: [...known.files, file] });
  }
  if (groups.size < 2 || groups.has('')) return seriesByNames(archives);
  return [...groups.values()];
}

function seriesOf(file: Archive): string | null {
  return file.fault === undefined ? (file.comicInfo?.series ?? null) : null;
}

function seriesByNames(archives: readonly Archive[]): BookOfArchives[] | null {
  const groups = new Map<string, BookOfArchives & { numbers: string[] }>();
  for (const file of archives) {
    const name = withoutExtension(file.name);
    const counted = /^(.*?\p{L}.*?)[\s_#-]+\d{1,6}$/u.exec(name);
    const { number, before } = readFileName(name);
    // 'Chapter 3', '03 - The storm' and 'Saison 1 - Episode 3' are chapters of whatever book this is.
    if (!counted || number === null || before === '' || nameKey(before) !== nameKey(counted[1] ?? '')) return null;
    const known = groups.get(nameKey(before)) ?? { name: before, files: [], numbers: [] };
    groups.set(nameKey(before), {
      name: before,
      files: [...known.files, file],
      numbers: [...known.numbers, number],
    });
  }
  const series = [...groups.values()];
  const first = new Set(series[0]?.numbers);
  const isCountedTwice = series.every(({ numbers }) => numbers.length > 1 && numbers.some((each) => first.has(each)));
  return series.length > 1 && isCountedTwice ? series : null;
}

/** Why a folder without a book.yaml looks like several books; null where it may be one. */
export function whySeveralBooks(folder: SourceFolder): string | null {
  if (folder.book || folder.comicInfo) return null;
  const editions = new Set(languageFolders(folder).map(({ child }) => child));
  const children = folder.folders.filter((child) => !child.chapter && !editions.has(child) && holdsContent(child));
  const names = (of: readonly SourceFolder[]) => listed(of.map(({ name }) => name));
  const series = new Map(children.flatMap(allSeries).map((name) => [nameKey(name), name]));
  if (series.size > 1) return `its archives name several series (${listed([...series.values()])})`;
  const withLanguages = children.filter((child) => languageFolders(child).length > 0);
  if (withLanguages.length > 0 && children.length > 1)
    return `folders in it have editions of their own in several languages (${names(withLanguages)})`;
  const novels = children.filter((child) => countChapters(child, 'novel') > 1);
  const comics = children.filter((child) => countChapters(child, 'comic') > 1);
  const isBoth = novels.some((child) => !comics.includes(child)) && comics.some((child) => !novels.includes(child));
  if (isBoth) return `it holds comics (${names(comics)}) and novels (${names(novels)})`;
  const whole = children.filter((child) => child.files.some(isBookFile));
  if (whole.length > 0 && whole.length < children.length) return `some folders are whole books (${names(whole)})`;
  // A volume may have a cover, and so may a chapter; a volume's name has a number.
  const covered = children.filter(
    (child) =>
      child.files.some(({ name }) => isCoverName(name)) &&
      readFileName(child.name).number === null &&
      countChapters(child, 'comic') + countChapters(child, 'novel') > 1,
  );
  return covered.length > 1 ? `several folders in it have a cover and chapters of their own (${names(covered)})` : null;
}

const mostNamed = 4;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).map((name) => JSON.stringify(name));
  return names.length > mostNamed ? `${shown.join(', ')} …` : shown.join(', ');
}

function allSeries(folder: SourceFolder): string[] {
  const own = folder.files.flatMap((file) => (file.type === 'archive' ? (seriesOf(file) ?? []) : []));
  const named = folder.comicInfo?.series;
  return [...own, ...(named ? [named] : []), ...folder.folders.flatMap(allSeries)];
}

/** How many chapters of a kind a folder may hold: its archives or texts, and its folders of pictures. */
function countChapters(folder: SourceFolder, kind: 'comic' | 'novel'): number {
  const isChapter = ({ type }: SourceFile) => type === (kind === 'comic' ? 'archive' : 'text');
  const own = folder.files.filter(isChapter).length;
  return folder.folders.reduce((sum, child) => {
    const isPictures =
      kind === 'comic' &&
      child.files.some(({ type }) => type === 'image') &&
      child.files.every(({ type }) => type !== 'text');
    return sum + (isPictures ? 1 : 0) + countChapters(child, kind);
  }, own);
}
