import { isLanguage, type Language } from '../../../shared/languages.ts';
import { chapterOfPath } from '../../../shared/paths.ts';
import { storedTag } from '../../../shared/tags.ts';
import { cutDescription } from '../../../shared/text.ts';
import { parseTime } from '../../../shared/time.ts';
import { parseUuid } from '../../../shared/wire.ts';
import {
  type BookRating,
  bookRatings,
  type Downloads,
  downloads,
  isLabel,
  longestLabel,
  mostSeason,
} from '../../catalog/rules.ts';
import { languageNamed } from '../names/names.ts';
import { canonicalNumber, printedNumber } from '../names/numerals.ts';
import { findLanguage } from '../names/text-languages.ts';
import { isLicence, licenceIn } from './licence.ts';

/** One text for all languages, or one per language. */
export type Localized = string | Partial<Record<Language, string>>;

export type BookFields = {
  id?: string;
  title?: Localized;
  introduction?: Localized | null;
  author?: string;
  kind?: 'comic' | 'novel';
  originalLanguage?: Language;
  /** The tag of the original language, where the site does not have it. */
  textLanguage?: string;
  tags?: string[];
  publicFreeChapters?: number | null;
  earlyAccessDays?: number | null;
  showSchedule?: boolean;
  preview?: 'none' | 'blur' | 'words' | null;
  downloads?: Downloads | null;
  recommended?: boolean;
  status?: 'ongoing' | 'finished' | 'hiatus';
  rating?: BookRating | null;
  aliases?: { all: string[]; byLanguage: Partial<Record<Language, string[]>> };
  layout?: 'strip' | 'pages';
  readingDirection?: 'ltr' | 'rtl';
  licence?: string;
  attribution?: string;
  /** The headings of a novel in one text: patterns, or headings as printed. */
  headings?: string[];
};

export type ChapterFields = {
  title?: Localized;
  createdAt?: Date;
  /** When it opens; `draft`: not yet; `unclear`: a date is given that cannot be read. */
  publishedAt?: Date | 'draft' | 'unclear';
  access?: 'rule' | 'free' | 'members';
  freeAt?: Date | null;
  season?: number | null;
  /** The number that its print has. */
  label?: string | null;
};

/** The fields of a ComicInfo.xml that we use; spec: ComicInfo v1.0 to v2.1. */
export type ComicInfo = {
  title: string | null;
  series: string | null;
  number: string | null;
  volume: string | null;
  summary: string | null;
  writer: string | null;
  publisher: string | null;
  tags: string[];
  /** The format has no field for it: programs write it among the tags, or into the notes. */
  licence: string | null;
  language: Language | null;
  /** The tag of a language that the site does not have; `language` is then the nearest edition. */
  textLanguage: string | null;
  /** A word that is no language at all, as it is written. */
  otherLanguage: string | null;
  date: Date | null;
  isRightToLeft: boolean;
  ageRating: string | null;
  /** The zero-based index of the image in natural order. */
  frontCover: number | null;
  deletedPages: number[];
  /** The chapter that a site of this kind has given as this file. */
  given: { bookId: string; chapterId: string; language: Language } | null;
};

/** `lost`: the fields that were given and could not be read at all. */
export type Read<T> = { fields: T; lost: (keyof T)[]; faults: string[]; notes: string[] };

/** A part of a value may be used; then there is a fault beside it. */
type Reader = (value: unknown) => { value: unknown; fault?: string } | { fault: string };

const text: Reader = (value) =>
  typeof value === 'string' || typeof value === 'number' ? { value: String(value).trim() } : { fault: 'a text' };

const oneOf =
  (...options: string[]): Reader =>
  (value) =>
    typeof value === 'string' && options.includes(value) ? { value } : { fault: `one of ${options.join(', ')}` };

const language: Reader = (value) => {
  const told = typeof value === 'string' ? findLanguage(value) : null;
  return told ? { value: told.edition } : { fault: 'a language, such as en-us or ja' };
};

/** A text or a map of them; a language beyond the site's is read into its nearest edition where `isOwn` takes it. */
const localizedBy =
  (isOwn: (tag: string, keys: readonly string[]) => boolean): Reader =>
  (value) => {
    if (value === null || typeof value !== 'object') return text(value);
    if (Array.isArray(value)) return { fault: 'a text, or a map from language to text' };
    const map: Partial<Record<Language, string>> = {};
    const nearest: Partial<Record<Language, string>> = {};
    const others: string[] = [];
    for (const [key, entry] of Object.entries(value)) {
      const named = languageNamed(key);
      const read = text(entry);
      if (!('value' in read)) return { fault: 'a text for each language' };
      const told = named ? null : findLanguage(key);
      if (named) map[named] = String(read.value);
      else if (told?.tag && isOwn(told.tag, Object.keys(value))) nearest[told.edition] = String(read.value);
      else others.push(`'${key}'`);
    }
    const whole = { ...nearest, ...map };
    if (others.length === 0) return { value: whole };
    const fault = `a map with languages of the site as keys (${others.join(', ')} ${others.length > 1 ? 'are' : 'is'} none)`;
    return Object.keys(whole).length > 0 ? { value: whole, fault } : { fault };
  };

/** For a chapter, whose book is not known here: a single language that the site lacks means the book's language. */
const localized = localizedBy((_, keys) => keys.filter((key) => languageNamed(key) === null).length === 1);

const mostTags = 30;
const longestTag = 100;
/** So many of the tags that are left out are named, and so much of each. */
const mostNamed = 5;
const longestNamed = 40;

const tags: Reader = (value) => {
  const list = typeof value === 'string' ? value.split(/[,，、]/) : value;
  if (!Array.isArray(list) || !list.every((tag) => typeof tag === 'string')) return { fault: 'a list of texts' };
  const kept = storedTags(list);
  const dropped = list.filter((tag) => tag.trim() !== '' && !kept.includes(storedTag(tag)));
  if (dropped.length === 0) return { value: kept };
  const named = dropped.slice(0, mostNamed).map((tag) => cutDescription(tag, longestNamed));
  const leftOut = `${named.join(', ')}${dropped.length > mostNamed ? ' …' : ''}`;
  return { value: kept, fault: `at most ${mostTags} texts of at most ${longestTag} characters (left out: ${leftOut})` };
};

const freeChapters: Reader = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1e6
    ? { value }
    : { fault: 'a whole number from 0' };

const mostEarlyDays = 3650;

const earlyAccessDays: Reader = (value) =>
  value === 'never'
    ? { value: null }
    : typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= mostEarlyDays
      ? { value }
      : { fault: `a whole number of days from 0 to ${mostEarlyDays}, or never` };

const mostHeadings = 5000;
const longestHeading = 500;

const headings: Reader = (value) => {
  const list = (Array.isArray(value) ? value : [value]).map((each) => (typeof each === 'number' ? String(each) : each));
  const isRight = (each: unknown) => typeof each === 'string' && each.trim() !== '' && each.length <= longestHeading;
  return list.length > 0 && list.length <= mostHeadings && list.every(isRight)
    ? { value: list }
    : { fault: "a pattern such as 'Chapter {number}. {title}', or a list of headings" };
};

const mostAliases = 20;
const longestAlias = 500;

/** Other names: a list, or a list for each language. */
const aliases: Reader = (value) => {
  const fault = `at most ${mostAliases} texts of 1 to ${longestAlias} characters: a list, or a map from language to lists`;
  const byLanguage: Partial<Record<Language, string[]>> = {};
  const all: string[] = [];
  const lists: [string | null, unknown][] =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [[null, value]];
  for (const [key, list] of lists) {
    const language = key === null ? null : (languageNamed(key) ?? findLanguage(key)?.edition);
    if (language === undefined || !Array.isArray(list)) return { fault };
    const names = list.map((name) => (typeof name === 'string' || typeof name === 'number' ? String(name).trim() : ''));
    if (names.some((name) => name === '' || name.includes('\0') || [...name].length > longestAlias)) return { fault };
    if (language) byLanguage[language] = [...new Set([...(byLanguage[language] ?? []), ...names])];
    all.push(...names);
  }
  const once = [...new Set(all)];
  return once.length > mostAliases ? { fault } : { value: { all: once, byLanguage } };
};

const flag: Reader = (value) => (typeof value === 'boolean' ? { value } : { fault: 'true or false' });

const time: Reader = (value) => {
  // YAML's own times may have a space before the zone.
  const read = parseTime(
    String(value)
      .trim()
      .replace(/ +(?=Z$|[+-][\d:]{4,5}$)/i, ''),
  );
  return read ? { value: read } : { fault: 'a time such as 2026-01-31T12:00:00Z' };
};

const season: Reader = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= mostSeason
    ? { value }
    : { fault: `a whole number from 1 to ${mostSeason}` };

const label: Reader = (value) => {
  const read = text(value);
  return 'value' in read && isLabel(String(read.value))
    ? read
    : { fault: `a text of 1 to ${longestLabel} characters, such as 10.5` };
};

const timeOrDraft: Reader = (value) => {
  if (value === 'draft') return { value };
  const read = time(value);
  return 'value' in read ? read : { fault: `draft, or ${read.fault}` };
};

/** A key of a file; without `cleared`, which stands for null, null is as if the key were absent. */
type Key<T> = { field: keyof T; read: Reader; cleared?: unknown };

const bookKeys: Record<string, Key<BookFields>> = {
  id: { field: 'id', read: text },
  author: { field: 'author', read: text },
  kind: { field: 'kind', read: oneOf('comic', 'novel') },
  original_language: { field: 'originalLanguage', read: language },
  tags: { field: 'tags', read: tags, cleared: [] },
  public_free_chapters: { field: 'publicFreeChapters', read: freeChapters, cleared: null },
  early_access_days: { field: 'earlyAccessDays', read: earlyAccessDays, cleared: null },
  show_schedule: { field: 'showSchedule', read: flag, cleared: false },
  preview: { field: 'preview', read: oneOf('none', 'blur', 'words'), cleared: null },
  downloads: { field: 'downloads', read: oneOf(...downloads), cleared: null },
  recommended: { field: 'recommended', read: flag, cleared: false },
  status: { field: 'status', read: oneOf('ongoing', 'finished', 'hiatus'), cleared: 'ongoing' },
  rating: { field: 'rating', read: oneOf(...bookRatings), cleared: null },
  aliases: { field: 'aliases', read: aliases, cleared: { all: [], byLanguage: {} } },
  layout: { field: 'layout', read: oneOf('strip', 'pages') },
  reading_direction: { field: 'readingDirection', read: oneOf('ltr', 'rtl') },
  licence: { field: 'licence', read: text, cleared: '' },
  attribution: { field: 'attribution', read: text, cleared: '' },
  headings: { field: 'headings', read: headings },
};

const chapterKeys: Record<string, Key<ChapterFields>> = {
  title: { field: 'title', read: localized },
  created_at: { field: 'createdAt', read: time },
  published_at: { field: 'publishedAt', read: timeOrDraft },
  access: { field: 'access', read: oneOf('rule', 'free', 'members'), cleared: 'rule' },
  free_at: { field: 'freeAt', read: time, cleared: null },
  season: { field: 'season', read: season, cleared: null },
  label: { field: 'label', read: label, cleared: null },
};

export function readBookFields(document: unknown): Read<BookFields> {
  const tag = originalTag(document);
  // The title in the book's own language; a translation into another one has no edition here.
  const inOwn = localizedBy((key, keys) => (tag === null ? keys.length === 1 : languageIn(key) === languageIn(tag)));
  const read = readFields<BookFields>(document, {
    ...bookKeys,
    title: { field: 'title', read: inOwn },
    introduction: { field: 'introduction', read: inOwn, cleared: null },
  });
  return tag === null ? read : { ...read, fields: { ...read.fields, textLanguage: tag } };
}

function languageIn(tag: string): string {
  return tag.split('-')[0] ?? tag;
}

function originalTag(document: unknown): string | null {
  if (typeof document !== 'object' || document === null || !('original_language' in document)) return null;
  const { original_language: given } = document;
  return typeof given === 'string' ? (findLanguage(given)?.tag ?? null) : null;
}

/** A date that cannot be read is still a wish: the chapter must not open at once. */
export function readChapterFields(document: unknown): Read<ChapterFields> {
  const read = readFields<ChapterFields>(document, chapterKeys);
  return read.lost.includes('publishedAt') ? { ...read, fields: { ...read.fields, publishedAt: 'unclear' } } : read;
}

/**
 * Whether the field that identifies this book is there and cannot be read. If the book were imported without that
 * field, it would be published a second time, and once more when its book.yaml is corrected.
 */
export function isUnknownBook({ fields, lost }: Read<BookFields>): boolean {
  return lost.includes('id') || (!fields.id && (lost.includes('title') || lost.includes('author')));
}

/** Whether the chapter's title is there and cannot be read. */
export function isUnknownChapter({ lost }: Read<ChapterFields>): boolean {
  return lost.includes('title');
}

/** Reads each right value; a wrong value is a fault and is left out, an unknown key is only a note. */
function readFields<T>(document: unknown, keys: Record<string, Key<T>>): Read<T> {
  const read: Read<T> = { fields: {} as T /* all of its keys are optional */, lost: [], faults: [], notes: [] };
  if (document === null || document === undefined) return read;
  if (typeof document !== 'object' || Array.isArray(document)) {
    const lost = Object.values(keys).map(({ field }) => field);
    return { ...read, lost, faults: ['it must be a list of keys and values'] };
  }
  for (const [key, given] of Object.entries(document)) {
    const known = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (!known) {
      read.notes.push(`unknown key '${key}'`);
      continue;
    }
    if (given === null && !('cleared' in known)) continue;
    const outcome = given === null ? { value: known.cleared } : known.read(given);
    if (outcome.fault) read.faults.push(`${key} must be ${outcome.fault}`);
    if ('value' in outcome)
      read.fields[known.field] = outcome.value as T[keyof T]; // the table pairs each field with its reader
    else read.lost.push(known.field);
  }
  return read;
}

/** The text for a language: its own, else the text for all languages. */
export function localizedText(value: Localized | null | undefined, wanted: Language): string | null {
  if (value === undefined || value === null) return null;
  return (typeof value === 'string' ? value : value[wanted]) || null;
}

export function localizedLanguages(value: Localized | null | undefined): Language[] {
  return typeof value === 'object' && value !== null ? Object.keys(value).filter(isLanguage) : [];
}

export function storedTags(given: readonly string[]): string[] {
  const stored = given.map((tag) => storedTag(tag)).filter((tag) => tag !== '' && tag.length <= longestTag);
  return [...new Set(stored)].slice(0, mostTags);
}

/** The used fields of a ComicInfo.xml, from its elements' texts by name in lower case, and its pages' attributes. */
export function readComicInfo(given: {
  elements: ReadonlyMap<string, string>;
  pages: readonly { image: string; type: string }[];
}): ComicInfo {
  const field = (name: string) => given.elements.get(name.toLowerCase())?.trim() || null;
  const list = (name: string) => (field(name) ?? '').split(',').map((item) => item.trim());
  const told = findLanguage(field('LanguageISO') ?? '');
  const chapter = chapterAt(field('Web') ?? '');
  const tags = [...list('Genre'), ...list('Tags')];
  const typed = (pattern: RegExp) =>
    given.pages
      .filter((page) => page.type.split(/\s+/).some((type) => pattern.test(type)) && /^\d{1,5}$/.test(page.image))
      .map((page) => Number(page.image));
  return {
    title: field('Title'),
    series: field('Series'),
    number: printedNumber(field('Number') ?? ''),
    volume: canonicalNumber(field('Volume') ?? ''),
    summary: field('Summary'),
    writer: field('Writer') ?? field('Penciller'),
    publisher: field('Publisher'),
    tags: storedTags(tags.filter((tag) => !isLicence(tag))),
    licence: licenceIn([...tags.filter(isLicence), field('Notes') ?? '']) || null,
    language: chapter?.language ?? told?.edition ?? null,
    textLanguage: told?.tag ?? null,
    otherLanguage: told === null ? field('LanguageISO') : null,
    date: readDate(field('Year'), field('Month'), field('Day')),
    isRightToLeft: field('Manga') === 'YesAndRightToLeft',
    ageRating: field('AgeRating'),
    frontCover: typed(/^FrontCover$/i)[0] ?? null,
    deletedPages: typed(/^Deleted?$/i),
    given: chapter,
  };
}

/** The chapter that an address of the reader names, in its language. */
function chapterAt(address: string): ComicInfo['given'] {
  const [, path = '', language] = /^https?:\/\/[^/]+(\/[^?#]*)\?lang=([a-z-]+)$/.exec(address) ?? [];
  const { bookUuid = '', chapterUuid = '' } = chapterOfPath(path) ?? {};
  const [bookId, chapterId] = [parseUuid(bookUuid), parseUuid(chapterUuid)];
  return bookId !== null && chapterId !== null && isLanguage(language) ? { bookId, chapterId, language } : null;
}

function readDate(year: string | null, month: string | null, day: string | null): Date | null {
  const y = Number(year ?? -1);
  const m = Math.max(1, Number(month ?? 1) || 1);
  const d = Math.max(1, Number(day ?? 1) || 1);
  if (!Number.isInteger(y) || y < 1000 || y > 9999) return null;
  const date = new Date(Date.UTC(y, m - 1, d));
  return date.getUTCMonth() === m - 1 ? date : null;
}
