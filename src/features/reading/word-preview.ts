import { textOf } from './block-text.ts';
import type { Block } from './contract.ts';

type Worded = Exclude<Block, { type: 'img' }> | { type: 'img' };

const mostWords = 80;
const mostSigns = 160;

/**
 * The first words of a text that most may not read (spec: reading.md#paywall): 80 of them, of Chinese text 160 signs, and
 * never more than half of what there is. Empty where there is too little. `tag` is the language of the words.
 */
export function wordPreview(blocks: readonly Worded[], tag: string): string {
  const text = beginningOf(blocks);
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const isChinese = han * 2 > letters;
  const granularity = isChinese ? 'grapheme' : 'word';
  const most = isChinese ? mostSigns : mostWords;
  const ends: number[] = [];
  for (const { segment, index, isWordLike } of new Intl.Segmenter(tag, { granularity }).segment(text)) {
    const counts = isChinese ? segment.trim() !== '' : isWordLike;
    if (counts) ends.push(index + segment.length);
    if (ends.length === most * 2) break;
  }
  const shown = Math.min(most, Math.floor(ends.length / 2));
  return shown === 0 ? '' : text.slice(0, ends[shown - 1]).trim();
}

/** Longer words than these do not follow each other 160 times. */
const enoughCharacters = 20_000;

function beginningOf(blocks: readonly Worded[]): string {
  let text = '';
  for (const block of blocks) {
    const words = textOf(block).trim();
    if (words !== '') text += text === '' ? words : `\n${words}`;
    if (text.length > enoughCharacters) break;
  }
  return text;
}
