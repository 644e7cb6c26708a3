import { isBareHeading } from '../names/headings.ts';
import { readName, titleOf, withoutExtension } from '../names/names.ts';
import type { BookOutline, BookPart } from './book-file.ts';
import { byName, sortItems } from './item-order.ts';
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
  /** Its title is not known: nothing of it is imported, and its published pages stay. */
  isLeftOut?: true;
};

export type Unit = {
  kind: 'unit';
  number: string | null;
  name: string;
  title: string;
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
export type Volume = { kind: 'volume'; number: string | null; name: string; items: Item[]; listedAt?: number };
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
  options: { hasLoose: boolean; looseIn?: LooseIn },
): Item[] {
  if (folder.files.some(isBookFile)) return bookFileItems(folder, faults);
  const items: Item[] = [];
  const loose = imagesOf(folder).filter(({ name }) => !isCoverName(name));
  if (options.hasLoose && loose.length > 0)
    items.push({ ...looseUnit(folder, faults), ...(options.looseIn ? { looseIn: options.looseIn } : {}) });
  else for (const file of loose) faults.push({ path: file.path, cause: 'a loose picture beside language folders' });
  for (const file of folder.files) {
    if (file.type === 'archive') items.push(archiveUnit(file));
    else if (file.type === 'text') items.push(textUnit(file, folder.contents));
  }
  for (const child of folder.folders) {
    const item = folderItem(child, faults);
    if (item) items.push(item);
  }
  return inVolumes(items);
}

function folderItem(folder: SourceFolder, faults: Fault[]): Item | null {
  if (folder.chapter) return singleUnit(folder, faults);
  if (!isVolume(folder)) return folderUnit(folder, faults);
  const items = readItems(folder, faults, { hasLoose: true, looseIn: 'volume_folder' });
  const { number } = readName(folder.name);
  const places = items.flatMap(({ listedAt }) => listedAt ?? []);
  const listed = places.length > 0 ? { listedAt: Math.min(...places) } : {};
  return items.length > 0 ? { kind: 'volume', number, name: folder.name, items, ...listed } : null;
}

/** A folder with a chapter.yaml is one chapter: its own files, or its one archive or folder. */
function singleUnit(folder: SourceFolder, faults: Fault[]): Unit | null {
  const archives = folder.files.filter((file) => file.type === 'archive');
  const folders = folder.folders.filter(holdsContent);
  const isOwn = ({ name, type }: SourceFile) => type === 'text' || (type === 'image' && !isCoverName(name));
  const isInside = !folder.files.some(isOwn) && archives.length + folders.length > 0;
  const [archive] = isInside ? archives : [];
  const [child] = isInside && !archive ? folders : [];
  const cause = 'a folder with a chapter.yaml is one chapter, and this is another';
  for (const other of [...archives, ...folders, ...folder.files.filter(isBookFile)])
    if (other !== archive && other !== child) faults.push({ path: other.path, cause });
  const unit = archive ? archiveUnit(archive) : child ? singleUnit(child, faults) : folderUnit(folder, faults);
  return (
    unit && {
      ...unit,
      ...namedFacts(folder.name, unit.comicInfo),
      content: contentOf(folder, unit.content, faults),
      chapter: folder.chapter ?? unit.chapter,
    }
  );
}

/** Named after its folder, the chapter would lose the title that readers know. */
function contentOf(folder: SourceFolder, content: ChapterContent, faults: Fault[]): ChapterContent {
  if (!folder.isUnknownChapter) return content;
  const cause = 'the chapter is left out: without what its chapter.yaml should tell it would have another title';
  faults.push({ path: folder.path, cause });
  return { ...content, isLeftOut: true };
}

/**
 * Sorts items; an archive whose ComicInfo.xml names a later volume goes into that volume. The first volume is not made,
 * so that chapters of a series without volumes keep their keys; a year counts as the first if no earlier one exists.
 */
export function inVolumes(items: Item[]): Item[] {
  const volumeOf = (item: Item) => (item.kind === 'unit' ? Number(item.comicInfo?.volume ?? 0) : 0);
  const years = items.map(volumeOf).filter((volume) => volume > earliestYear);
  const first = Math.min(...years);
  const volumes = new Map<number, Item[]>();
  for (const item of items) {
    const volume = volumeOf(item) === first ? 0 : volumeOf(item);
    const key = volume > 1 ? volume : 0;
    volumes.set(key, [...(volumes.get(key) ?? []), item]);
  }
  const plain = sortItems(volumes.get(0) ?? []);
  volumes.delete(0);
  const counted = [...volumes].sort(([a], [b]) => a - b);
  return [
    ...plain,
    ...counted.map(
      ([volume, within]): Volume => ({
        kind: 'volume',
        number: String(volume),
        name: `Volume ${volume}`,
        items: sortItems(within),
      }),
    ),
  ];
}

const earliestYear = 1800;

/** Files that are whole books are the only content of their folder: one file is its chapters, several are volumes. */
function bookFileItems(folder: SourceFolder, faults: Fault[]): Item[] {
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
    return { kind: 'volume', number: readName(name).number, name, items: partItems(file) };
  });
  return sortItems(volumes);
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

function folderUnit(folder: SourceFolder, faults: Fault[]): Unit | null {
  const images = imagesOf(folder);
  const texts = folder.files.filter((file) => file.type === 'text').sort(byName);
  const isComic = images.some((file) => !isCoverName(file.name)) || texts.length === 0;
  if (images.length === 0 && texts.length === 0) return null;
  if (isComic)
    for (const file of texts) if (!isCreditsName(file.name)) faults.push({ path: file.path, cause: 'not an image' });
  const comicInfo = folder.comicInfo ?? null;
  return {
    kind: 'unit',
    ...namedFacts(folder.name, comicInfo),
    content: isComic ? { type: 'images', images, comicInfo } : { type: 'texts', files: texts },
    chapter: folder.chapter ?? noChapter,
    comicInfo,
  };
}

export function archiveUnit(file: ArchiveFile | UnreadFile<'archive'>): Unit {
  const comicInfo = file.fault === undefined ? file.comicInfo : null;
  const content: ChapterContent = { type: 'archive', file };
  return {
    kind: 'unit',
    ...namedFacts(withoutExtension(file.name), comicInfo),
    content,
    chapter: noChapter,
    comicInfo,
  };
}

function textUnit(file: TextFile | UnreadFile<'text'>, contents: SourceFolder['contents']): Unit {
  const content: ChapterContent = { type: 'texts', files: [file] };
  const facts = namedFacts(withoutExtension(file.name), null);
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

function namedFacts(name: string, comicInfo: ComicInfo | null): { number: string | null; name: string; title: string } {
  const facts = readName(name);
  const number = comicInfo?.number ?? facts.number;
  // '100 Bullets 01' begins with a number that is not the chapter's.
  return { number, name, title: comicInfo?.title ?? (number === facts.number ? facts.title : titleOf(name)) };
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
