import { paths } from '../../../../shared/paths.ts';

/** The shelves of a library, in the order of their links; the first is the one that opens. */
export const shelves = ['reading', 'to_read', 'following', 'finished', 'offline'] as const;
export type ShelfName = (typeof shelves)[number];

/** The orders of the books on a shelf; the first is the usual one. */
export const shelfSorts = ['recent', 'added', 'title'] as const;
export type ShelfSort = (typeof shelfSorts)[number];

/** The shelf that an address names; an unknown word is the first one. */
export function shelfIn(search: URLSearchParams): ShelfName {
  const asked = search.get('shelf');
  return shelves.find((shelf) => shelf === asked) ?? 'reading';
}

/** The order that an address names; an unknown word is the usual one. */
export function shelfSortIn(search: URLSearchParams): ShelfSort {
  const asked = search.get('sort');
  return shelfSorts.find((sort) => sort === asked) ?? 'recent';
}

export function shelfPath(shelf: ShelfName, sort: ShelfSort): string {
  const search = new URLSearchParams();
  if (shelf !== 'reading') search.set('shelf', shelf);
  if (sort !== 'recent') search.set('sort', sort);
  return search.size === 0 ? paths.library() : `${paths.library()}?${search}`;
}
