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

/** A picture. If it only draws letters within a line, `words` has them; else that is empty. */
type Picture = { type: 'img'; src: string; alt: string; words: string };

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
  private inlines: (TextInline | Picture)[] = [];
  private hasPicture = false;
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
    const before = this.blocks.length;
    const lone = this.takeLone();
    const { above, words, below } = spread(this.inlines);
    const kept = trimInlines(words);
    const isQuote = this.type === 'p' && this.quotes > 0;
    const type = isQuote ? 'blockquote' : this.type;
    const indent = type === 'p' && this.indent > 0 ? { indent: Math.min(this.indent, deepestIndent) } : {};
    this.show(above);
    if (kept.length > 0 && !this.isFull) this.blocks.push({ type, inlines: kept, ...indent });
    this.show([...below, ...lone]);
    for (const { id, at } of this.marks) {
      const isBehind = at > 0 && at === this.written;
      if (!this.anchors.has(id)) this.anchors.set(id, isBehind ? this.blocks.length : before);
    }
    this.marks = [];
    this.inlines = [];
    this.hasPicture = false;
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

  private add(inline: TextInline | Picture): void {
    this.inlineCount += 1;
    if (this.inlineCount < mostInlines) this.inlines.push(inline);
  }

  lineBreak(): void {
    const lone = this.takeLone();
    if (lone.length > 0) {
      const { type } = this;
      this.end();
      this.show(lone);
      this.type = type;
      return;
    }
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

  /**
   * A picture within a line does not break the paragraph: its `words` go into the line, or it follows the paragraph.
   */
  image(src: string, alt: string, words = ''): void {
    this.hasPicture = true;
    if (words !== '') this.isAfterSpace = false;
    this.add({ type: 'img', src, alt, words });
  }

  /** Takes away the pictures of a line that has no words; they do not belong to the paragraph. */
  private takeLone(): Picture[] {
    if (!this.hasPicture) return [];
    const from = this.inlines.findLastIndex(({ type }) => type === 'br') + 1;
    const line = this.inlines.slice(from);
    if (line.some(isWord)) return [];
    this.inlines.length = from;
    return line.filter(isPicture);
  }

  private show(pictures: readonly Picture[]): void {
    for (const { src, alt } of pictures) if (!this.isFull) this.blocks.push({ type: 'img', src, alt });
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

function isPicture(inline: TextInline | Picture): inline is Picture {
  return inline.type === 'img';
}

function isWord(inline: TextInline | Picture): boolean {
  return !isPicture(inline) && !isBlank(inline);
}

/** A paragraph's words, and the pictures in it that are no words: those before its first word stand above it. */
function spread(inlines: readonly (TextInline | Picture)[]): {
  above: Picture[];
  words: TextInline[];
  below: Picture[];
} {
  const said = inlines.map((inline): TextInline | Picture =>
    isPicture(inline) && inline.words !== '' ? { type: 'text', text: inline.words } : inline,
  );
  const first = said.findIndex(isWord);
  return {
    above: said.slice(0, Math.max(0, first)).filter(isPicture),
    words: said.filter((inline): inline is TextInline => !isPicture(inline)),
    below: said.slice(Math.max(0, first)).filter(isPicture),
  };
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
