import { cutAozora } from '../../text/aozora.ts';
import { withoutReadings } from '../../text/aozora-readings.ts';
import type { TextBlock } from '../../text/block-writer.ts';
import { cutGutenberg } from '../../text/gutenberg.ts';
import type { Novel, NovelChapter } from '../../text/novel.ts';
import { emptyLine, plainBlocks, readLines, settingOf, type TextLine } from '../../text/plain-text.ts';
import type { FindDeclaredHeading } from './declared-headings.ts';
import { type Body, endsSentence, type Mark } from './heading-candidates.ts';
import { judgeHeadings, type Verdict } from './judge.ts';
import { type Front, imprint, readFront } from './title-page.ts';

/** A novel, why it was cut so, and how many lines stand before its first. */
export type JudgedNovel = Novel & {
  verdict: Verdict;
  from: number;
  /** Whether a header told its title. */
  isTold: boolean;
  page: Front & { lines: string[]; isPlain: boolean };
};

/**
 * Cuts a novel in one plain text into its chapters, at its headings. A list of contents is not a chapter. A text
 * without headings is cut at paragraphs where it is too long for one page.
 * `findDeclared` comes before all other signs. Takes time in proportion to the text.
 */
export function splitNovel(source: string, findDeclared?: FindDeclaredHeading): JudgedNovel {
  const { lines: all, from, isGutenberg, title, author, language } = cutGutenberg(readLines(source));
  const aozora = cutAozora(all);
  const lines = aozora ?? all;
  const body: Body = { lines, setting: settingOf(lines) };
  const text = body;
  const verdict = judgeHeadings(body, findDeclared);
  const { marks } = verdict;
  const front = readFront(text, marks[0]?.at ?? 0);
  const parts = partsOf(text, marks, front.from);
  const chapters = parts.flatMap((part) =>
    chapterOf(
      isGutenberg ? withoutUnderscores(part) : aozora ? withoutRuby(part) : part,
      plainBlocks(part.lines, body.setting, { hasEmphasis: isGutenberg, hasReadings: aozora !== null }),
    ),
  );
  const fields = { title: title ?? front.title, author: author ?? front.author, language };
  return {
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    chapters,
    verdict,
    from,
    isTold: title !== undefined,
    page: { lines: [], isPlain: false, ...front },
  };
}

/** A text that is one chapter, with any headings in it. */
export function parsePlainText(source: string): TextBlock[] {
  const { lines, isGutenberg } = cutGutenberg(readLines(source));
  const aozora = cutAozora(lines);
  const options = { hasEmphasis: isGutenberg, hasReadings: aozora !== null };
  return plainBlocks(aozora ?? lines, settingOf(lines), options);
}

function withoutRuby(part: Part): Part {
  return { ...part, title: withoutReadings(part.title), heading: withoutReadings(part.heading) };
}

function withoutUnderscores(part: Part): Part {
  return { ...part, title: part.title.replaceAll('_', ''), heading: part.heading.replaceAll('_', '') };
}

type Part = {
  title: string;
  heading: string;
  number: string | null;
  volume?: string;
  opens?: string;
  lines: TextLine[];
};

function partsOf({ lines }: Body, marks: readonly Mark[], front: number): Part[] {
  const parts: Part[] = [];
  const isVolumes = marks.every((mark) => mark.kind === 'volume' || mark.kind === 'named');
  const volumes = new Volumes();
  let carried: TextLine[] = lines.slice(front, marks[0]?.at ?? lines.length);
  if (charactersOf(carried) > 0 && (marks.length === 0 || charactersOf(carried) >= 200)) {
    parts.push(forewordOf(carried, marks.length > 0));
    carried = [];
  }
  for (const [index, mark] of marks.entries()) {
    const below = lines.slice(mark.end, marks[index + 1]?.at ?? lines.length);
    const own = mark.opening === undefined ? below : [{ ...emptyLine, text: mark.opening }, ...below];
    const isVolume = mark.kind === 'volume' && !isVolumes;
    const isEmpty = charactersOf(own) < (isVolume ? 200 : 1);
    if (isVolume) volumes.open(mark.printed, isEmpty);
    else if (mark.volume !== undefined) volumes.continue(mark.volume);
    if (isEmpty) {
      // The heading has no text of its own: it goes to the top of the next part, unless that part repeats it.
      const repeats = marks[index + 1]?.number === mark.number && marks[index + 1]?.kind === mark.kind;
      if (!isVolume && !repeats) carried.push({ text: mark.printed, indent: 0, isBold: false }, emptyLine);
      carried = carried.concat(own);
      continue;
    }
    const { title, number } = mark;
    parts.push({
      title,
      heading: mark.printed,
      number: isVolume ? null : number,
      ...(isVolume ? {} : volumes.take()),
      lines: [...carried, ...own],
    });
    carried = [];
  }
  const last = parts.at(-1);
  if (last) last.lines = last.lines.concat(carried);
  return parts.length > 1
    ? parts.filter((part, index) => !((index === 0 || index === parts.length - 1) && isImprint(part)))
    : parts;
}

/** The headings of parts above the chapters, as the chapters come. */
class Volumes {
  private current: string | undefined;
  private pending: string[] = [];
  private readonly seen = new Set<string>();

  /** A part's heading; `isAbove` where nothing but other headings stands below it. */
  open(heading: string, isAbove: boolean): void {
    if (isAbove) this.pending.push(heading);
    // 'BOOK I' may come again in 'PART II': then both tell which one it is.
    this.current = this.seen.has(heading) ? this.pending.join(' · ') || heading : heading;
    this.seen.add(heading);
  }

  /** A part's heading on the line of each of its chapters. */
  continue(heading: string): void {
    if (heading !== this.current) this.open(heading, true);
  }

  /** The headings of parts that the next chapter stands below. */
  take(): { volume?: string; opens?: string } {
    const opens = this.pending.join(' · ');
    this.pending = [];
    return {
      ...(this.current === undefined ? {} : { volume: this.current }),
      ...(opens === '' ? {} : { opens }),
    };
  }
}

const longestTitle = 60;

/** The part before the first heading; a short line that it opens with is its own heading, as in 'To the reader'. */
function forewordOf(lines: TextLine[], isBefore: boolean): Part {
  const at = lines.findIndex((line) => line.text !== '');
  const text = lines[at]?.text ?? '';
  const isAlone = (lines[at + 1]?.text ?? '') === '' && text.length <= longestTitle && /^[\p{Lu}\p{Lo}]/u.test(text);
  const rest = lines.slice(at + 1);
  if (!isBefore || !isAlone || endsSentence.test(text.replace(/\.$/, '')) || charactersOf(rest) < 200)
    return { title: '', heading: '', number: null, lines };
  const heading = text.replace(/\.$/, '');
  return { title: heading, heading, number: null, lines: rest };
}

const transcription = /transcriber[’']s? note|note de transcription|gutenberg|\be-?text\b/i;

/** A page of rights and addresses before or behind the book is not a chapter. */
function isImprint(part: Part): boolean {
  const size = charactersOf(part.lines);
  const isOne = (line: TextLine) =>
    imprint.test(line.text.slice(0, 2000)) || transcription.test(line.text.slice(0, 300));
  return size < 2000 && part.number === null && part.lines.some(isOne);
}

function charactersOf(lines: readonly TextLine[]): number {
  return lines.reduce((sum, line) => sum + line.text.length, 0);
}

/** A longer part is cut: without headings at this length, with headings only where no writer meant one chapter. */
const longestPart = { bare: 50_000, headed: 300_000 };
const pieceCharacters = 30_000;

function chapterOf(part: Part, blocks: TextBlock[]): NovelChapter[] {
  const { lines: _lines, ...chapter } = part;
  if (blocks.length === 0) return [];
  const sizes = blocks.map(sizeOf);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= (part.heading === '' ? longestPart.bare : longestPart.headed)) return [{ ...chapter, blocks }];
  const count = Math.ceil(total / pieceCharacters);
  const pieces: TextBlock[][] = Array.from({ length: count }, () => []);
  let before = 0;
  for (const [index, block] of blocks.entries()) {
    pieces[Math.min(count - 1, Math.floor((before * count) / total))]?.push(block);
    before += sizes[index] ?? 0;
  }
  return pieces
    .filter((piece) => piece.length > 0)
    .map((piece, index) => ({ ...chapter, piece: index + 1, blocks: piece }));
}

function sizeOf(block: TextBlock): number {
  if (!('inlines' in block)) return 0;
  return block.inlines.reduce((sum, inline) => sum + (inline.type === 'text' ? inline.text.length : 1), 0);
}
