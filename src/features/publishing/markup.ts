import { decodeEntities } from '../../shared/text.ts';
import { decodeReferences } from './pieces.ts';

/** A piece of HTML or XML; names are lower-case and without their prefix. */
export type Markup =
  /** Its entities are decoded, as are an attribute's. */
  | { type: 'text'; text: string }
  /** `isEmpty`: written as closed at once, which XML means and HTML ignores. */
  | { type: 'open'; name: string; source: string; isEmpty: boolean }
  | { type: 'close'; name: string }
  /** An element of which nothing within is markup. */
  | { type: 'raw'; name: string; text: string };

const longestName = 100;

/**
 * Reads markup as it comes, well-formed or not: nothing is looked up, executed or refused, and the time it takes grows
 * with its length only. Declarations, comments and instructions are passed over.
 */
export function* markupOf(source: string, rawElements: ReadonlySet<string>): Generator<Markup> {
  // What no database stores and no text means.
  const text = source.replace(/^\ufeff/, '').replaceAll('\u0000', '');
  const lowerCase = text.toLowerCase().length === text.length ? text.toLowerCase() : text;
  let at = 0;
  while (at < text.length) {
    const start = markStart(text, at);
    if (start > at) yield { type: 'text', text: decodeReferences(text.slice(at, start)) };
    if (start === text.length) return;
    const next = text[start + 1] ?? '';
    if (text.startsWith('<![CDATA[', start)) {
      at = endOf(text, ']]>', start);
      yield { type: 'text', text: text.slice(start + 9, at).replace(/\]\]>$/, '') };
    } else if (text.startsWith('<!--', start)) at = endOf(text, '-->', start);
    else if (/[!?]/.test(next)) at = declarationEnd(text, start);
    else {
      at = tagEnd(text, start);
      const tag = /^<(\/?)(?:[\w.-]+:)?([a-z_][\w.-]*)/i.exec(text.slice(start, start + longestName));
      const name = tag?.[2]?.toLowerCase();
      if (!name) continue;
      if (tag?.[1] === '/') yield { type: 'close', name };
      else {
        const isEmpty = text[at - 2] === '/';
        const from = at;
        const isRaw = rawElements.has(name) && !isEmpty;
        if (isRaw) at = rawEnd(lowerCase, name, from);
        if (isRaw) yield { type: 'raw', name, text: decodeReferences(text.slice(from, at)) };
        else yield { type: 'open', name, source: text.slice(start, from), isEmpty };
      }
    }
  }
}

/** Where the next markup begins, or the end: a '<' before anything else is a sign like others. */
function markStart(text: string, from: number): number {
  const mark = /<[a-z/_!?]/gi;
  mark.lastIndex = from;
  return mark.exec(text)?.index ?? text.length;
}

function endOf(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from);
  return end < 0 ? text.length : end + mark.length;
}

/** A document type may hold declarations of its own between brackets. */
function declarationEnd(text: string, start: number): number {
  const end = endOf(text, '>', start);
  const isPlain = text[start + 1] === '?' || !text.slice(start, end).includes('[');
  return isPlain ? end : endOf(text, '>', endOf(text, ']', start));
}

/** The end of a tag; a `>` within a quoted attribute does not end it. */
function tagEnd(text: string, start: number): number {
  let quote = '';
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (quote) {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at + 1;
  }
  return text.length;
}

/** Where a raw element's own closing tag begins, or the end. */
function rawEnd(lowerCase: string, name: string, from: number): number {
  const close = lowerCase.indexOf(`</${name}`, from);
  return close < 0 ? lowerCase.length : close;
}

const longestTag = 64 * 1024;
const attribute = /([^\s=/>"'<]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>"']+))?/g;

/** A tag's attributes by their name in lower case, with and without its prefix; none of a monstrous tag. */
export function attributesOf(source: string): Map<string, string> {
  const attributes = new Map<string, string>();
  if (source.length > longestTag) return attributes;
  for (const [, name = '', value = ''] of source.replace(/^<[^\s/>]*/, '').matchAll(attribute)) {
    const key = name.toLowerCase();
    const text = decodeEntities(value.replace(/^(["'])([\s\S]*)\1$/, '$2'));
    if (!attributes.has(key)) attributes.set(key, text);
    const local = key.slice(key.indexOf(':') + 1);
    if (!attributes.has(local)) attributes.set(local, text);
  }
  return attributes;
}
