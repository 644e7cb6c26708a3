import { escapeMarkup } from './text.ts';

/** Parts of a document in their order; an empty one is left out. */
export type Parts = readonly string[];
/** Names and values in their order; null leaves one out. */
export type Attributes = Readonly<Record<string, string | number | null>>;

/** An element with a text, which is escaped here and nowhere else. */
export function element(name: string, text: string, attributes: Attributes = {}): string {
  return `<${name}${written(attributes)}>${escapeMarkup(text)}</${name}>`;
}

export function empty(name: string, attributes: Attributes): string {
  return `<${name}${written(attributes)}/>`;
}

/** An element around others, each on its own line. */
export function wrap(name: string, parts: Parts, attributes: Attributes = {}): string {
  return `<${name}${written(attributes)}>\n${parts.map((part) => part && `${part}\n`).join('')}</${name}>`;
}

/** A whole document around its root. */
export function xmlDocument(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

function written(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === null ? '' : ` ${name}="${escapeMarkup(String(value))}"`))
    .join('');
}
