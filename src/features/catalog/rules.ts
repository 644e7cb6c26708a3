import { defaultLanguage, type Language } from '../../shared/languages.ts';

/** From those for younger readers to those for adults. */
export const bookRatings = ['teen', 'mature', 'adult'] as const;
export type BookRating = (typeof bookRatings)[number];

/** A search counts the books of so many tags: of its most frequent ones. */
export const mostCountedTags = 50;

/** Who may take files of a book along. */
export const downloads = ['none', 'members', 'everyone'] as const;
export type Downloads = (typeof downloads)[number];

const openLicence =
  /\bCC[ -]?(?:0|BY)(?![a-z])|public[ -]domain|domaine public|dominio público|公有领域|公共领域|(?:ال)?ملك(?:ية)? (?:ال)?عامة?/iu;

/** Whether a licence lets everyone pass a book on: CC0, the public domain, or CC BY with whatever follows. */
export function isOpenLicence(licence: string): boolean {
  return openLicence.test(licence);
}

export type Tier =
  | 'hallOfFame'
  | 'longMasterpiece'
  | 'qualityStory'
  | 'stronglyRecommended'
  | 'gettingBetter'
  | 'potential'
  | 'readable'
  | 'justStarted';

/** The number of chapters from which on a tier holds (spec: catalog.md#labels). */
const tiers: readonly (readonly [number, Tier])[] = [
  [500, 'hallOfFame'],
  [300, 'longMasterpiece'],
  [100, 'qualityStory'],
  [50, 'stronglyRecommended'],
  [20, 'gettingBetter'],
  [10, 'potential'],
  [5, 'readable'],
];

/** The tier that a book gets by its number of chapters. */
export function tierOf(chapterCount: number): Tier {
  return tiers.find(([from]) => chapterCount >= from)?.[1] ?? 'justStarted';
}

/** Chapters that are free where a book does not say (spec: catalog.md#free-chapters). */
export const defaultFreeChapters = 3;

/** How many chapters are free, from the first on; null: the book does not say, so the site's number holds. */
export function freeChapterCount(publicFreeChapters: number | null): number {
  return publicFreeChapters ?? defaultFreeChapters;
}

/**
 * Whether a list has books for adults: the site asks nobody for their age, or this caller's reader has answered
 * (spec: catalog.md#age).
 */
export function listsAdult(site: 'ask' | 'show', { adult }: { adult: boolean }): boolean {
  return site === 'show' || adult;
}

/** The one of these that the oldest readers are meant by. */
export function strictestRating(ratings: readonly (BookRating | null)[]): BookRating | null {
  return bookRatings.findLast((rating) => ratings.includes(rating)) ?? null;
}

export type FreeLabel = { kind: 'none' } | { kind: 'first' } | { kind: 'some'; count: number } | { kind: 'all' };

/** The book's label about its free chapters (spec: catalog.md#labels). */
export function freeLabel(book: { publicFreeChapters: number | null; chapterCount: number }): FreeLabel {
  const count = freeChapterCount(book.publicFreeChapters);
  if (count === 0 || book.chapterCount === 0) return { kind: 'none' };
  if (count >= book.chapterCount) return { kind: 'all' };
  return count === 1 ? { kind: 'first' } : { kind: 'some', count };
}

/** Two likes may come from the author and a friend; from three on they are shown (spec: catalog.md#labels). */
export function showsLikes(totalLikes: number): boolean {
  return totalLikes > 2;
}

const newForMs = 30 * 24 * 60 * 60 * 1000;

/** Whether a book has only its first few chapters and changed within the last 30 days. */
export function isNewBook(book: { chapterCount: number; updatedAt: string }, now: number): boolean {
  const age = now - Date.parse(book.updatedAt);
  return book.chapterCount > 0 && tierOf(book.chapterCount) === 'justStarted' && age < newForMs;
}

/** The number of pages of a list. */
export function pageCount({ total, pageSize }: { total: number; pageSize: number }): number {
  return Math.ceil(total / pageSize);
}

/** The chapter numbers at both ends of a page of the chapter list, in the order of the page. */
export function chapterRange({
  page,
  total,
  pageSize,
  direction,
}: {
  page: number;
  total: number;
  pageSize: number;
  direction: 'asc' | 'desc';
}): { first: number; last: number } {
  const first = page * pageSize + 1;
  const last = Math.min((page + 1) * pageSize, total);
  return direction === 'asc' ? { first, last } : { first: total + 1 - first, last: total + 1 - last };
}

/** The page of the chapter list, counted from 0, on which a chapter stands. */
export function pageOfChapter({
  number,
  total,
  pageSize,
  direction,
}: {
  number: number;
  total: number;
  pageSize: number;
  direction: 'asc' | 'desc';
}): number {
  return Math.floor((direction === 'asc' ? number - 1 : total - number) / pageSize);
}

/** Whether a text fills more than five lines of sixty letters. */
export function isLongText(text: string): boolean {
  return widthOf(text) > 60 * 5;
}

/** Whether a title is so long that it looks better in smaller letters. */
export function isLongTitle(title: string): boolean {
  return widthOf(title) > 48;
}

/** The width of a text, in letters: a Chinese letter counts two, and a line break fills the line. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text)
    width += character === '\n' ? 60 : /[\u2e80-\u9fff\uff00-\uff60]/.test(character) ? 2 : 1;
  return width;
}

const keyOfId = 'id:';

/** The key of a book that its publisher has given an `id`. */
export function bookKeyOfId(id: string): string {
  return `${keyOfId}${id}`;
}

/** Whether a book's key is its publisher's `id`, which names the book whatever its title and content are. */
export function isKeyOfId(sourceKey: string): boolean {
  return sourceKey.startsWith(keyOfId);
}

/** The key of a book that has no `id`, by its title and author. */
export function bookKeyOfName({ kind, title, author }: { kind: string; title: string; author: string }): string {
  return `name:${JSON.stringify([kind, title, author].map((part) => part.normalize('NFC')))}`;
}

const keyMadeByHand = 'studio:';

/** The key of a book that was made in the studio, by its own id. A book.yaml with that `id` means any book that has it. */
export function keyOfStudio(id: string): string {
  return `${keyMadeByHand}${id}`;
}

export function isKeyOfStudio(sourceKey: string): boolean {
  return sourceKey.startsWith(keyMadeByHand);
}

const keyOfMoved = 'moved:';

/** The key of a chapter in a book that it was moved to: no import of that book has it. */
export function keyOfMovedChapter(id: string): string {
  return `${keyOfMoved}${id}`;
}

/** Whether a chapter came from another book, so that the files of its book need not have it. */
export function isKeyOfMoved(sourceKey: string): boolean {
  return sourceKey.startsWith(keyOfMoved);
}

/** A book's title in a language, else in American English, else its original one. */
export function titleIn(
  { titles, original_language: original }: { titles: Partial<Record<Language, string>>; original_language: Language },
  language: Language,
): string | undefined {
  return titles[language] ?? titles[defaultLanguage] ?? titles[original];
}

/** A chapter's season is a whole number from 1 to this. */
export const mostSeason = 999;
/** In code points. */
export const longestLabel = 20;

/** Whether a text may be the number that a chapter's print has. */
export function isLabel(text: string): boolean {
  return (
    text.trim() === text && text !== '' && !/[\p{Cc}\p{Surrogate}]/u.test(text) && [...text].length <= longestLabel
  );
}

/** A chapter as its print calls it. */
export interface PrintedChapter {
  chapter_number: number;
  season: number | null;
  label: string | null;
}

/** How many chapters are missing between two neighbours of one season whose printed numbers are whole. */
export function missingBetween(one: PrintedChapter, other: PrintedChapter): number {
  if (one.season !== other.season) return 0;
  const printed = [one, other].map(({ label, chapter_number: number }) => label ?? String(number));
  if (!printed.every((label) => /^\d+$/.test(label))) return 0;
  return Math.max(0, Math.abs(Number(printed[0]) - Number(printed[1])) - 1);
}

/** One call of the studio changes so many chapters; for more there are several calls. */
export const mostChaptersAtOnce = 1000;

/** So many books can be recommended, and readers see them all. */
export const mostRecommended = 50;

/** A book with more chapters can be searched for one, and shown in groups. */
export const longList = 100;

/** What the list of a book can be asked for; groups are for a long one. */
export const listFilters = ['unreadOnly', 'keptOnly', 'groupsOf50'] as const;

export const filtersOf = ({ total_chapters: total }: { total_chapters: number }) =>
  listFilters.filter((each) => each !== 'groupsOf50' || total > longList);
