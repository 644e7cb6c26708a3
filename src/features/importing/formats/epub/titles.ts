import { nameKey, readName } from '../../names/names.ts';
import { isContent, wordsOf } from '../../text/block-words.ts';
import type { HtmlBlock } from '../../text/block-writer.ts';

/** Whether a title is a number and nothing else, perhaps with a word for what it counts. */
export function isOnlyNumber(title: string): boolean {
  if (/^\s*[ivxlcdm]{1,8}\s*[.:)]?\s*$/i.test(title)) return true;
  const { number, title: words } = readName(title);
  return number !== null && words === '';
}

const longestHeading = 300;

/** Removes the headings that only repeat the title, in one piece or in several (a number, then a name). */
export function withoutTitle(blocks: readonly HtmlBlock[], title: string): HtmlBlock[] {
  const head = headLines(blocks).map((place) => ({ place, words: wordsOf(blocks[place] as HtmlBlock) })); // exists
  let words = '';
  let repeated = 0;
  for (const [index, line] of head.entries()) {
    words = `${words} ${line.words}`;
    if (repeats(title, words)) repeated = index + 1;
  }
  const single = head.find(({ place, words: own }) => isHeading(blocks[place]) && repeats(title, own));
  const gone = new Set((repeated > 0 ? head.slice(0, repeated) : single ? [single] : []).map(({ place }) => place));
  const rest = blocks.filter((_, index) => !gone.has(index));
  // A paragraph without anything else is not a heading.
  const isAll = !rest.some(isContent) && ![...gone].some((place) => isHeading(blocks[place]));
  return isAll ? [...blocks] : rest;
}

/** Whether a heading repeats the title, with or without its number, or the number that the title begins with. */
function repeats(title: string, words: string): boolean {
  const bare = (key: string) => key.replace(/^(?:\d{1,4}|[ivxlcdm]{1,8}) (?=\S)/, '');
  const [wanted, given] = [nameKey(title), nameKey(words)];
  if (wanted === '' || given === '') return false;
  if (wanted.replaceAll(' ', '') === given.replaceAll(' ', '')) return true;
  if (bare(wanted) === bare(given) || nameKey(readName(title).title) === given) return true;
  return wanted.startsWith(`${given} `) && readName(words).number !== null && readName(words).title === '';
}

/** The indexes of the headings that a chapter opens with; one of the first two may be a short line instead. */
function headLines(blocks: readonly HtmlBlock[]): number[] {
  const places: number[] = [];
  for (const [index, block] of blocks.slice(0, 8).entries()) {
    if (block.type === 'hr' || block.type === 'img') continue;
    const isShort = wordsOf(block).length < longestHeading;
    if (!isShort || (!isHeading(block) && places.length > 1)) break;
    places.push(index);
  }
  return places;
}

export function isHeading(block: HtmlBlock | undefined): boolean {
  return block?.type === 'h2' || block?.type === 'h3' || block?.type === 'h4';
}
