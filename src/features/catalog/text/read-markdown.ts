import { joinLines } from '../../../shared/line-joining.ts';
import { type KnownParts, type StoredBlock, type WordedType, withoutEdges } from './blocks.ts';
import { type Named, type Piece, readInlines, withoutEscapes } from './markdown-inlines.ts';

const deepestIndent = 6;
const deepestQuote = 20;

/**
 * Reads the Markdown of a novel's text (spec: studio.md#texts). `known` has the pictures and formulas that it may name. HTML
 * is text. The time grows only in proportion to the length.
 */
export function readMarkdown(markdown: string, known: KnownParts): StoredBlock[] {
  const { lines, definitions } = withoutDefinitions(linesOf(markdown));
  const named: Named = { ...known, notes: notesOf(definitions, known) };
  const reader = new MarkdownReader(named);
  reader.read(lines, 'p', 0);
  return reader.blocks;
}

function linesOf(markdown: string): string[] {
  return (
    markdown
      .replace(/^\ufeff/, '')
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters have no place in a text
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
      .split('\n')
  );
}

const isBlank = (line: string) => line.trim() === '';

/** Whether the line's end is a hard break: a backslash that is not escaped itself, or two spaces. */
function isBroken(line: string): boolean {
  return endsInBackslash(line) || (line.endsWith('  ') && !isBlank(line));
}

function endsInBackslash(line: string): boolean {
  let count = 0;
  while (line[line.length - 1 - count] === '\\') count += 1;
  return count % 2 === 1;
}

const definition = /^ {0,3}\[\^((?:[^\\\]\n]|\\.){1,200})\]:[ \t]*/;

/** A text's lines without the words of its notes, which stand anywhere as paragraphs of their own. */
function withoutDefinitions(lines: readonly string[]): { lines: string[]; definitions: Map<string, string[]> } {
  const definitions = new Map<string, string[]>();
  const kept: string[] = [];
  let open: string[] | null = null;
  for (const line of lines) {
    const found = line.length < 2 ? null : definition.exec(line);
    if (found?.[1] !== undefined) {
      open = [line.slice(found[0].length)];
      if (!definitions.has(found[1])) definitions.set(found[1], open);
      kept.push('');
    } else if (open && !isBlank(line)) open.push(line);
    else {
      open = null;
      kept.push(line);
    }
  }
  return { lines: kept, definitions };
}

function notesOf(definitions: ReadonlyMap<string, readonly string[]>, known: KnownParts): Named['notes'] {
  const notes = [...definitions].map(([label, lines]) => {
    const pieces = readInlines(joinBroken(lines), { ...known, notes: new Map() });
    return [label, { mark: markIn(label), note: pieces.map(wordsOf).join('').trim() }] as const;
  });
  return new Map(notes);
}

const wordsOf = (piece: Piece): string => {
  if (piece.type === 'br') return '\n';
  return piece.type === 'ruby' ? piece.base : 'text' in piece ? piece.text : '';
};

/** The mark that a label shows: without the number that tells notes of one mark apart. */
function markIn(label: string): string {
  const numbered = /^((?:[^\\]|\\.)*[^\\]|(?:[^\\]|\\.)*\\.)#\d+$/s.exec(label);
  return withoutEscapes(numbered?.[1] ?? label);
}

/** A paragraph's lines joined; a newline is left where the line was broken by hand. */
function joinBroken(lines: readonly string[]): string {
  const segments: string[] = [];
  let run: string[] = [];
  for (const [index, line] of lines.entries()) {
    const isLast = index === lines.length - 1;
    const broken = isBroken(line);
    run.push(trimmed(broken ? line.replace(/\\$/, '') : line));
    if (!broken || isLast) continue;
    segments.push(joinLines(run));
    run = [];
  }
  return [...segments, joinLines(run)].join('\n');
}

/** The line without the spaces around it; one behind a backslash stays. */
function trimmed(line: string): string {
  let end = line.length;
  while (end > 0 && /[ \t]/.test(line.charAt(end - 1))) end -= 1;
  const isEscaped = end < line.length && endsInBackslash(line.slice(0, end));
  return line.slice(0, isEscaped ? end + 1 : end).replace(/^[ \t]+/, '');
}

class MarkdownReader {
  readonly blocks: StoredBlock[] = [];
  private open: string[] = [];
  private type: WordedType = 'p';
  private item: 'ul' | 'ol' | null = null;

  constructor(private readonly named: Named) {}

  /** Reads the lines of a text, or of a quote in it; `plain` is the type of its paragraphs. */
  read(lines: readonly string[], plain: 'p' | 'blockquote', depth: number): void {
    for (let at = 0; at < lines.length; ) at += this.line(lines, at, { plain, depth });
    this.flush();
  }

  /** Returns how many lines it read. */
  private line(lines: readonly string[], at: number, { plain, depth }: { plain: 'p' | 'blockquote'; depth: number }) {
    const line = lines[at] ?? '';
    if (isBlank(line)) this.flush();
    else if (this.open.length > 0 && isBroken(this.open.at(-1) ?? '')) this.open.push(line);
    else if (/^ {0,3}>/.test(line)) return this.quote(lines, at, depth);
    else if (isRule(line)) {
      this.flush();
      this.blocks.push({ type: 'hr' });
    } else this.words(line, plain);
    if (this.type.startsWith('h') && !isBroken(line)) this.flush();
    return 1;
  }

  private words(line: string, plain: 'p' | 'blockquote'): void {
    const marks = /^ {0,3}(#{1,6})(?:[ \t]|$)/.exec(line);
    const item = /^([ \t]*)([-+*]|\d{1,9}[.)])[ \t]+(?=\S)/.exec(line);
    if (marks?.[1]) {
      this.flush();
      this.type = headingOf(marks[1].length);
      this.open.push(line.slice(marks[0].length));
    } else {
      if (item) this.flush();
      if (this.open.length === 0) this.type = plain;
      if (item && this.named.page) {
        this.item = /\d/.test(item[2] ?? '') ? 'ol' : 'ul';
        this.open.push(`${item[1]}${line.slice(item[0].length)}`);
        return;
      }
      const mark = item && shownMark(item[2] ?? '');
      this.open.push(mark ? `${item[1]}${mark} ${line.slice(item[0].length)}` : line);
    }
  }

  private quote(lines: readonly string[], at: number, depth: number): number {
    this.flush();
    let end = at;
    while (/^ {0,3}>/.test(lines[end] ?? '')) end += 1;
    const mark = depth < deepestQuote ? /^ {0,3}> ?/ : /^[ >]+/;
    this.read(
      lines.slice(at, end).map((line) => line.replace(mark, '')),
      'blockquote',
      depth + 1,
    );
    return end - at;
  }

  private flush(): void {
    const { open, type, item } = this;
    this.open = [];
    this.type = 'p';
    this.item = null;
    if (open.length === 0) return;
    const shape = { indent: type === 'p' ? indentOf(open[0] ?? '') : 0, item };
    const pieces = readInlines(joinBroken(open), this.named);
    let from = 0;
    for (const [index, piece] of pieces.entries())
      if (piece.type === 'img') {
        this.put(type, pieces.slice(from, index), shape);
        this.blocks.push(piece);
        from = index + 1;
      }
    this.put(type, pieces.slice(from), shape);
  }

  private put(
    type: WordedType,
    pieces: readonly Piece[],
    { indent, item }: { indent: number; item: 'ul' | 'ol' | null },
  ): void {
    const inlines = withoutEdges(pieces.filter((piece) => piece.type !== 'img'));
    if (inlines.length === 0) return;
    this.blocks.push({ type, inlines, ...(indent > 0 ? { indent } : {}), ...(item ? { item } : {}) });
  }
}

const isRule = (line: string) =>
  /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,})$/.test(line.slice(0, 200)) && line.length < 200;

/** The page's own title is the h1. */
function headingOf(level: number): 'h2' | 'h3' | 'h4' {
  return level <= 2 ? 'h2' : level === 3 ? 'h3' : 'h4';
}

/** A dash begins direct speech in some languages, and a list in others: it stays a dash. Null: a number stays as it is. */
function shownMark(mark: string): string | null {
  return mark === '-' ? '–' : /^[*+]$/.test(mark) ? '•' : null;
}

/** In how many lists a paragraph lies: four spaces or a tab each. */
function indentOf(line: string): number {
  const space = /^[ \t]*/.exec(line)?.[0] ?? '';
  return Math.min(deepestIndent, Math.floor(space.replaceAll('\t', '    ').length / 4));
}
