import { cutDescription } from '../../../../shared/text.ts';
import { nameKey, readName } from '../../names/names.ts';
import type { BookPart } from '../../plan/book-file.ts';
import { isContent, isSideTitle, lengthOf, wordsOf } from '../../text/block-words.ts';
import type { HtmlBlock } from '../../text/block-writer.ts';
import { gutenbergRange } from '../../text/gutenberg.ts';
import type { Place } from '../../text/paths.ts';
import type { TocEntry } from './contents.ts';

/** A document of the spine as typed blocks; the pictures' addresses are paths in the archive. */
export type SpineText = {
  path: string;
  blocks: HtmlBlock[];
  anchors: ReadonlyMap<string, number>;
  types: readonly string[];
  title: string;
  linkedShare: number;
  isLinear: boolean;
};

export type EpubChapter = BookPart & { blocks: HtmlBlock[] };

export type CutBook = {
  chapters: EpubChapter[];
  /** The documents that have become part of a chapter. */
  shown: ReadonlySet<string>;
  notes: string[];
};

/** A place whose kind the landmarks or the guide names. */
export type NamedPlace = { type: string; place: Place };

const noChapter = new Set(
  'cover titlepage title-page halftitlepage halftitle half-title imprint colophon copyright-page copyright toc landmarks page-list loi lot loa lov'.split(
    ' ',
  ),
);
/** No title page is as long as this: a book in one document stays a book, whatever the document calls itself. */
const longestSidePage = 20_000;
/** The text before the first entry becomes a chapter only where it is longer than a dedication. */
const shortestForeword = 1500;

/** A novel's chapters: one for each entry of its table of contents, from its place to the next entry's place. */
export function cutChapters(
  texts: readonly SpineText[],
  toc: readonly TocEntry[],
  named: readonly NamedPlace[],
): CutBook {
  const kept = texts.filter((text) => !isSidePage(text, named));
  const shown = kept.some((text) => text.blocks.some(isContent)) ? kept : texts;
  const flow = flowOf(shown);
  const isShown = new Set(shown.map((text) => text.path));
  const isAside = new Set(texts.map((text) => text.path).filter((path) => !isShown.has(path)));
  const listed = placed(toc, flow, isAside);
  const entries = listed.entries.length > 0 ? listed.entries : entriesOfTexts(shown, flow);
  const sidePages = texts.length - shown.length;
  return {
    chapters: numbered(chaptersOf(entries, flow)),
    shown: isShown,
    notes: [
      ...(sidePages > 0
        ? [`documents that are no chapters (cover, title page, contents, imprint and the like): ${sidePages}`]
        : []),
      ...(listed.lost > 0 ? [`entries of the table of contents that lead nowhere: ${listed.lost}`] : []),
    ],
  };
}

function isSidePage(text: SpineText, named: readonly NamedPlace[]): boolean {
  if (!text.isLinear) return true;
  const length = text.blocks.reduce((sum, block) => sum + wordsOf(block).length, 0);
  if (text.linkedShare > 0.5 && length > 50) return true;
  if (length > longestSidePage) return false;
  if (text.types.some((type) => noChapter.has(type))) return true;
  return named.some(({ type, place }) => noChapter.has(type) && place.path === text.path && place.fragment === '');
}

/** All blocks in their order, and the place where each document begins. */
type Flow = {
  blocks: HtmlBlock[];
  starts: Map<string, number>;
  texts: Map<string, SpineText>;
  from: number;
  to: number;
};

function flowOf(texts: readonly SpineText[]): Flow {
  const blocks: HtmlBlock[] = [];
  const starts = new Map<string, number>();
  for (const text of texts) {
    starts.set(text.path, blocks.length);
    for (const block of text.blocks) blocks.push(block);
  }
  return {
    blocks,
    starts,
    texts: new Map(texts.map((text) => [text.path, text])),
    ...gutenbergRange(blocks.map(wordsOf)),
  };
}

/** In characters; a longer title is a joke. */
export const longestTitle = 300;

type Entry = { label: string; at: number; volume: string | null; hasChildren: boolean };

/** Sorts the entries by their places: the spine decides the order, whatever the table of contents says. */
function placed(
  toc: readonly TocEntry[],
  flow: Flow,
  isAside: ReadonlySet<string>,
): { entries: Entry[]; lost: number } {
  const entries: Entry[] = [];
  let lost = 0;
  const add = (entry: TocEntry, volume: string | null) => {
    const at = entry.place && placeIn(flow, entry.place);
    const own =
      volume ?? (entry.children.length > 0 && entry.label !== '' ? cutDescription(entry.label, longestTitle) : null);
    if (at !== null) entries.push({ label: entry.label, at, volume: own, hasChildren: entry.children.length > 0 });
    else if (entry.place && !isAside.has(entry.place.path)) lost += 1;
    for (const child of entry.children) add(child, own);
  };
  for (const entry of toc) add(entry, null);
  return { entries: entries.sort((a, b) => a.at - b.at), lost };
}

function placeIn(flow: Flow, place: Place): number | null {
  const start = flow.starts.get(place.path);
  if (start === undefined) return null;
  const at = start + (flow.texts.get(place.path)?.anchors.get(place.fragment) ?? 0);
  return at >= flow.to ? null : Math.max(at, flow.from);
}

/** Without a table of contents, each document with a heading begins a chapter; if none has one, every document does. */
function entriesOfTexts(texts: readonly SpineText[], flow: Flow): Entry[] {
  const filled = texts.filter((text) => text.blocks.some(isContent));
  const heads = filled.map((text) => ({ text, label: headingOf(text.blocks) }));
  const beginning = heads.some(({ label }) => label !== '')
    ? heads.filter(({ label }, index) => label !== '' || index === 0)
    : heads;
  const titles = new Set(filled.map((text) => text.title));
  return beginning.flatMap(({ text, label }) => {
    const at = placeIn(flow, { path: text.path, fragment: '' });
    // A title that all documents share is the book's title.
    const title = label || (titles.size > 1 || filled.length === 1 ? text.title : '');
    return at === null ? [] : [{ label: title, at, volume: null, hasChildren: false }];
  });
}

function headingOf(blocks: readonly HtmlBlock[]): string {
  const heading = blocks.slice(0, 4).find(isHeading);
  return heading ? wordsOf(heading) : '';
}

function chaptersOf(entries: readonly Entry[], flow: Flow): EpubChapter[] {
  const first = entries[0]?.at ?? flow.to;
  const chapters: EpubChapter[] = [];
  const before = flow.blocks.slice(flow.from, first);
  if (lengthOf(before) >= shortestForeword) chapters.push(chapterOf({ label: '', volume: null }, before));
  let carried: HtmlBlock[] = [];
  for (const [index, entry] of entries.entries()) {
    const blocks = flow.blocks.slice(entry.at, Math.min(entries[index + 1]?.at ?? flow.to, flow.to));
    const chapter = chapterOf(entry, blocks);
    const isSide = isSideTitle(entry.label) && lengthOf(blocks) < longestSidePage;
    if (isSide) continue;
    if (chapter.blocks.some(isContent)) {
      chapters.push({ ...chapter, blocks: [...carried, ...chapter.blocks] });
      carried = [];
      // The heading of a part alone is not a chapter: it goes to the top of the first chapter of the part.
    } else carried = entry.hasChildren ? [...carried, ...blocks.filter(isHeading)] : [];
  }
  return chapters;
}

function chapterOf(entry: Pick<Entry, 'label' | 'volume'>, blocks: readonly HtmlBlock[]): EpubChapter {
  const title = entry.label || headingOf(blocks);
  const number = readName(title).number;
  return {
    title: cutDescription(title, longestTitle),
    number,
    volume: entry.volume,
    blocks: withoutTitle(blocks, title),
  };
}

/** Gives chapters without a name their position as a name. */
function numbered(chapters: readonly EpubChapter[]): EpubChapter[] {
  return chapters.map((chapter, index) => (chapter.title === '' ? { ...chapter, title: String(index + 1) } : chapter));
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

function isHeading(block: HtmlBlock | undefined): boolean {
  return block?.type === 'h2' || block?.type === 'h3' || block?.type === 'h4';
}
