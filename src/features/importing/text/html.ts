import { type BlockType, BlockWriter, type HtmlBlock, type TextBlock, tooLong } from './block-writer.ts';
import { glyphIn, noteIn } from './html-notes.ts';
import { addressFault, isPictureObject, listOf, typesOf, unwrapped, withoutControls } from './html-words.ts';
import { LineWriter, longCell, type NoteInline } from './line-writer.ts';
import { type MarkupReader, readMarkup, type Tag } from './markup.ts';
import { foreignInMath, formulaOf } from './mathml.ts';
import { type Drawing, drawingOf, foreignInSvg, svgLimits } from './svg.ts';
import { childrenOf, TreeBuilder } from './xml-tree.ts';

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
  /** Its links, each with the index of its block. */
  links: { href: string; at: number }[];
  /** The marks of notes that are links, with their addresses. */
  noteLinks: Map<NoteInline, string>;
  /** The drawings in it, by the addresses that stand in the blocks. */
  drawings: Map<string, Drawing>;
  faults: { name: string; cause: string }[];
};

/** The content of these elements is not shown. */
const hiddenElements = new Set(
  'script style iframe template noscript title textarea select audio video canvas'.split(' '),
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
  const { blocks } = readHtml(source, { isXml: false });
  return blocks.filter((block): block is TextBlock => block.type !== 'img');
}

/** `isBook`: an EPUB's document, whose drawings can be drawn and whose notes can be found. */
type Options = {
  isXml: boolean;
  hasPictures?: true;
  isBook?: true;
  /** Stands above the text. */
  heading?: string | null;
  /** Keeps some of the markup away from the reader. */
  filter?: (reader: MarkupReader) => MarkupReader;
};

/** A document of a book, with its pictures and the places that a table of contents can refer to. */
export function readHtml(source: string, options: Options): HtmlText {
  const reader = new HtmlReader(options);
  const { heading } = options;
  if (heading) {
    reader.open({ name: 'h1', attributes: new Map(), isEmpty: false });
    reader.text(heading);
    reader.close('h1');
  }
  // XHTML is read as HTML too, where script and style hold no markup: many books have such a script without CDATA.
  readMarkup(source, options.filter?.(reader) ?? reader, { isXml: false });
  return reader.finish();
}

/** A formula or drawing that has not ended yet. */
type Foreign = { kind: 'math' | 'svg'; tree: TreeBuilder };
const foreignLimits = { math: { depth: 64, elements: 10_000 }, svg: svgLimits };
const wordsInForeign = { math: foreignInMath, svg: foreignInSvg };
const mostLinks = 50_000;

class HtmlReader {
  private readonly writer = new BlockWriter();
  private readonly types = new Set<string>();
  private readonly faults: HtmlText['faults'] = [];
  private readonly lists: { next: number | null }[] = [];
  private title = '';
  /** The hidden element that the reader is in, and how many of its name are nested; some end at the first block. */
  private unseen: { name: string; depth: number; endsAtBlock: boolean } | null = null;
  private foreign: Foreign | null = null;
  private readonly links: HtmlText['links'] = [];
  private readonly drawings: HtmlText['drawings'] = new Map();
  private hasCase = false;
  private pre = 0;
  private readonly line: LineWriter;

  constructor(private readonly options: Options) {
    this.line = new LineWriter(this.writer, options);
  }

  /** Whether there was more than the limit. */
  get isFull(): boolean {
    return this.writer.isFull;
  }

  text(given: string): void {
    if (this.unseen?.name === 'title' && this.title === '') this.title = given.replace(/\s+/g, ' ').trim();
    const text = withoutControls(given);
    if (this.foreign) this.foreign.tree.text(text);
    if (this.foreign || this.unseen) return;
    if (this.pre > 0 && !this.line.held) this.line.lines(text);
    else this.line.words(unwrapped(text));
  }

  finish(): HtmlText {
    this.endForeign();
    this.line.release();
    this.writer.end();
    const { blocks, anchors, isFull } = this.writer;
    if (isFull) this.faults.push(tooLong);
    const { title, links, drawings, faults } = this;
    const { linkedShare, noteLinks } = this.line;
    return { blocks, anchors, types: [...this.types], title, linkedShare, links, noteLinks, drawings, faults };
  }

  open(tag: Tag): void {
    if (this.foreign && this.openForeign(this.foreign, tag)) return;
    const kind = tag.name === 'math' || tag.name === 'svg' ? tag.name : null;
    if (kind && !this.unseen) {
      if (tag.isEmpty) return;
      this.foreign = { kind, tree: new TreeBuilder(foreignLimits[kind]) };
      this.foreign.tree.enter(tag);
      return;
    }
    this.openAny(tag);
    if (tag.isEmpty && this.options.isXml) this.close(tag.name);
  }

  private openAny({ name, attributes, isEmpty }: Tag): void {
    if (this.unseen) {
      if (this.unseen.name === name) this.unseen.depth += 1;
      // The end tag was forgotten: the element must not hide the rest of the book.
      else if (this.unseen.endsAtBlock && Object.hasOwn(blockElements, name)) this.unseen = null;
      if (this.unseen) return;
    }
    if (hiddenElements.has(name) && !isEmpty) this.unseen = { name, depth: 1, endsAtBlock: false };
    else this.openSeen(name, attributes);
  }

  private openSeen(name: string, attributes: Tag['attributes']): void {
    const types = typesOf(attributes);
    if (this.line.characters === 0 && Object.hasOwn(blockElements, name))
      for (const type of types) this.types.add(type);
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
    if (!this.foreign) this.closeSeen(name);
    else {
      this.foreign.tree.leave(name);
      if (this.foreign.tree.depth === 0) this.endForeign();
    }
  }

  /**
   * False where a paragraph begins: the end tag was forgotten, and the formula must not swallow the rest of the book.
   */
  private openForeign({ kind, tree }: Foreign, tag: Tag): boolean {
    if (Object.hasOwn(blockElements, tag.name) && !tree.isWithin(wordsInForeign[kind])) {
      this.endForeign();
      return false;
    }
    tree.enter(tag);
    return true;
  }

  private endForeign(): void {
    const { foreign } = this;
    this.foreign = null;
    const element = foreign && childrenOf(foreign.tree.root)[0];
    if (!element) return;
    if (foreign.kind === 'svg') this.drawn(drawingOf(element, foreign.tree));
    else this.formula(formulaOf(element, foreign.tree));
  }

  private formula(formula: ReturnType<typeof formulaOf>): void {
    if (formula.type === 'words' || this.line.held) this.line.words(formula.text);
    else this.line.whole(formula);
  }

  private closeSeen(name: string): void {
    if (Object.hasOwn(blockElements, name)) this.closeBlock(name);
    else if (name === 'td' || name === 'th') this.line.closeCell();
    else if (name === 'em' || name === 'i' || name === 'cite' || name === 'dfn' || name === 'var')
      this.writer.emphasis(-1);
    else if (name === 'strong' || name === 'b') this.writer.strength(-1);
    else if (this.line.held?.kind === 'ruby') this.line.rubyPart(name, { isClosing: true });
    else if (this.line.held?.kind === 'small' && this.line.held.name === name) this.line.release();
    else if (name === 'switch') this.hasCase = false;
    if (name === 'a') this.line.closeLink();
  }

  private openBlock(name: string, attributes: Tag['attributes']): void {
    this.line.release();
    const type = blockElements[name] ?? 'p';
    const isInCell = this.line.cells > 0 && type === 'p' && name !== 'tr' && this.writer.length < longCell;
    if (!isInCell) this.writer.begin(type);
    else if (this.writer.length > 0 && !this.line.isCellNew) this.writer.lineBreak();
    if (type === 'blockquote') this.writer.quote(1);
    if (name === 'pre') this.pre += 1;
    else if (name === 'ul' || name === 'ol') {
      this.lists.push(listOf(name, attributes));
      this.writer.indentBy(this.lists.length - 1);
    } else if (name === 'li') this.writer.startWith(this.marker());
  }

  private closeBlock(name: string): void {
    this.line.release();
    if (this.line.cells === 0 || name === 'tr' || blockElements[name] !== 'p' || this.writer.length >= longCell)
      this.writer.end();
    if (name === 'tr' || name === 'table') this.line.cells = 0;
    if (name === 'blockquote') this.writer.quote(-1);
    else if (name === 'pre') this.pre = Math.max(0, this.pre - 1);
    else if (name === 'ul' || name === 'ol') {
      this.lists.pop();
      this.writer.indentBy(Math.max(0, this.lists.length - 1));
    } else if (name === 'li') this.writer.startWith('');
  }

  private openInline(name: string, facts: { attributes: Tag['attributes']; types: string[] }): void {
    const { attributes, types } = facts;
    const note = noteIn(name, attributes);
    if (note !== null) {
      this.line.openNote(name, note);
      if (name === 'img') this.line.closeNote();
    } else if (name === 'hr') this.writer.rule();
    else if (name === 'br') this.line.held ? this.line.words(' ') : this.writer.lineBreak();
    else if (name === 'em' || name === 'i' || name === 'cite' || name === 'dfn' || name === 'var')
      this.writer.emphasis(1);
    else if (name === 'strong' || name === 'b') this.writer.strength(1);
    else if (name === 'td' || name === 'th') {
      this.line.openCell();
    } else if (name === 'img')
      this.picture(attributes.get('src') ?? '', attributes.get('alt') ?? '', glyphIn(attributes));
    else if (name === 'ruby') {
      this.line.nextRuby('');
    } else if (this.line.held?.kind === 'ruby') this.line.rubyPart(name, { isClosing: false });
    else if (name === 'object' || name === 'embed') this.openObject(name, attributes);
    else if (name === 'case' || name === 'default') this.openCase(name, attributes);
    if (name === 'a') this.openLink(attributes, types);
    else if (name === 'sup') this.line.openSmall(name);
  }

  /** The content of an object is shown where the object itself cannot be. */
  private openObject(name: string, attributes: Tag['attributes']): void {
    const address = attributes.get(name === 'object' ? 'data' : 'src') ?? '';
    if (!isPictureObject(address, attributes.get('type') ?? '')) return;
    this.picture(address, attributes.get('aria-label') ?? attributes.get('title') ?? '');
    if (name === 'object') this.unseen = { name, depth: 1, endsAtBlock: false };
  }

  /** Of the alternatives that EPUB 3.0 allows, shows a formula where there is one, else the default. */
  private openCase(name: 'case' | 'default', attributes: Tag['attributes']): void {
    const isMath = attributes.get('required-namespace') === 'http://www.w3.org/1998/Math/MathML';
    if (name === 'case' && isMath) this.hasCase = true;
    else if (name === 'case' || this.hasCase) this.unseen = { name, depth: 1, endsAtBlock: false };
  }

  private openLink(attributes: Tag['attributes'], types: string[]): void {
    const href = attributes.get('href') ?? null;
    if (href !== null && this.links.length < mostLinks) this.links.push({ href, at: this.writer.blocks.length });
    const isNote = types.includes('noteref') || /footnote|noteref/i.test(attributes.get('class') ?? '');
    this.line.openLink({ href, isNote });
  }

  private marker(): string {
    const list = this.lists.at(-1);
    if (!list) return '';
    if (list.next === null) return '• ';
    list.next += 1;
    return `${list.next - 1}. `;
  }

  /** `glyph`: the letters that it draws. */
  private picture(src: string, alt: string, glyph = ''): void {
    // The mark of a note may be a picture.
    const words = alt.replace(/\s+/g, ' ').trim();
    const fault = addressFault(src);
    if (this.line.held)
      this.line.words(this.line.held.kind === 'small' && this.line.held.text === '' ? '*' : words.slice(0, 3));
    else if (!this.options.hasPictures) this.line.words(glyph);
    else if (fault) this.faults.push({ name: src.slice(0, 100), cause: fault });
    else this.writer.image(src, words, glyph);
  }

  /** A picture that a drawing only frames is shown itself. */
  private drawn(drawing: Drawing): void {
    const { framed, pictures, alt } = drawing;
    if (!this.options.hasPictures || (!drawing.hasShapes && pictures.length === 0)) return;
    if (framed !== null || (!this.options.isBook && pictures.length > 0))
      for (const address of pictures) this.picture(address, alt);
    else if (!this.options.isBook) this.faults.push({ name: 'svg', cause: 'SVG is not accepted' });
    else if (drawing.fault !== null) this.faults.push({ name: 'svg', cause: drawing.fault });
    else if (!this.line.held) {
      const address = `#drawing-${this.drawings.size + 1}`;
      this.drawings.set(address, drawing);
      this.writer.image(address, alt);
    }
  }
}
