import type { Spot } from '../text/text-place.ts';

/** The text that is read aloud in one breath, and its place. */
export interface Sentence {
  block: number;
  /** From and to which character of the block. */
  start: number;
  end: number;
  text: string;
}

const ends = /(?<=[.!?。！？…؟۔]["'”’」』»)]*)\s*/u;

/** A chapter's sentences, as its language ends them; what has no letter to say is left out. */
export function sentencesOf(texts: readonly string[], languageTag: string): Sentence[] {
  const cut = cutterFor(languageTag);
  return texts.flatMap((text, block) => {
    let start = 0;
    return cut(text).flatMap((piece) => {
      const begin = start + piece.length - piece.trimStart().length;
      start += piece.length;
      const words = piece.trim();
      return /[\p{L}\p{N}]/u.test(words) ? [{ block, start: begin, end: begin + words.length, text: words }] : [];
    });
  });
}

/** Firefox before 125 cannot find sentences: there the text is cut at signs that end one. */
function cutterFor(languageTag: string): (text: string) => string[] {
  if (!('Segmenter' in Intl)) return (text) => text.split(ends);
  const segmenter = new Intl.Segmenter(languageTag, { granularity: 'sentence' });
  return (text) => openedRight(Array.from(segmenter.segment(text), ({ segment }) => segment));
}

/**
 * By Unicode's rules a quotation mark belongs to the sentence before it; opening marks are moved to the one they open.
 */
function openedRight(pieces: readonly string[]): string[] {
  let opening = '';
  return pieces.map((piece, index) => {
    const whole = opening + piece;
    opening = (index < pieces.length - 1 && /[“‘「『《（([{]+$/.exec(whole)?.[0]) || '';
    return whole.slice(0, whole.length - opening.length);
  });
}

/** The sentence at a spot, or the next one after it; the last one where none follows. */
export function sentenceAt(sentences: readonly Sentence[], { block, offset }: Spot): number {
  const index = sentences.findIndex((one) => one.block > block || (one.block === block && one.end > offset));
  return index === -1 ? Math.max(0, sentences.length - 1) : index;
}

/** Voices that come over the net stop in the middle of what is much longer. */
const breathLength = 180;
const pauses = /[,;:，、；：،؛—–)」』]\s*|\s+/gu;

/** A sentence in pieces that every voice gets through, cut where one would take breath. */
export function breathsOf(text: string, most = breathLength): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > most) {
    const head = rest.slice(0, most);
    const marks = [...head.matchAll(pauses)];
    const strong = marks.findLast(({ 0: mark }) => mark.trim() !== '');
    const mark = strong && strong.index > most / 3 ? strong : marks.at(-1);
    const cut = mark ? mark.index + mark[0].length : wholeCharacters(head);
    pieces.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut);
  }
  return [...pieces, rest.trim()].filter((piece) => piece !== '');
}

/** Moves a cut so that no surrogate pair is broken. */
function wholeCharacters(head: string): number {
  const last = head.charCodeAt(head.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? head.length - 1 : head.length;
}
