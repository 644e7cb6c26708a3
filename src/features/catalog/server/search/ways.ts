import { searchRuns, searchWords } from '../../../../shared/search-text.ts';
import { namesOfTag } from '../../../../shared/tags.ts';
import { keysOfPrefix, keysToFind, tagKey } from './search-keys.ts';
import { patternFor } from './search-queries.ts';
import { wholeNameKey } from './search-row.ts';
import { isOneTypo } from './typos.ts';

/** One way to read what was typed: what a book must have, and the patterns by which it is ranked. */
export interface Way {
  /** How many of the words are taken for mistyped. */
  typos: number;
  keys: readonly string[];
  /** Keys of which a book must have one: those of the places in which the first mistyped word may stand. */
  places: readonly string[];
  /** Patterns of words that the keys alone do not prove. */
  unproven: readonly string[];
  /** Patterns of words that stand in place of mistyped ones: in names, and whole. */
  named: readonly string[];
  /** The name that has these words and no others. */
  field: string;
  whole: readonly string[];
  begins: readonly string[];
  inside: readonly string[];
}

/** The words as they were typed. */
export function exactWay(q: string): Way {
  const words = searchWords(q);
  const { keys, unproven } = keysToFind({ words, tag: null });
  return {
    typos: 0,
    keys,
    places: [],
    unproven: unproven.map(patternFor),
    named: [],
    ...patternsOf(words, searchRuns(q)),
  };
}

/** A title or an alias that is exactly what was typed: it counts however often the words stand elsewhere. */
export function wholeNameWay(q: string): Way {
  return { ...exactWay(q), keys: [wholeNameKey(searchRuns(q))], unproven: [] };
}

const mostWays = 30;

/**
 * What else may have been meant: one or more words of names in place of words that differ by one typo, the fewest first. `tags`:
 * those in use, in whose names a word may stand.
 */
export function mistypedWays(
  q: string,
  { meant, tags }: { meant: (word: string) => readonly string[]; tags: readonly string[] },
): Way[] {
  const runs = searchRuns(q);
  let readings: { words: string[]; put: string[] }[] = [{ words: [], put: [] }];
  for (const word of runs) {
    const instead = meant(word).filter((other) => isOneTypo(word, other));
    readings = readings.flatMap(({ words, put }) => [
      { words: [...words, word], put },
      ...instead.map((other) => ({ words: [...words, other], put: [...put, other] })),
    ]);
    readings.sort((a, b) => a.put.length - b.put.length);
    readings.length = Math.min(readings.length, mostWays);
  }
  return readings
    .filter(({ put }) => put.length > 0)
    .map(({ words, put }) => {
      const { keys, unproven } = keysToFind({ words, tag: null });
      return {
        ...{ typos: put.length, keys, places: placesOf(put[0] ?? '', tags) },
        unproven: unproven.filter((word) => !put.includes(word)).map(patternFor),
        named: put.map(wholePattern),
        ...patternsOf(words, words),
      };
    });
}

/** The keys of titles, authors and tags with such a word, and of some others. */
function placesOf(word: string, tags: readonly string[]): string[] {
  const tagged = tags.filter((tag) => namesOfTag(tag).some((name) => searchRuns(name).includes(word)));
  return [...keysOfPrefix(word, '^'), ...keysOfPrefix(word, '@'), ...tagged.map(tagKey)];
}

const wholePattern = (word: string) => patternFor(` ${word} `);

function patternsOf(words: readonly string[], runs: readonly string[]) {
  return {
    field: patternFor(`\n ${runs.join(' ')} \n`),
    whole: words.map(wholePattern),
    begins: words.map((word) => patternFor(` ${word}`)),
    inside: words.map(patternFor),
  };
}
