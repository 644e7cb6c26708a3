import type { Language } from '../../../shared/languages.ts';
import { cutDescription } from '../../../shared/text.ts';
import { directionOfWords } from '../../../shared/text-language.ts';
import { type BookRating, bookKeyOfId, bookKeyOfName, keyOfStudio, strictestRating } from '../../catalog/rules.ts';
import { readFileName } from '../names/file-name.ts';
import { languageOfScript } from '../names/language-of-text.ts';
import { nameKey, titleOf, titleOfBook, withoutExtension } from '../names/names.ts';
import { languageAtEnd, type TextLanguage } from '../names/text-languages.ts';
import type { BookOutline } from './book-file.ts';
import { flatten, type Keyed, longestKey, mergeItems } from './chapter-match.ts';
import { type Editions, readEditions } from './editions.ts';
import {
  archiveUnit,
  type ChapterContent,
  type Item,
  inVolumes,
  keepKind,
  kindOf,
  outlinesOf,
  type Unit,
  unitsOf,
} from './folder-items.ts';
import { languageFolders } from './language-folders.ts';
import { attributionFor, licenceIn } from './licence.ts';
import { type BookFields, type ChapterFields, type ComicInfo, localizedLanguages, localizedText } from './metadata.ts';
import { type LanguageRule, type Rule, ruleOf } from './rules.ts';
import {
  type ArchiveFile,
  type BookFile,
  type Fault,
  firstCover,
  holdsUnread,
  type ImageFile,
  type SourceFolder,
  type UnreadFile,
} from './source.ts';

export type ChapterEditionPlan = {
  language: Language;
  title: string;
  content: ChapterContent | null;
  /** The edition's own date; absent: that of its chapter. */
  publishedAt?: Date | 'draft' | 'unclear';
  /** The rule that made its files this chapter; null where it has none. */
  rule: Rule | null;
};

export type ChapterPlan = {
  key: string;
  createdAt: Date | null;
  dates: ChapterDates;
  printed: PrintedNumber;
  editions: ChapterEditionPlan[];
};

/** What a chapter's print calls it, as its files say; `printedNumber`: as its ComicInfo.xml does. */
export type PrintedNumber = Pick<ChapterFields, 'season' | 'label'> & { printedNumber?: string };

/** When a chapter opens, and to whom, as its files say. */
export type ChapterDates = Pick<ChapterFields, 'publishedAt' | 'access' | 'freeAt'>;

export type EditionPlan = {
  language: Language;
  title: string;
  introduction: string | null;
  /** The tag of its words, where the site does not have their language; absent: nothing tells. */
  textLanguage?: string | null;
  cover: ImageFile | null;
  /** The picture within an archive that somebody has made the cover, as tables of files write it. */
  coverEntry?: string;
  isCoverByHand?: true;
  /** The file that is the whole book; its own cover counts where there is no `cover.*`. */
  bookFile: BookFile | null;
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
  /** The language was found from the text or its title alone. */
  isLanguageGuessed: boolean;
  /** How a comic in the original language is read, where nothing names it. */
  likelyDirection: 'ltr' | 'rtl';
  editions: EditionPlan[];
  chapters: ChapterPlan[];
  /** Whether the source is the whole book, or single files that belong to one. */
  isWhole: boolean;
  /** Whether a part of it could not be read; the published content of that part must then stay. */
  hasUnread: boolean;
  faults: Fault[];
  /** Its book.yaml says which book it is; else a folder's name does, and folders are renamed. */
  isNamed?: true;
  /** Somebody has given it a published book to go into. */
  isAimed?: true;
  /** The same folder as a book of the other kind, where it has content of both. */
  otherKind?: BookPlan;
};

/** Plans a folder as a book, before anything is converted or written. */
export function planBook(folder: SourceFolder): BookPlan {
  const { plan, units } = planAs(folder, folder.book?.kind);
  const other = plan.kind === 'comic' ? 'novel' : 'comic';
  const isBoth = units.some((unit) => kindOf(unit.content) === other);
  return isBoth ? { ...plan, otherKind: planAs(folder, other).plan } : plan;
}

/** The plan of a folder as a book of that kind, else of the kind that its content has. */
function planAs(folder: SourceFolder, wanted: BookPlan['kind'] | undefined): { plan: BookPlan; units: Unit[] } {
  const faults: Fault[] = [];
  const editions = readEditions(folder, faults);
  const { lists } = editions;
  const units = [...lists.values()].flatMap(unitsOf);
  const kind = wanted ?? kindOfBook(units);
  for (const [language, items] of lists) lists.set(language, keepKind(items, kind, faults));
  return { plan: finishPlan({ folder, ...editions, kind, faults, isWhole: true }), units };
}

/** Any chapter of pictures makes a comic; a few loose ones beside texts, or a folder for a text's pictures, do not. */
function kindOfBook(units: readonly Unit[]): 'comic' | 'novel' {
  const texts = units.filter((unit) => kindOf(unit.content) === 'novel');
  const isBeside = ({ name, content }: Unit) =>
    content.type === 'images' && (name === '' || (texts.length > 0 && pictureFolder.test(name)));
  if (units.some((unit) => kindOf(unit.content) === 'comic' && !isBeside(unit))) return 'comic';
  const loose = units.flatMap(({ name, content }) => (name === '' && content.type === 'images' ? content.images : []));
  return loose.length > texts.length ? 'comic' : 'novel';
}

const pictureFolder =
  /^(?:images?|imgs?|pictures?|pics?|illustrations?|figures?|assets?|media|im[áa]genes|ilustraciones|图片|圖片|插图|插圖|插画|صور)$/iu;

/** An archive with the name of its series, where that is known by more than the archive. */
export type SingleFile = { file: ArchiveFile | UnreadFile<'archive'>; series?: string };

type Member = SingleFile & { name: string; language: TextLanguage | null; isInName: boolean };

/**
 * Groups single archives by the series that their metadata or their own names tell: 'River Song - Chapter 08' is of
 * River Song. `isWhole`: the files are all that there is of each series.
 */
export function planSingles(
  files: readonly SingleFile[],
  options: { isWhole: boolean } = { isWhole: false },
): BookPlan[] {
  const series = new Map<string, Member[]>();
  for (const single of files) {
    const { file } = single;
    const comicInfo = file.fault === undefined ? file.comicInfo : null;
    const name = comicInfo?.series ?? single.series ?? seriesByName(file);
    const said = comicInfo?.language ? { edition: comicInfo.language, tag: comicInfo.textLanguage } : null;
    const inName = said ? null : languageAtEnd(withoutExtension(file.name));
    const member = { ...single, name, language: said ?? inName, isInName: inName !== null };
    series.set(nameKey(name), [...(series.get(nameKey(name)) ?? []), member]);
  }
  return [...series.values()].map((members) => planSeries(members, options.isWhole));
}

/** The title or name of a file without what numbers it; where nothing else is left, that is the whole name. */
function seriesByName(file: SingleFile['file']): string {
  const own = nameOfSingle(file);
  const { before, title, label } = readFileName(own);
  return before || title || label || titleOf(own) || own;
}

function nameOfSingle(file: SingleFile['file']): string {
  return (file.fault === undefined ? file.title : undefined) ?? withoutExtension(file.name);
}

/** Whether nothing tells the book of a single archive, which is called by its number then. */
export function hasNoBookName(file: SingleFile['file']): boolean {
  if (file.fault === undefined && file.comicInfo?.series) return false;
  const { number, before, title } = readFileName(nameOfSingle(file));
  return number !== null && before === '' && title === '';
}

function planSeries(members: readonly Member[], isWhole: boolean): BookPlan {
  const first = members[0] as Member; // a group has at least one member
  const title = first.name;
  const lists = new Map<Language, Item[]>();
  const tags = new Map<Language, string>();
  const languageBy = new Map<Language, LanguageRule>();
  const guessed = languageOfScript(title);
  const languageOf = (member: Member): TextLanguage => member.language ?? guessed ?? { edition: 'en-us', tag: null };
  for (const member of members) {
    const { edition, tag } = languageOf(member);
    lists.set(edition, [...(lists.get(edition) ?? []), archiveUnit(member.file, [title])]);
    if (tag !== null) tags.set(edition, tag);
    if (member.isInName) languageBy.set(edition, 'language_in_name');
    else if (member.language === null && guessed) languageBy.set(edition, 'script');
  }
  for (const [language, items] of lists) lists.set(language, inVolumes(items, [title]));
  const folder = { name: title, path: first.file.path, files: [], folders: [] };
  const original = languageOf(first).edition;
  const isGuessed = guessed !== null && members.every(({ language }) => language === null);
  const found = { folder, lists, original, tags, isGuessed, languageBy };
  return finishPlan({ ...found, kind: 'comic', faults: [], isWhole });
}

/** A comic has no words to show, and a novel no first page (spec: importing.md#chapter-previews). */
const unfitPreview = { comic: 'words', novel: 'blur' } as const;

type Found = Editions & {
  folder: SourceFolder;
  kind: 'comic' | 'novel';
  faults: Fault[];
  isWhole: boolean;
};

function finishPlan(found: Found): BookPlan {
  const { folder, original, kind } = found;
  const outlines = new Map([...found.lists].flatMap(([language, items]) => outlineIn(language, items)));
  const outline = outlines.get(original);
  const fields: BookFields = { ...outline?.fields, ...folder.book };
  if (fields.preview === unfitPreview[kind]) {
    delete fields.preview;
    found.faults.push({ path: `${folder.path}/book.yaml`, cause: `preview: a ${kind} has no "${unfitPreview[kind]}"` });
  }
  const chapters = flatten(mergeItems(found.lists, original), '', new Set(), original);
  const infos = chapters.flatMap(({ byLanguage }) => [...byLanguage.values()].flatMap((unit) => unit.comicInfo ?? []));
  const editions = planEditions(found, { chapters, outlines });
  const title = editions.find((edition) => edition.language === original)?.title ?? '';
  const author = fields.author ?? infos.find((info) => info.writer)?.writer ?? null;
  // The key of a book is its folder's whole name: two languages may lie in two folders.
  const known = title === titleOfBook(folder.name) ? titleOf(folder.name) : title;
  const keyBy = (name: string) => cutDescription(bookKeyOfName({ kind, title: known, author: name }), longestKey);
  const nameKeyOfBook = keyBy(author ?? '');
  // The first chapter's writer is the book's author; with an earlier chapter by another writer it stays the same book.
  const writers = fields.author === undefined ? infos.flatMap((info) => info.writer ?? []) : [];
  const nameKeys = [...new Set([nameKeyOfBook, ...writers.map(keyBy)])];
  const tags = fields.tags ?? (infos.length > 0 ? [...new Set(infos.flatMap((info) => info.tags))].slice(0, 30) : null);
  return {
    path: folder.path,
    sourceKey: fields.id ? cutDescription(bookKeyOfId(fields.id), longestKey) : nameKeyOfBook,
    formerKeys: fields.id ? [keyOfStudio(fields.id), ...nameKeys] : nameKeys.slice(1),
    kind,
    // If book.yaml names a licence, no other file's words about it count.
    fields: { ...ratingIn(infos), ...(fields.licence === undefined && rightsIn(infos, author)), ...fields },
    author,
    tags,
    readingDirection: fields.readingDirection ?? (infos.some((info) => info.isRightToLeft) ? 'rtl' : null),
    likelyLanguage: original,
    isLanguageGuessed: found.isGuessed,
    likelyDirection: directionOfWords({ language: original, text_language: found.tags.get(original) }),
    editions,
    chapters: chapters.map((chapter) => planChapter(chapter, { bookTitle: title, ...found })),
    isWhole: found.isWhole,
    ...(isNamed(folder.book) ? { isNamed: true } : {}),
    hasUnread: holdsUnread(folder),
    faults: eachOnce(found.faults),
  };
}

function isNamed({ id, title, author }: BookFields = {}): boolean {
  return Boolean(id || title || author);
}

/** The book's rights in its chapters' metadata; empty where the metadata name none. */
function rightsIn(infos: readonly ComicInfo[], author: string | null): Pick<BookFields, 'licence' | 'attribution'> {
  const licence = licenceIn(infos.map((info) => info.licence ?? ''));
  const publisher = infos.find((info) => info.publisher)?.publisher ?? '';
  return licence === '' ? {} : { licence, ...attributionFor(licence, { author: author ?? '', publisher }) };
}

/** The words of ComicInfo.xml that say for whom a comic is; all others say nothing. */
const agesOfComicInfo: Readonly<Record<string, BookRating>> = {
  Teen: 'teen',
  M: 'mature',
  'MA15+': 'mature',
  'Mature 17+': 'mature',
  'Adults Only 18+': 'adult',
  'R18+': 'adult',
  'X18+': 'adult',
};

/** The strictest age in the chapters' metadata; empty where none of them speaks of it. */
function ratingIn(infos: readonly ComicInfo[]): Pick<BookFields, 'rating'> {
  const words = infos.flatMap(({ ageRating }) => ageRating ?? []);
  return words.length === 0 ? {} : { rating: strictestRating(words.map((word) => agesOfComicInfo[word] ?? null)) };
}

/** All the chapters of one file may be left out for one reason, which is listed once. */
function eachOnce(faults: readonly Fault[]): Fault[] {
  return [...new Map(faults.map((fault) => [`${fault.path}\n${fault.cause}`, fault])).values()];
}

function outlineIn(language: Language, items: readonly Item[]): [Language, BookOutline][] {
  const outline = outlinesOf(unitsOf(items))[0];
  return outline ? [[language, outline]] : [];
}

/** In characters; a longer text is not a title, whoever wrote it there. */
const longestTitle = 500;

type Contents = { chapters: readonly Keyed[]; outlines: ReadonlyMap<Language, BookOutline> };

function planEditions(found: Found, { chapters, outlines }: Contents): EditionPlan[] {
  const { folder, original } = found;
  const fields = folder.book ?? {};
  const wanted = [original, ...found.lists.keys(), ...localizedLanguages(fields.title)].filter(
    (language, index, all) => all.indexOf(language) === index,
  );
  const titleIn = (language: Language) =>
    localizedText(fields.title, language) ?? outlines.get(language)?.fields.title ?? seriesIn(chapters, language);
  const fallback =
    titleIn(original) ??
    (typeof fields.title === 'object' ? Object.values(fields.title)[0] : undefined) ??
    (titleOfBook(folder.name) || 'Untitled');
  return wanted.map((language) => {
    const languageFolder = languageFolders(folder).find(({ edition }) => edition === language)?.child;
    const cover = coverOf(languageFolder) ?? coverOf(folder);
    // The words here may be the original's, under its nearest edition, or a translation: what was said of them before holds.
    const isUnsaid = language === original && fields.originalLanguage === original && fields.textLanguage !== undefined;
    const tag = found.tags.get(language) ?? (isUnsaid ? undefined : null);
    return {
      language,
      // A language without its own text gets the English one, then the original: as readers do.
      title: cutDescription(
        titleIn(language) ?? (language === original ? null : titleIn('en-us')) ?? fallback,
        longestTitle,
      ),
      introduction:
        fields.introduction === null
          ? ''
          : (localizedText(fields.introduction, language) ??
            outlines.get(language)?.fields.introduction ??
            summaryIn(chapters, language)),
      ...(tag !== undefined && { textLanguage: tag }),
      cover,
      bookFile: bookFileIn(chapters, language),
    };
  });
}

function coverOf(folder: SourceFolder | undefined): ImageFile | null {
  return firstCover(folder?.files.filter((file) => file.type === 'image') ?? []);
}

function bookFileIn(chapters: readonly Keyed[], language: Language): BookFile | null {
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
  // A summary that only repeats its chapter's title says nothing about the book.
  const says = ({ summary, title }: ComicInfo) => summary !== null && nameKey(summary) !== nameKey(title ?? '');
  return infosIn(chapters, language).find(says)?.summary ?? null;
}

function planChapter(chapter: Keyed, book: Pick<Found, 'languageBy'> & { bookTitle: string }): ChapterPlan {
  const units = [...chapter.byLanguage];
  const created = units.find(([, unit]) => unit.chapter.createdAt)?.[1].chapter.createdAt;
  const dated = units.find(([, unit]) => !unit.content.isLeftOut && unit.comicInfo?.date)?.[1].comicInfo?.date;
  const editions = units.map(
    ([language, unit]): ChapterEditionPlan => ({
      language,
      title: cutDescription(chapterTitle(unit, language) ?? (book.bookTitle || unit.name), longestTitle),
      content: unit.content,
      rule: ruleOf(unit, book.languageBy.get(language)),
      ...(unit.chapter.publishedAt ? { publishedAt: unit.chapter.publishedAt } : {}),
    }),
  );
  const titled = units.flatMap(([, unit]) => localizedLanguages(unit.chapter.title));
  for (const language of new Set(titled)) {
    if (chapter.byLanguage.has(language)) continue;
    const title = units.map(([, unit]) => localizedText(unit.chapter.title, language)).find(Boolean);
    if (title) editions.push({ language, title: cutDescription(title, longestTitle), content: null, rule: null });
  }
  return {
    key: chapter.key,
    createdAt: created ?? dated ?? null,
    dates: datesOf(units),
    printed: printedOf(units),
    editions,
  };
}

/** The override counts for the whole chapter, whichever of its folders has it. */
function datesOf(units: readonly [Language, Unit][]): ChapterDates {
  const access = units.find(([, { chapter }]) => chapter.access)?.[1].chapter.access;
  const freeAt = units.find(([, { chapter }]) => chapter.freeAt !== undefined)?.[1].chapter.freeAt;
  return { ...(access ? { access } : {}), ...(freeAt === undefined ? {} : { freeAt }) };
}

function printedOf(units: readonly [Language, Unit][]): PrintedNumber {
  const season = units.find(([, { chapter }]) => chapter.season !== undefined)?.[1].chapter.season;
  const label = units.find(([, { chapter }]) => chapter.label !== undefined)?.[1].chapter.label;
  const printedNumber = units.find(([, { comicInfo }]) => comicInfo?.number)?.[1].comicInfo?.number;
  return {
    ...(season === undefined ? {} : { season }),
    ...(label === undefined ? {} : { label }),
    ...(printedNumber ? { printedNumber } : {}),
  };
}

function chapterTitle(unit: Unit, language: Language): string | null {
  return localizedText(unit.chapter.title, language) ?? (unit.title || unit.label || unit.name || null);
}
