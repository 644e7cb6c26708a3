import { nameKey } from '../../names/names.ts';
import { hanNumeralSigns, readNumeral } from '../../names/numerals.ts';

/** A line that is a heading by the word of a book.yaml. */
export type DeclaredHeading = { number: string | null; title: string; isPart: boolean };

/** Says what a line is by the `headings` of a book.yaml; null for a line that is no heading. */
export type FindDeclaredHeading = (line: string) => DeclaredHeading | null;

type Token = { type: 'text'; text: string } | { type: 'number' | 'part' | 'title' };

const longestLine = 500;

/**
 * Reads the `headings` of a book.yaml. Each is a heading as printed, or a pattern: the words of a heading with {number},
 * {part} or {title} in place of what changes. A pattern is no regular expression, so that none can be slow: a line is
 * read once for each.
 */
export function createHeadingFinder(given: readonly string[]): FindDeclaredHeading {
  const patterns = given.filter(isPattern).map(tokensOf);
  const printed = new Set(given.filter((each) => !isPattern(each)).map(nameKey));
  return (line) => {
    if (line === '' || line.length > longestLine) return null;
    for (const pattern of patterns) {
      const found = matched(pattern, line);
      if (found) return found;
    }
    return printed.has(nameKey(line)) ? { number: null, title: line, isPart: false } : null;
  };
}

const placeholder = /\{(number|part|title)\}/;

export function isPattern(heading: string): boolean {
  return placeholder.test(heading);
}

function tokensOf(pattern: string): Token[] {
  return spaced(pattern)
    .split(/(\{(?:number|part|title)\})/)
    .filter((piece) => piece !== '')
    .map((piece): Token => {
      const name = placeholder.exec(piece)?.[1];
      return name === 'number' || name === 'part' || name === 'title'
        ? { type: name }
        : { type: 'text', text: piece.toLowerCase() };
    });
}

function spaced(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** A pattern read from left to right: a number takes as many words as make one, a title ends where the next words begin. */
function matched(tokens: readonly Token[], given: string): DeclaredHeading | null {
  const line = spaced(given);
  const lower = line.toLowerCase();
  const found: DeclaredHeading = { number: null, title: '', isPart: false };
  let at = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'text') {
      if (!lower.startsWith(token.text, at))
        return endsBefore(lower, { at, text: token.text, index, tokens }) ? found : null;
      at += token.text.length;
    } else if (token.type === 'title') {
      const next = tokens[index + 1];
      const end = next?.type === 'text' ? lower.indexOf(next.text, at) : line.length;
      if (end < 0) return null;
      found.title = line.slice(at, end).trim();
      at = end;
    } else {
      const numeral = numeralAt(line, at);
      if (!numeral) return null;
      if (token.type === 'part') found.isPart = true;
      if (token.type === 'number' || found.number === null) found.number = numeral.number;
      at += numeral.length;
    }
  }
  return at === line.length ? found : null;
}

type Rest = { at: number; text: string; index: number; tokens: readonly Token[] };

/** 'Chapter {number}. {title}' also fits a line that ends with its number. */
function endsBefore(lower: string, { at, text, index, tokens }: Rest): boolean {
  const isLast = index === tokens.length - 2 && tokens[index + 1]?.type === 'title';
  return isLast && text.trimEnd().startsWith(lower.slice(at));
}

const hanAtStart = new RegExp(`^[\\d０-９${hanNumeralSigns}]{1,12}`, 'u');

/** The longest number that stands here, of up to three words. */
function numeralAt(line: string, at: number): { number: string; length: number } | null {
  const words =
    /^[\p{L}\p{M}\p{N}'׳״-]{1,30}(?: [\p{L}\p{M}\p{N}]{1,20}){0,2}/u.exec(line.slice(at, at + 80))?.[0] ?? '';
  for (let text = words; text !== ''; text = text.includes(' ') ? text.replace(/ \S*$/u, '') : '') {
    const number = readNumeral(text);
    if (number !== null) return { number, length: text.length };
  }
  // In Chinese and Japanese a number touches the words beside it.
  const han = hanAtStart.exec(line.slice(at, at + 12))?.[0];
  const number = han === undefined ? null : readNumeral(han);
  return han === undefined || number === null ? null : { number, length: han.length };
}
