import { isContent, lengthOf } from '../../text/block-words.ts';
import type { EpubChapter, Ranged, SpineText } from './spine.ts';

/** A document outside the reading order, with the document and the block that link to it first. */
type Linked = { text: SpineText; from: { path: string; at: number } };

/** In characters; a longer one is a chapter of its own, even if the text links to it. */
const longestAside = 20_000;

/**
 * The documents outside the reading order. A short one, such as a note, goes to the place that links to it. One in the
 * table of contents, a long one, and one that nothing links to go to the end of the book. A picture without words
 * before the book is a cover.
 */
export function looseAsides(
  texts: readonly SpineText[],
  facts: {
    inLine: readonly SpineText[];
    listed: ReadonlySet<string>;
    isKept: (text: SpineText) => boolean;
  },
): { atEnd: SpineText[]; linked: Linked[] } {
  const { inLine, listed, isKept } = facts;
  const links = new Map<string, Linked['from']>();
  for (const { path, links: given } of inLine)
    for (const { place, at } of given)
      if (place.path !== path && !links.has(place.path)) links.set(place.path, { path, at });
  const begins = texts.findIndex((text) => inLine.includes(text));
  const atEnd: SpineText[] = [];
  const linked: Linked[] = [];
  for (const [index, text] of texts.entries()) {
    if (text.isLinear || !isKept(text) || !text.blocks.some(isContent)) continue;
    const from = links.get(text.path);
    const length = lengthOf(text.blocks);
    if (from && !listed.has(text.path) && length < longestAside) linked.push({ text, from });
    else if (listed.has(text.path) || from || index > begins || length > 0) atEnd.push(text);
  }
  return { atEnd, linked };
}

/** Puts each document at the end of the chapter that links to it. */
export function attachAsides(
  chapters: readonly Ranged[],
  linked: readonly Linked[],
  starts: ReadonlyMap<string, number>,
): EpubChapter[] {
  const added = new Map<Ranged, SpineText[]>();
  for (const { text, from } of linked) {
    const at = (starts.get(from.path) ?? 0) + from.at;
    const chapter = chapters.find((each) => at >= each.from && at < each.to) ?? chapters.at(-1);
    if (chapter) added.set(chapter, [...(added.get(chapter) ?? []), text]);
  }
  return chapters.map((each) => {
    const more = (added.get(each) ?? []).flatMap(({ blocks }) => [{ type: 'hr' as const }, ...blocks]);
    return more.length === 0 ? each.chapter : { ...each.chapter, blocks: [...each.chapter.blocks, ...more] };
  });
}
