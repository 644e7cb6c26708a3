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

/**
 * The elements of markup that React wrote, as plain React elements without components: what renderToString would have
 * to do at the least to write the same bytes again.
 */
export function elementsOf(html: string): ReactNode {
  const root: ReactNode[] = [];
  const stack: { name: string; props: Record<string, unknown>; children: ReactNode[] }[] = [];
  const add = (node: ReactNode) => (stack.at(-1)?.children ?? root).push(node);
  for (const [whole, closing, opening, attributes, selfClosing] of html.matchAll(token)) {
    if (whole.startsWith('<!--')) continue;
    if (closing) {
      const done = stack.pop();
      if (done?.name !== closing) throw new Error(`</${closing}> closes <${done?.name}>`);
      add(createElement(done.name, done.props, ...done.children));
    } else if (opening) {
      const props = propsOf(attributes ?? '');
      if (selfClosing || voidElements.has(opening)) add(createElement(opening, props));
      else stack.push({ name: opening, props, children: [] });
    } else {
      add(unescapeText(whole));
    }
  }
  return createElement('div', null, ...root);
}

function propsOf(text: string): Record<string, unknown> {
  const props: Record<string, unknown> = {};
  for (const [, name = '', value] of text.matchAll(attribute)) {
    if (name === 'style') props.style = styleOf(unescapeText(value ?? ''));
    else props[propName(name)] = value === undefined || (value === '' && name !== 'alt') ? true : unescapeText(value);
  }
  return props;
}

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
    .split(';')
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
