import { textOf } from '../../../block-text.ts';
import type { Block } from '../../../contract.ts';
import type { Position } from '../../chapter/content-handle.ts';

/** A spot in a text: the block, and the number of its characters before the spot. */
export interface Spot {
  block: number;
  offset: number;
}

/** The texts of a chapter's blocks: an array, or an object that makes each text when it is asked for. */
export interface Texts {
  readonly length: number;
  at(block: number): string | undefined;
}

const quoteLength = 80;
/** A quote shorter than this may occur anywhere, and finds nothing. */
const tellingLength = 12;

/** How long a block's words are, without putting them together. */
export function lengthOf(block: Block): number {
  if (block.type === 'hr' || block.type === 'img') return 0;
  let length = 0;
  for (const inline of block.inlines) {
    length += inline.type === 'br' ? 1 : (inline.type === 'ruby' ? inline.base : inline.text).length;
  }
  return length;
}

/** Whether two chapters have the same words in the same blocks; what their pictures' addresses are does not matter. */
export function isSameText(one: readonly Block[], other: readonly Block[]): boolean {
  const isSame = (block: Block, at: number) => {
    const found = other[at];
    return found !== undefined && found.type === block.type && textOf(found) === textOf(block);
  };
  return one === other || (one.length === other.length && one.every(isSame));
}

/** Each block's words when they are asked for: those of a long chapter would take a while together. */
export function textsOf(blocks: readonly Block[]): Texts {
  const at = (index: number) => {
    const block = blocks[index];
    return block && textOf(block);
  };
  return { length: blocks.length, at };
}

/** A spot as it is kept: by block and share of its characters, with words to find it again in a changed text. */
export function positionOf({ block, offset }: Spot, texts: Texts): Position {
  const text = texts.at(block) ?? '';
  if (text === '') return { index: block, fraction: 0 };
  const fraction = Math.min(1, Math.max(0, offset / text.length));
  const start = text.length - offset >= tellingLength ? offset : Math.max(0, text.length - quoteLength);
  const quote = cutWhole(text.slice(start, start + quoteLength));
  return { index: block, fraction, ...(quote.length >= tellingLength && { quote }) };
}

/** Without half a character at its end: the limit counts UTF-16 units. */
function cutWhole(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}

/** Finds a kept position in this text: the quoted words nearest to where they were, or else the block and the share. */
export function spotOf({ index, fraction, quote }: Position, texts: Texts): Spot {
  const block = Math.min(Math.max(0, Math.trunc(index)), Math.max(0, texts.length - 1));
  const text = texts.at(block) ?? '';
  const offset = Math.round(Math.min(1, Math.max(0, fraction)) * text.length);
  const byNumbers = { block, offset: Math.min(offset, Math.max(0, text.length - 1)) };
  if (!quote) return byNumbers;
  const isUnchanged = block === index && (text.startsWith(quote, offset) || isTail(text, { offset, quote }));
  if (isUnchanged) return byNumbers;
  const found = nearest(texts, { block, quote });
  return found ?? byNumbers;
}

/** A spot near a block's end has the block's last words as its quote, which begin before the spot. */
function isTail(text: string, { offset, quote }: { offset: number; quote: string }): boolean {
  return text.length - offset < tellingLength && text.endsWith(quote);
}

function nearest(texts: Texts, { block, quote }: { block: number; quote: string }): Spot | null {
  for (let distance = 0; distance < texts.length; distance += 1) {
    for (const candidate of new Set([block + distance, block - distance])) {
      const offset = candidate < 0 ? -1 : (texts.at(candidate)?.indexOf(quote) ?? -1);
      if (offset >= 0) return { block: candidate, offset };
    }
  }
  return null;
}

/** The first index below `count` that is not past, `count` if all are. The past ones come first. */
export function firstNotPast(count: number, isPast: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isPast(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Blocks that are laid out together: enough to fill some screens, few enough to be quick. */
export interface Chunk {
  /** Index of its first block. */
  start: number;
  count: number;
  characters: number;
}

const chunkBlocks = 40;
const chunkCharacters = 6000;

/** Cuts a chapter into chunks; no block is cut. */
export function chunksOf(lengths: readonly number[]): Chunk[] {
  const chunks: Chunk[] = [];
  for (const [index, length] of lengths.entries()) {
    const last = chunks.at(-1);
    if (last && last.count < chunkBlocks && last.characters + length <= chunkCharacters) {
      last.count += 1;
      last.characters += length;
    } else chunks.push({ start: index, count: 1, characters: length });
  }
  return chunks;
}
