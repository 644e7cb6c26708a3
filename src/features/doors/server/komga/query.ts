import type { ChapterOrder, Condition, EditionOrder } from '../../../catalog/server/search/edition-queries.ts';
import { all, always, any, chapterIs, never } from '../../../catalog/server/search/edition-queries.ts';
import { BadSearch, isOf, type Searched, storedMoment } from './conditions.ts';
import type { Paging } from './shapes.ts';

/** The query of an address: values may be repeated, and most also hold several with commas between. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

export const repeatedIn = (query: Query, name: string): string[] => [query[name] ?? []].flat();

export const listIn = (query: Query, name: string): string[] =>
  repeatedIn(query, name)
    .flatMap((value) => value.split(','))
    .flatMap((value) => value.trim() || []);

const lastIn = (query: Query, name: string): string | undefined => repeatedIn(query, name).at(-1);

const usualSize = 20;
const largestSize = 5000;

/** Which part of a list is asked for; throws `BadSearch` where the page or size is none. */
export function readPaging(query: Query): Omit<Paging, 'isSorted'> {
  const unpaged = lastIn(query, 'unpaged') === 'true';
  return { page: wholeNumber(query, 'page', 0, 0), size: wholeNumber(query, 'size', 1, usualSize), unpaged };
}

function wholeNumber(query: Query, name: string, least: number, usual: number): number {
  const given = lastIn(query, name);
  if (given === undefined) return usual;
  const most = name === 'size' ? largestSize : 1_000_000;
  if (!/^\d{1,7}$/.test(given) || Number(given) < least || Number(given) > most)
    throw new BadSearch(`${name} must be a whole number from ${least} to ${most}`);
  return Number(given);
}

export interface Order<Key> {
  orderBy: Key;
  isDescending: boolean;
}

const seriesKeys: Readonly<Record<string, EditionOrder>> = {
  'metadata.titlesort': 'title',
  'metadata.title': 'title',
  name: 'title',
  'collection.number': 'title',
  created: 'created',
  createddate: 'created',
  'booksmetadata.releasedate': 'created',
  lastmodified: 'updated',
  lastmodifieddate: 'updated',
  readdate: 'read',
  bookscount: 'chapters',
  random: 'random',
  relevance: 'popularity',
};

const bookKeys: Readonly<Record<string, ChapterOrder>> = {
  name: 'title',
  'metadata.title': 'title',
  series: 'series',
  created: 'published',
  createddate: 'published',
  'metadata.releasedate': 'published',
  lastmodified: 'changed',
  lastmodifieddate: 'changed',
  filesize: 'pages',
  size: 'pages',
  'media.pagescount': 'pages',
  'metadata.numbersort': 'number',
  number: 'number',
  'readlist.number': 'number',
  'readprogress.readdate': 'read',
  'readprogress.lastmodified': 'read',
};

/** The first order that is known; as Komga, others are passed over. Null: none. */
function readOrder<Key>(query: Query, keys: Readonly<Record<string, Key>>): Order<Key> | null {
  for (const given of repeatedIn(query, 'sort')) {
    const [name = '', way = 'asc'] = given.split(',');
    const key = name.trim().toLowerCase();
    const orderBy = Object.hasOwn(keys, key) ? keys[key] : undefined;
    // The most relevant come first, whatever is asked.
    if (orderBy !== undefined)
      return { orderBy, isDescending: orderBy === 'popularity' || way.trim().toLowerCase() === 'desc' };
  }
  return null;
}

export const readEditionOrder = (query: Query) => readOrder(query, seriesKeys);
export const readChapterOrder = (query: Query) => readOrder(query, bookKeys);

/** The condition that an address names, as GET lists take it. */
export function readFilters(query: Query, searched: Searched): Condition {
  const { of } = searched;
  const some = (name: string, isIt: (value: string) => Condition) => {
    const values = listIn(query, name);
    return values.length === 0 ? always : any(values.map(isIt));
  };
  const authors = repeatedIn(query, 'author').filter((value) => value !== '');
  const flag = (name: string, isIt: Condition) => (lastIn(query, name) === 'true' ? isIt : always);
  const both = [
    some('library_id', isOf.library),
    some('read_status', (name) => isOf.readStatus(name, searched)),
    some('tag', () => never),
    authors.length === 0 ? always : any(authors.map(authorOf)),
    isOf.words(lastIn(query, 'search') ?? '', of),
    flag('deleted', never),
    flag('oneshot', never),
  ];
  const own =
    of === 'series'
      ? [
          some('collection_id', () => never),
          some('status', isOf.status),
          some('genre', isOf.genre),
          some('publisher', () => never),
          some('sharing_label', () => never),
          some('language', isOf.language),
          some('age_rating', isOf.age),
          some('release_year', isOf.year),
          flag('complete', isOf.status('ENDED')),
        ]
      : [
          some('media_status', isOf.mediaStatus),
          some('released_after', (day) => chapterIs.published('after', dayOf(day))),
        ];
  return all([...both, ...own]);
}

/** `name,role`: the name may have commas itself. */
function authorOf(given: string): Condition {
  const at = given.lastIndexOf(',');
  return at === -1
    ? isOf.author({ name: given, role: null })
    : isOf.author({ name: given.slice(0, at), role: given.slice(at + 1) });
}

function dayOf(given: string): Date {
  return storedMoment(new Date(given), 'released_after must be a day');
}
