import { paths } from '../../../../shared/paths.ts';

/** The shelves of a library, in the order of their links; the first is the one that opens. */
export const shelves = ['reading', 'to_read', 'following', 'finished', 'offline'] as const;
export type ShelfName = (typeof shelves)[number];

/** The shelf that an address names; an unknown word is the first one. */
export function shelfIn(search: URLSearchParams): ShelfName {
  const asked = search.get('shelf');
  return shelves.find((shelf) => shelf === asked) ?? 'reading';
}

export const shelfPath = (shelf: ShelfName): string =>
  shelf === 'reading' ? paths.library() : `${paths.library()}?shelf=${shelf}`;
