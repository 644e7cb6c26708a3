import { cutDescription } from '../../../../shared/text.ts';
import { nameKey, readName } from '../../names/names.ts';
import { isContent, isSideTitle, lengthOf, wordsOf } from '../../text/block-words.ts';
import type { HtmlBlock } from '../../text/block-writer.ts';
import { gutenbergRange } from '../../text/gutenberg.ts';
import { attachAsides, looseAsides } from './asides.ts';
import type { TocEntry } from './contents.ts';
import { type Entry, entriesOfTexts, headingOf, namedAfterPoems, placed } from './entries.ts';
import { type EpubChapter, type Flow, longestTitle, type NamedPlace, type Ranged, type SpineText } from './spine.ts';
import { isHeading, isOnlyNumber, withoutTitle } from './titles.ts';
import { withUnlisted } from './unlisted.ts';

export type CutBook = {
  chapters: EpubChapter[];
  /** The documents that have become part of a chapter. */
  shown: ReadonlySet<string>;
  notes: string[];
};

const noChapter = new Set(
  'cover titlepage title-page halftitlepage halftitle half-title imprint colophon copyright-page copyright toc landmarks page-list loi lot loa lov'.split(
    ' ',
  ),
);
/** A longer page is never skipped as a title page or the like: it may be a whole book in one document. */
const longestSidePage = 20_000;
/** The text before the first entry becomes a chapter only where it is longer than a dedication. */
const shortestForeword = 1500;

/** A novel's chapters: one for each entry of its table of contents, from its place to the next entry's place. */
export function cutChapters(
  texts: readonly SpineText[],
  toc: readonly TocEntry[],
  named: readonly NamedPlace[],
): CutBook {
  // The page of a part may well be a list of what is in the part.
  const leaves = flat(toc).filter(({ label, children }) => children.length === 0 && !isSideTitle(label));
  const listed = new Set(leaves.flatMap(({ place }) => place?.path ?? []));
  const isKept = (text: SpineText) => !isSidePage(text, { named, listed });
  const inLine = texts.filter((text) => text.isLinear && isKept(text));
  const aside = looseAsides(texts, { inLine, listed, isKept });
  const kept = [...inLine, ...aside.atEnd];
  const shown = kept.some((text) => text.blocks.some(isContent)) ? kept : texts;
  const flow = flowOf(shown);
  const isShown = new Set([...shown, ...aside.linked.map(({ text }) => text)].map((text) => text.path));
  const passed = new Set(texts.map((text) => text.path).filter((path) => !isShown.has(path)));
  const found = placed(toc, flow, passed);
  const unlisted = aside.atEnd.filter(({ path }) => !listed.has(path));
  const given =
    found.entries.length > 0
      ? [...namedAfterPoems(found.entries, flow), ...entriesOfTexts(unlisted, flow)].sort((a, b) => a.from - b.from)
      : entriesOfTexts(shown, flow);
  const entries = withUnlisted(given, shown, flow);
  const added = entries.length - given.length;
  const { chapters, lost } = chaptersOf(entries, flow);
  const sidePages = texts.length - isShown.size;
  return {
    chapters: numbered(withVolumes(attachAsides(chapters, aside.linked, flow.starts))),
    shown: isShown,
    notes: [
      ...(sidePages > 0
        ? [`documents that are no chapters (cover, title page, contents, imprint and the like): ${sidePages}`]
        : []),
      ...(found.lost > 0 ? [`entries of the table of contents that lead nowhere: ${found.lost}`] : []),
      ...(added > 0 && toc.length > 0
        ? [`chapters that the table of contents does not name, begun at the documents' own headings: ${added}`]
        : []),
      ...(lost > 0
        ? [`characters before the first chapter that are left out, as those of a title page are: ${lost}`]
        : []),
    ],
  };
}

function flat(toc: readonly TocEntry[]): TocEntry[] {
  return toc.flatMap((entry) => [entry, ...flat(entry.children)]);
}

type Side = { named: readonly NamedPlace[]; listed: ReadonlySet<string> };

function isSidePage(text: SpineText, { named, listed }: Side): boolean {
  const length = lengthOf(text.blocks);
  // A document that is almost only links is a list; but one in the table of contents may be a section of notes or
  // works.
  if (text.linkedShare > 0.5 && length > 50 && !listed.has(text.path)) return true;
  if (length > longestSidePage) return false;
  if (text.types.some((type) => noChapter.has(type))) return true;
  return named.some(({ type, place }) => noChapter.has(type) && place.path === text.path && place.fragment === '');
}

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

function chaptersOf(entries: readonly Entry[], flow: Flow): { chapters: Ranged[]; lost: number } {
  const first = entries[0]?.from ?? flow.to;
  const chapters: Ranged[] = [];
  const before = flow.blocks.slice(flow.from, first);
  const opening = dedicationsBefore(first, flow);
  const isForeword = lengthOf(before) >= shortestForeword;
  if (isForeword)
    chapters.push({ chapter: chapterOf({ label: '', volume: null }, [], before), from: flow.from, to: first });
  let carried: HtmlBlock[] = isForeword ? [] : opening;
  for (const [index, entry] of entries.entries()) {
    const to = Math.max(entry.at, Math.min(entries[index + 1]?.from ?? flow.to, flow.to));
    const head = flow.blocks.slice(entry.from, entry.at);
    const blocks = flow.blocks.slice(entry.at, to);
    if (isSideTitle(entry.label) && lengthOf(blocks) < longestSidePage) continue;
    if (withoutTitle(blocks, entry.label || headingOf(blocks)).some(isContent)) {
      const chapter = chapterOf(entry, head, blocks);
      chapters.push({ chapter: { ...chapter, blocks: [...carried, ...chapter.blocks] }, from: entry.from, to });
      carried = [];
      // The heading of a part alone is not a chapter: it goes to the top of the first chapter of the part.
    } else carried = [...(entry.hasChildren ? [...carried, ...head, ...blocks.filter(isHeading)] : [])];
  }
  return { chapters, lost: isForeword ? 0 : lengthOf(before) - lengthOf(opening) };
}

const openings = new Set('dedication epigraph preface foreword prologue introduction preamble'.split(' '));

/** The blocks before the first chapter of documents that say what they are. */
function dedicationsBefore(first: number, { blocks, starts, texts }: Flow): HtmlBlock[] {
  return [...texts].flatMap(([path, text]) => {
    const start = starts.get(path) ?? first;
    const isOpening = text.types.some((type) => openings.has(type));
    return start < first && isOpening ? blocks.slice(start, Math.min(first, start + text.blocks.length)) : [];
  });
}

/** `head` are the blocks before the place that the entry names, as far as they belong to it. */
function chapterOf(
  entry: Pick<Entry, 'label' | 'volume'>,
  head: readonly HtmlBlock[],
  blocks: readonly HtmlBlock[],
): EpubChapter {
  const title = entry.label || headingOf(blocks);
  const isHeadings = head.every((block) => isHeading(block) || block.type === 'hr');
  return {
    title: cutDescription(title, longestTitle),
    number: readName(title).number,
    volume: entry.volume,
    blocks: isHeadings ? withoutTitle([...head, ...blocks], title) : [...head, ...withoutTitle(blocks, title)],
  };
}

/** If titles are only numbers and repeat in several volumes (or poems), the volume's name becomes part of the title. */
function withVolumes(chapters: readonly EpubChapter[]): EpubChapter[] {
  const volumes = new Map<string, Set<string | null>>();
  const bare = chapters.filter(({ title }) => isOnlyNumber(title));
  for (const { title, volume } of bare)
    volumes.set(nameKey(title), (volumes.get(nameKey(title)) ?? new Set()).add(volume));
  if (![...volumes.values()].some(({ size }) => size > 1)) return [...chapters];
  const isBare = new Set(bare);
  return chapters.map((chapter) => {
    const { title, volume } = chapter;
    if (!isBare.has(chapter) || volume === null || nameKey(title) === nameKey(volume)) return chapter;
    return { ...chapter, title: cutDescription(`${volume} · ${title}`, longestTitle) };
  });
}

/** Gives chapters without a name their position as a name. */
function numbered(chapters: readonly EpubChapter[]): EpubChapter[] {
  return chapters.map((chapter, index) => (chapter.title === '' ? { ...chapter, title: String(index + 1) } : chapter));
}
