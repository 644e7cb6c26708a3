import type { OrderBy } from '../contract.ts';

/** The filter and the order of the book list; the address holds them. */
export type BookSelection = { tag: string; order: OrderBy; words: string };

/** The keys in the query string that select books. */
export const selectionKeys = ['tag', 'sort', 'q'] as const;

const longestWords = 100;

export function selectionOf(search: URLSearchParams): BookSelection {
  return {
    tag: tidyWords(search.get('tag') ?? ''),
    order: search.get('sort') === 'popularity' ? 'popularity' : 'updated_at',
    words: tidyWords(search.get('q') ?? ''),
  };
}

/** The address of a selection; default values are left out. */
export function selectionAddress(path: string, { tag, order, words }: BookSelection): string {
  const search = new URLSearchParams({
    ...(tag && { tag }),
    ...(order !== 'updated_at' && { sort: order }),
    ...(words && { q: words }),
  });
  return search.size === 0 ? path : `${path}?${search}`;
}

/**
 * Words in the form for a search: without surrounding space, cut to the API's limit, and without characters that it
 * refuses.
 */
export function tidyWords(words: string): string {
  return Array.from(words.replaceAll('\0', '').trim()).slice(0, longestWords).join('').trim();
}
