import { type BlockType, BlockWriter, type HtmlBlock, type TextBlock, tooLong } from './block-writer.ts';
import { readMarkup, type Tag } from './markup.ts';

/** The parts of a book's document that can be shown. */
export type HtmlText = {
  blocks: HtmlBlock[];
  /** The index of the block for each id of the document. */
  anchors: Map<string, number>;
  /** The document's type by its own markup (`epub:type`, `role`) before its first word. */
  types: string[];
  title: string;
  /** The share of its text that is in links: a list of contents is almost all links. */
  linkedShare: number;
  faults: { name: string; cause: string }[];
};

/** The content of these elements is not shown. */
const hiddenElements = new Set(
  'script style iframe object template noscript title textarea select audio video canvas'.split(' '),
);
const blockElements: Record<string, BlockType> = {
  ...Object.fromEntries(
    'p div li section article body tr dd dt pre header footer aside main figure figcaption nav ul ol dl table caption address hgroup details summary fieldset form center'
      .split(' ')
      .map((name) => [name, 'p' as const]),
  ),
  h1: 'h2',
  h2: 'h2',
  h3: 'h3',
  h4: 'h4',
  h5: 'h4',
  h6: 'h4',
  blockquote: 'blockquote',
};

/** HTML as typed blocks: an element that is not on the short list is dropped or becomes its text, never markup. */
export function parseHtml(source: string): TextBlock[] {
  const { blocks } = readHtml(source, { isXml: false, hasPictures: false });
  return blocks.filter((block): block is TextBlock => block.type !== 'img');
}

/** A document of a book, with its pictures and the places that a table of contents can refer to. */
export function readHtml(source: string, options: { isXml: boolean; hasPictures: boolean }): HtmlText {
  const reader = new HtmlReader(options);
  // XHTML is read as HTML too, where script and style hold no markup: many books have such a script without CDATA.
  readMarkup(source, reader, { isXml: false });
  return reader.finish();
}

/** Words that are kept until their element ends: a note's mark, a superscript, or a word with its ruby text. */
type Held =
  | { kind: 'small'; name: string; text: string; isNote: boolean }
  | { kind: 'ruby'; base: string; text: string; part: 'base' | 'text' | 'aside' | 'after' };

/** A cell with more words becomes paragraphs: such a table only arranges a page. */
const longCell = 300;

class HtmlReader {
  private readonly writer = new BlockWriter();
  private readonly types = new Set<string>();
  private readonly faults: HtmlText['faults'] = [];
  private readonly lists: { next: number | null }[] = [];
  private title = '';
  private held: Held | null = null;
  /** The hidden element that we are in, and how deep in elements of its name; some end at the first block within. */
  private unseen: { name: string; depth: number; endsAtBlock: boolean } | null = null;
  private drawing: { depth: number; pictures: number } | null = null;
  private links = 0;
  private cells = 0;
  private isCellNew = false;
  private pre = 0;
  private characters = 0;
  private linkedCharacters = 0;

  constructor(private readonly options: { isXml: boolean; hasPictures: boolean }) {}

  /** Whether there was more than the limit. */
  get isFull(): boolean {
    return this.writer.isFull;
  }

  text(given: string): void {
    if (this.unseen?.name === 'title' && this.title === '') this.title = given.replace(/\s+/g, ' ').trim();
    if (this.unseen || this.drawing) return;
    const text = withoutControls(given);
    if (this.pre > 0 && !this.held) this.lines(text);
    else this.words(unwrapped(text));
  }

  finish(): HtmlText {
    this.release();
    this.writer.end();
    const { blocks, anchors, isFull } = this.writer;
    if (isFull) this.faults.push(tooLong);
    const linkedShare = this.characters === 0 ? 0 : this.linkedCharacters / this.characters;
    return { blocks, anchors, types: [...this.types], title: this.title, linkedShare, faults: this.faults };
  }

  open(tag: Tag): void {
    this.openAny(tag);
    if (tag.isEmpty && this.options.isXml) this.close(tag.name);
  }

  private openAny({ name, attributes, isEmpty }: Tag): void {
    if (this.unseen) {
      if (this.unseen.name === name) this.unseen.depth += 1;
      // Its end tag was forgotten: it must not hide the rest of the book.
      else if (this.unseen.endsAtBlock && Object.hasOwn(blockElements, name)) this.unseen = null;
      if (this.unseen) return;
    }
    if (name === 'svg' || this.drawing) this.drawn(name, attributes);
    else if (hiddenElements.has(name) && !isEmpty) this.unseen = { name, depth: 1, endsAtBlock: false };
    else this.openSeen(name, attributes);
  }

  private openSeen(name: string, attributes: Tag['attributes']): void {
    const types = typesOf(attributes);
    if (this.characters === 0 && Object.hasOwn(blockElements, name)) for (const type of types) this.types.add(type);
    if (Object.hasOwn(blockElements, name)) this.openBlock(name, attributes);
    for (const key of ['id', 'name']) {
      const id = attributes.get(key);
      if (id && (key === 'id' || name === 'a')) this.writer.anchor(id);
    }
    // The number of a printed page, or the way back from a note: useful only on paper or in a frame.
    if (types.includes('pagebreak') || types.includes('backlink')) this.unseen = { name, depth: 1, endsAtBlock: true };
    else this.openInline(name, { attributes, types });
  }

  close(name: string): void {
    if (this.unseen) {
      if (this.unseen.name === name) this.unseen.depth -= 1;
      if (this.unseen.depth === 0) this.unseen = null;
      return;
    }
    if (this.drawing) this.closeDrawing(name);
    else this.closeSeen(name);
  }

  private closeSeen(name: string): void {
    if (Object.hasOwn(blockElements, name)) this.closeBlock(name);
    else if (name === 'td' || name === 'th') this.cells = Math.max(0, this.cells - 1);
    else if (name === 'em' || name === 'i' || name === 'cite' || name === 'dfn' || name === 'var')
      this.writer.emphasis(-1);
    else if (name === 'strong' || name === 'b') this.writer.strength(-1);
    else if (this.held?.kind === 'ruby') this.rubyPart(name, { isClosing: true });
    else if (this.held?.kind === 'small' && this.held.name === name) this.release();
    if (name === 'a') this.links = Math.max(0, this.links - 1);
  }

  private openBlock(name: string, attributes: Tag['attributes']): void {
    this.release();
    const type = blockElements[name] ?? 'p';
    const isInCell = this.cells > 0 && type === 'p' && name !== 'tr' && this.writer.length < longCell;
    if (!isInCell) this.writer.begin(type);
    else if (this.writer.length > 0 && !this.isCellNew) this.writer.lineBreak();
    if (type === 'blockquote') this.writer.quote(1);
    if (name === 'pre') this.pre += 1;
    else if (name === 'ul' || name === 'ol') this.lists.push(listOf(name, attributes));
    else if (name === 'li') this.writer.startWith(this.marker());
  }

  private closeBlock(name: string): void {
    this.release();
    if (this.cells === 0 || name === 'tr' || blockElements[name] !== 'p' || this.writer.length >= longCell)
      this.writer.end();
    if (name === 'tr' || name === 'table') this.cells = 0;
    if (name === 'blockquote') this.writer.quote(-1);
    else if (name === 'pre') this.pre = Math.max(0, this.pre - 1);
    else if (name === 'ul' || name === 'ol') this.lists.pop();
    else if (name === 'li') this.writer.startWith('');
  }

  private openInline(name: string, facts: { attributes: Tag['attributes']; types: string[] }): void {
    const { attributes, types } = facts;
    if (name === 'hr') this.writer.rule();
    else if (name === 'br') this.held ? this.words(' ') : this.writer.lineBreak();
    else if (name === 'em' || name === 'i' || name === 'cite' || name === 'dfn' || name === 'var')
      this.writer.emphasis(1);
    else if (name === 'strong' || name === 'b') this.writer.strength(1);
    else if (name === 'td' || name === 'th') {
      this.cells += 1;
      this.isCellNew = true;
    } else if (name === 'img') this.picture(attributes.get('src') ?? '', attributes.get('alt') ?? '');
    else if (name === 'ruby') {
      this.nextRuby('');
    } else if (this.held?.kind === 'ruby') this.rubyPart(name, { isClosing: false });
    else if (name === 'math' && attributes.get('alttext')) {
      this.words(attributes.get('alttext') ?? '');
      this.unseen = { name, depth: 1, endsAtBlock: true };
    } else if (name === 'annotation' || name === 'annotation-xml') this.unseen = { name, depth: 1, endsAtBlock: true };
    if (name === 'a') this.openLink(attributes, types);
    else if (name === 'sup' && !this.held) this.held = { kind: 'small', name, text: '', isNote: this.links > 0 };
  }

  private openLink(attributes: Tag['attributes'], types: string[]): void {
    if (attributes.has('href')) this.links += 1;
    const isNote = types.includes('noteref') || /footnote|noteref/i.test(attributes.get('class') ?? '');
    if (this.held?.kind === 'small') this.held.isNote ||= attributes.has('href');
    else if (isNote && !this.held) this.held = { kind: 'small', name: 'a', text: '', isNote };
  }

  private marker(): string {
    const list = this.lists.at(-1);
    if (!list) return '';
    if (list.next === null) return '• ';
    list.next += 1;
    return `${list.next - 1}. `;
  }

  private words(text: string): void {
    const { held } = this;
    if (!held) this.say(text);
    else if (held.kind === 'small') held.text += text;
    else if (held.part === 'base' || held.part === 'text') held[held.part] += text;
    else if (held.part === 'after' && text.trim() !== '') this.nextRuby(text);
  }

  private say(text: string): void {
    if (this.cells > 0 && this.isCellNew && text.trim() !== '') {
      if (this.writer.length > 0) this.writer.text(' | ');
      this.isCellNew = false;
    }
    this.writer.text(text);
    const { length } = text.trim();
    this.characters += length;
    if (this.links > 0) this.linkedCharacters += length;
  }

  /** Preformatted text keeps its lines. */
  private lines(text: string): void {
    for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
      if (index > 0) this.writer.lineBreak();
      if (line !== '') this.say(line.replace(/\t/g, '    ').replace(/^ +/, (indent) => '\u00a0'.repeat(indent.length)));
    }
  }

  /** Ends the kept words: they go into the text at their place, with ruby text in the same line. */
  private release(): void {
    const { held } = this;
    this.held = null;
    if (held?.kind === 'ruby') {
      if (held.text.trim()) this.writer.ruby(held.base.trim(), held.text.trim());
      else this.say(held.base);
      this.characters += held.base.length;
    } else if (held) this.say(held.isNote ? noteMark(held.text) : raised(held.text));
  }

  private rubyPart(name: string, { isClosing }: { isClosing: boolean }): void {
    if (this.held?.kind !== 'ruby') return;
    if (name === 'ruby' && isClosing) this.release();
    else if (/^(rb|rt|rp)$/.test(name)) {
      // One element may hold several pairs, one after the other.
      const isNext = !isClosing && name === 'rb' && this.held.part !== 'base';
      if (isNext) this.nextRuby('');
      else if (isClosing) this.held.part = name === 'rb' ? 'base' : 'after';
      else this.held.part = name === 'rp' ? 'aside' : name === 'rt' ? 'text' : 'base';
    }
  }

  private nextRuby(base: string): void {
    this.release();
    this.held = { kind: 'ruby', base, text: '', part: 'base' };
  }

  private picture(src: string, alt: string): void {
    // The mark of a note may be a picture.
    const words = alt.replace(/\s+/g, ' ').trim();
    const fault = addressFault(src);
    if (this.held) this.words(this.held.kind === 'small' && this.held.text === '' ? '*' : words.slice(0, 3));
    else if (!this.options.hasPictures) return;
    else if (fault) this.faults.push({ name: src.slice(0, 100), cause: fault });
    else this.writer.image(src, words);
  }

  /** A drawing is not shown; a picture that it only frames is shown. */
  private drawn(name: string, attributes: Tag['attributes']): void {
    if (!this.drawing) this.drawing = { depth: 1, pictures: 0 };
    else if (name === 'svg') this.drawing.depth += 1;
    if (name !== 'image') return;
    this.drawing.pictures += 1;
    this.picture(attributes.get('href') ?? '', attributes.get('aria-label') ?? '');
  }

  private closeDrawing(name: string): void {
    if (!this.drawing || name !== 'svg') return;
    this.drawing.depth -= 1;
    if (this.drawing.depth > 0) return;
    if (this.drawing.pictures === 0 && this.options.hasPictures)
      this.faults.push({ name: 'svg', cause: 'SVG is not accepted' });
    this.drawing = null;
  }
}

function typesOf(attributes: Tag['attributes']): string[] {
  const roles = (attributes.get('role') ?? '').split(/\s+/).map((role) => role.replace(/^doc-/, ''));
  return [...(attributes.get('epub:type') ?? '').split(/\s+/), ...roles]
    .filter(Boolean)
    .map((type) => type.toLowerCase());
}

function listOf(name: string, attributes: Tag['attributes']): { next: number | null } {
  const start = Number(attributes.get('start') ?? 1);
  return { next: name === 'ol' ? (Number.isInteger(start) ? start : 1) : null };
}

/** The reason why a picture at this address is refused, or null. */
export function addressFault(src: string): string | null {
  if (src.trim() === '') return 'a picture without an address';
  if (/^data:/i.test(src)) return 'a picture written into the text';
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(src) ? 'a picture from another place; nothing is fetched' : null;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const controls = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u202d\u202e\ufffe\uffff]/g;

function withoutControls(text: string): string {
  return text.replace(controls, '');
}

const wide = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff00-\\uffef';
const lineBetweenWide = new RegExp(`(?<=[${wide}])[ \\t\\r\\f]*\\n[ \\t\\r\\n\\f]*(?=[${wide}])`, 'gu');

/** Line breaks in the source mean spaces; but between two Han characters there was no space. */
function unwrapped(text: string): string {
  return text.replace(lineBetweenWide, '').replace(/[ \t\r\n\f]{2,}|[\t\r\n\f]/g, ' ');
}

function noteMark(text: string): string {
  const mark = text.replace(/\s+/g, ' ').trim();
  return mark === '' || /^[[(（【〔].*[\])）】〕]$/.test(mark) ? mark : `[${mark}]`;
}

const raisedDigits = '⁰¹²³⁴⁵⁶⁷⁸⁹';

function raised(text: string): string {
  return /^\s*\d{1,6}\s*$/.test(text) ? text.replace(/\d/g, (digit) => raisedDigits[Number(digit)] ?? digit) : text;
}
