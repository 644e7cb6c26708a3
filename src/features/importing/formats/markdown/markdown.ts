import { isRule, joinLines } from '../../../../shared/line-joining.ts';
import { cutDescription } from '../../../../shared/text.ts';
import { BlockWriter, type HtmlBlock } from '../../text/block-writer.ts';
import { type Definitions, definitionIn, writeInlines } from './markdown-inlines.ts';

/**
 * Markdown as typed blocks; a picture in it is still an address. No markup ever passes through. The time grows only in
 * proportion to the length.
 */
export function parseMarkdown(source: string): { blocks: HtmlBlock[]; isFull: boolean } {
  const lines = withoutFrontMatter(linesOf(source));
  const definitions: Definitions = new Map();
  const text = lines.filter((line) => {
    const definition = definitionIn(line);
    if (definition && !definitions.has(definition.label)) definitions.set(definition.label, definition.address);
    return definition === null;
  });
  const reader = new MarkdownReader(definitions, isOneParagraphALine(text));
  reader.read(text, 0);
  const { blocks, isFull } = reader.writer;
  return { blocks, isFull };
}

function linesOf(source: string): string[] {
  return (
    source
      .replace(/^\ufeff/, '')
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters have no place in a text
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
      .split('\n')
  );
}

function withoutFrontMatter(lines: string[]): string[] {
  if (lines[0]?.trim() !== '---') return lines;
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === '---');
  return end > 0 && end < 60 && lines.slice(1, end).every((line) => /^\s*$|^\s|^[\w-]+:/.test(line))
    ? lines.slice(end + 1)
    : lines;
}

/**
 * Empty lines separate paragraphs. In a text without empty lines, or where each line begins with an ideographic space,
 * every line is a paragraph.
 */
function isOneParagraphALine(lines: readonly string[]): boolean {
  const filled = lines.filter((line) => line.trim() !== '');
  const indented = filled.filter((line) => /^(?:\u3000|\t| {2,}(?=\p{Script=Han}))/u.test(line));
  const hasBlank = lines.some((line, index) => line.trim() === '' && index > 0 && index < lines.length - 1);
  const isLong = filled.some((line) => line.length > 200);
  return indented.length * 2 > filled.length || (!hasBlank && isLong);
}

/** Deeper quotes than this count as this deep. */
const deepestQuote = 6;

class MarkdownReader {
  readonly writer = new BlockWriter();
  private open: string[] = [];
  private isList = false;

  constructor(
    private readonly definitions: Definitions,
    private readonly isLineMode: boolean,
  ) {}

  /** Reads the lines of a text, or of a quote in it. */
  read(lines: readonly string[], depth: number): void {
    for (let at = 0; at < lines.length; ) at += this.block(lines, at, depth);
    this.flush();
  }

  /** Returns how many lines it read. */
  private block(lines: readonly string[], at: number, depth: number): number {
    const line = lines[at] ?? '';
    if (line.trim() === '') {
      this.flush();
      return 1;
    }
    return (
      this.fence(lines, at) ||
      this.quote(lines, at, depth) ||
      this.heading(line) ||
      this.table(lines, at) ||
      this.item(line) ||
      this.words(line)
    );
  }

  private words(line: string): number {
    this.open.push(line);
    if (this.isLineMode) this.flush();
    return 1;
  }

  private flush(): void {
    if (this.open.length > 0) this.paragraph('p', this.open);
    this.open = [];
    this.isList = false;
  }

  private paragraph(type: 'p' | 'h2' | 'h3' | 'h4', lines: readonly string[], prefix = ''): void {
    const { writer } = this;
    writer.begin(type);
    writer.startWith(prefix);
    for (const [index, segment] of segmentsOf(lines).entries()) {
      if (index > 0) writer.lineBreak();
      writeInlines(writer, segment, this.definitions);
      writer.plain();
    }
    writer.end();
    writer.startWith('');
  }

  private heading(line: string): number {
    const heading = headingIn(line);
    const underline = /^ {0,3}(=+|-+)\s*$/.exec(line)?.[1];
    if (heading) {
      this.flush();
      this.paragraph(headingType(heading.level), [heading.words]);
    } else if (underline && this.open.length === 1 && !this.isList) {
      const title = this.open;
      this.open = [];
      this.paragraph(underline.startsWith('=') ? 'h2' : 'h3', title);
    } else if (isRule(line.trim())) {
      this.flush();
      this.writer.rule();
    } else return 0;
    return 1;
  }

  private quote(lines: readonly string[], at: number, depth: number): number {
    if (!isQuoted(lines[at])) return 0;
    this.flush();
    let end = at;
    while (end < lines.length && isQuoted(lines[end])) end += 1;
    const strip = depth < deepestQuote ? /^ {0,3}> ?/ : /^ {0,3}>[> ]*/;
    this.writer.quote(1);
    this.read(
      lines.slice(at, end).map((line) => line.replace(strip, '')),
      depth + 1,
    );
    this.writer.quote(-1);
    return end - at;
  }

  /** Preformatted lines stay lines. */
  private fence(lines: readonly string[], at: number): number {
    const mark = /^ {0,3}(`{3,}|~{3,})[^`]*$/.exec(lines[at] ?? '')?.[1];
    if (!mark) return 0;
    this.flush();
    const isEnd = (line: string) => line.trim().startsWith(mark) && /^[`~]+$/.test(line.trim());
    let end = at + 1;
    while (end < lines.length && !isEnd(lines[end] ?? '')) end += 1;
    this.writer.begin('p');
    for (const [index, line] of lines.slice(at + 1, end).entries()) {
      if (index > 0) this.writer.lineBreak();
      const words = line.replace(/\t/g, '    ').trimEnd();
      if (words !== '') this.writer.text(words.replace(/^ +/, (indent) => '\u00a0'.repeat(indent.length)));
    }
    this.writer.end();
    return end - at + 1;
  }

  /** A table's rows become lines of their own. */
  private table(lines: readonly string[], at: number): number {
    const head = lines[at] ?? '';
    if (this.open.length > 0 || !head.includes('|') || !isTableRule(lines[at + 1] ?? '')) return 0;
    let end = at + 2;
    while (end < lines.length && lines[end]?.includes('|')) end += 1;
    for (const row of [head, ...lines.slice(at + 2, end)]) {
      const cells = row.trim().replace(/^\|/, '').replace(/\|$/, '').split('|');
      this.paragraph('p', [
        cells
          .map((cell) => cell.trim())
          .filter(Boolean)
          .join(' | '),
      ]);
    }
    return end - at;
  }

  /** Text behind a mark or a number begins a paragraph and keeps the mark; a dash may begin direct speech. */
  private item(line: string): number {
    const found = /^ {0,12}([-*+]|\d{1,9}[.)])[ \t]+(?=\S)/.exec(line);
    const mark = found?.[1];
    // In the middle of a paragraph only the first mark of a list counts: '1914. It was' may be a broken line.
    if (!mark || (this.open.length > 0 && !this.isList && !/^(?:[-*+]|1[.)])$/.test(mark))) return 0;
    const isPart = this.open.length > 0 || !this.isLineMode;
    this.flush();
    this.isList = isPart;
    this.open.push(`${shownMark(mark)} ${line.slice(found[0].length)}`);
    if (this.isLineMode) this.flush();
    return 1;
  }
}

function shownMark(mark: string): string {
  return mark === '-' ? '–' : /^[*+]$/.test(mark) ? '•' : mark;
}

function isQuoted(line: string | undefined): boolean {
  return /^ {0,3}>/.test(line ?? '');
}

function isTableRule(line: string): boolean {
  return line.length < 2000 && line.includes('|') && line.includes('-') && /^[\s|:-]+$/.test(line);
}

/** '## Words ##', read from both ends: one pattern for all of it would take the cube of a long line's length. */
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

/** A paragraph's lines joined into segments; two spaces or a backslash at a line's end separate the segments. */
function segmentsOf(lines: readonly string[]): string[] {
  const segments: string[] = [];
  let run: string[] = [];
  for (const [index, line] of lines.entries()) {
    const isBroken = /(?: {2}|\\)$/.test(line.slice(-2)) && index < lines.length - 1;
    run.push(line.replace(/\\$/, '').trim());
    if (!isBroken) continue;
    segments.push(joinLines(run));
    run = [];
  }
  return [...segments, joinLines(run)];
}

/** The title in a front matter, without its quotes. */
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
  return cutDescription(title?.replace(/^(["'])(.*)\1$/, '$2') ?? '', 500) || null;
}
