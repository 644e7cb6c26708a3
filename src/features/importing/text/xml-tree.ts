import { readMarkup, type Tag } from './markup.ts';

export type XmlElement = { name: string; attributes: Tag['attributes']; children: (XmlElement | string)[] };

const maxDepth = 64;
const maxElements = 200_000;
/** Elements that HTML never closes, among those that hold words. */
const voidElements = /^(br|img|hr|wbr)$/;

/** Builds a tree from tags and words, as they come; its time grows only in proportion to their number. */
export class TreeBuilder {
  readonly root: XmlElement = { name: '', attributes: new Map(), children: [] };
  /** Whether elements were nested too deep and moved up, or were too many and left out. */
  isCut = false;
  private readonly open: XmlElement[] = [this.root];
  private count = 0;

  constructor(private readonly limits: { depth: number; elements: number }) {}

  get isFull(): boolean {
    return this.count >= this.limits.elements;
  }

  /** How many elements are open. */
  get depth(): number {
    return this.open.length - 1;
  }

  enter({ name, attributes, isEmpty }: Tag): void {
    if (this.isFull) return;
    this.count += 1;
    // What comes after the limit is not read.
    this.isCut ||= this.isFull;
    const element: XmlElement = { name, attributes, children: [] };
    this.text(element);
    if (isEmpty || voidElements.test(name)) return;
    if (this.open.length < this.limits.depth) this.open.push(element);
    else this.isCut = true;
  }

  leave(name: string): void {
    const at = this.open.findLastIndex((element) => element.name === name);
    if (at > 0) this.open.length = at;
  }

  text(child: XmlElement | string): void {
    (this.open.at(-1) ?? this.root).children.push(child);
  }

  isWithin(names: ReadonlySet<string>): boolean {
    return this.open.some(({ name }) => names.has(name));
  }
}

/**
 * A document as a tree below a root without a name: an EPUB's package, its table of contents, a drawing. Elements
 * nested too deep are moved up; elements over the limit are left out.
 */
export function readTree(source: string, limits = { depth: maxDepth, elements: maxElements }): TreeBuilder {
  const tree = new TreeBuilder(limits);
  const reader = {
    get isFull() {
      return tree.isFull;
    },
    open: (tag: Tag) => tree.enter(tag),
    close: (name: string) => tree.leave(name),
    text: (text: string) => tree.text(text),
  };
  readMarkup(source, reader, { isXml: true });
  return tree;
}

export function readXml(source: string): XmlElement {
  return readTree(source).root;
}

export function childrenOf(element: XmlElement, name?: string): XmlElement[] {
  return element.children.filter(
    (child): child is XmlElement => typeof child !== 'string' && (name === undefined || child.name === name),
  );
}

/** All elements of a name, at any depth, in the document's order. */
export function allOf(element: XmlElement, name: string): XmlElement[] {
  return childrenOf(element).flatMap((child) => [...(child.name === name ? [child] : []), ...allOf(child, name)]);
}

/** An element's words on one line; for a picture, its alternative text. */
export function wordsOf(element: XmlElement): string {
  return rawWords(element).replace(/\s+/g, ' ').trim();
}

function rawWords(element: XmlElement): string {
  if (element.name === 'img') return ` ${element.attributes.get('alt') ?? ''} `;
  if (element.name === 'br') return ' ';
  return element.children.map((child) => (typeof child === 'string' ? child : rawWords(child))).join('');
}
