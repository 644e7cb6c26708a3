import { SaxesParser } from 'saxes';

/** An element of a document that is well-formed. */
export interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

/** Reads a document; throws where an XML parser must. */
export function readXml(document: string): Element {
  const top: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, attributes, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(document).close();
  const [root] = top.children;
  if (!root) throw new Error('The document is empty');
  return root;
}

export function all(element: Element, name: string): Element[] {
  return element.children.filter((child) => child.name === name);
}

/** The text of the one child of that name. */
export function textOf(element: Element, name: string): string {
  const [only, second] = all(element, name);
  if (!only || second) throw new Error(`${element.name} has not one ${name}`);
  return only.text;
}

export function linkOf(element: Element, rel: string): Record<string, string> | undefined {
  return all(element, 'link').find(({ attributes }) => attributes.rel === rel)?.attributes;
}
