import type { Formula } from '../../../shared/mathml.ts';

/** The typed blocks of a novel's text (spec: reading.md#blocks). */
export type TextInline =
  | { type: 'text'; text: string; em?: boolean; strong?: boolean }
  | { type: 'br' }
  | { type: 'ruby'; base: string; text: string }
  /** A note's mark, and the words of the note. */
  | { type: 'note'; text: string; note: string }
  | Formula;
export type BlockType = 'p' | 'h2' | 'h3' | 'h4' | 'blockquote';
/** `indent`: how many lists the block's own list lies in. */
export type TextBlock = { type: BlockType; inlines: TextInline[]; indent?: number } | { type: 'hr' };
/** A block of a text whose pictures are still named by their address. */
export type HtmlBlock = TextBlock | { type: 'img'; src: string; alt: string };

type Mark = { id: string; at: number };

/** For one document; nobody writes a chapter with so many blocks, and no page could show it. */
export const mostBlocks = 100_000;
const mostInlines = 400_000;
export const deepestIndent = 6;
export const tooLong = { name: 'the end', cause: 'the text is too long (at most 100,000 paragraphs)' };

/** Builds blocks from words and the ends of paragraphs, as they come. */
export class BlockWriter {
  readonly blocks: HtmlBlock[] = [];
  /** The index of the block for each anchor; an anchor behind a block's last word belongs to the next block. */
  readonly anchors = new Map<string, number>();
  private inlines: TextInline[] = [];
  private type: BlockType = 'p';
  private marks: Mark[] = [];
  private written = 0;
  private prefix = '';
  private isAfterSpace = true;
  private em = 0;
  private strong = 0;
  private quotes = 0;
  private indent = 0;
  private inlineCount = 0;

  /** Whether there were more blocks than the limit: the rest is left out. */
  get isFull(): boolean {
    return this.blocks.length >= mostBlocks || this.inlineCount >= mostInlines;
  }

  /** How many characters the block has so far. */
  get length(): number {
    return this.written;
  }

  /** Begins a block; the current one ends. */
  begin(type: BlockType): void {
    this.end();
    this.type = type;
  }

  end(): void {
    const kept = trimInlines(this.inlines);
    const isQuote = this.type === 'p' && this.quotes > 0;
    const before = this.blocks.length;
    const type = isQuote ? 'blockquote' : this.type;
    const indent = type === 'p' && this.indent > 0 ? { indent: Math.min(this.indent, deepestIndent) } : {};
    if (kept.length > 0 && !this.isFull) this.blocks.push({ type, inlines: kept, ...indent });
    for (const { id, at } of this.marks) {
      const isBehind = at > 0 && at === this.written;
      if (!this.anchors.has(id)) this.anchors.set(id, isBehind ? this.blocks.length : before);
    }
    this.marks = [];
    this.inlines = [];
    this.written = 0;
    this.isAfterSpace = true;
    this.type = 'p';
  }

  /** Sets the words before a block's first word, such as a list's number. */
  startWith(prefix: string): void {
    this.prefix = prefix;
  }

  text(given: string): void {
    const last = this.inlines.at(-1);
    let text = this.isAfterSpace ? given.replace(/^ +/, '') : given;
    if (text === '') return;
    // Kept as a field: reading the end of a string that grows by characters takes time in proportion to its length.
    this.isAfterSpace = /\s/.test(text.charAt(text.length - 1));
    if (this.prefix !== '' && text.trim() !== '') {
      text = this.prefix + text;
      this.prefix = '';
    }
    this.written += text.trim().length;
    const isSame =
      last?.type === 'text' && Boolean(last.em) === this.em > 0 && Boolean(last.strong) === this.strong > 0;
    if (isSame) last.text += text;
    else
      this.add({
        type: 'text',
        text,
        ...(this.em > 0 ? { em: true } : {}),
        ...(this.strong > 0 ? { strong: true } : {}),
      });
  }

  private add(inline: TextInline): void {
    this.inlineCount += 1;
    if (this.inlineCount < mostInlines) this.inlines.push(inline);
  }

  lineBreak(): void {
    this.isAfterSpace = true;
    this.add({ type: 'br' });
  }

  ruby(base: string, text: string): void {
    this.written += base.length;
    this.isAfterSpace = false;
    this.add({ type: 'ruby', base, text });
  }

  /** A note's mark or a formula, as one thing in the line. */
  whole(inline: Extract<TextInline, { type: 'note' | 'math' }>): void {
    const { prefix } = this;
    this.prefix = '';
    if (prefix !== '') this.text(prefix);
    this.written += inline.text.length;
    this.isAfterSpace = false;
    if (inline.type === 'math') this.inlineCount += inline.nodes.length >> 3;
    this.add(inline);
  }

  /** Sets how many lists the next blocks' own list lies in. */
  indentBy(lists: number): void {
    this.indent = lists;
  }

  rule(): void {
    this.end();
    if (!this.isFull) this.blocks.push({ type: 'hr' });
  }

  image(src: string, alt: string): void {
    const { type } = this;
    this.end();
    if (!this.isFull) this.blocks.push({ type: 'img', src, alt });
    this.type = type;
  }

  anchor(id: string): void {
    this.marks.push({ id, at: this.written });
  }

  /** Ends all emphasis, at the end of a paragraph. */
  plain(): void {
    this.em = 0;
    this.strong = 0;
  }

  emphasis(by: 1 | -1): void {
    this.em = Math.max(0, this.em + by);
  }

  strength(by: 1 | -1): void {
    this.strong = Math.max(0, this.strong + by);
  }

  quote(by: 1 | -1): void {
    this.quotes = Math.max(0, this.quotes + by);
  }
}

function trimInlines(inlines: TextInline[]): TextInline[] {
  let from = 0;
  let to = inlines.length;
  while (from < to && isBlank(inlines[from])) from += 1;
  while (to > from && isBlank(inlines[to - 1])) to -= 1;
  const kept = inlines.slice(from, to);
  const first = kept[0];
  if (first?.type === 'text') kept[0] = { ...first, text: first.text.trimStart() };
  const last = kept.at(-1);
  if (last?.type === 'text') kept[kept.length - 1] = { ...last, text: last.text.trimEnd() };
  return kept;
}

function isBlank(inline: TextInline | undefined): boolean {
  return inline?.type === 'br' || (inline?.type === 'text' && inline.text.trim() === '');
}
