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

/**
 * Finds words in texts of one language and replaces them: within one block, over what a reader sees without readings and
 * the marks of notes. `blocks` null: the text has no such words.
 */
export function createReplacer(
  { find, replace, wholeWords, matchCase }: Wanted,
  language: Language,
): (blocks: readonly StoredBlock[]) => { blocks: StoredBlock[]; hits: Hit[] } | null {
  const pattern = new RegExp(find.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), matchCase ? 'gu' : 'giu');
  const segmenter = new Intl.Segmenter(languageTags[language], { granularity: 'word' });

  function placesIn(text: string): Place[] {
    const places = [...text.matchAll(pattern)].map(({ index, 0: words }) => ({
      from: index,
      to: index + words.length,
    }));
    return wholeWords ? places.filter((place) => isWhole(text, place)) : places;
  }

  /** Words end where Unicode says; what stands far away has no part in it. */
  function isWhole(text: string, { from, to }: Place): boolean {
    const start = Math.max(0, from - around);
    const ends = new Set([...segmenter.segment(text.slice(start, to + around))].map(({ index }) => start + index));
    return (ends.has(from) || from === 0) && (ends.has(to) || to === text.length);
  }

  return (blocks) => {
    const hits: Hit[] = [];
    const next = blocks.flatMap((block): StoredBlock[] => {
      if (!('inlines' in block)) return [block];
      const text = block.inlines.map(wordsOf).join('');
      const places = placesIn(text);
      if (places.length === 0) return [block];
      for (const { from, to } of places)
        hits.push({
          before: text.slice(Math.max(0, from - around), from).replaceAll(wall, ''),
          match: text.slice(from, to),
          after: text.slice(to, to + around).replaceAll(wall, ''),
          replaced: replace,
        });
      const inlines = withoutEdges(replaceIn(block.inlines, places, replace));
      return inlines.length > 0 ? [{ ...block, inlines }] : [];
    });
    return hits.length > 0 ? { blocks: next, hits } : null;
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
