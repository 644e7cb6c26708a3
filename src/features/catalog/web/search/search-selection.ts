import { paths } from '../../../../shared/paths.ts';
import { tidyWords } from '../selection.ts';

/** What is looked for; the address holds it. */
export interface SearchSelection {
  words: string;
}

/** The keys in the query string that say what is looked for. */
export const searchKeys = ['q'] as const;

export function searchSelectionOf(search: URLSearchParams): SearchSelection {
  return { words: tidyWords(search.get('q') ?? '') };
}

/** The address of a selection; default values are left out. */
export function searchAddress({ words }: SearchSelection): string {
  const search = new URLSearchParams(words && { q: words });
  return search.size === 0 ? paths.search() : `${paths.search()}?${search}`;
}
