import { findFolded } from '../../../../../shared/search-text.ts';

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

/** A passage with what stands around it. */
export interface Excerpt {
  before: string;
  found: string;
  after: string;
}

/** Characters on either side. */
const around = 60;

/** The passage in its text, cut between words where there are spaces, and never within a character. */
export function excerptOf(text: string, { start, end }: { start: number; end: number }): Excerpt {
  const before = text.slice(Math.max(0, start - around), start);
  const after = text.slice(end, end + around);
  return {
    before:
      start > around ? `…${before.replace(/^\S{0,20}[\s\p{Po}\p{Pe}\p{Pf}]+(?=\S)|^[\uDC00-\uDFFF]/u, '')}` : before,
    found: text.slice(start, end),
    after: end + around < text.length ? `${after.replace(/\s+\S{0,20}$|[\uD800-\uDBFF]$/u, '')}…` : after,
  };
}

/** The parts of an excerpt that the server cut; the first place of the words is the found one. */
export function excerptFrom(text: string, words: string): Excerpt {
  const [found] = findFolded(text, words, 1);
  if (!found) return { before: text, found: '', after: '' };
  const { start, end } = found;
  return { before: text.slice(0, start), found: text.slice(start, end), after: text.slice(end) };
}
