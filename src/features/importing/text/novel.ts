import { readHeading } from '../names/headings.ts';
import { readName } from '../names/names.ts';
import { isContent, isSideTitle, lengthOf, wordsOf } from './block-words.ts';
import type { HtmlBlock, TextBlock } from './block-writer.ts';

export type NovelChapter = {
  /** The words after the printed number; empty where there are none. */
  title: string;
  /** The whole heading as it was printed; empty for a part without one. */
  heading: string;
  /** The printed number as plain digits; null for prologues, appendices and parts without a heading. */
  number: string | null;
  volume?: string;
  /** The headings of the parts of the book that begin with this chapter. */
  opens?: string;
  /** The number of this piece of an overlong part, from 1. */
  piece?: number;
  blocks: TextBlock[];
};

export type Novel = { title?: string; author?: string; language?: string; chapters: NovelChapter[] };

export type MarkedNovel = Omit<Novel, 'chapters'> & { chapters: MarkedChapter[] };
type MarkedChapter = Omit<NovelChapter, 'blocks'> & { blocks: HtmlBlock[] };

type Marked = {
  title: string | null;
  heading: string | null;
  blocks: readonly HtmlBlock[];
  /** Says which words are a heading, in place of the marks; null for all others. */
  findDeclared?: (words: string) => object | null;
};

/** In characters; a shorter text before the first heading is a title page. */
const shortestForeword = 200;

/**
 * Cuts a novel in one text with marked headings, at the greatest kind of heading that occurs twice. E.g. with two h2
 * 'Part One' and 'Part Two' above twenty h3 'Chapter 1' to 'Chapter 20' it is cut at the h3, since the h2 hold no
 * chapters by number. If the first such heading has no text below it, it is the book's title.
 */
export function splitAtHeadings({ title, heading, blocks, findDeclared }: Marked): MarkedNovel {
  const level = levelOf(blocks);
  const isHeading = findDeclared
    ? (block: HtmlBlock) => 'inlines' in block && findDeclared(wordsOf(block)) !== null
    : (block: HtmlBlock) => block.type === level && wordsOf(block) !== '';
  const above = levels.slice(0, level === null || findDeclared ? 0 : levels.indexOf(level));
  const isAbove = (block: HtmlBlock) => above.some((type) => type === block.type) && wordsOf(block) !== '';
  const parts = findDeclared || level ? partsOf(blocks, (block) => isHeading(block) || isAbove(block)) : [];
  const opening = openingsOf(parts, ({ head }) => above.length > 0 || readHeading(head)?.kind === 'volume');
  const chapters = parts.flatMap((part, index): MarkedChapter[] => {
    const { head, body } = part;
    const isForeword = head === '' && lengthOf(body) < shortestForeword;
    // Behind the last chapter nothing is left to be a part of: 'The End' with its place and year.
    const opensNothing = index === parts.length - 1 && body.some(isContent);
    if ((isTitleOfPart(part) && !opensNothing) || (isForeword && index === 0) || isSideTitle(head)) return [];
    const opens = opening.get(part);
    return [{ title: head, heading: head, number: readName(head).number, blocks: body, ...(opens ? { opens } : {}) }];
  });
  if (chapters.length > 1) {
    const named = parts.find(({ head }) => head !== '');
    const printed = named && !named.body.some(isContent) ? named.head : headingIn(parts[0]);
    const bookTitle = (title !== heading ? title : null) ?? printed;
    return { ...(bookTitle ? { title: bookTitle } : {}), chapters };
  }
  if (blocks.length === 0) return { chapters: [] };
  const shown = title ?? '';
  return {
    chapters: [
      { title: shown, heading: shown, number: null, blocks: heading === null ? [...blocks] : blocks.slice(1) },
    ],
  };
}

const levels = ['h2', 'h3', 'h4'] as const;
const fewestChapters = 3;

/** A lesser kind of heading wins only where the greater one has no chapters with a word and a number, and it has several. */
function levelOf(blocks: readonly HtmlBlock[]): (typeof levels)[number] | null {
  const greatest = levels.find((type) => blocks.filter((block) => block.type === type).length > 1) ?? null;
  const numbered = (type: string) =>
    blocks.filter((block) => block.type === type && readHeading(wordsOf(block))?.kind === 'keyword').length;
  if (greatest === null || numbered(greatest) > 0) return greatest;
  return levels.find((type) => type > greatest && numbered(type) >= fewestChapters) ?? greatest;
}

type Part = { head: string; body: HtmlBlock[] };

const pageNumber = /^(?:\[?(?:page|p\.|seite|s\.|página|pág\.)?\s*\d{1,4}\]?)$/iu;

/** A heading with nothing below it, or with lesser headings alone: 'EPOCH THE SECOND', '1715', 'Thames Darrell'. */
function isTitleOfPart({ body }: Part): boolean {
  const shown = body.filter(isContent);
  return shown.every((block) => isLesserHeading(block) || pageNumber.test(wordsOf(block)));
}

function isLesserHeading(block: HtmlBlock): boolean {
  return /^h[2-4]$/.test(block.type);
}

/**
 * For a chapter the headings right above its own, without the book's title, which is the first. Before the first chapter
 * only those that `opens` takes for a part's: others are of a title page, 'By Ada'.
 */
function openingsOf(parts: readonly Part[], opens: (part: Part) => boolean): Map<Part, string> {
  const openings = new Map<Part, string>();
  const title = parts.find(({ head }) => head !== '')?.head;
  let pending: string[] = [];
  let isTitlePage = true;
  for (const part of parts) {
    if (isTitleOfPart(part)) {
      const isTold = part.head !== '' && part.head !== title && (!isTitlePage || opens(part));
      if (isTold) pending.push(part.head, ...part.body.filter(isContent).filter(isLesserHeading).map(wordsOf));
      continue;
    }
    if (pending.length > 0) openings.set(part, pending.join(' · '));
    pending = [];
    isTitlePage = isTitlePage && (part.head === '' || isSideTitle(part.head));
  }
  return openings;
}

function partsOf(blocks: readonly HtmlBlock[], isHeading: (block: HtmlBlock) => boolean): Part[] {
  const parts: Part[] = [{ head: '', body: [] }];
  for (const block of blocks) {
    if (isHeading(block)) parts.push({ head: wordsOf(block), body: [] });
    else parts.at(-1)?.body.push(block);
  }
  return parts;
}

/** The greater heading before the first chapter's heading. */
function headingIn(part: Part | undefined): string | null {
  const found = part?.head === '' ? part.body.find((block) => /^h[2-4]$/.test(block.type)) : undefined;
  return found ? wordsOf(found) : null;
}
