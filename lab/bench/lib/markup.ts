import { createElement, type ReactNode } from 'react';

const voidElements = new Set([
  'area',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);
const token = /<!--[\s\S]*?-->|<\/([a-zA-Z][\w-]*)>|<([a-zA-Z][\w:-]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*(\/?)>|[^<]+/g;
const attribute = /([^\s=>/]+)(?:="([^"]*)")?/g;
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };

interface Piece {
  name: string;
  props: Record<string, unknown>;
  children: (Piece | string)[];
}

/**
 * Turns markup of React into a function that makes the same elements at each call, without components, hooks or state.
 * It is the least work with which renderToString writes the same bytes.
 */
export function pageOf(html: string): () => ReactNode {
  const root: Piece = { name: 'div', props: {}, children: [] };
  const open = [root];
  for (const [whole, closing, opening, attributes, selfClosing] of html.matchAll(token)) {
    if (whole.startsWith('<!--')) continue;
    const parent = open.at(-1) ?? root;
    if (closing) {
      const done = open.pop();
      if (done?.name !== closing) throw new Error(`</${closing}> closes <${done?.name}>`);
    } else if (opening) {
      const piece = { name: opening, props: propsOf(attributes ?? ''), children: [] };
      parent.children.push(piece);
      if (!selfClosing && !voidElements.has(opening)) open.push(piece);
    } else {
      parent.children.push(unescapeText(whole));
    }
  }
  return () => elementOf(root);
}

function elementOf(piece: Piece | string): ReactNode {
  if (typeof piece === 'string') return piece;
  return createElement(piece.name, { ...piece.props }, ...piece.children.map(elementOf));
}

function propsOf(text: string): Record<string, unknown> {
  const props: Record<string, unknown> = {};
  for (const [, name = '', value] of text.matchAll(attribute)) {
    if (name === 'style') props.style = styleOf(unescapeText(value ?? ''));
    else
      props[propName(name)] = value === undefined || (value === '' && booleans.has(name)) ? true : unescapeText(value);
  }
  return props;
}

const booleans = new Set([
  'async',
  'checked',
  'disabled',
  'hidden',
  'inert',
  'multiple',
  'open',
  'readonly',
  'selected',
]);

const propNames: Record<string, string> = {
  class: 'className',
  for: 'htmlFor',
  srcset: 'srcSet',
  tabindex: 'tabIndex',
  fetchpriority: 'fetchPriority',
  datetime: 'dateTime',
  hreflang: 'hrefLang',
  viewbox: 'viewBox',
  maxlength: 'maxLength',
  autocomplete: 'autoComplete',
  crossorigin: 'crossOrigin',
  colspan: 'colSpan',
  readonly: 'readOnly',
};

function propName(name: string): string {
  return propNames[name.toLowerCase()] ?? name;
}

function styleOf(text: string): Record<string, string> {
  const pairs = text
    .split(/;(?![^(]*\))/)
    .filter(Boolean)
    .map((declaration) => {
      const colon = declaration.indexOf(':');
      const name = declaration.slice(0, colon).trim();
      const key = name.startsWith('--') ? name : name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
      return [key, declaration.slice(colon + 1).trim()] as const;
    });
  return Object.fromEntries(pairs);
}

function unescapeText(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity);
}
