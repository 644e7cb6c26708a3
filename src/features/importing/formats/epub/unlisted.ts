import { cutDescription } from '../../../../shared/text.ts';
import { type Heading, readHeading } from '../../names/headings.ts';
import { nameKey } from '../../names/names.ts';
import { isContent, lengthOf, wordsOf } from '../../text/block-words.ts';
import type { HtmlBlock } from '../../text/block-writer.ts';
import type { Entry } from './entries.ts';
import { type Flow, longestTitle, type SpineText } from './spine.ts';
import { isHeading } from './titles.ts';

/** A heading that no entry leads to; `heading`: its words name a chapter by its number. */
type Head = { label: string; at: number; path: string; heading: Heading | null; text: SpineText };

const fewestHeads = 2;
const fewestWithin = 3;
/** The share of the book's characters without an entry from which on the list is not taken for that of its chapters. */
const mostUnlisted = 0.5;
/** The same share for the text behind the last entry. */
const mostBehind = 0.25;
/** In characters; a longer paragraph is no heading. */
const longestLine = 60;

/**
 * The entries, and more for headings that the table of contents leaves out: it may have only one entry "Start", only
 * parts, only the first chapters, or entries to missing files. Headings that say which chapter they are always count;
 * others only where much of the book has no entry.
 */
export function withUnlisted(entries: readonly Entry[], texts: readonly SpineText[], flow: Flow): Entry[] {
  const taken = [...openingsTaken(entries, texts, flow), ...headsWithin(entries, texts, flow)]
    .filter(({ at }) => at >= flow.from && at < flow.to && !entries.some((entry) => entry.at === at))
    .sort((a, b) => a.at - b.at);
  if (taken.length === 0) return [...entries];
  const listed = entries.map((entry, index) => {
    const next = entries[index + 1]?.at ?? flow.to;
    const isCovering = taken.some(({ at }) => at > entry.at && at < next);
    return isCovering ? asCovering(entry, { isOnly: entries.length === 1, flow }) : entry;
  });
  const added = taken.map(({ label, at, path }): Entry => {
    const above = listed.findLast((entry) => entry.at < at);
    const title = cutDescription(label, longestTitle);
    return { label: title, from: at, at, path, volume: above?.volume ?? null, hasChildren: false };
  });
  return [...listed, ...added].sort((a, b) => a.at - b.at);
}

/** The documents without an entry that open with a heading, as far as these begin chapters. */
function openingsTaken(entries: readonly Entry[], texts: readonly SpineText[], flow: Flow): Head[] {
  const covered = new Set(entries.map(({ path }) => path));
  const heads = texts.flatMap((text): Head[] => {
    const label = covered.has(text.path) || !text.isLinear ? '' : openingOf(text);
    return label === '' ? [] : [{ label, at: flow.starts.get(text.path) ?? 0, path: text.path, text, ...named(label) }];
  });
  const total = lengthOf(flow.blocks);
  const isMuch = (some: readonly Head[], share: number) =>
    some.length >= fewestHeads && some.reduce((sum, { text }) => sum + lengthOf(text.blocks), 0) >= total * share;
  const last = Math.max(...entries.map(({ at }) => at));
  const numbered = heads.filter(({ heading }) => heading !== null);
  const behind = heads.filter(({ at }) => at > last);
  if (!areChapters(entries) && isMuch(heads, mostUnlisted)) return heads;
  return [
    ...(numbered.length >= fewestHeads ? numbered : []),
    ...(behind.length === heads.length && isMuch(behind, mostBehind)
      ? behind.filter(({ heading }) => heading === null)
      : []),
  ];
}

/** The headings of chapters within a document that has fewer entries than such headings. */
function headsWithin(entries: readonly Entry[], texts: readonly SpineText[], flow: Flow): Head[] {
  return texts.flatMap((text) => {
    const start = flow.starts.get(text.path) ?? 0;
    const own = entries.filter(({ path }) => path === text.path);
    const heads = text.blocks.flatMap((block, index): Head[] => {
      const label = isHeading(block) ? wordsOf(block) : '';
      const { heading } = named(label);
      return heading === null ? [] : [{ label, at: start + index, path: text.path, text, heading }];
    });
    const level = heads.map(({ at }) => flow.blocks[at]?.type)[0];
    const alike = heads.filter(({ at }) => flow.blocks[at]?.type === level);
    const keys = new Set(own.map(({ label }) => nameKey(label)));
    const unlisted = alike.filter(
      ({ label, at }) => !keys.has(nameKey(label)) && !own.some((entry) => entry.at === at),
    );
    const words = new Set(own.flatMap(({ label }) => named(label).heading?.word ?? []));
    const isBelow = words.size > 0 && !unlisted.some(({ heading }) => words.has(heading?.word ?? ''));
    return alike.length >= fewestWithin && unlisted.length >= own.length && !isBelow ? unlisted : [];
  });
}

/** Scenes stand within their act, which is the chapter. */
const within = /^(?:scene|scène|escena|szene|scena|auftritt|явление)$/iu;

function named(label: string): { heading: Heading | null } {
  const heading = readHeading(label);
  const isChapter = heading?.kind === 'keyword' || heading?.kind === 'section';
  return { heading: isChapter && heading.number !== null && !within.test(heading.word ?? '') ? heading : null };
}

/** Whether the entries call themselves chapters; headings between them then divide a chapter. */
function areChapters(entries: readonly Entry[]): boolean {
  const numbered = entries.filter(({ label }) => !['volume', 'named', undefined].includes(readHeading(label)?.kind));
  return entries.length > 1 && numbered.length * 2 >= entries.length;
}

/** The words that a document opens with: a heading, or a line or a title that says which chapter it is. */
function openingOf({ blocks, title }: SpineText): string {
  const first = blocks.find((block) => isContent(block) && block.type !== 'img');
  const words = first ? wordsOf(first) : '';
  if (isHeading(first) || (words.length <= longestLine && named(words).heading)) return words;
  return named(title).heading ? title : '';
}

/**
 * An entry that covers more than its own chapter. It takes the heading at its place where that is the better title:
 * 'Start' becomes 'Chapter 1'. So does the entry of a part, whose own words name the volume.
 */
function asCovering(entry: Entry, { isOnly, flow }: { isOnly: boolean; flow: Flow }): Entry {
  const text = flow.texts.get(entry.path);
  const isAtStart = entry.at === flow.starts.get(entry.path);
  const own = text && isAtStart ? openingOf(text) : headingAt(flow.blocks[entry.at]);
  const isOther = own !== '' && nameKey(own) !== nameKey(entry.label);
  const isPart = readHeading(entry.label)?.kind === 'volume';
  const label = isOther && (isOnly || isPart || named(own).heading) && !named(entry.label).heading ? own : entry.label;
  const volume = entry.volume ?? (isPart ? cutDescription(entry.label, longestTitle) : null);
  return { ...entry, label: cutDescription(label, longestTitle), volume, hasChildren: entry.hasChildren || isPart };
}

function headingAt(block: HtmlBlock | undefined): string {
  return block && isHeading(block) ? wordsOf(block) : '';
}
