import { displayText } from '../../shared/text.ts';
import { element, empty, enclose, xmlHead, xmlText } from '../../shared/xml.ts';
import type { StoredBlock } from '../catalog/text/blocks.ts';
import { type NameOfPicture, writeBlocks } from './block-markup.ts';

/** How words are set: their BCP 47 tag and their direction. */
export interface Wording {
  language: string;
  direction: 'ltr' | 'rtl';
}

export interface EpubFacts extends Wording {
  id: string;
  title: string;
  author: string;
  introduction: string;
  licence: string;
  modifiedAt: Date;
}

/** A document of the book in its reading order. */
export interface EpubDocument {
  name: string;
  title: string;
  hasMath: boolean;
}

export interface EpubPicture {
  name: string;
  type: string;
}

export const epubType = 'application/epub+zip';

export const epubContainer = `${xmlHead}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>\n`;

export const epubStyle = `body { line-height: 1.6; }
h1 { text-align: center; margin: 2em 0; }
img { max-width: 100%; max-height: 100%; }
figure { margin: 1em 0; text-align: center; }
aside { font-size: 0.9em; }
`;

/** The package of a book: its facts, its files, and their order. `last` stands behind the chapters; null: nothing does. */
export function writePackage(
  facts: EpubFacts,
  files: {
    documents: readonly EpubDocument[];
    last: string | null;
    pictures: readonly EpubPicture[];
    cover: EpubPicture | null;
  },
): string {
  const { documents, last, pictures, cover } = files;
  const told = (name: string, text: string, attributes = {}) =>
    text === '' ? [] : [enclose(`dc:${name}`, attributes, xmlText(text))];
  const metadata = [
    ...told('identifier', facts.id, { id: 'id' }),
    ...told('title', facts.title),
    ...told('language', facts.language),
    ...told('creator', facts.author),
    ...told('description', facts.introduction),
    // Not as dc:rights, from which an import of this very file would make another line of attribution.
    ...(facts.licence ? [element('meta', facts.licence, { property: 'dcterms:rights' })] : []),
    enclose('meta', { property: 'dcterms:modified' }, facts.modifiedAt.toISOString().replace(/\.\d+/, '')),
    ...(cover ? [empty('meta', { name: 'cover', content: 'cover' })] : []),
  ];
  const item = (id: string, href: string, type: string, properties?: string) =>
    empty('item', { id, href, 'media-type': type, properties });
  const xhtml = 'application/xhtml+xml';
  const manifest = [
    item('nav', 'nav.xhtml', xhtml, 'nav'),
    item('style', 'style.css', 'text/css'),
    ...(cover ? [item('cover', cover.name, cover.type, 'cover-image')] : []),
    ...documents.map(({ name, hasMath }, index) => item(`c${index + 1}`, name, xhtml, hasMath ? 'mathml' : undefined)),
    ...(last === null ? [] : [item('last', last, xhtml)]),
    ...pictures.map(({ name, type }, index) => item(`p${index + 1}`, name, type)),
  ];
  const chapters = documents.map((_, index) => `c${index + 1}`);
  const spine = (last === null ? chapters : [...chapters, 'last']).map((idref) => empty('itemref', { idref }));
  const root = {
    xmlns: 'http://www.idpf.org/2007/opf',
    version: '3.0',
    'unique-identifier': 'id',
    'xml:lang': facts.language,
    dir: facts.direction,
  };
  const lines = (elements: readonly string[]) => `\n${elements.join('\n')}\n`;
  return `${xmlHead}${enclose(
    'package',
    root,
    lines([
      enclose('metadata', { 'xmlns:dc': 'http://purl.org/dc/elements/1.1/' }, lines(metadata)),
      enclose('manifest', {}, lines(manifest)),
      enclose('spine', { 'page-progression-direction': facts.direction }, lines(spine)),
    ]),
  )}\n`;
}

/** The list of chapters. */
export function writeNav(facts: EpubFacts, documents: readonly EpubDocument[]): string {
  const entries = documents.map(({ name, title }) => enclose('li', {}, enclose('a', { href: name }, xmlText(title))));
  const list = enclose('ol', {}, `\n${entries.join('\n')}\n`);
  const title = xmlText(facts.title);
  return writeDocument(facts, facts.title, enclose('nav', { 'epub:type': 'toc' }, `<h1>${title}</h1>${list}`));
}

/** The documents that a list of chapters by `writeNav` names. */
export function readNav(nav: string): { name: string; title: string }[] {
  return [...nav.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)].map(([, name = '', title = '']) => ({
    name,
    title: displayText(title),
  }));
}

/** The page behind the last chapter: its lines, an address among them as a link. */
export function writeLast(
  facts: Wording & { title: string },
  lines: readonly { words: string; address?: string }[],
): string {
  const paragraphs = lines.map(({ words, address }) => {
    const at = address === undefined ? -1 : words.indexOf(address);
    if (address === undefined || at < 0) return `<p>${xmlText(words)}</p>`;
    const link = enclose('a', { href: address }, xmlText(address));
    return `<p>${xmlText(words.slice(0, at))}${link}${xmlText(words.slice(at + address.length))}</p>`;
  });
  return writeDocument(facts, facts.title, paragraphs.join('\n'), 'colophon');
}

/** A chapter, and whether it holds formulas. A picture that has no name is left out. */
export function writeChapter(
  chapter: Wording & { title: string; blocks: readonly StoredBlock[] },
  nameOfPicture: NameOfPicture,
): { text: string; hasMath: boolean } {
  const { lines, hasMath } = writeBlocks(chapter.blocks, { nameOfPicture, form: 'epub' });
  const inner = [`<h1>${xmlText(chapter.title)}</h1>`, ...lines].join('\n');
  return { text: writeDocument(chapter, chapter.title, inner, 'bodymatter chapter'), hasMath };
}

function writeDocument({ language, direction }: Wording, title: string, inner: string, type?: string): string {
  const head = `<head><title>${xmlText(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>`;
  const body = enclose('body', { 'epub:type': type }, `\n${inner}\n`);
  const root = {
    xmlns: 'http://www.w3.org/1999/xhtml',
    'xmlns:epub': 'http://www.idpf.org/2007/ops',
    lang: language,
    'xml:lang': language,
    dir: direction,
  };
  return `${xmlHead}<!DOCTYPE html>\n${enclose('html', root, `\n${head}\n${body}\n`)}\n`;
}
