import type { StoredBlock, TextInline, WordedType } from '../../../text/blocks.ts';
import { writeMarkdown } from '../../../text/write-markdown.ts';

/**
 * What Word, WPS, Google Docs and web pages put beside their words for themselves: megabytes of it, of which a text keeps
 * nothing. It is cut out before the browser reads the rest.
 */
function withoutOffice(html: string): string {
  return html
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<!\[(?:if|endif)[^>]*>/gi, '')
    .replace(/<(style|script|xml|title)\b[\s\S]*?(?:<\/\1>|$)/gi, '')
    .replace(/<\/?(?:o|w|v|m|st1):[^>]*>/gi, '');
}

const headings: Readonly<Record<string, WordedType>> = { H1: 'h2', H2: 'h2', H3: 'h3', H4: 'h4', H5: 'h4', H6: 'h4' };
const blockNames = new Set(
  'P DIV H1 H2 H3 H4 H5 H6 BLOCKQUOTE LI UL OL TABLE TR SECTION ARTICLE MAIN HEADER FOOTER FIGURE FIGCAPTION PRE DL DT DD BODY'.split(
    ' ',
  ),
);
const left = new Set(
  'SCRIPT STYLE TEMPLATE NOSCRIPT IFRAME OBJECT SVG MATH BUTTON SELECT TEXTAREA INPUT NAV'.split(' '),
);

interface Style {
  em: boolean;
  strong: boolean;
  type: WordedType;
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(text: string): string }): { createHTML(text: string): string };
}
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }; // not in TypeScript's library yet
/** What is read by a parser of its own runs nothing and loads nothing, and only its words are taken. */
const policy = trustedTypes?.createPolicy('paste', { createHTML: (text) => text });

/** Pasted markup as Markdown: headings, emphasis, quotes, readings and notes stay, all the rest is dropped. */
export function markdownOfHtml(html: string): string {
  const markup = withoutOffice(html);
  const { body } = new DOMParser().parseFromString(policy?.createHTML(markup) ?? markup, 'text/html');
  withoutComments(body);
  const notes = notesIn(body);
  const writer = new PasteWriter(notes);
  writer.read(body, { em: false, strong: false, type: 'p' });
  writer.end();
  const { blocks } = writer;
  // A line that stood between the words and their notes separates nothing any more.
  while (notes.size > 0 && blocks.at(-1)?.type === 'hr') blocks.pop();
  return writeMarkdown(blocks);
}

/** Takes away what Word's reviewers have said, which no reader should see, and its spaces behind the signs of lists. */
function withoutComments(body: HTMLElement): void {
  for (const comment of body.querySelectorAll(
    '.msocomanchor, .MsoCommentReference, .msocomoff, [style*="mso-element:comment"]',
  ))
    comment.remove();
  for (const sign of body.querySelectorAll('[style*="mso-list:Ignore" i]')) {
    const words = (sign.textContent ?? '').trim();
    sign.textContent = /^[\p{L}\p{N}(]/u.test(words) ? `${words} ` : '• ';
  }
}

/** A short link to a part of the pasted text that links back: the mark of a note, and the words that it stands for. */
function notesIn(body: HTMLElement): Map<Element, Extract<TextInline, { type: 'note' }>> {
  const targets = new Map<string, Element>();
  for (const element of body.querySelectorAll('[id], a[name]'))
    for (const name of [element.id, element.getAttribute('name')]) if (name) targets.set(name, element);
  const notes = new Map<Element, Extract<TextInline, { type: 'note' }>>();
  const taken = new Set<Element>();
  for (const link of body.querySelectorAll('a[href*="#"]')) {
    const mark = bare(link.textContent ?? '');
    const target = targets.get(decode(link.getAttribute('href')?.split('#')[1] ?? ''));
    if (mark === '' || mark.length > 6 || !target || taken.has(link)) continue;
    const isAfter = link.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING;
    const words = target.closest('div[id], li, aside, p') ?? target.parentElement;
    if (!isAfter || !words || words === body || words.contains(link)) continue;
    for (const back of words.querySelectorAll('a')) taken.add(back);
    notes.set(link, { type: 'note', text: mark, note: wordsOfNote(words, mark) });
    words.setAttribute('data-note', '');
  }
  return notes;
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const bare = (mark: string) => mark.replace(/\s+/g, '').replace(/^\[(.*)\]$/, '$1');

function wordsOfNote(element: Element, mark: string): string {
  const words = (element.textContent ?? '').replace(/\s+/g, ' ').trim();
  const begun = [`[${mark}]`, `${mark}.`, mark].find((each) => words.startsWith(each));
  return words
    .slice(begun?.length ?? 0)
    .replace(/(?:[\s↩^]|\ufe0e)*$/u, '')
    .trim();
}

class PasteWriter {
  readonly blocks: StoredBlock[] = [];
  private inlines: TextInline[] = [];
  private type: WordedType = 'p';

  constructor(private readonly notes: ReadonlyMap<Element, TextInline>) {}

  read(parent: Node, style: Style): void {
    for (let node = parent.firstChild; node; node = node.nextSibling) {
      if (node.nodeType === Node.TEXT_NODE) this.words(node.nodeValue ?? '', style);
      else if (node instanceof Element) this.element(node, style);
    }
  }

  end(): void {
    const inlines = trimmed(this.inlines);
    this.inlines = [];
    if (inlines.length > 0) this.blocks.push({ type: this.type, inlines });
  }

  private element(element: Element, style: Style): void {
    const { tagName } = element;
    const note = this.notes.get(element);
    if (note) this.inlines.push(note);
    else if (left.has(tagName.toUpperCase()) || element.hasAttribute('data-note') || isHidden(element)) return;
    else if (tagName === 'BR') this.inlines.push({ type: 'br' });
    else if (tagName === 'HR') {
      this.end();
      this.blocks.push({ type: 'hr' });
    } else if (tagName === 'RUBY') this.ruby(element, style);
    else if (blockNames.has(tagName)) this.block(element, style);
    else this.read(element, styleOf(element, style));
  }

  private block(element: Element, style: Style): void {
    this.end();
    const level = /MsoHeading(\d)|^(?:heading|标题|titre|título)\s*(\d)/i.exec(element.className);
    const heading = headings[element.tagName] ?? (level ? headings[`H${level[1] ?? level[2]}`] : undefined);
    const type = heading ?? (element.tagName === 'BLOCKQUOTE' ? 'blockquote' : style.type);
    this.type = type;
    if (element.tagName === 'LI') this.words('• ', style);
    // A heading is bold by itself.
    this.read(element, heading ? { em: false, strong: false, type } : { ...styleOf(element, style), type });
    this.end();
    this.type = style.type;
  }

  private words(text: string, { em, strong, type }: Style): void {
    const words = text.replace(/[ \t\r\n]+/g, ' ');
    const isAtStart = this.inlines.length === 0 || this.inlines.at(-1)?.type === 'br';
    if (words === '' || (isAtStart && words.trim() === '')) return;
    if (this.inlines.length === 0) this.type = type;
    const shown = isAtStart ? words.trimStart() : words;
    const isStyled = (em || strong) && !type.startsWith('h');
    // Emphasis neither begins nor ends at a space.
    const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(shown) ?? [];
    if (!isStyled || inner === '') this.inlines.push({ type: 'text', text: shown });
    else
      this.inlines.push(
        { type: 'text', text: before },
        { type: 'text', text: inner, ...(em ? { em } : {}), ...(strong ? { strong } : {}) },
        { type: 'text', text: after },
      );
  }

  private ruby(element: Element, style: Style): void {
    const reading = [...element.querySelectorAll('rt')]
      .map(({ textContent }) => textContent ?? '')
      .join('')
      .trim();
    const base = [...element.childNodes]
      .filter(({ nodeName }) => nodeName !== 'RT' && nodeName !== 'RP' && nodeName !== 'RTC')
      .map(({ textContent }) => textContent ?? '')
      .join('')
      .trim();
    if (base !== '' && reading !== '') this.inlines.push({ type: 'ruby', base, text: reading });
    else this.words(base, style);
  }
}

/** Google Docs wraps all in a bold element that is not bold: a weight of its own wins. */
function styleOf(element: Element, style: Style): Style {
  const { tagName } = element;
  const own = element instanceof HTMLElement ? element.style : null;
  const weight = own?.fontWeight ?? '';
  const isStrong = weight === '' ? /^(?:B|STRONG)$/.test(tagName) || style.strong : /bold|[6-9]00/.test(weight);
  const slant = own?.fontStyle ?? '';
  const isEm = slant === '' ? /^(?:I|EM|CITE)$/.test(tagName) || style.em : slant !== 'normal';
  return { ...style, em: isEm, strong: isStrong };
}

function isHidden(element: Element): boolean {
  return element.hasAttribute('hidden') || (element instanceof HTMLElement && element.style.display === 'none');
}

function trimmed(inlines: readonly TextInline[]): TextInline[] {
  const isEmpty = (inline: TextInline | undefined) =>
    inline?.type === 'br' || (inline?.type === 'text' && inline.text.trim() === '');
  let from = 0;
  let to = inlines.length;
  while (from < to && isEmpty(inlines[from])) from += 1;
  while (to > from && isEmpty(inlines[to - 1])) to -= 1;
  return inlines.slice(from, to).map((inline, index, kept) => {
    const isLast = index === kept.length - 1;
    return inline.type === 'text' && isLast ? { ...inline, text: inline.text.trimEnd() } : inline;
  });
}

/** Words without markup: where no empty line separates the paragraphs, each line is one. */
export function markdownOfWords(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n');
  return /\n[ \t]*\n/.test(lines) ? lines : lines.replace(/\n+/g, '\n\n');
}
