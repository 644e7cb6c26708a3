import { readMarkup, type Tag } from './markup.ts';

export type XmlElement = { name: string; attributes: Tag['attributes']; children: (XmlElement | string)[] };

const maxDepth = 64;
const maxElements = 200_000;
/** Elements that HTML never closes, among those that hold words. */
const voidElements = /^(br|img|hr|wbr)$/;

/**
 * Small documents (an EPUB's package, its table of contents) as a tree below a root without a name. Elements nested too
 * deep are moved up; elements over the limit are left out.
 */
export function readXml(source: string): XmlElement {
  const root: XmlElement = { name: '', attributes: new Map(), children: [] };
  const open: XmlElement[] = [root];
  let count = 0;
  const hang = (child: XmlElement | string) => (open.at(-1) ?? root).children.push(child);
  const reader = {
    get isFull() {
      return count >= maxElements;
    },
    open({ name, attributes, isEmpty }: Tag) {
      count += 1;
      const element: XmlElement = { name, attributes, children: [] };
      hang(element);
      if (!isEmpty && !voidElements.test(name) && open.length < maxDepth) open.push(element);
    },
    close(name: string) {
      const at = open.findLastIndex((element) => element.name === name);
      if (at > 0) open.length = at;
    },
    text: hang,
  };
  readMarkup(source, reader, { isXml: true });
  return root;
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
