import { type Language, languages } from '../../shared/languages.ts';
import { cutDescription } from '../../shared/text.ts';
import { isBareHeading } from './headings.ts';
import { type BookFields, type ChapterFields, type ComicInfo, localizedLanguages, localizedText } from './metadata.ts';
import {
  compareNatural,
  languageNamed,
  languageOfScript,
  nameKey,
  readName,
  titleOf,
  withoutExtension,
} from './names.ts';
import type { BookOutline, BookPart } from './outline.ts';

/** A file worth looking at; what it is was told by its bytes, a text's kind by its name. */
export type SourceFile = {
  name: string;
  path: string;
  type: 'image' | 'archive' | 'text' | 'epub';
  /** An archive's metadata; a text's opening, to tell its language; what a file holds that is a whole book. */
  comicInfo?: ComicInfo;
  opening?: string;
  /** What a text calls itself: in its front matter, else by the heading it opens with. */
  heading?: string;
  outline?: BookOutline;
  /** Why it cannot be read: it has its place all the same, so that what was published of it stays. */
  fault?: string;
};

export type SourceFolder = {
  name: string;
  path: string;
  /** What a list of contents among its texts calls the chapters, by their numbers. */
  contents?: ReadonlyMap<string, string>;
  files: SourceFile[];
  folders: SourceFolder[];
  book?: BookFields;
  chapter?: ChapterFields;
  comicInfo?: ComicInfo;
};

/** Something that was named and left out. */
export type Fault = { path: string; cause: string };

export type ChapterContent =
  | { type: 'images'; images: SourceFile[]; comicInfo: ComicInfo | null }
  | { type: 'archive'; file: SourceFile }
  | { type: 'texts'; files: SourceFile[] }
  /** A chapter within a file that is a whole book, by its place in the outline. */
  | { type: 'part'; file: SourceFile; part: number };

export type ChapterEditionPlan = { language: Language; title: string; content: ChapterContent | null };

export type ChapterPlan = { key: string; createdAt: Date | null; editions: ChapterEditionPlan[] };

export type EditionPlan = {
  language: Language;
  title: string;
  introduction: string | null;
  cover: SourceFile | null;
  /** A file that is the whole book, whose own cover counts where there is no `cover.*`. */
  bookFile: SourceFile | null;
};

export type BookPlan = {
  path: string;
  sourceKey: string;
  formerKeys: string[];
  kind: 'comic' | 'novel';
  fields: BookFields;
  author: string | null;
  tags: string[] | null;
  readingDirection: 'ltr' | 'rtl' | null;
  likelyLanguage: Language;
  editions: EditionPlan[];
  chapters: ChapterPlan[];
  /** Whether the source is the whole book, or single files that belong to one. */
  isWhole: boolean;
  faults: Fault[];
};

type Unit = {
  kind: 'unit';
  number: string | null;
  name: string;
  title: string;
  content: ChapterContent;
  chapter: ChapterFields;
  comicInfo: ComicInfo | null;
};
type Volume = { kind: 'volume'; number: string | null; name: string; items: Item[] };
type Item = Unit | Volume;

export function isCoverName(name: string): boolean {
  return /^cover\.[a-z0-9]{1,5}$/i.test(name);
}

/** Folders whose sub-folders hold a book.yaml each are a shelf of books. */
export function isShelf(folder: SourceFolder): boolean {
  return !folder.book && folder.folders.some((child) => child.book);
}

/** A file that is a whole book, or one that would be, could it be read. */
export function isBookFile(file: SourceFile): boolean {
  return file.type === 'epub' || file.outline !== undefined;
}

/** What a folder holds as a book, before anything is converted or written. */
export function planBook(folder: SourceFolder): BookPlan {
  const faults: Fault[] = [];
  const { lists, original } = readEditions(folder, faults);
  const units = [...lists.values()].flatMap(unitsOf);
  const kind = folder.book?.kind ?? (units.some((unit) => kindOf(unit.content) === 'comic') ? 'comic' : 'novel');
  for (const [language, items] of lists) lists.set(language, keepKind(items, kind, faults));
  // A book's file that cannot be read is no wish to remove what was published of it.
  const isWhole = !unreadableBookFile(folder);
  return finishPlan({ folder, lists, original, kind, faults, isWhole });
}

function unreadableBookFile(folder: SourceFolder): boolean {
  return folder.files.some((file) => isBookFile(file) && file.fault) || folder.folders.some(unreadableBookFile);
}

function kindOf(content: ChapterContent): 'comic' | 'novel' {
  if (content.type === 'part') return content.file.outline?.kind ?? 'novel';
  return content.type === 'texts' ? 'novel' : 'comic';
}

/** Single archives that their metadata, or their folder, files under one series. */
export function planSingles(files: readonly { file: SourceFile; folderName: string }[]): BookPlan[] {
  const series = new Map<string, { file: SourceFile; folderName: string; language: Language }[]>();
  for (const { file, folderName } of files) {
    const title = file.comicInfo?.series ?? (titleOf(folderName) || titleOf(withoutExtension(file.name)));
    const key = JSON.stringify([title, file.comicInfo?.writer ?? '']);
    const language = file.comicInfo?.language ?? languageOfName(file.name) ?? languageOfScript(title) ?? 'en-us';
    series.set(key, [...(series.get(key) ?? []), { file, folderName, language }]);
  }
  return [...series.values()].map((members) => {
    const first = members[0] as (typeof members)[number]; // a group has at least one member
    const lists = new Map<Language, Item[]>();
    for (const { file, language } of members)
      lists.set(language, sortItems([...(lists.get(language) ?? []), archiveUnit(file)]));
    const folder = { name: first.folderName, path: first.file.path, files: [], folders: [] };
    return finishPlan({ folder, lists, original: first.language, kind: 'comic', faults: [], isWhole: false });
  });
}

function languageOfName(name: string): Language | null {
  const suffix = /[([（]\s*([a-z]{2}(?:[-_][a-z]{2,4})?)\s*[)\]）]$/i.exec(withoutExtension(name))?.[1];
  return suffix ? languageNamed(suffix) : null;
}

function readEditions(folder: SourceFolder, faults: Fault[]): { lists: Map<Language, Item[]>; original: Language } {
  const lists = new Map<Language, Item[]>();
  const languageFolders = folder.folders.flatMap((child) => {
    const language = child.chapter ? null : languageNamed(child.name);
    return language ? [{ language, child }] : [];
  });
  if (languageFolders.length === 0) {
    const items = readItems(folder, faults, { hasLoose: true });
    const original = singleLanguage(folder, items);
    return { lists: new Map([[original, items]]), original };
  }
  for (const { language, child } of languageFolders) {
    if (lists.has(language)) faults.push({ path: child.path, cause: `a second folder for ${language}` });
    else lists.set(language, readItems(child, faults, { hasLoose: true }));
  }
  const original =
    folder.book?.originalLanguage ?? languagesByPreference.find((language) => lists.has(language)) ?? 'en-us';
  const isLanguageFolder = new Set(languageFolders.map(({ child }) => child));
  const beside = { ...folder, folders: folder.folders.filter((child) => !isLanguageFolder.has(child)) };
  const others = readItems(beside, faults, { hasLoose: false });
  const both = [...(lists.get(original) ?? []), ...others];
  // A book's own file has its order; anything else is put into one.
  const isOrdered = outlinesOf(unitsOf(both)).length > 0;
  if (others.length > 0) lists.set(original, isOrdered ? both : sortItems(both));
  return { lists, original };
}

/** Where several languages stand beside each other and nothing names the original: the one answers fall back to. */
const languagesByPreference: Language[] = ['en-us', ...languages.filter((language) => language !== 'en-us')];

function singleLanguage(folder: SourceFolder, items: Item[]): Language {
  const units = items.flatMap((item) => unitsOf([item]));
  const named =
    folder.book?.originalLanguage ??
    units.find((unit) => unit.comicInfo?.language)?.comicInfo?.language ??
    outlinesOf(units).find((outline) => outline.language)?.language;
  if (named) return named;
  const titled = localizedLanguages(folder.book?.title);
  if (titled.length === 1 && titled[0]) return titled[0];
  const title = typeof folder.book?.title === 'string' ? folder.book.title : '';
  const openings = units.flatMap((unit) => (unit.content.type === 'texts' ? unit.content.files : []));
  const sample =
    openings.find((file) => file.opening)?.opening ?? outlinesOf(units).find((outline) => outline.opening)?.opening;
  return languageOfScript(sample ?? [title, folder.name, ...units.map((unit) => unit.title)].join(' ')) ?? 'en-us';
}

function unitsOf(items: readonly Item[]): Unit[] {
  return items.flatMap((item) => (item.kind === 'unit' ? [item] : unitsOf(item.items)));
}

function outlinesOf(units: readonly Unit[]): BookOutline[] {
  const files = new Set(units.flatMap((unit) => (unit.content.type === 'part' ? [unit.content.file] : [])));
  return [...files].flatMap((file) => file.outline ?? []);
}

/** The chapters and volumes of a book's, an edition's or a volume's folder, in reading order. */
function readItems(folder: SourceFolder, faults: Fault[], options: { hasLoose: boolean }): Item[] {
  if (folder.files.some(isBookFile)) return bookFileItems(folder, faults);
  const items: Item[] = [];
  const loose = folder.files.filter((file) => file.type === 'image' && !isCoverName(file.name));
  if (options.hasLoose && loose.length > 0) items.push(looseUnit(folder));
  else for (const file of loose) faults.push({ path: file.path, cause: 'a loose picture beside language folders' });
  for (const file of folder.files) {
    if (file.type === 'archive') items.push(archiveUnit(file));
    else if (file.type === 'text') items.push(textUnit(file, folder.contents));
  }
  for (const child of folder.folders) {
    if (isVolume(child)) {
      const volume = readItems(child, faults, { hasLoose: true });
      const { number } = readName(child.name);
      if (volume.length > 0) items.push({ kind: 'volume', number, name: child.name, items: volume });
    } else {
      const unit = folderUnit(child, faults);
      if (unit) items.push(unit);
    }
  }
  return sortItems(items);
}

/** Files that are whole books are all there is in a folder: one is its chapters, several are volumes. */
function bookFileItems(folder: SourceFolder, faults: Fault[]): Item[] {
  const files = folder.files.filter(isBookFile);
  const beside = [
    ...folder.files.filter((file) => !isBookFile(file) && !isCoverName(file.name)),
    ...folder.folders.filter(holdsContent),
  ];
  for (const { path } of beside) faults.push({ path, cause: 'it stands beside a file that is the whole book' });
  for (const { path, fault } of files) if (fault) faults.push({ path, cause: fault });
  const readable = files.filter((file) => file.outline);
  if (files.length === 1) return readable.flatMap(partItems);
  const volumes = readable.map((file): Volume => {
    const name = withoutExtension(file.name);
    return { kind: 'volume', number: readName(name).number, name, items: partItems(file) };
  });
  return sortItems(volumes);
}

/** A file's parts in its own order; those that follow each other under one heading are a volume. */
function partItems(file: SourceFile): Item[] {
  const items: Item[] = [];
  for (const [index, part] of (file.outline?.parts ?? []).entries()) {
    const unit = partUnit(file, part, index);
    const last = items.at(-1);
    if (part.volume === null) items.push(unit);
    else if (last?.kind === 'volume' && last.name === part.volume) last.items.push(unit);
    else items.push({ kind: 'volume', number: readName(part.volume).number, name: part.volume, items: [unit] });
  }
  return items;
}

function partUnit(file: SourceFile, part: BookPart, index: number): Unit {
  const { number, title } = part;
  const content: ChapterContent = { type: 'part', file, part: index };
  return { kind: 'unit', number, name: title, title, content, chapter: noChapter, comicInfo: null };
}

function isVolume(folder: SourceFolder): boolean {
  if (folder.chapter) return false;
  const hasImages = folder.files.some((file) => file.type === 'image');
  return (
    folder.files.some((file) => file.type === 'archive' || isBookFile(file) || (file.type === 'text' && !hasImages)) ||
    folder.folders.some(holdsContent)
  );
}

export function holdsContent(folder: SourceFolder): boolean {
  return folder.files.length > 0 || folder.folders.some(holdsContent);
}

const noChapter: ChapterFields = {};

function looseUnit(folder: SourceFolder): Unit {
  const images = folder.files.filter((file) => file.type === 'image' && !isCoverName(file.name));
  const comicInfo = folder.comicInfo ?? null;
  const content: ChapterContent = { type: 'images', images, comicInfo };
  return { kind: 'unit', number: null, name: '', title: '', content, chapter: folder.chapter ?? noChapter, comicInfo };
}

function folderUnit(folder: SourceFolder, faults: Fault[]): Unit | null {
  const images = folder.files.filter((file) => file.type === 'image');
  const texts = folder.files.filter((file) => file.type === 'text').sort(byName);
  const isComic = images.some((file) => !isCoverName(file.name)) || texts.length === 0;
  if (images.length === 0 && texts.length === 0) return null;
  if (isComic) for (const file of texts) faults.push({ path: file.path, cause: 'not an image' });
  const comicInfo = folder.comicInfo ?? null;
  return {
    kind: 'unit',
    ...namedFacts(folder.name, comicInfo),
    content: isComic ? { type: 'images', images, comicInfo } : { type: 'texts', files: texts },
    chapter: folder.chapter ?? noChapter,
    comicInfo,
  };
}

function archiveUnit(file: SourceFile): Unit {
  const comicInfo = file.comicInfo ?? null;
  const content: ChapterContent = { type: 'archive', file };
  return {
    kind: 'unit',
    ...namedFacts(withoutExtension(file.name), comicInfo),
    content,
    chapter: noChapter,
    comicInfo,
  };
}

function textUnit(file: SourceFile, contents: SourceFolder['contents']): Unit {
  const content: ChapterContent = { type: 'texts', files: [file] };
  const facts = namedFacts(withoutExtension(file.name), null);
  // A name that only counts leaves the title to the book's contents, and to the text itself.
  const said = isBareHeading(facts.title) ? ((facts.number && contents?.get(facts.number)) ?? file.heading) : undefined;
  return {
    kind: 'unit',
    ...facts,
    title: said || facts.title,
    content,
    chapter: noChapter,
    comicInfo: null,
  };
}

function namedFacts(name: string, comicInfo: ComicInfo | null): { number: string | null; name: string; title: string } {
  const facts = readName(name);
  return { number: facts.number ?? comicInfo?.number ?? null, name, title: comicInfo?.title ?? facts.title };
}

const byName = (a: { name: string }, b: { name: string }) => compareNatural(a.name, b.name);

/** By number where every name has one, else by name; loose pictures, which have no name, come first. */
function sortItems<I extends Item>(items: I[]): I[] {
  const isNumbered = items.every((item) => item.number !== null);
  return items.sort((a, b) => (isNumbered ? Number(a.number) - Number(b.number) : 0) || byName(a, b));
}

function keepKind(items: Item[], kind: 'comic' | 'novel', faults: Fault[]): Item[] {
  return items.flatMap((item): Item[] => {
    if (item.kind === 'volume') {
      const kept = keepKind(item.items, kind, faults);
      return kept.length > 0 ? [{ ...item, items: kept }] : [];
    }
    if (kindOf(item.content) === kind) return [item];
    const cause = kind === 'novel' ? 'pictures in a novel' : 'text in a comic';
    for (const path of contentPaths(item.content)) faults.push({ path, cause });
    return [];
  });
}

function contentPaths(content: ChapterContent): string[] {
  if (content.type === 'archive' || content.type === 'part') return [content.file.path];
  return (content.type === 'images' ? content.images : content.files).map((file) => file.path);
}

/** One chapter or volume, in the languages it was found in. */
type Node = { first: Item; byLanguage: Map<Language, Item> };

/**
 * Chapters of two editions are the same when their leading numbers are, or else their names, or else their places;
 * two different numbers are never one chapter.
 */
function mergeItems(lists: ReadonlyMap<Language, Item[]>, original: Language): Node[] {
  const order = [original, ...lists.keys()].filter((language, index, all) => all.indexOf(language) === index);
  const nodes: Node[] = [];
  for (const language of order) {
    const items = lists.get(language) ?? [];
    const places = nodes.filter((node) => node.byLanguage.has(order[0] as Language)); // the original's own order
    const matched = matchItems(items, nodes, places, language);
    for (const [item, node] of matched) node.byLanguage.set(language, item);
    for (const [index, item] of items.entries()) {
      if (!matched.has(item))
        insertNode(
          nodes,
          { first: item, byLanguage: new Map([[language, item]]) },
          { language, before: items[index - 1] },
        );
    }
  }
  return nodes;
}

function matchItems(items: Item[], nodes: Node[], places: Node[], language: Language): Map<Item, Node> {
  const matched = new Map<Item, Node>();
  const taken = new Set<Node>();
  const attempt = (isSame: (item: Item, node: Node, index: number) => boolean) => {
    for (const [index, item] of items.entries()) {
      if (matched.has(item)) continue;
      const node = nodes.find(
        (candidate) =>
          !taken.has(candidate) &&
          !candidate.byLanguage.has(language) &&
          candidate.first.kind === item.kind &&
          isSame(item, candidate, index),
      );
      if (!node) continue;
      matched.set(item, node);
      taken.add(node);
    }
  };
  const differ = (item: Item, node: Node) => item.number !== null && node.first.number !== null;
  const sameName = (item: Item, node: Node) => nameKey(item.name) === nameKey(node.first.name);
  attempt((item, node) => item.number !== null && item.number === node.first.number && sameName(item, node));
  attempt((item, node) => item.number !== null && item.number === node.first.number);
  attempt((item, node) => !differ(item, node) && sameName(item, node));
  attempt((item, node, index) => !differ(item, node) && places[index] === node);
  return matched;
}

function insertNode(nodes: Node[], node: Node, place: { language: Language; before: Item | undefined }): void {
  const before = nodes.findIndex((candidate) => candidate.byLanguage.get(place.language) === place.before);
  let at = place.before ? before + 1 : 0;
  for (;;) {
    const next = nodes[at];
    if (!next || next.byLanguage.has(place.language) || compareItems(next.first, node.first) > 0) break;
    at += 1;
  }
  nodes.splice(at, 0, node);
}

function compareItems(a: Item, b: Item): number {
  if (a.number !== null && b.number !== null) return Number(a.number) - Number(b.number);
  return byName(a, b);
}

type Keyed = { key: string; byLanguage: Map<Language, Unit> };

function flatten(nodes: readonly Node[], prefix: string, used: Set<string>, original: Language): Keyed[] {
  const keys = new Map<Node, string>();
  // What can be read takes its key first, so that a damaged copy beside it never takes it away.
  const byReadable = [...nodes].sort((a, b) => Number(isUnreadable(a.first)) - Number(isUnreadable(b.first)));
  for (const node of byReadable) keys.set(node, keyOf(node.first, prefix, used));
  return nodes.flatMap((node) => {
    const { first } = node;
    const key = keys.get(node) ?? '';
    if (first.kind === 'unit') return [{ key, byLanguage: node.byLanguage as Map<Language, Unit> }]; // matched by kind
    const lists = new Map(
      [...node.byLanguage].map(([language, item]) => [language, item.kind === 'volume' ? item.items : []]),
    );
    return flatten(mergeItems(lists, original), `${key}/`, used, original);
  });
}

/** In characters: the database's index takes no key of any length. */
const longestKey = 600;
const longestName = 150;

function keyOf(item: Item, prefix: string, used: Set<string>): string {
  const name = nameKey(item.name);
  const isVolume = item.kind === 'volume';
  const plain = item.number !== null ? `${isVolume ? 'v' : 'n'}:${item.number}` : `${isVolume ? 'v' : 't'}:${name}`;
  return freshKey(used, cutDescription(prefix + plain, longestKey), cutDescription(name, longestName));
}

function isUnreadable(item: Item): boolean {
  return item.kind === 'unit' && item.content.type === 'archive' && item.content.file.fault !== undefined;
}

/** Two chapters with one number keep apart by their names, and then by their places. */
function freshKey(used: Set<string>, wanted: string, name: string): string {
  let key = used.has(wanted) ? `${wanted} ${name}` : wanted;
  for (let count = 2; used.has(key); count += 1) key = `${wanted} ${name} ${count}`;
  used.add(key);
  return key;
}

type Found = {
  folder: SourceFolder;
  lists: Map<Language, Item[]>;
  original: Language;
  kind: 'comic' | 'novel';
  faults: Fault[];
  isWhole: boolean;
};

function finishPlan(found: Found): BookPlan {
  const { folder, original, kind } = found;
  const outlines = new Map([...found.lists].flatMap(([language, items]) => outlineIn(language, items)));
  const outline = outlines.get(original);
  const fields: BookFields = { ...outline?.fields, ...folder.book };
  const chapters = flatten(mergeItems(found.lists, original), '', new Set(), original);
  const infos = chapters.flatMap(({ byLanguage }) => [...byLanguage.values()].flatMap((unit) => unit.comicInfo ?? []));
  const editions = planEditions(found, { chapters, outlines });
  const title = editions.find((edition) => edition.language === original)?.title ?? '';
  const author = fields.author ?? infos.find((info) => info.writer)?.writer ?? null;
  const nameKeyOfBook = `name:${JSON.stringify([kind, title, author ?? ''].map((part) => part.normalize('NFC')))}`;
  const tags = fields.tags ?? (infos.length > 0 ? [...new Set(infos.flatMap((info) => info.tags))].slice(0, 30) : null);
  return {
    path: folder.path,
    sourceKey: fields.id ? `id:${fields.id}` : nameKeyOfBook,
    formerKeys: fields.id ? [nameKeyOfBook] : [],
    kind,
    fields,
    author,
    tags,
    readingDirection: fields.readingDirection ?? (infos.some((info) => info.isRightToLeft) ? 'rtl' : null),
    likelyLanguage: original,
    editions,
    chapters: chapters.map((chapter) => planChapter(chapter, { original, bookTitle: title })),
    isWhole: found.isWhole,
    faults: eachOnce(found.faults),
  };
}

/** All the chapters of one file may be left out for one reason. */
function eachOnce(faults: readonly Fault[]): Fault[] {
  return [...new Map(faults.map((fault) => [`${fault.path}\n${fault.cause}`, fault])).values()];
}

function outlineIn(language: Language, items: readonly Item[]): [Language, BookOutline][] {
  const outline = outlinesOf(unitsOf(items))[0];
  return outline ? [[language, outline]] : [];
}

type Contents = { chapters: readonly Keyed[]; outlines: ReadonlyMap<Language, BookOutline> };

function planEditions(found: Found, { chapters, outlines }: Contents): EditionPlan[] {
  const { folder, original } = found;
  const fields = folder.book ?? {};
  const wanted = [original, ...found.lists.keys(), ...localizedLanguages(fields.title)].filter(
    (language, index, all) => all.indexOf(language) === index,
  );
  const fallback =
    localizedText(fields.title, original) ??
    outlines.get(original)?.fields.title ??
    seriesIn(chapters, original) ??
    (typeof fields.title === 'object' ? Object.values(fields.title)[0] : undefined) ??
    (titleOf(folder.name) || 'Untitled');
  return wanted.map((language) => {
    const languageFolder = folder.folders.find((child) => !child.chapter && languageNamed(child.name) === language);
    const cover = coverOf(languageFolder) ?? coverOf(folder);
    return {
      language,
      title:
        localizedText(fields.title, language) ??
        outlines.get(language)?.fields.title ??
        seriesIn(chapters, language) ??
        fallback,
      introduction:
        localizedText(fields.introduction, language) ??
        outlines.get(language)?.fields.introduction ??
        summaryIn(chapters, language),
      cover,
      bookFile: bookFileIn(chapters, language),
    };
  });
}

function coverOf(folder: SourceFolder | undefined): SourceFile | null {
  return folder?.files.find((file) => file.type === 'image' && isCoverName(file.name)) ?? null;
}

function bookFileIn(chapters: readonly Keyed[], language: Language): SourceFile | null {
  const contents = chapters.flatMap(({ byLanguage }) => byLanguage.get(language)?.content ?? []);
  return contents.find((content) => content.type === 'part')?.file ?? null;
}

function infosIn(chapters: readonly Keyed[], language: Language): ComicInfo[] {
  return chapters.flatMap(({ byLanguage }) => byLanguage.get(language)?.comicInfo ?? []);
}

function seriesIn(chapters: readonly Keyed[], language: Language): string | undefined {
  return infosIn(chapters, language).find((info) => info.series)?.series ?? undefined;
}

function summaryIn(chapters: readonly Keyed[], language: Language): string | null {
  return infosIn(chapters, language).find((info) => info.summary)?.summary ?? null;
}

function planChapter(chapter: Keyed, book: { original: Language; bookTitle: string }): ChapterPlan {
  const units = [...chapter.byLanguage];
  const created = units.find(([, unit]) => unit.chapter.createdAt)?.[1].chapter.createdAt;
  const dated = units.find(([, unit]) => unit.comicInfo?.date)?.[1].comicInfo?.date;
  const editions = units.map(
    ([language, unit]): ChapterEditionPlan => ({
      language,
      title: chapterTitle(unit, language) ?? (book.bookTitle || unit.name),
      content: unit.content,
    }),
  );
  const titled = units.flatMap(([, unit]) => localizedLanguages(unit.chapter.title));
  for (const language of new Set(titled)) {
    if (chapter.byLanguage.has(language)) continue;
    const title = units.map(([, unit]) => localizedText(unit.chapter.title, language)).find(Boolean);
    if (title) editions.push({ language, title, content: null });
  }
  return { key: chapter.key, createdAt: created ?? dated ?? null, editions };
}

function chapterTitle(unit: Unit, language: Language): string | null {
  return localizedText(unit.chapter.title, language) ?? (unit.title || unit.name || null);
}

/** What the images of one chapter are: pages in order, and perhaps a cover that is no page. */
export function planPages(
  names: readonly string[],
  comicInfo: ComicInfo | null,
): { pages: { index: number; key: string }[]; cover: number | null; frontCover: number | null } {
  const order = names.map((_, index) => index).sort((a, b) => compareNatural(names[a] ?? '', names[b] ?? ''));
  const nameOf = (index: number) => names[index] ?? '';
  const baseName = (name: string) => name.split('/').at(-1) ?? name;
  const cover = order.find((index) => isCoverName(baseName(nameOf(index)))) ?? null;
  const deleted = new Set((comicInfo?.deletedPages ?? []).map((place) => order[place]));
  const shown = order.filter((index) => !deleted.has(index));
  const withoutCover = shown.filter((index) => index !== cover);
  const pages = withoutCover.length > 0 ? withoutCover : shown;
  const stems = pages.map((index) => withoutExtension(baseName(nameOf(index))));
  const isUnique = new Set(stems).size === stems.length;
  const front = comicInfo?.frontCover ?? null;
  return {
    pages: pages.map((index, place) => ({ index, key: (isUnique ? stems[place] : undefined) ?? nameOf(index) })),
    cover: withoutCover.length > 0 ? cover : null,
    frontCover: front === null ? null : (order[front] ?? null),
  };
}
