import type { TextBlock, TextInline } from './markdown.ts';

const droppedElements =
  /^(script|style|iframe|svg|math|object|embed|template|noscript|head|title|textarea|select|audio|video|canvas)$/;
const blockElements: Record<string, 'p' | 'h2' | 'h3' | 'h4' | 'blockquote'> = {
  p: 'p',
  div: 'p',
  li: 'p',
  section: 'p',
  article: 'p',
  body: 'p',
  tr: 'p',
  dd: 'p',
  dt: 'p',
  pre: 'p',
  h1: 'h2',
  h2: 'h2',
  h3: 'h3',
  h4: 'h4',
  h5: 'h4',
  h6: 'h4',
  blockquote: 'blockquote',
};
const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
};

/** HTML as typed blocks: what is not on the short list of elements is dropped or becomes its text, never markup. */
export function parseHtml(source: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let type: 'p' | 'h2' | 'h3' | 'h4' | 'blockquote' = 'p';
  let inlines: TextInline[] = [];
  let quoteDepth = 0;
  let em = 0;
  let strong = 0;
  const flush = () => {
    const trimmed = trimInlines(inlines);
    if (trimmed.length > 0)
      blocks.push({ type: type === 'p' && quoteDepth > 0 ? 'blockquote' : type, inlines: trimmed });
    inlines = [];
    type = 'p';
  };
  const addText = (text: string) => {
    if (text === '') return;
    const last = inlines.at(-1);
    const marks = { ...(em > 0 ? { em: true } : {}), ...(strong > 0 ? { strong: true } : {}) };
    const isSame = last?.type === 'text' && Boolean(last.em) === em > 0 && Boolean(last.strong) === strong > 0;
    if (isSame) last.text += text;
    else inlines.push({ type: 'text', text, ...marks });
  };
  /** A word with its reading above it, while it is being read. */
  let ruby: { base: string; text: string; part: 'base' | 'text' | 'none' } | null = null;
  const endRuby = () => {
    if (ruby?.text.trim()) inlines.push({ type: 'ruby', base: ruby.base.trim(), text: ruby.text.trim() });
    else if (ruby) addText(ruby.base);
    ruby = null;
  };
  for (const token of tokensOf(source)) {
    if (token.type === 'text') {
      const text = decodeEntities(token.text).replace(/[ \t\r\n\f]+/g, ' ');
      if (!ruby) addText(text);
      else if (ruby.part !== 'none') ruby[ruby.part] += text;
      continue;
    }
    const { name, isClosing } = token;
    if (name === 'ruby' || (ruby && Object.hasOwn(blockElements, name))) {
      endRuby();
      if (name === 'ruby' && !isClosing) ruby = { base: '', text: '', part: 'base' };
    } else if (ruby && /^(rb|rt|rp)$/.test(name)) {
      // Several pairs may follow each other in one element.
      if (name !== 'rp' && !isClosing && ruby.part !== 'base' && name === 'rb') {
        endRuby();
        ruby = { base: '', text: '', part: 'base' };
      } else ruby.part = isClosing || name === 'rp' ? 'none' : name === 'rt' ? 'text' : 'base';
    }
    const block = Object.hasOwn(blockElements, name) ? blockElements[name] : undefined;
    if (block) {
      flush();
      if (block === 'blockquote') quoteDepth = Math.max(0, quoteDepth + (isClosing ? -1 : 1));
      else if (!isClosing) type = block;
    } else if (name === 'hr') {
      flush();
      blocks.push({ type: 'hr' });
    } else if (name === 'br') inlines.push({ type: 'br' });
    else if (name === 'em' || name === 'i') em = Math.max(0, em + (isClosing ? -1 : 1));
    else if (name === 'strong' || name === 'b') strong = Math.max(0, strong + (isClosing ? -1 : 1));
  }
  endRuby();
  flush();
  return blocks;
}

type Token = { type: 'text'; text: string } | { type: 'tag'; name: string; isClosing: boolean };

function* tokensOf(source: string): Generator<Token> {
  const text = source.replace(/^\ufeff/, '');
  const lowerCase = text.toLowerCase().length === text.length ? text.toLowerCase() : text;
  let at = 0;
  while (at < text.length) {
    const start = text.indexOf('<', at);
    if (start < 0) {
      yield { type: 'text', text: text.slice(at) };
      return;
    }
    if (start > at) yield { type: 'text', text: text.slice(at, start) };
    const next = text[start + 1] ?? '';
    if (text.startsWith('<!--', start)) {
      at = endOf(text, '-->', start);
    } else if (/[!?]/.test(next)) {
      at = endOf(text, '>', start);
    } else if (/[a-z/]/i.test(next)) {
      const end = tagEnd(text, start);
      const tag = /^<(\/?)([a-z][a-z0-9]*)/i.exec(text.slice(start, start + 40));
      const name = (tag?.[2] ?? '').toLowerCase();
      const isClosing = tag?.[1] === '/';
      at = end;
      if (!isClosing && droppedElements.test(name)) at = afterElement({ text, lowerCase }, name, end);
      else if (name) yield { type: 'tag', name, isClosing };
    } else {
      yield { type: 'text', text: '<' };
      at = start + 1;
    }
  }
}

function endOf(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from);
  return end < 0 ? text.length : end + mark.length;
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

function afterElement(source: { text: string; lowerCase: string }, name: string, from: number): number {
  const { text, lowerCase } = source;
  if (text[from - 2] === '/') return from;
  const close = lowerCase.indexOf(`</${name}`, from);
  return close < 0 ? text.length : tagEnd(text, close);
}

function decodeEntities(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole;
    const code = name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    const isText = (code >= 32 && code < 0xd800) || (code > 0xdfff && code <= 0x10ffff);
    return isText && code !== 127 ? String.fromCodePoint(code) : '�';
  });
}

function trimInlines(inlines: TextInline[]): TextInline[] {
  const kept = [...inlines];
  const isBlank = (inline: TextInline | undefined) =>
    inline && (inline.type === 'br' || (inline.type === 'text' && inline.text.trim() === ''));
  while (isBlank(kept[0])) kept.shift();
  while (isBlank(kept.at(-1))) kept.pop();
  const first = kept[0];
  const last = kept.at(-1);
  if (first?.type === 'text') kept[0] = { ...first, text: first.text.trimStart() };
  const end = kept.at(-1);
  if (last && end?.type === 'text') kept[kept.length - 1] = { ...end, text: end.text.trimEnd() };
  return kept;
}
