import { readHeading } from '../../names/headings.ts';
import { nameKey } from '../../names/names.ts';
import { type MarkupReader, readMarkup, type Tag } from '../../text/markup.ts';

/** The text of a page that was saved from a site, without the site's own parts around it. */
export type SavedPage = {
  /** The page's title, where its text does not open with one. */
  heading: string | null;
  /** The page's title without the site's name. */
  title: string;
  /** Whether an element belongs to the text, by its number in the order of the start tags. */
  isShown(element: number): boolean;
};

type Element = {
  name: string;
  /** Its class, id and role, as they are written. */
  marks: string;
  isHidden: boolean;
  parent: number;
  /** The number of the last element within it. */
  last: number;
  /** Its own words, and the letters in it and below: all, and those in links. */
  words: string;
  letters: number;
  linked: number;
};

const voids = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
const unseen = new Set('script style noscript template title textarea select iframe'.split(' '));
const endsParagraph = new Set(
  'p div h1 h2 h3 h4 h5 h6 ul ol li table section article nav footer header aside form blockquote main hr'.split(' '),
);
const longestWords = 300;

const side = new Set('nav footer aside form dialog menu'.split(' '));
const sideRole = /(?:^|\s)(?:navigation|banner|contentinfo|complementary|search|dialog|alert)(?:\s|$)/i;
const sideMark = new RegExp(
  `(?:^|[\\s_-])(?:${[
    'comments?|commentlist|comment-?section|respond|disqus|reviews?|share|sharing|sharedaddy|shares|social|socials',
    'related|relatedposts|recommend(?:ed|ations?)?|sidebar|side-?bar|breadcrumbs?|pagination|pager|paging|navigation|navbar|nav|nav-?links',
    'menu|submenu|toolbar|banner|masthead|cookies?|advert(?:s|isement)?|ads?|adsbygoogle|promo|subscribe|newsletter|popup|modal|footer|foot',
    'login|skip-?link|bottem\\d?|read_?nav|page_chapter|next-?prev|prev-?next|chapter-?nav|kudos|bookmark|donate|patreon|toplink|copyright',
  ].join('|')})(?:$|[\\s_-])`,
  'i',
);
const textMark =
  /(?:^|\s)(?:chapters?[-_]?(?:content|inner|text|body)|chaptercontent|chapters|entry-content|post-content|post-body|article-(?:content|body|text)|story-?text|story-?content|userstuff|read(?:ing)?-?content|book-?txt|booktext|htmlcontent|nr1|txtnav|novel-?content|novel-?body|p-novel__body|novel_honbun|content|main-content|main|text-content|mw-parser-output)(?:\s|$)/i;
const wayOn =
  /\b(?:prev(?:ious)?|next|index|table of contents|chapter list|first|last|suivante?|précédente?|sommaire|anterior|siguiente|índice)\b|上一|下一|目录|目錄|书页|返回|书签|السابق|التالي|الفهرس|назад|вперёд|次へ|前へ|目次/iu;

/** Elements within one that is looked through. */
const mostWithin = 60;
const longestSide = 0.5;
const leastText = 0.6;
const nearlyAll = 0.85;

/** Reads a saved page; null for a page without anything of a site around its text, such as one written by hand. */
export function readSavedPage(source: string): SavedPage | null {
  const page = new PageReader();
  readMarkup(source, page, { isXml: false });
  const elements = page.finish();
  const isSide = sidesOf(elements);
  const isOfSite = elements.some(
    ({ name, marks }, index) =>
      isSide[index] === true && (name === 'nav' || sideRole.test(marks) || sideMark.test(marks)),
  );
  const root = rootOf(elements, isSide);
  const around = elements.some(
    (_, index) => isSide[index] === true && (index < root || index > (elements[root]?.last ?? 0)),
  );
  if (!isOfSite && !(root > 0 && around)) return null;
  const shown = shownOf(elements, { isSide, root });
  const site = page.meta.get('og:site_name') ?? '';
  const title = titleWithout(site, page.meta.get('og:title') ?? page.title);
  const opens = elements.some(({ name }, index) => shown[index] === true && /^h[1-3]$/.test(name));
  const above = elements.findLast(
    ({ name, words }, index) =>
      index < root &&
      (name === 'h1' || (/^h[23]$/.test(name) && readHeading(words) !== null)) &&
      words !== '' &&
      !isNameOf(words, site, page.title),
  );
  return {
    heading: opens ? null : (above?.words ?? title) || null,
    title,
    isShown: (element) => shown[element] === true,
  };
}

/**
 * The title of a page without the name of its site. E.g. 'The storm - River Song' is 'The storm', and 'River Song |
 * Chapter 3 | Example' is 'Chapter 3'.
 */
function titleWithout(site: string, title: string): string {
  const parts = title.split(/\s+[-–—|·»:]\s+|\s*[|_]\s*/u).filter((part) => part !== '');
  const chapter = parts.find((part) => ['keyword', 'named', 'section'].includes(readHeading(part)?.kind ?? ''));
  if (chapter !== undefined) return chapter;
  const isSites = site !== '' && nameKey(parts.at(-1) ?? '') === nameKey(site);
  const own = parts.length > 1 && (isSites || site === '') ? parts.slice(0, -1) : parts;
  return own.length === parts.length ? title.trim() : own.join(' - ');
}

/** Whether a heading is the site's name, with which the page's title ends. */
function isNameOf(words: string, site: string, title: string): boolean {
  const key = nameKey(words);
  return key === nameKey(site) || (nameKey(title) !== key && nameKey(title).endsWith(` ${key}`));
}

function sidesOf(elements: readonly Element[]): boolean[] {
  const all = elements[0]?.letters ?? 0;
  return elements.map((element, index) => {
    const { name, marks, letters, isHidden } = element;
    if (isHidden) return true;
    if (letters > all * longestSide || name === 'html' || name === 'body') return false;
    if (side.has(name) || sideRole.test(marks) || sideMark.test(marks)) return true;
    if (name === 'header' && element.last - index < mostWithin)
      return !elements.slice(index, element.last + 1).some((each) => /^h[1-3]$/.test(each.name));
    return element.last - index < mostWithin && isWayOn(elements, index);
  });
}

/** A line of links to the chapters before and behind. */
function isWayOn(elements: readonly Element[], index: number): boolean {
  const { name, letters, linked, last } = elements[index] as Element; // the caller counts them
  if (!/^(?:p|div|ul|ol|table|center|span)$/.test(name) || letters > 120 || letters === 0 || linked < letters * 0.8)
    return false;
  return wayOn.test(
    elements
      .slice(index, last + 1)
      .map(({ words }) => words)
      .join(' '),
  );
}

/** The innermost element that holds nearly all of the text; the page itself where none does. */
function rootOf(elements: readonly Element[], isSide: readonly boolean[]): number {
  const own = elements.map(({ letters, linked }) => letters - linked);
  const within = elements.map(() => false);
  for (const [index, { parent }] of elements.entries())
    within[index] = isSide[index] === true || within[parent] === true;
  const removed = elements.map(() => 0);
  for (let index = elements.length - 1; index > 0; index -= 1) {
    const parent = elements[index]?.parent ?? 0;
    removed[parent] = (removed[parent] ?? 0) + ((isSide[index] ? own[index] : removed[index]) ?? 0);
  }
  for (const index of own.keys()) own[index] = (own[index] ?? 0) - (removed[index] ?? 0);
  const candidates = [...elements.entries()].filter(
    ([index, { name, marks }]) => !within[index] && (name === 'article' || name === 'main' || textMark.test(marks)),
  );
  const most = Math.max(0, ...candidates.map(([index]) => own[index] ?? 0));
  if (most === 0 || most < (own[0] ?? 0) * leastText) return 0;
  return candidates.findLast(([index]) => (own[index] ?? 0) >= most * nearlyAll)?.[0] ?? 0;
}

function shownOf(
  elements: readonly Element[],
  { isSide, root }: { isSide: readonly boolean[]; root: number },
): boolean[] {
  const shown: boolean[] = [];
  for (const [index, { parent }] of elements.entries())
    shown.push(index === root || (index > root && shown[parent] === true && !isSide[index]));
  return shown;
}

/** Numbers elements in the order of their start tags, and knows which one is open; 0 is the page. */
class OpenElements {
  readonly open: { name: string; element: number }[] = [{ name: '', element: 0 }];
  private readonly counts = new Map<string, number>();
  private count = 0;

  get current(): number {
    return this.open.at(-1)?.element ?? 0;
  }

  begin(name: string): { element: number; ended: number[] } {
    const top = this.open.at(-1)?.name;
    const ended = (top === 'p' && endsParagraph.has(name)) || (top === 'li' && name === 'li') ? this.end(top) : [];
    this.count += 1;
    if (voids.has(name)) return { element: this.count, ended };
    this.open.push({ name, element: this.count });
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    return { element: this.count, ended };
  }

  /** The elements that end with this end tag, the innermost first. */
  end(name: string): number[] {
    const ended: number[] = [];
    if ((this.counts.get(name) ?? 0) === 0) return ended;
    for (let last = this.open.pop(); last; last = this.open.pop()) {
      ended.push(last.element);
      this.counts.set(last.name, (this.counts.get(last.name) ?? 1) - 1);
      if (last.name === name) break;
    }
    return ended;
  }
}

class PageReader implements MarkupReader {
  readonly meta = new Map<string, string>();
  title = '';
  private readonly tree = new OpenElements();
  private readonly elements: Element[] = [];
  private links = 0;

  constructor() {
    this.add({ name: '', marks: '', isHidden: false, parent: -1 });
  }

  private add(given: Pick<Element, 'name' | 'marks' | 'isHidden' | 'parent'>): void {
    this.elements.push({ ...given, last: this.elements.length, words: '', letters: 0, linked: 0 });
  }

  open({ name, attributes }: Tag): void {
    if (name === 'meta') this.meta.set(attributes.get('property') ?? '', attributes.get('content') ?? '');
    const marks = ['class', 'id', 'role', 'itemprop'].map((key) => attributes.get(key) ?? '').join(' ');
    const isHidden = attributes.has('hidden') || /display\s*:\s*none/i.test(attributes.get('style') ?? '');
    const { ended } = this.tree.begin(name);
    this.endAll(ended);
    const parents = this.tree.open;
    const parent = (voids.has(name) ? parents.at(-1) : parents.at(-2))?.element ?? 0;
    this.add({ name, marks: marks.replace('articleBody', 'content'), isHidden, parent });
    if (name === 'a') this.links += 1;
  }

  close(name: string): void {
    this.endAll(this.tree.end(name));
  }

  private endAll(ended: readonly number[]): void {
    for (const element of ended) if (this.elements[element]?.name === 'a') this.links -= 1;
  }

  text(text: string): void {
    const element = this.elements[this.tree.current];
    if (!element) return;
    if (element.name === 'title' && this.title === '') this.title = text.replace(/\s+/g, ' ').trim();
    if (unseen.has(element.name)) return;
    const bare = text.replace(/\s+/g, ' ').trim();
    element.letters += bare.length;
    if (this.links > 0) element.linked += bare.length;
    if (element.words.length < longestWords) element.words = `${element.words} ${bare}`.trim().slice(0, longestWords);
  }

  /** With the letters of each element in those around it, and the words of what is within a heading in the heading. */
  finish(): Element[] {
    const { elements } = this;
    for (let index = elements.length - 1; index > 0; index -= 1) {
      const element = elements[index];
      const parent = elements[element?.parent ?? 0];
      if (!element || !parent) continue;
      parent.letters += element.letters;
      parent.linked += element.linked;
      parent.last = Math.max(parent.last, element.last);
      if (/^h[1-3]$/.test(parent.name)) parent.words = `${element.words} ${parent.words}`.trim();
    }
    return elements;
  }
}

/** Gives a reader of a page the elements of the page's text alone. */
export class SavedPageFilter implements MarkupReader {
  private readonly tree = new OpenElements();

  constructor(
    private readonly page: SavedPage,
    private readonly reader: MarkupReader,
  ) {}

  open(tag: Tag): void {
    const { element, ended } = this.tree.begin(tag.name);
    this.endAll(ended, 'p');
    if (this.page.isShown(element)) this.reader.open(tag);
  }

  close(name: string): void {
    this.endAll(this.tree.end(name), name);
  }

  private endAll(ended: readonly number[], name: string): void {
    const element = ended.at(-1);
    if (element !== undefined && this.page.isShown(element)) this.reader.close(name);
  }

  text(text: string): void {
    if (this.page.isShown(this.tree.current)) this.reader.text(text);
  }
}
