import { sniffArchive } from '../../../../media/rules.ts';
import { openArchive, peekArchive } from '../../../../media/server/archives.ts';
import type { Media } from '../../../../media/server/media.ts';
import type { BookPart, OpenBook, OpenedBook, PartBlock, PartContent, PartPicture } from '../../../plan/book-file.ts';
import { isContent, lengthOf, wordsOf } from '../../../text/block-words.ts';
import { readHtml } from '../../../text/html.ts';
import { type Place, resolvePlace } from '../../../text/paths.ts';
import { allOf, readXml } from '../../../text/xml-tree.ts';
import { readArchive } from '../../archive/server/archive.ts';
import { type Format, faultBy, outlined } from '../../format.ts';
import { cutChapters } from '../chapters.ts';
import { comicChapters, isComic, picturesOf } from '../comic.ts';
import { readNav, readNcx, type TocEntry } from '../contents.ts';
import { bookFacts } from '../facts.ts';
import { fillNotes, type NoteMark } from '../notes.ts';
import { type EpubPackage, packagePath, readPackage, type SpineItem } from '../package.ts';
import type { NamedPlace, SpineText } from '../spine.ts';
import { EpubFault, EpubFiles } from './epub-files.ts';

const maxChapters = 5000;
const maxBlocks = 500_000;
const openingCharacters = 4096;

const epubName = /\.(epub|kepub)$/i;

export function epub(media: Media): Format {
  return {
    type: 'book',
    isNamed: (name) => epubName.test(name),
    async read({ name, path, head }, notes) {
      if (sniffArchive(head) !== 'zip' || !(saysEpub(head) || epubName.test(name))) return null;
      if (!saysEpub(head) && (await isPlainZip(media, path))) return await readArchive(media, { name, path }, notes);
      return await outlined({ name, path }, () => openEpub(media, path), notes);
    },
    fault: (head) => faultBy(head, 'not an EPUB'),
  };
}

/** An EPUB's first entry is its type, uncompressed; this proves more than the file's name. */
function saysEpub(head: Uint8Array): boolean {
  return Buffer.from(head.subarray(30, 58)).toString('latin1') === 'mimetypeapplication/epub+zip';
}

/** Some programs call any ZIP of pages an EPUB; every real EPUB names the path of its package in one place. */
async function isPlainZip(media: Media, path: string): Promise<boolean> {
  const peeked = await peekArchive(media, { path, name: 'container.xml' });
  return peeked.state === 'done' && peeked.result.length === 0;
}

/** Opens an EPUB 2 or 3: nothing in it is ever served or run, its text becomes typed blocks. */
async function openEpub(media: Media, path: string): Promise<OpenedBook> {
  const opened = await openArchive(media, path);
  if (opened.state === 'refused') return opened;
  try {
    const book = new EpubFiles(opened.result, path);
    return { state: 'done', result: { ...(await readEpub(book)), release: opened.result.release } };
  } catch (error) {
    await opened.result.release();
    if (error instanceof EpubFault) return { state: 'refused', cause: error.message };
    throw error;
  }
}

async function readEpub(files: EpubFiles): Promise<Omit<OpenBook, 'release'>> {
  await refuseProtected(files);
  const book = await packageOf(files);
  files.knows(book.fallbacks);
  const { toc, named } = await contentsOf(book, files);
  const documents = await documentsOf(book, files);
  const texts = documents.map(({ text }) => text);
  const kind = isComic(book, texts) ? 'comic' : 'novel';
  const facts = bookFacts(book, kind);
  const cut = kind === 'comic' ? cutComic(texts, toc, { title: book.title, named }) : cutNovel(texts, { toc, named });
  if (cut.parts.length === 0) throw new EpubFault('there is nothing to read in it');
  if (cut.parts.length > maxChapters) throw new EpubFault('its table of contents has over 5,000 entries');
  const faults = documents.filter(({ text }) => cut.isShown(text)).flatMap((each) => each.faults);
  fillNotes(
    texts,
    documents.flatMap(({ notes }) => notes),
  );
  const contents: PartContent[] = [];
  for (const content of cut.contents) contents.push(await withPictures(content, files, faults));
  const cover = await coverOf(book, { files, texts, named, kind });
  const unknown = facts.language === null && book.languages.length > 0;
  return {
    outline: { kind, ...facts, opening: openingOf(texts), parts: cut.parts },
    faults: eachOnce([...files.faults, ...faults]),
    notes: [
      ...cut.notes,
      ...(unknown
        ? [`its language '${book.languages.join(', ')}' is none of the site's; told by its script instead`]
        : []),
    ],
    cover,
    part: (index) => contents[index] ?? { type: 'blocks', blocks: [] },
  };
}

/** One line for each fault, however often it occurs. */
function eachOnce(faults: OpenBook['faults']): OpenBook['faults'] {
  return [...new Map(faults.map((fault) => [`${fault.name}\n${fault.cause}`, fault])).values()];
}

const fontObfuscation = /^(http:\/\/www\.idpf\.org\/2008\/embedding|http:\/\/ns\.adobe\.com\/pdf\/enc#RC)$/;

/** Fonts may be obfuscated, and are not used; any other encrypted file can be read only by its shop's programs. */
async function refuseProtected(files: EpubFiles): Promise<void> {
  const refusal = new EpubFault('it is protected against copying (DRM)');
  if (files.find('META-INF/license.lcpl')) throw refusal;
  const encryption = await files.text('META-INF/encryption.xml');
  if (encryption === null) return;
  const data = allOf(readXml(encryption), 'encrypteddata');
  const algorithms = data.map((each) => allOf(each, 'encryptionmethod')[0]?.attributes.get('algorithm') ?? '');
  if (!algorithms.every((algorithm) => fontObfuscation.test(algorithm))) throw refusal;
}

async function packageOf(files: EpubFiles): Promise<EpubPackage> {
  const container = await files.text('META-INF/container.xml');
  if (container === null) throw new EpubFault('not an EPUB: META-INF/container.xml is missing');
  const path = packagePath(container);
  const opf = path && (await files.text(path));
  const book = path && opf ? readPackage(opf, path) : null;
  if (!book) throw new EpubFault('not an EPUB: its package document is missing or unreadable');
  if (book.spine.length === 0) throw new EpubFault('not an EPUB: its spine names no document');
  return book;
}

async function contentsOf(book: EpubPackage, files: EpubFiles): Promise<{ toc: TocEntry[]; named: NamedPlace[] }> {
  const navText = book.nav && (await files.text(book.nav.path));
  const nav = book.nav && navText ? readNav(navText, book.nav.path) : { entries: [], landmarks: [] };
  const isNav = book.nav ? [{ type: 'toc', place: { path: book.nav.path, fragment: '' } }] : [];
  const named = [...nav.landmarks, ...book.guide, ...isNav];
  if (nav.entries.length > 0) return { toc: read(nav.entries, book), named };
  const ncx = book.ncx && (await files.text(book.ncx.path));
  return { toc: book.ncx && ncx ? readNcx(ncx, book.ncx.path) : [], named };
}

/** An entry of the contents that leads to a file with a fallback, e.g. an SVG with an XHTML page, leads to the fallback. */
function read(entries: readonly TocEntry[], book: EpubPackage): TocEntry[] {
  return entries.map(({ label, place, children }) => ({
    label,
    place: place && { ...place, path: book.fallbacks.get(place.path) ?? place.path },
    children: read(children, book),
  }));
}

type Document = { text: SpineText; notes: NoteMark[]; faults: OpenBook['faults'] };

async function documentsOf(book: EpubPackage, files: EpubFiles): Promise<Document[]> {
  const documents: Document[] = [];
  let blocks = 0;
  for (const item of book.spine) {
    const document = await documentOf(item, files);
    blocks += document?.text.blocks.length ?? 0;
    if (blocks > maxBlocks) throw new EpubFault('the book has over 500,000 paragraphs');
    if (document) documents.push(document);
  }
  return documents;
}

async function documentOf({ item, isLinear }: SpineItem, files: EpubFiles): Promise<Document | null> {
  const { path } = item;
  const bare = { path, anchors: new Map(), types: [], title: '', linkedShare: 0, links: [], isLinear };
  if (item.mediaType.startsWith('image/'))
    return { text: { ...bare, blocks: [{ type: 'img', src: path, alt: '' }] }, notes: [], faults: [] };
  if (!files.find(path)) files.faults.push({ name: path, cause: 'the book names it and does not hold it' });
  const source = await files.text(path);
  if (source === null) return null;
  const { blocks, faults, links, noteLinks, drawings, ...facts } = readHtml(source, {
    isXml: true,
    hasPictures: true,
    isBook: true,
  });
  const resolved = blocks.map((block) => {
    if (block.type !== 'img') return block;
    const drawing = drawings.get(block.src);
    return { ...block, src: drawing ? files.keep(`${path}${block.src}`, drawing) : placeOf(path, block.src) };
  });
  return {
    text: {
      ...facts,
      path,
      isLinear,
      blocks: resolved,
      links: links.flatMap(({ href, at }) => placed(path, href, { at })),
    },
    notes: [...noteLinks].flatMap(([mark, href]) => placed(path, href, { from: path, mark })),
    faults: faults.map(({ name, cause }) => ({ name: `${path}: ${name}`, cause })),
  };
}

function placeOf(from: string, href: string): string {
  return resolvePlace(from, href)?.path ?? href;
}

function placed<T>(from: string, href: string, facts: T): (T & { place: Place })[] {
  const place = resolvePlace(from, href);
  return place ? [{ ...facts, place }] : [];
}

/** A chapter's content whose pictures are still paths in the archive. */
type Content = { type: 'blocks'; blocks: SpineText['blocks'] } | { type: 'pages'; pictures: string[] };
type Cut = { parts: BookPart[]; contents: Content[]; notes: string[]; isShown: (text: SpineText) => boolean };

function cutNovel(texts: SpineText[], book: { toc: TocEntry[]; named: NamedPlace[] }): Cut {
  const { chapters, shown, notes } = cutChapters(texts, book.toc, book.named);
  return {
    parts: chapters.map(({ blocks: _blocks, ...part }) => part),
    contents: chapters.map(({ blocks }) => ({ type: 'blocks', blocks })),
    notes,
    isShown: (text) => shown.has(text.path),
  };
}

function cutComic(texts: SpineText[], toc: TocEntry[], book: { title: string; named: NamedPlace[] }): Cut {
  const chapters = comicChapters(texts, toc, book);
  return {
    parts: chapters.map(({ pictures: _pictures, ...part }) => part),
    contents: chapters.map(({ pictures }) => ({ type: 'pages', pictures })),
    notes: [],
    isShown: () => true,
  };
}

async function withPictures(content: Content, files: EpubFiles, faults: OpenBook['faults']): Promise<PartContent> {
  const pictureAt = async (path: string) => {
    const picture = await files.picture(path);
    if ('cause' in picture) faults.push({ name: path, cause: picture.cause });
    return 'cause' in picture ? null : picture;
  };
  if (content.type === 'pages') {
    const pages: { key: string; picture: PartPicture }[] = [];
    for (const path of content.pictures) {
      const picture = await pictureAt(path);
      if (picture) pages.push({ key: path, picture });
    }
    return { type: 'pages', pages: withFreshKeys(pages) };
  }
  const blocks: PartBlock[] = [];
  for (const block of content.blocks) {
    const picture = block.type === 'img' ? await pictureAt(block.src) : null;
    if (block.type !== 'img') blocks.push(block);
    else if (picture) blocks.push({ type: 'img', picture, alt: block.alt });
  }
  return { type: 'blocks', blocks };
}

/** A picture may be shown on several pages; each of them is a page with its own key. */
function withFreshKeys<P extends { key: string }>(pages: readonly P[]): P[] {
  const counts = new Map<string, number>();
  return pages.map((page) => {
    const count = (counts.get(page.key) ?? 0) + 1;
    counts.set(page.key, count);
    return count === 1 ? page : { ...page, key: `${page.key} ${count}` };
  });
}

function openingOf(texts: readonly SpineText[]): string {
  let opening = '';
  for (const text of texts)
    for (const block of text.blocks) {
      if (opening.length > openingCharacters) return opening;
      opening += `${wordsOf(block)}\n`;
    }
  return opening;
}

type CoverSources = { files: EpubFiles; texts: readonly SpineText[]; named: readonly NamedPlace[]; kind: string };

/**
 * The cover that the package names. Else the picture or the page that its lists of places call so. Else one that is
 * called so in its own markup, or by its name. Else a novel's first page, if it is one picture.
 */
async function coverOf(book: EpubPackage, { files, texts, named, kind }: CoverSources): Promise<PartPicture | null> {
  const places = named.filter(({ type }) => isCoverType(type)).map(({ place }) => place.path);
  const own = texts.filter((text) => text.types.some(isCoverType)).map(({ path }) => path);
  const [first] = texts.filter((text) => text.blocks.some(isContent));
  const isPicture = first?.blocks.filter(isContent).every(({ type }, index) => type === 'img' && index === 0);
  const opening = kind === 'novel' && isPicture ? [first?.path ?? ''] : [];
  for (const path of new Set([...book.covers, ...places, ...own, ...book.calledCovers, ...opening])) {
    const picture = await pictureOf(path, files, texts);
    if (picture) return picture;
  }
  return null;
}

function isCoverType(type: string): boolean {
  return /^(?:front)?cover$|^ms-coverimage|^coverimage/.test(type);
}

/** In characters: a page with more words is no cover, whatever it is called. */
const fewWords = 200;

/** The picture at a path, or the first one of the document there. */
async function pictureOf(path: string, files: EpubFiles, texts: readonly SpineText[]): Promise<PartPicture | null> {
  const text = texts.find((each) => each.path === path) ?? (await documentBeside(path, files));
  const shown = text && lengthOf(text.blocks) < fewWords ? picturesOf(text)[0] : undefined;
  if (text && shown === undefined) return null;
  const picture = await files.picture(shown ?? path);
  return 'cause' in picture ? null : picture;
}

/** A document that the spine does not name. */
async function documentBeside(path: string, files: EpubFiles): Promise<SpineText | null> {
  if (!/\.x?html?$/i.test(path) || !files.find(path)) return null;
  const item = { path, mediaType: 'application/xhtml+xml', properties: [], fallback: '' };
  return (await documentOf({ item, isLinear: false, properties: [] }, files))?.text ?? null;
}
