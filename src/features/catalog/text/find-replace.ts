import { type Language, languageTags } from '../../../shared/languages.ts';
import { type StoredBlock, type TextInline, withoutEdges } from './blocks.ts';

export interface Wanted {
  find: string;
  replace: string;
  wholeWords: boolean;
  matchCase: boolean;
}

/** A place where the words stand, with what stands around it in its block. */
export interface Hit {
  before: string;
  match: string;
  after: string;
  replaced: string;
}

/** In characters, on each side of a hit. */
const around = 60;
/** A segmenter's time grows faster than the text, so it gets about so many characters at once. */
const atOnce = 4 * around;
/** So many hits are told; all of them are counted. */
export const mostHits = 1000;

interface Replaced {
  blocks: StoredBlock[];
  hits: Hit[];
  total: number;
}

/**
 * Finds words in texts of one language and replaces them: within one block, over what a reader sees without readings and
 * the marks of notes. Null: the text has no such words; `too_long`: it would grow by more than `most` code points. It stops
 * again and again, so that a long text lets others by.
 */
export function createReplacer(
  { find, replace, wholeWords, matchCase }: Wanted,
  { language, most }: { language: Language; most: number },
): (blocks: readonly StoredBlock[]) => Generator<void, Replaced | 'too_long' | null> {
  const pattern = new RegExp(find.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), matchCase ? 'gu' : 'giu');
  const segmenter = new Intl.Segmenter(languageTags[language], { granularity: 'word' });

  function* placesIn(text: string): Generator<void, Place[]> {
    const places: Place[] = [];
    let ends = new Set<number>();
    let known = -1;
    for (const { index: from, 0: words } of text.matchAll(pattern)) {
      const to = from + words.length;
      if (to > known) {
        yield;
        known = to + atOnce;
        if (wholeWords) ends = endsIn(text, { from, to: known });
      }
      if (!wholeWords || (ends.has(from) && ends.has(to))) places.push({ from, to });
    }
    return places;
  }

  /** Where words end there, as Unicode says; what stands far away has no part in it. */
  function endsIn(text: string, { from, to }: Place): Set<number> {
    const start = Math.max(0, from - around);
    const pieces = segmenter.segment(text.slice(start, to + around));
    return new Set([...Array.from(pieces, ({ index }) => start + index), text.length]);
  }

  return function* (blocks) {
    const hits: Hit[] = [];
    let total = 0;
    const next: StoredBlock[] = [];
    for (const block of blocks) {
      const text = 'inlines' in block ? block.inlines.map(wordsOf).join('') : '';
      const places = yield* placesIn(text);
      if (!('inlines' in block) || places.length === 0) {
        next.push(block);
        continue;
      }
      total += places.length;
      // A code point has two units at most.
      if (total * (replace.length - find.length) > 2 * most) return 'too_long';
      for (const { from, to } of places.slice(0, mostHits - hits.length))
        hits.push({
          before: text.slice(Math.max(0, from - around), from).replaceAll(wall, ''),
          match: text.slice(from, to),
          after: text.slice(to, to + around).replaceAll(wall, ''),
          replaced: replace,
        });
      const inlines = withoutEdges(replaceIn(block.inlines, places, replace));
      if (inlines.length > 0) next.push({ ...block, inlines });
    }
    return total > 0 ? { blocks: next, hits, total } : null;
  };
}

interface Place {
  from: number;
  to: number;
}

/** Stands for what is no words: no text has this character, so nothing is found over it. */
const wall = '\u0000';

function wordsOf(inline: TextInline): string {
  if (inline.type === 'text') return inline.text;
  return inline.type === 'ruby' ? inline.base : inline.type === 'br' ? '\n' : wall;
}

/** The new words stand where the first of the old ones stood, in their emphasis. */
function replaceIn(inlines: readonly TextInline[], places: readonly Place[], replace: string): TextInline[] {
  let [start, next] = [0, 0];
  return inlines.flatMap((inline): TextInline[] => {
    const words = wordsOf(inline);
    const end = start + words.length;
    let [kept, at] = ['', start];
    let isTouched = false;
    for (let place = places[next]; place && place.from < end; place = places[next]) {
      isTouched = true;
      kept += words.slice(at - start, Math.max(at, place.from) - start) + (place.from >= start ? replace : '');
      at = Math.min(end, place.to);
      if (place.to > end) break;
      next += 1;
    }
    kept += words.slice(at - start);
    start = end;
    if (!isTouched) return [inline];
    if (kept === '') return [];
    if (inline.type === 'text') return [{ ...inline, text: kept }];
    return inline.type === 'ruby' ? [{ ...inline, base: kept }] : [{ type: 'text', text: kept }];
  });
}
