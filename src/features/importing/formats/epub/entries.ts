import { cutDescription } from '../../../../shared/text.ts';
import { nameKey, readName } from '../../names/names.ts';
import { isContent, lengthOf, wordsOf } from '../../text/block-words.ts';
import type { HtmlBlock } from '../../text/block-writer.ts';
import type { Place } from '../../text/paths.ts';
import type { TocEntry } from './contents.ts';
import { type Flow, longestTitle, type SpineText } from './spine.ts';
import { isHeading, isOnlyNumber } from './titles.ts';

/** What a file has above its first entry belongs to that entry, unless it is longer than this. */
const longestHead = 1500;

/**
 * An entry of the table of contents: it names the place `at`; its chapter begins at `from`, with what stands right
 * above.
 */
export type Entry = {
  label: string;
  from: number;
  at: number;
  path: string;
  volume: string | null;
  hasChildren: boolean;
};

/** Sorts the entries by their places: the spine decides the order, whatever the table of contents says. */
export function placed(
  toc: readonly TocEntry[],
  flow: Flow,
  passed: ReadonlySet<string>,
): { entries: Entry[]; lost: number } {
  const entries: Entry[] = [];
  let lost = 0;
  const add = (entry: TocEntry, volume: string | null) => {
    const at = entry.place && placeIn(flow, entry.place);
    const hasChildren = entry.children.length > 0;
    const own = volume ?? (hasChildren && entry.label !== '' ? cutDescription(entry.label, longestTitle) : null);
    if (at !== null && entry.place)
      entries.push({ label: entry.label, from: at, at, path: entry.place.path, volume: own, hasChildren });
    else if (entry.place && !passed.has(entry.place.path)) lost += 1;
    for (const child of entry.children) add(child, own);
  };
  for (const entry of toc) add(entry, null);
  return {
    entries: withHeads(
      entries.sort((a, b) => a.at - b.at),
      flow,
    ),
    lost,
  };
}

function placeIn(flow: Flow, place: Place): number | null {
  const start = flow.starts.get(place.path);
  if (start === undefined) return null;
  const at = start + (flow.texts.get(place.path)?.anchors.get(place.fragment) ?? 0);
  return at >= flow.to ? null : Math.max(at, flow.from);
}

/** Headings right above an entry's place, and what a file opens with above its first entry, belong to that entry. */
function withHeads(entries: readonly Entry[], flow: Flow): Entry[] {
  let before = -1;
  let from = 0;
  return entries.map((entry) => {
    // Several entries at one place begin together.
    if (before !== entry.at) from = headOf(entry, { before, flow });
    before = entry.at;
    return { ...entry, from };
  });
}

function headOf(entry: Entry, { before, flow }: { before: number; flow: Flow }): number {
  const start = Math.max(flow.starts.get(entry.path) ?? 0, flow.from);
  const isFirstInFile = before < start;
  if (isFirstInFile && isHead(flow.blocks.slice(start, entry.at), { isFirst: before < 0 })) return start;
  return aboveHeadings(flow.blocks, { low: isFirstInFile ? start : before + 1, at: entry.at });
}

/**
 * Whether blocks are the head of an entry. Above the first entry anything short is: no earlier chapter could have it.
 */
function isHead(blocks: readonly HtmlBlock[], { isFirst }: { isFirst: boolean }): boolean {
  const opening = blocks.find(isContent);
  if (!opening || lengthOf(blocks) >= longestHead) return false;
  return isFirst || isHeading(opening) || opening.type === 'blockquote' || opening.type === 'img';
}

function aboveHeadings(blocks: readonly HtmlBlock[], { low, at }: { low: number; at: number }): number {
  let from = at;
  while (from > low && (isHeading(blocks[from - 1]) || blocks[from - 1]?.type === 'hr')) from -= 1;
  while (from < at && !isHeading(blocks[from])) from += 1;
  return from;
}

/**
 * Entries that are only numbers, each there several times, are parts of poems: the document's heading is their title.
 */
export function namedAfterPoems(entries: readonly Entry[], flow: Flow): Entry[] {
  const counts = new Map<string, number>();
  for (const { label } of entries) counts.set(nameKey(label), (counts.get(nameKey(label)) ?? 0) + 1);
  return entries.map((entry) => {
    const isBare = isOnlyNumber(entry.label) && (counts.get(nameKey(entry.label)) ?? 0) > 1;
    if (!isBare || entry.volume !== null) return entry;
    const poem = flow.texts.get(entry.path)?.blocks.find(isContent);
    const words = isHeading(poem) && poem ? wordsOf(poem) : '';
    return words === '' || isOnlyNumber(words) || readName(words).number !== null
      ? entry
      : { ...entry, volume: cutDescription(words, longestTitle) };
  });
}

/** Without a table of contents, each document with a heading begins a chapter; if none has one, every document does. */
export function entriesOfTexts(texts: readonly SpineText[], flow: Flow): Entry[] {
  const filled = texts.filter((text) => text.blocks.some(isContent));
  const heads = filled.map((text) => ({ text, label: headingOf(text.blocks) }));
  const beginning = heads.some(({ label }) => label !== '')
    ? heads.filter(({ label }, index) => label !== '' || index === 0)
    : heads;
  const titles = new Set([...flow.texts.values()].map((text) => text.title));
  return beginning.flatMap(({ text, label }) => {
    const at = placeIn(flow, { path: text.path, fragment: '' });
    // A title that all documents share is the book's title.
    const title = label || (titles.size > 1 || flow.texts.size === 1 ? text.title : '');
    return at === null ? [] : [{ label: title, from: at, at, path: text.path, volume: null, hasChildren: false }];
  });
}

export function headingOf(blocks: readonly HtmlBlock[]): string {
  const heading = blocks.slice(0, 4).find(isHeading);
  return heading ? wordsOf(heading) : '';
}
