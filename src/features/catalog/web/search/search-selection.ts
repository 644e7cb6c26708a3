import { isLanguage, type Language } from '../../../../shared/languages.ts';
import { paths } from '../../../../shared/paths.ts';
import type { Book, SortBy } from '../../contract.ts';
import { tidyWords } from '../selection.ts';

/** What is looked for; the address holds it. Without a `sort` it is `usualSort`. */
export interface SearchSelection {
  words: string;
  /** Genres that a book has, and those that it has not, as they are stored. */
  tags: readonly string[];
  without: readonly string[];
  status: readonly Book['status'][];
  kind: Book['kind'] | null;
  language: Language | null;
  free: boolean;
  sort: Sort | null;
}

export const statuses = ['ongoing', 'finished', 'hiatus'] as const satisfies readonly Book['status'][];
export const kinds = ['comic', 'novel'] as const satisfies readonly Book['kind'][];
export const sorts = ['relevance', 'popular', 'updated', 'newest', 'chapters'] as const satisfies readonly SortBy[];
export type Sort = (typeof sorts)[number];

/** The keys in the query string that say what is looked for. A form without code sends `unset` to let go of a genre. */
export const searchKeys = ['q', 'tags', 'without', 'unset', 'status', 'kind', 'language', 'free', 'sort'] as const;

/** As many of each as the call takes. */
const mostTags = 10;

export const nothingAsked: SearchSelection = {
  words: '',
  tags: [],
  without: [],
  status: [],
  kind: null,
  language: null,
  free: false,
  sort: null,
};

/** What an address asks for; values that nobody knows are ignored. */
export function searchSelectionOf(search: URLSearchParams): SearchSelection {
  const all = (key: (typeof searchKeys)[number]) => search.getAll(key).map(tidyWords);
  const only = <Value extends string>(known: readonly Value[], key: (typeof searchKeys)[number]) =>
    known.find((value) => value === search.get(key)) ?? null;
  const unset = all('unset');
  const without = some(all('without').filter((tag) => !unset.includes(tag)));
  const language = search.get('language');
  return {
    words: tidyWords(search.get('q') ?? ''),
    tags: some(all('tags').filter((tag) => !unset.includes(tag) && !without.includes(tag))),
    without,
    status: statuses.filter((status) => all('status').includes(status)),
    kind: only(kinds, 'kind'),
    language: isLanguage(language) ? language : null,
    free: search.get('free') === 'true',
    sort: only(sorts, 'sort'),
  };
}

const some = (tags: string[]) => [...new Set(tags)].filter((tag) => tag !== '').slice(0, mostTags);

/** The address of a selection; default values are left out. */
export function searchAddress({ words, tags, without, status, kind, language, free, sort }: SearchSelection): string {
  const parts = [
    ['q', words],
    ...tags.map((tag) => ['tags', tag]),
    ...without.map((tag) => ['without', tag]),
    ...status.map((each) => ['status', each]),
    ['kind', kind ?? ''],
    ['language', language ?? ''],
    ['free', free ? 'true' : ''],
    ['sort', sort === null || sort === usualSort(words) ? '' : sort],
  ];
  const search = new URLSearchParams(parts.filter(([, value]) => value !== ''));
  return search.size === 0 ? paths.search() : `${paths.search()}?${search}`;
}

/** The order where nobody chooses one. */
export const usualSort = (words: string): Sort => (words === '' ? 'popular' : 'relevance');

/** How many filters are set; words and the order are none. */
export function countFilters({ tags, without, status, kind, language, free }: SearchSelection): number {
  return (
    tags.length + without.length + status.length + Number(kind !== null) + Number(language !== null) + Number(free)
  );
}

export type GenreState = 'unused' | 'included' | 'leftOut';

export function stateOfGenre({ tags, without }: SearchSelection, tag: string): GenreState {
  if (without.includes(tag)) return 'leftOut';
  return tags.includes(tag) ? 'included' : 'unused';
}

/** Whether no genre can be added to those that a book has. */
export const isFull = ({ tags }: SearchSelection) => tags.length >= mostTags;

/**
 * The selection after a press on a genre: unused, then included, then left out, then unused again. What has no room is
 * passed over.
 */
export function pressGenre(selection: SearchSelection, tag: string): Pick<SearchSelection, 'tags' | 'without'> {
  const tags = selection.tags.filter((each) => each !== tag);
  const without = selection.without.filter((each) => each !== tag);
  switch (stateOfGenre(selection, tag)) {
    case 'unused':
      return { tags: isFull(selection) ? tags : [...tags, tag], without };
    case 'included':
      return { tags, without: without.length < mostTags ? [...without, tag] : without };
    case 'leftOut':
      return { tags, without };
  }
}
