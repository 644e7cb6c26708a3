import { findFolded } from '../../../../shared/search-text.ts';

/** Words of a text that were looked for. */
export interface Passage {
  block: number;
  start: number;
  end: number;
}

/** As many as anybody looks through. */
export const mostPassages = 200;

export interface Passages {
  /** The first of them, at most so many as anybody looks through. */
  found: Passage[];
  isAll: boolean;
}

/** Where in a chapter the words stand. */
export function passagesIn(texts: readonly string[], words: string): Passages {
  const found: Passage[] = [];
  for (const [block, text] of texts.entries()) {
    const more = findFolded(text, words, mostPassages + 1 - found.length);
    found.push(...more.map((place) => ({ block, ...place })));
    if (found.length > mostPassages) return { found: found.slice(0, mostPassages), isAll: false };
  }
  return { found, isAll: true };
}
