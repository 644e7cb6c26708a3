import { isRule, joinLines } from './line-joining.ts';

/** The typed blocks of a novel's text, contract.md section 2. */
export type TextInline =
  | { type: 'text'; text: string; em?: boolean; strong?: boolean }
  | { type: 'br' }
  | { type: 'ruby'; base: string; text: string };
export type TextBlock = { type: 'p' | 'h2' | 'h3' | 'h4' | 'blockquote'; inlines: TextInline[] } | { type: 'hr' };

/** Markdown as typed blocks. No markup ever passes through. */
export function parseMarkdown(source: string): TextBlock[] {
  const lines = source
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters have no place in a text
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .split('\n');
  return paragraphsOf(withoutFrontMatter(lines)).flatMap(markdownBlocks);
}

function withoutFrontMatter(lines: string[]): string[] {
  if (lines[0]?.trim() !== '---') return lines;
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === '---');
  return end > 0 && end < 60 && lines.slice(1, end).every((line) => /^\s*$|^\s|^[\w-]+:/.test(line))
    ? lines.slice(end + 1)
    : lines;
}

/**
 * Paragraphs stand between empty lines; where a text has none, or each line opens with an ideographic space, every
 * line is a paragraph.
 */
function paragraphsOf(lines: string[]): string[][] {
  const filled = lines.filter((line) => line.trim() !== '');
  const indented = filled.filter((line) => /^(?:\u3000|\t| {2,}(?=\p{Script=Han}))/u.test(line));
  const hasBlank = lines.some((line, index) => line.trim() === '' && index > 0 && index < lines.length - 1);
  const isLong = filled.some((line) => line.length > 200);
  if (indented.length * 2 > filled.length || (!hasBlank && isLong)) return filled.map((line) => [line]);
  const paragraphs: string[][] = [];
  let current: string[] = [];
  for (const line of [...lines, '']) {
    if (line.trim() !== '') current.push(line);
    else if (current.length > 0) {
      paragraphs.push(current);
      current = [];
    }
  }
  return paragraphs;
}

function markdownBlocks(lines: string[]): TextBlock[] {
  const blocks: TextBlock[] = [];
  let rest: string[] = [];
  const flush = () => {
    if (rest.length > 0) blocks.push(...quotedOrPlain(rest));
    rest = [];
  };
  for (const line of lines) {
    const heading = headingIn(line);
    const underline = /^ {0,3}(=+|-+)\s*$/.exec(line)?.[1];
    if (heading) {
      flush();
      blocks.push(...paragraph(headingType(heading.level), [heading.words], markdownInlines));
    } else if (underline && rest.length === 1) {
      const title = rest;
      rest = [];
      blocks.push(...paragraph(underline.startsWith('=') ? 'h2' : 'h3', title, markdownInlines));
    } else if (isRule(line.trim())) {
      flush();
      blocks.push({ type: 'hr' });
    } else rest.push(line);
  }
  flush();
  return blocks;
}

/** '## Words ##', read from both ends: a pattern for all of it takes the cube of a long line's length. */
function headingIn(line: string): { level: number; words: string } | null {
  const marks = /^ {0,3}(#{1,6})\s/.exec(line);
  if (!marks?.[1]) return null;
  const words = line.slice(marks[0].length).trim();
  let end = words.length;
  while (words[end - 1] === '#') end -= 1;
  const isClosed = end === 0 || /\s/.test(words.charAt(end - 1));
  return { level: marks[1].length, words: isClosed ? words.slice(0, end).trimEnd() : words };
}

/** The page's own title is the h1. */
function headingType(level: number): 'h2' | 'h3' | 'h4' {
  return level <= 2 ? 'h2' : level === 3 ? 'h3' : 'h4';
}

function quotedOrPlain(lines: string[]): TextBlock[] {
  if (!lines.every((line) => /^ {0,3}>/.test(line))) return paragraph('p', lines, markdownInlines);
  const inner = lines.map((line) => line.replace(/^ {0,3}> ?/, ''));
  return paragraph('blockquote', inner, markdownInlines);
}

type InlineReader = (text: string) => TextInline[];

function paragraph(type: 'p' | 'h2' | 'h3' | 'h4' | 'blockquote', lines: string[], read: InlineReader): TextBlock[] {
  const inlines: TextInline[] = [];
  let run: string[] = [];
  for (const [index, line] of lines.entries()) {
    const isBroken = /(?: {2}|\\)$/.test(line.slice(-2)) && index < lines.length - 1;
    run.push(line.replace(/\\$/, '').trim());
    if (!isBroken) continue;
    inlines.push(...read(joinLines(run)), { type: 'br' });
    run = [];
  }
  inlines.push(...read(joinLines(run)));
  return inlines.length > 0 ? [{ type, inlines }] : [];
}

function plainInlines(text: string): TextInline[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

/** The title that a front matter gives, without its quotes. */
export function frontMatterTitle(source: string): string | null {
  const lines = source
    .slice(0, 10_000)
    .replace(/^\ufeff/, '')
    .split(/\r\n?|\n/);
  if (withoutFrontMatter(lines) === lines) return null;
  const title = lines
    .find((line) => /^title:\s*\S/i.test(line))
    ?.replace(/^title:\s*/i, '')
    .trim();
  return title?.replace(/^(["'])(.*)\1$/, '$2').slice(0, 500) || null;
}

/** Where the pictures of a Markdown text lie, as it says. */
export function picturesOf(source: string): string[] {
  return [...source.matchAll(/!\[[^\]\n]{0,500}\]\(\s*<?([^)\s>]{1,2000})/g)].map((match) => match[1] ?? '');
}

const maxInlineCharacters = 200_000;

/** Emphasis by `*` or `_`, strong by two of them, `<br>`, escapes, and a link’s or image’s words without its address. */
function markdownInlines(source: string): TextInline[] {
  if (source.length > maxInlineCharacters) return plainInlines(source);
  const text = source.replace(/!?\[([^\]\n]{0,500})\]\([^)\n]{0,2000}\)/g, '$1');
  const inlines: TextInline[] = [];
  let em = false;
  let strong = false;
  let run = '';
  const flush = () => {
    if (run !== '') inlines.push({ type: 'text', text: run, ...(em ? { em } : {}), ...(strong ? { strong } : {}) });
    run = '';
  };
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at, at + 8);
    const escaped = /^\\([\\`*_{}[\]()#+.!<>~|-])/.exec(rest)?.[1];
    const line = /^<br ?\/?>/i.exec(rest)?.[0];
    const mark = /^(\*{1,3}|_{1,3})/.exec(rest)?.[0];
    if (escaped) {
      run += escaped;
      at += 2;
    } else if (line) {
      flush();
      inlines.push({ type: 'br' });
      at += line.length;
    } else if (mark && togglesAt(text, at, mark, mark.length === 1 ? em : strong)) {
      flush();
      if (mark.length !== 2) em = !em;
      if (mark.length !== 1) strong = !strong;
      at += mark.length;
    } else {
      run += mark ?? text[at] ?? '';
      at += mark?.length ?? 1;
    }
  }
  flush();
  return inlines;
}

/** A mark opens before a word whose closing mark follows, and closes behind one; elsewhere it is a character. */
function togglesAt(text: string, at: number, mark: string, isOpen: boolean): boolean {
  const before = text[at - 1] ?? ' ';
  const after = text[at + mark.length] ?? ' ';
  const isWord = (character: string) => /[\p{L}\p{N}]/u.test(character);
  if (mark.startsWith('_') && isWord(before) && isWord(after)) return false;
  if (isOpen) return !/\s/.test(before);
  if (/\s/.test(after)) return false;
  const close = text.indexOf(mark, at + mark.length);
  return close > at && !/\s/.test(text[close - 1] ?? ' ');
}
