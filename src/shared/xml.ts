import { escapeMarkup } from './text.ts';

/** Parts of a document in their order; an empty one is left out. */
export type Parts = readonly string[];
/** Names and values in their order; null and undefined leave one out. */
export type Attributes = Readonly<Record<string, string | number | null | undefined>>;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** A text between tags or within quotes: escaped, and without what no XML document can hold. */
export function xmlText(text: string): string {
  return escapeMarkup(text.replace(notXml, ''));
}

/** An element with a text, which is escaped here and nowhere else. */
export function element(name: string, text: string, attributes: Attributes = {}): string {
  return `<${name}${written(attributes)}>${xmlText(text)}</${name}>`;
}

export function empty(name: string, attributes: Attributes): string {
  return `<${name}${written(attributes)}/>`;
}

/** An element around markup, without a blank between them. */
export function enclose(name: string, attributes: Attributes, inner: string): string {
  return `<${name}${written(attributes)}>${inner}</${name}>`;
}

/** An element around others, each on its own line. */
export function wrap(name: string, parts: Parts, attributes: Attributes = {}): string {
  return `<${name}${written(attributes)}>\n${parts.map((part) => part && `${part}\n`).join('')}</${name}>`;
}

export const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** A whole document around its root. */
export function xmlDocument(root: string): string {
  return `${xmlHead}${root}\n`;
}

function written(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === null || value === undefined ? '' : ` ${name}="${xmlText(String(value))}"`))
    .join('');
}
