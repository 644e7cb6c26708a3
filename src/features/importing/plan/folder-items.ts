import { type FileName, readFileName } from '../names/file-name.ts';
import { isBareHeading } from '../names/headings.ts';
import { nameKey, readName, titleOf, withoutExtension } from '../names/names.ts';
import type { BookOutline, BookPart } from './book-file.ts';
import { byName, type NamedPlace, sortItems } from './item-order.ts';
import type { ChapterFields, ComicInfo } from './metadata.ts';
import {
  type ArchiveFile,
  type BookFile,
  type Fault,
  holdsContent,
  type ImageFile,
  isBookFile,
  isCoverName,
  isCreditsName,
  type SourceFile,
  type SourceFolder,
  type TextFile,
  type UnreadFile,
} from './source.ts';

export type ChapterContent = (
  | { type: 'images'; images: ImageFile[]; comicInfo: ComicInfo | null }
  | { type: 'archive'; file: ArchiveFile | UnreadFile<'archive'> }
  | { type: 'texts'; files: (TextFile | UnreadFile<'text'>)[] }
  /** A chapter within a file that is a whole book, by its index in the outline. */
  | { type: 'part'; file: BookFile; part: number }
) & {
  /** Its title cannot be read: nothing of it is imported, and its published pages stay. */
  isLeftOut?: true;
};

export type Unit = {
  kind: 'unit';
  number: string | null;
  name: string;
  title: string;
  /** The words for a title where the chapter has none; absent: its name. */
  label?: string;
  /** The words before the number in its name, which may be its title. */
  before?: string;
  place?: NamedPlace;
  content: ChapterContent;
  chapter: ChapterFields;
  comicInfo: ComicInfo | null;
  /** The kind of folder that pictures lie in directly, where that makes them a chapter. */
  looseIn?: LooseIn;
  /** Its place in a list of contents among the files. */
  listedAt?: number;
};
/** A folder of its own kind within a book's folder. */
type LooseIn = 'language_folder' | 'volume_folder';
export type Volume = {
  kind: 'volume';
  number: string | null;
  name: string;
  place?: NamedPlace;
  items: Item[];
  listedAt?: number;
};
export type Item = Unit | Volume;

export function unitsOf(items: readonly Item[]): Unit[] {
  return items.flatMap((item) => (item.kind === 'unit' ? [item] : unitsOf(item.items)));
}

export function outlinesOf(units: readonly Unit[]): BookOutline[] {
  const files = new Set(units.flatMap((unit) => (unit.content.type === 'part' ? [unit.content.file] : [])));
  return [...files].map((file) => file.outline);
}

/** The chapters and volumes of a book's, an edition's or a volume's folder, in reading order. */
export function readItems(
  folder: SourceFolder,
  faults: Fault[],
  options: { hasLoose: boolean; looseIn?: LooseIn; books: readonly string[] },
): Item[] {
  const { books } = options;
  if (folder.files.some(isBookFile)) return bookFileItems(folder, faults, books);
  const items: Item[] = [];
  const loose = imagesOf(folder).filter(({ name }) => !isCoverName(name));
  if (options.hasLoose && loose.length > 0)
    items.push({ ...looseUnit(folder, faults), ...(options.looseIn ? { looseIn: options.looseIn } : {}) });
  else for (const file of loose) faults.push({ path: file.path, cause: 'a loose picture beside language folders' });
  for (const file of folder.files) {
    if (file.type === 'archive') items.push(archiveUnit(file, books));
    else if (file.type === 'text') items.push(textUnit(file, folder.contents, books));
  }
  for (const child of folder.folders) {
    const item = folderItem(child, faults, books);
    if (item) items.push(item);
  }
  return inVolumes(items, books);
}

function folderItem(folder: SourceFolder, faults: Fault[], books: readonly string[]): Item | null {
  if (folder.chapter) return singleUnit(folder, faults, books);
  if (!isVolume(folder)) return folderUnit(folder, faults, books);
  const items = readItems(folder, faults, { hasLoose: true, looseIn: 'volume_folder', books });
  const place = readFileName(folder.name, books);
  const places = items.flatMap(({ listedAt }) => listedAt ?? []);
  const listed = places.length > 0 ? { listedAt: Math.min(...places) } : {};
  return items.length > 0 ? { kind: 'volume', number: place.number, name: folder.name, place, items, ...listed } : null;
}

/** A folder with a chapter.yaml is one chapter: its own files, or its one archive or folder. */
function singleUnit(folder: SourceFolder, faults: Fault[], books: readonly string[]): Unit | null {
  const archives = folder.files.filter((file) => file.type === 'archive');
  const folders = folder.folders.filter(holdsContent);
  const isOwn = ({ name, type }: SourceFile) => type === 'text' || (type === 'image' && !isCoverName(name));
  const isInside = !folder.files.some(isOwn) && archives.length + folders.length > 0;
  const [archive] = isInside ? archives : [];
  const [child] = isInside && !archive ? folders : [];
  const cause = 'a folder with a chapter.yaml is one chapter, and this is another';
  for (const other of [...archives, ...folders, ...folder.files.filter(isBookFile)])
    if (other !== archive && other !== child) faults.push({ path: other.path, cause });
  const unit = archive
    ? archiveUnit(archive, books)
    : child
      ? singleUnit(child, faults, books)
      : folderUnit(folder, faults, books);
  return (
    unit && {
      ...unit,
      ...namedFacts(folder.name, unit.comicInfo, books),
      content: contentOf(folder, unit.content, faults),
      chapter: folder.chapter ?? unit.chapter,
    }
  );
}

/** A chapter whose chapter.yaml cannot be read is left out: named after its folder it would lose its title. */
function contentOf(folder: SourceFolder, content: ChapterContent, faults: Fault[]): ChapterContent {
  if (!folder.isUnknownChapter) return content;
  const cause = 'the chapter is left out: without what its chapter.yaml should tell it would have another title';
  faults.push({ path: folder.path, cause });
  return { ...content, isLeftOut: true };
}

/** Titles and sorts items, in the volumes and seasons that names and metadata count. */
export function inVolumes(items: readonly Item[], books: readonly string[]): Item[] {
  return inSeasons(titled(items, books));
}

/** Later seasons become volumes. The first season does not, and items without a season belong to it. */
function inSeasons(items: readonly Item[]): Item[] {
  const seasonOf = ({ place }: Item) => Number(place?.season ?? 0);
  const isWithin = (item: Item) => item.place?.unit !== 'season' && seasonOf(item) > 0;
  if (!items.some(isWithin)) return inCountedVolumes(items);
  const first = Math.min(...items.filter(isWithin).map(seasonOf));
  const isFirst = (item: Item) => seasonOf(item) === 0 || seasonOf(item) === (items.some(isPlain) ? 1 : first);
  const isPlain = (item: Item) => seasonOf(item) === 0 && item.place?.side == null && item.number !== null;
  // An epilogue without a season stands at the end of everything.
  const isEnd = (item: Item) => seasonOf(item) === 0 && isAtEnd(item);
  const seasons = grouped(
    items.filter((item) => !isFirst(item)),
    seasonOf,
  );
  return [
    ...inCountedVolumes(items.filter((item) => isFirst(item) && !isEnd(item))),
    ...seasons.map(([season, within]) => volumeOf('Season', season, inCountedVolumes(within))),
    ...sortItems(items.filter(isEnd)),
  ];
}

function isAtEnd({ place }: Item): boolean {
  return place?.side != null && place.side !== 'first';
}

function grouped(items: readonly Item[], numberOf: (item: Item) => number): [number, Item[]][] {
  const groups = new Map<number, Item[]>();
  for (const item of items) groups.set(numberOf(item), [...(groups.get(numberOf(item)) ?? []), item]);
  return [...groups].sort(([a], [b]) => a - b);
}

function volumeOf(word: 'Season' | 'Volume', number: number, items: Item[]): Volume {
  return { kind: 'volume', number: String(number), name: `${word} ${number}`, items };
}

/**
 * Sorts items into volumes. An archive goes into the volume that its ComicInfo.xml names. A chapter goes into the
 * volume of its name only where each volume counts its chapters anew, as 'v1 c1, v1 c2, v2 c1'. The first volume is not
 * made, so that chapters of a series without volumes keep their keys; a year counts as the first if no earlier one
 * exists.
 */
function inCountedVolumes(items: readonly Item[]): Item[] {
  const isAnew = countsAnew(items);
  const named = (item: Item) =>
    isAnew ? Number(item.place?.volume ?? (item.place?.unit === 'volume' ? item.number : 0)) : 0;
  const numberOf = (item: Item) => (item.kind === 'unit' ? Number(item.comicInfo?.volume ?? named(item)) : 0);
  const years = items.map(numberOf).filter((volume) => volume > earliestYear);
  const first = Math.min(...years);
  const isFirst = (item: Item) => numberOf(item) <= 1 || numberOf(item) === first;
  // A chapter that no volume has yet, or that ends the whole, stands behind those that are counted anew.
  const isLater = (item: Item) => isAnew && numberOf(item) === 0 && (isAtEnd(item) || Number(item.number ?? 0) >= 1);
  const later = grouped(
    items.filter((item) => !isFirst(item)),
    numberOf,
  );
  return [
    ...sortItems(items.filter((item) => isFirst(item) && !isLater(item))),
    ...later.map(([volume, within]) => volumeOf('Volume', volume, sortItems(within))),
    ...sortItems(items.filter(isLater)),
  ];
}

/** Whether one number stands in several volumes, or a later volume has the lower numbers. */
function countsAnew(items: readonly Item[]): boolean {
  const chapters = items.flatMap(({ place, number }) =>
    place?.unit === 'chapter' && place.volume !== null && number !== null
      ? [{ volume: Number.parseFloat(place.volume), number: Number.parseFloat(number), piece: place.piece }]
      : [],
  );
  const inOrder = chapters.sort((a, b) => a.number - b.number || a.piece - b.piece || a.volume - b.volume);
  return inOrder.some(({ volume, number, piece }, at) => {
    const before = inOrder[at - 1];
    if (!before || before.volume === volume) return false;
    return before.volume > volume || (before.number === number && before.piece === piece);
  });
}

const earliestYear = 1800;

/** Files that are whole books are the only content of their folder: one file is its chapters, several are volumes. */
function bookFileItems(folder: SourceFolder, faults: Fault[], books: readonly string[]): Item[] {
  const files = folder.files.filter(isBookFile);
  const beside = [
    ...folder.files.filter((file) => !isBookFile(file) && !isCoverName(file.name)),
    ...folder.folders.filter(holdsContent),
  ];
  for (const { path } of beside) faults.push({ path, cause: 'it stands beside a file that is the whole book' });
  for (const { path, fault } of files) if (fault) faults.push({ path, cause: fault });
  const readable = files.filter((file) => file.fault === undefined);
  if (files.length === 1) return readable.flatMap(partItems);
  const volumes = readable.map((file): Volume => {
    const name = withoutExtension(file.name);
    const place = readFileName(name, books);
    return { kind: 'volume', number: place.number, name, place, items: partItems(file) };
  });
  return inVolumes(volumes, books);
}

/** A file's parts in its own order; successive parts under one heading are a volume. */
function partItems(file: BookFile): Item[] {
  const items: Item[] = [];
  for (const [index, part] of file.outline.parts.entries()) {
    const unit = partUnit(file, part, index);
    const last = items.at(-1);
    if (part.volume === null) items.push(unit);
    else if (last?.kind === 'volume' && last.name === part.volume) last.items.push(unit);
    else items.push({ kind: 'volume', number: readName(part.volume).number, name: part.volume, items: [unit] });
  }
  return items;
}

function partUnit(file: BookFile, part: BookPart, index: number): Unit {
  const { number, title } = part;
  const content: ChapterContent = { type: 'part', file, part: index };
  return { kind: 'unit', number, name: title, title, content, chapter: noChapter, comicInfo: null };
}

function isVolume(folder: SourceFolder): boolean {
  const hasImages = folder.files.some((file) => file.type === 'image');
  return (
    folder.files.some((file) => file.type === 'archive' || isBookFile(file) || (file.type === 'text' && !hasImages)) ||
    folder.folders.some(holdsContent)
  );
}

const noChapter: ChapterFields = {};

function imagesOf(folder: SourceFolder): ImageFile[] {
  return folder.files.filter((file) => file.type === 'image');
}

function looseUnit(folder: SourceFolder, faults: Fault[]): Unit {
  const images = imagesOf(folder).filter(({ name }) => !isCoverName(name));
  const comicInfo = folder.comicInfo ?? null;
  const content = contentOf(folder, { type: 'images', images, comicInfo }, faults);
  return { kind: 'unit', number: null, name: '', title: '', content, chapter: folder.chapter ?? noChapter, comicInfo };
}

function folderUnit(folder: SourceFolder, faults: Fault[], books: readonly string[]): Unit | null {
  const images = imagesOf(folder);
  const texts = folder.files.filter((file) => file.type === 'text').sort(byName);
  const isComic = images.some((file) => !isCoverName(file.name)) || texts.length === 0;
  if (images.length === 0 && texts.length === 0) return null;
  if (isComic)
    for (const file of texts) if (!isCreditsName(file.name)) faults.push({ path: file.path, cause: 'not an image' });
  const comicInfo = folder.comicInfo ?? null;
  return {
    kind: 'unit',
    ...namedFacts(folder.name, comicInfo, books),
    content: isComic ? { type: 'images', images, comicInfo } : { type: 'texts', files: texts },
    chapter: folder.chapter ?? noChapter,
    comicInfo,
  };
}

export function archiveUnit(file: ArchiveFile | UnreadFile<'archive'>, books: readonly string[]): Unit {
  const comicInfo = file.fault === undefined ? file.comicInfo : null;
  const content: ChapterContent = { type: 'archive', file };
  return {
    kind: 'unit',
    ...namedFacts(withoutExtension(file.name), comicInfo, books),
    content,
    chapter: noChapter,
    comicInfo,
  };
}

function textUnit(
  file: TextFile | UnreadFile<'text'>,
  contents: SourceFolder['contents'],
  books: readonly string[],
): Unit {
  const content: ChapterContent = { type: 'texts', files: [file] };
  const facts = namedFacts(withoutExtension(file.name), null, books);
  // A file name with only a number leaves the title to the list of contents, and to the text itself.
  const heading = file.fault === undefined ? file.heading : null;
  const said = isBareHeading(facts.title) ? ((facts.number && contents?.get(facts.number)) ?? heading) : null;
  return {
    kind: 'unit',
    ...facts,
    title: said || facts.title,
    content,
    chapter: noChapter,
    comicInfo: null,
    ...(file.listedAt === undefined ? {} : { listedAt: file.listedAt }),
  };
}

type Named = Pick<Unit, 'number' | 'name' | 'title'> & Required<Pick<Unit, 'label' | 'before' | 'place'>>;

function namedFacts(name: string, comicInfo: ComicInfo | null, books: readonly string[]): Named {
  const series = comicInfo?.series ? [comicInfo.series] : [];
  const place = readFileName(name, [...books, ...series]);
  const { before, label } = place;
  const number = comicInfo?.number ?? place.number;
  // '100 Bullets 01' begins with a number that is not the chapter's.
  const isOwn = number === place.number;
  const title = comicInfo?.title ?? (isOwn ? place.title : titleOf(name));
  return { number, name, title, label, before: isOwn ? before : '', place: isOwn ? place : asChapter(place) };
}

/** Where ComicInfo.xml gives the number, it is that of a chapter. */
function asChapter(place: FileName): NamedPlace {
  return { ...place, unit: 'chapter', printed: null, side: null };
}

/** Words that stand before the numbers of several chapters are no titles: they are the book's name, or a group's. */
function titled(items: readonly Item[], books: readonly string[]): Item[] {
  const times = new Map(books.map((book) => [nameKey(book), 2]));
  const keyOf = (item: Item) => (item.kind === 'unit' && item.before ? nameKey(item.before) : '');
  for (const item of items) times.set(keyOf(item), (times.get(keyOf(item)) ?? 0) + 1);
  return items.map((item) => {
    if (item.kind === 'volume' || item.title !== '' || !item.before) return item;
    return (times.get(keyOf(item)) ?? 0) > 1 ? item : { ...item, title: item.before };
  });
}

export function keepKind(items: Item[], kind: 'comic' | 'novel', faults: Fault[]): Item[] {
  return items.flatMap((item): Item[] => {
    if (item.kind === 'volume') {
      const kept = keepKind(item.items, kind, faults);
      return kept.length > 0 ? [{ ...item, items: kept }] : [];
    }
    if (kindOf(item.content) === kind) return [item];
    const cause = kind === 'novel' ? 'pictures in a novel' : 'text in a comic';
    for (const { name, path } of contentFiles(item.content)) if (!isCreditsName(name)) faults.push({ path, cause });
    return [];
  });
}

function contentFiles(content: ChapterContent): SourceFile[] {
  if (content.type === 'archive' || content.type === 'part') return [content.file];
  return content.type === 'images' ? content.images : content.files;
}

export function kindOf(content: ChapterContent): 'comic' | 'novel' {
  if (content.type === 'part') return content.file.outline.kind;
  return content.type === 'texts' ? 'novel' : 'comic';
}
