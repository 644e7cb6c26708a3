import type { OrderBy } from '../contract.ts';

/** Which books the list shows and in what order; it lives in the address. */
export type BookSelection = { tag: string; order: OrderBy; words: string };

/** Keys of the query string that select books. */
export const selectionKeys = ['tag', 'sort', 'q'] as const;

const longestWords = 100;

export function selectionOf(search: URLSearchParams): BookSelection {
  return {
    tag: tidyWords(search.get('tag') ?? ''),
    order: search.get('sort') === 'popularity' ? 'popularity' : 'updated_at',
    words: tidyWords(search.get('q') ?? ''),
  };
}

/** The address of a selection; what is the default is left out. */
export function selectionAddress(path: string, { tag, order, words }: BookSelection): string {
  const search = new URLSearchParams({
    ...(tag && { tag }),
    ...(order !== 'updated_at' && { sort: order }),
    ...(words && { q: words }),
  });
  return search.size === 0 ? path : `${path}?${search}`;
}

/** Words as they are searched for: without space around them, no longer than the API takes, and of nothing it refuses. */
export function tidyWords(words: string): string {
  return Array.from(words.replaceAll('\0', '').trim()).slice(0, longestWords).join('').trim();
}
