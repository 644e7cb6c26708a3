import { isRule, joinLines } from '../../../shared/line-joining.ts';
import { withReadings } from './aozora-readings.ts';
import type { TextBlock, TextInline } from './block-writer.ts';
import { decodeReferences } from './markup.ts';

/** A line as a reader would see it, with its indent, and whether all of it is bold. */
export type TextLine = { text: string; indent: number; isBold: boolean };

// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's codes begin with one
const boldLine = /^\s*\u001b\[1m([^\u001b]*)\u001b\[0?m\s*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's codes begin with one
const terminalCode = /\u001b(?:\[[\d;?]{0,20}[ -/]{0,4}[@-~]?|[@-Z\\-_])/g;
/** Marks that force a direction on the text around them; single marks beside a word may stay. */
const forcedDirection = /[\u202a-\u202e\u2066-\u2069\ufeff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters have no place in a text
const control = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: finds the lines that need cleaning, which are few
const unclean = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff&［]/;

const lineEnds = /\r\n|[\n\r\u0085\u2028\u2029]/;

/** The notes of Japanese transcriptions about type and glyphs: ［＃８字下げ］. */
const transcription = /［＃[^［］]{0,200}］/g;
/** The note that a line is a heading: ［＃「海」は中見出し］, or ［＃中見出し］海［＃中見出し終わり］ around it. */
const headingNote = /［＃(?:「[^［］]{1,100}」は(?:同行)?[大中小]見出し|(?:同行)?[大中小]見出し終わり)］\s*$/u;

/** Plain text as lines, without terminal codes, control characters, forced directions and entities. */
export function readLines(source: string): TextLine[] {
  const lines: TextLine[] = [];
  for (const raw of source.split(lineEnds)) {
    // A form feed is a new page: a paragraph before it ends there.
    if (raw.includes('\f')) lines.push(emptyLine);
    lines.push(unclean.test(raw) ? cleanLine(raw) : lineOf(raw, false));
  }
  return lines;
}

/** For each line of `readLines` its number in the file, from 1. */
export function lineNumbers(source: string): number[] {
  const numbers: number[] = [];
  for (const [index, raw] of source.split(lineEnds).entries()) {
    if (raw.includes('\f')) numbers.push(index + 1);
    numbers.push(index + 1);
  }
  return numbers;
}

function cleanLine(raw: string): TextLine {
  const bold = raw.length < 2000 ? boldLine.exec(raw)?.[1] : undefined;
  const clean = decodeReferences((bold ?? raw).replace(terminalCode, ''))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a page break is a space at most
    .replace(/[\u000b\f]/g, ' ')
    .replace(transcription, '')
    .replace(control, '')
    .replace(forcedDirection, '');
  return lineOf(clean, bold !== undefined || (raw.length < 500 && headingNote.test(raw)));
}

function lineOf(line: string, isBold: boolean): TextLine {
  const text = line.trim();
  return text === '' ? emptyLine : { text, indent: indentOf(line, text), isBold };
}

export const emptyLine: TextLine = { text: '', indent: 0, isBold: false };

function indentOf(line: string, text: string): number {
  if (text === '') return 0;
  const start = line.slice(0, line.length - line.trimStart().length);
  return [...start.slice(0, 80)].reduce((sum, space) => sum + (space === '\t' ? 4 : space === '\u3000' ? 2 : 1), 0);
}

/** How a text's paragraphs are set, decided once for the whole text. */
export type Setting = {
  /** `lines`: each line is a paragraph; `blocks`: empty lines separate them; `indents`: an indented line begins one. */
  mode: 'lines' | 'blocks' | 'indents';
  /** The width that lines were broken at, in columns; 0 where they were not. */
  width: number;
};

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/gu;
const narrow = /\p{Mn}/gu;
const widestWrap = 200;
/** Lines that are all shorter were not broken at a width: they are short sentences. */
const narrowestWrap = 30;

function columnsOf(text: string): number {
  if (text.length > 1000) return text.length;
  return text.length + (text.match(wide)?.length ?? 0) - (text.match(narrow)?.length ?? 0);
}

const sampledLines = 20_000;

/** Whether lines were broken at a width, and where paragraphs begin: the majority of lines decides. */
export function settingOf(lines: readonly TextLine[]): Setting {
  const sample = lines.slice(0, sampledLines);
  const filled = sample.filter((line) => line.text !== '');
  const widths = filled.map((line) => columnsOf(line.text) + line.indent).sort((a, b) => a - b);
  const widest = widths[Math.floor(widths.length * 0.98)] ?? 0;
  const pairs = pairsOf(sample);
  const full = pairs.filter(([line, next]) => isFull(line, next, widest)).length;
  const isWrapped = widest >= narrowestWrap && widest <= widestWrap && pairs.length > 0 && full > pairs.length * 0.5;
  const indentedLines = filled.filter((line) => line.indent >= 2);
  const indented = indentedLines.length;
  // Chinese paragraphs are indented by two characters, and nothing else is.
  const isHan = indentedLines.filter((line) => /^.{0,4}\p{Script=Han}/u.test(line.text)).length * 2 > filled.length;
  if (isHan) return { mode: 'lines', width: 0 };
  if (!isWrapped) {
    const hasBlanks = sample.length - filled.length > filled.length * 0.2;
    const isLines = indented * 2 > filled.length || !hasBlanks || widest > widestWrap;
    return { mode: isLines ? 'lines' : 'blocks', width: 0 };
  }
  const blanks = sample.length - filled.length;
  const opensParagraphs = indented > filled.length * 0.03 && indented < filled.length * 0.6;
  return { mode: opensParagraphs && blanks < indented ? 'indents' : 'blocks', width: widest };
}

function pairsOf(lines: readonly TextLine[]): [TextLine, TextLine][] {
  return lines.flatMap((line, index): [TextLine, TextLine][] => {
    const next = lines[index + 1];
    return line.text !== '' && next && next.text !== '' ? [[line, next]] : [];
  });
}

/** Whether a line ends because the first word of the next line did not fit into it. */
function isFull(line: TextLine, next: TextLine, width: number): boolean {
  const word = /^[^\s\u3000-\u9fff\uff00-\uffef]{1,40}/u.exec(next.text)?.[0] ?? next.text.slice(0, 1);
  return columnsOf(line.text) + line.indent + 1 + columnsOf(word) > width * 0.92;
}

/** A longer paragraph is cut at the ends of sentences, so that no page is one unbroken block. */
const longestParagraph = 10_000;

/** Lines as paragraphs: broken lines joined, verses kept as lines, rows of asterisks as rules. */
export function plainBlocks(
  lines: readonly TextLine[],
  setting: Setting,
  options: { hasEmphasis: boolean; hasReadings?: boolean } = { hasEmphasis: false },
): TextBlock[] {
  const inlines = options.hasReadings ? read : options.hasEmphasis ? emphasised : plain;
  return groupsOf(lines, setting).flatMap((group): TextBlock[] => {
    if (group.every((line) => isRule(line.text))) return [{ type: 'hr' }];
    if (isVerse(group, setting))
      return [
        { type: 'p', inlines: group.flatMap((line, at) => [...(at > 0 ? [lineBreak] : []), ...inlines(line.text)]) },
      ];
    return piecesOf(joinLines(group.map((line) => line.text))).map((piece) => ({ type: 'p', inlines: inlines(piece) }));
  });
}

const lineBreak: TextInline = { type: 'br' };

function groupsOf(lines: readonly TextLine[], setting: Setting): TextLine[][] {
  const groups: TextLine[][] = [];
  let isOpen = false;
  for (const line of lines) {
    const starts =
      !isOpen || setting.mode === 'lines' || isRule(line.text) || (setting.mode === 'indents' && line.indent > 0);
    if (line.text === '') isOpen = false;
    else if (starts) {
      groups.push([line]);
      isOpen = !isRule(line.text);
    } else groups.at(-1)?.push(line);
  }
  return groups;
}

/** Lines that end long before the width, although the next word would have fitted. */
function isVerse(group: readonly TextLine[], setting: Setting): boolean {
  if (group.length < 2 || group.length > 400) return false;
  const pairs = pairsOf(group);
  const full = pairs.filter(([line, next]) => isFull(line, next, setting.width)).length;
  return setting.width === 0 ? setting.mode === 'blocks' : full < pairs.length * 0.5;
}

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > longestParagraph) {
    const end = start + cutAt(text.slice(start, start + longestParagraph));
    pieces.push(text.slice(start, end).trim());
    start = end;
  }
  pieces.push(text.slice(start).trim());
  return pieces.filter((piece) => piece !== '');
}

/** The position behind the last sentence, else behind the last space, else between two characters. */
function cutAt(window: string): number {
  const half = window.length / 2;
  for (const pattern of [/[。！？…][”’」』）]?/gu, /[.!?؟…]["”’»)]?\s/gu, /\s/gu]) {
    const last = [...window.matchAll(pattern)].at(-1);
    if (last && last.index > half) return last.index + last[0].length;
  }
  return /[\ud800-\udbff]$/.test(window) ? window.length - 1 : window.length;
}

function plain(text: string): TextInline[] {
  return [{ type: 'text', text }];
}

function read(text: string): TextInline[] {
  return withReadings(text).map((part) =>
    typeof part === 'string' ? { type: 'text', text: part } : { type: 'ruby', base: part.base, text: part.reading },
  );
}

/** Older transcriptions mark italics as `_words_`. */
function emphasised(text: string): TextInline[] {
  const parts = text.split(/(?<![\p{L}\p{N}_])_([^_\n]{1,400})_(?![\p{L}\p{N}_])/u);
  return parts.flatMap((part, index): TextInline[] =>
    part === '' ? [] : [{ type: 'text', text: part, ...(index % 2 === 1 ? { em: true } : {}) }],
  );
}
