import type { TextLine } from './plain-text.ts';

/** The lines between the marks of a Project Gutenberg file, and the facts in its header about the book. */
export type GutenbergText = {
  lines: TextLine[];
  /** How many lines were cut before them. */
  from: number;
  isGutenberg: boolean;
  title?: string;
  author?: string;
  language?: string;
};

const start = /^\*{2,}\s*START\s+OF\s+(?:TH(?:E|IS)\s+)?PROJECT\s+GUTENBERG/i;
const end = /^\*{2,}\s*END\s+OF\s+(?:TH(?:E|IS)\s+)?PROJECT\s+GUTENBERG/i;
const plainEnd = /^End of (?:the |this )?Project Gutenberg/i;
const smallPrintEnd = /^\*END\*\s*THE SMALL PRINT/i;
const field = /^(Title|Author|Language):\s*(\S.{0,300})$/i;
const credit =
  /^(?:Produced by|E-?text prepared by|This e-?(?:book|text) was (?:produced|prepared)|Transcribed (?:from|by)|Note de transcription)/i;

/** Whether a block is the mark where the book within a Project Gutenberg file begins or ends. */
export function gutenbergMark(words: string): 'start' | 'end' | null {
  const mark = /\*{2,}\s*(START|END)\s+OF\s+TH(?:E|IS)\s+PROJECT\s+GUTENBERG/i.exec(words.slice(0, 400));
  return mark ? (mark[1]?.toUpperCase() === 'START' ? 'start' : 'end') : null;
}

/** The range of the book within a Project Gutenberg file; for any other file, the whole of it. */
export function gutenbergRange(words: readonly string[]): { from: number; to: number } {
  const marks = words.map(gutenbergMark);
  const from = marks.indexOf('start') + 1;
  const end = marks.findIndex((mark, index) => mark === 'end' && index >= from);
  return { from, to: end < 0 ? words.length : end };
}

/** Cuts header, footer and credits; a text without such marks comes back unchanged. */
export function cutGutenberg(lines: readonly TextLine[]): GutenbergText {
  const at = lines.findIndex(
    (line) => line.text.length < 300 && (start.test(line.text) || smallPrintEnd.test(line.text)),
  );
  if (at < 0) return { lines: [...lines], from: 0, isGutenberg: false };
  const from = skipCredits(lines, endOfMark(lines, at));
  const text = lines.slice(from, endOfText(lines, from));
  return { lines: text, from, isGutenberg: true, ...headerFields(lines.slice(0, at)) };
}

/** The mark may run over several lines; its last one ends with asterisks. */
function endOfMark(lines: readonly TextLine[], at: number): number {
  for (let next = at; next < at + 4; next += 1) if (/\*\*\s*$/.test(lines[next]?.text ?? '')) return next + 1;
  return at + 1;
}

function skipCredits(lines: readonly TextLine[], from: number): number {
  let at = from;
  while (at < lines.length && lines[at]?.text === '') at += 1;
  if (!credit.test(lines[at]?.text ?? '')) return from;
  while (at < lines.length && lines[at]?.text !== '') at += 1;
  return at;
}

function endOfText(lines: readonly TextLine[], from: number): number {
  const marked = lines.findIndex((line, index) => index >= from && line.text.length < 300 && end.test(line.text));
  const searchFrom = Math.max(from, (marked < 0 ? lines.length : marked) - (marked < 0 ? 600 : 20));
  const said = lines.findIndex((line, index) => index >= searchFrom && plainEnd.test(line.text));
  const found = [marked, said].filter((index) => index >= 0);
  return found.length > 0 ? Math.min(...found) : lines.length;
}

function headerFields(header: readonly TextLine[]): Pick<GutenbergText, 'title' | 'author' | 'language'> {
  const fields: Pick<GutenbergText, 'title' | 'author' | 'language'> = {};
  for (const [index, line] of header.entries()) {
    const found = field.exec(line.text);
    if (!found?.[1] || !found[2]) continue;
    const name = found[1].toLowerCase() as 'title' | 'author' | 'language'; // the pattern's three words
    const next = header[index + 1];
    const continued = next && next.indent >= 4 && next.text !== '' && !field.test(next.text) ? ` ${next.text}` : '';
    fields[name] ??= (found[2] + continued).trim();
  }
  return fields;
}
