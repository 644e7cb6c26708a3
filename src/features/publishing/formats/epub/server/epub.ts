import { readFile } from 'node:fs/promises';
import { sniffArchive } from '../../../../media/rules.ts';
import { type Media, type OpenArchive, openArchive, peekArchive } from '../../../../media/server/media.ts';
import type { BookPart, OpenBook, OpenedBook, PartBlock, PartContent, PartPicture } from '../../../plan/book-file.ts';
import { isContent, wordsOf } from '../../../text/block-words.ts';
import { readHtml } from '../../../text/html.ts';
import { resolvePlace } from '../../../text/paths.ts';
import { decodeMarkup } from '../../../text/server/encoding.ts';
import { allOf, readXml } from '../../../text/xml-tree.ts';
import { readArchive } from '../../archive/server/archive.ts';
import { type Format, faultBy, outlined } from '../../format.ts';
import { cutChapters, type NamedPlace, type SpineText } from '../chapters.ts';
import { comicChapters, isComic } from '../comic.ts';
import { readNav, readNcx, type TocEntry } from '../contents.ts';
import { bookFacts } from '../facts.ts';
import { type EpubPackage, packagePath, readPackage, type SpineItem } from '../package.ts';

const maxDocumentBytes = 20 * 1024 * 1024;
const maxTextBytes = 200 * 1024 * 1024;
const maxChapters = 5000;
const maxBlocks = 500_000;
const openingCharacters = 4096;

/** The reason why a whole file is refused, for the person who supplied it. */
class EpubFault extends Error {}

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

type ArchiveFile = OpenArchive['entries'][number];

/** The archive's files by their paths, and their faults. */
class EpubFiles {
  readonly faults: OpenBook['faults'];
  private readonly byPath = new Map<string, ArchiveFile>();
  private readonly byFoldedPath = new Map<string, ArchiveFile>();
  private textBytes = 0;

  constructor(
    archive: OpenArchive,
    private readonly path: string,
  ) {
    this.faults = [...archive.faults];
    for (const entry of archive.entries) {
      const name = entry.name.normalize('NFC');
      this.byPath.set(name, entry);
      if (!this.byFoldedPath.has(name.toLowerCase())) this.byFoldedPath.set(name.toLowerCase(), entry);
    }
  }

  find(path: string): ArchiveFile | null {
    return this.byPath.get(path) ?? this.byFoldedPath.get(path.toLowerCase()) ?? null;
  }

  /** A document's text; null where there is none, or where it is too large to be read. */
  async text(path: string): Promise<string | null> {
    const file = this.find(path);
    if (!file) return null;
    if (file.bytes > maxDocumentBytes) {
      this.faults.push({ name: path, cause: 'the document is too large (at most 20 MiB)' });
      return null;
    }
    this.textBytes += file.bytes;
    if (this.textBytes > maxTextBytes) throw new EpubFault('the book holds over 200 MiB of text');
    return decodeMarkup(await readFile(file.file));
  }

  picture(path: string): PartPicture | null {
    const file = this.find(path);
    return file && { name: path, path: file.file, shownAs: `${this.path}: ${path}`, sourceHash: file.sha256 };
  }
}

async function readEpub(files: EpubFiles): Promise<Omit<OpenBook, 'release'>> {
  await refuseProtected(files);
  const book = await packageOf(files);
  const { toc, named } = await contentsOf(book, files);
  const documents = await documentsOf(book, files);
  const texts = documents.map(({ text }) => text);
  const kind = isComic(book, texts) ? 'comic' : 'novel';
  const facts = bookFacts(book, kind);
  const cut = kind === 'comic' ? cutComic(texts, toc, { title: book.title, named }) : cutNovel(texts, { toc, named });
  if (cut.parts.length === 0) throw new EpubFault('there is nothing to read in it');
  if (cut.parts.length > maxChapters) throw new EpubFault('its table of contents has over 5,000 entries');
  const faults = [...files.faults, ...documents.filter(({ text }) => cut.isShown(text)).flatMap((each) => each.faults)];
  const contents = cut.contents.map((content) => withPictures(content, files, faults));
  const unknown = facts.language === null && book.languages.length > 0;
  return {
    outline: { kind, ...facts, opening: openingOf(texts), parts: cut.parts },
    faults: eachOnce(faults),
    notes: [
      ...cut.notes,
      ...(unknown
        ? [`its language '${book.languages.join(', ')}' is none of the site's; told by its script instead`]
        : []),
    ],
    cover: coverOf(book, { files, texts, named }),
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
  if (nav.entries.length > 0) return { toc: nav.entries, named };
  const ncx = book.ncx && (await files.text(book.ncx.path));
  return { toc: book.ncx && ncx ? readNcx(ncx, book.ncx.path) : [], named };
}

type Document = { text: SpineText; faults: OpenBook['faults'] };

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
  const bare = { path, anchors: new Map(), types: [], title: '', linkedShare: 0, isLinear };
  if (item.mediaType.startsWith('image/'))
    return { text: { ...bare, blocks: [{ type: 'img', src: path, alt: '' }] }, faults: [] };
  if (!files.find(path)) files.faults.push({ name: path, cause: 'the book names it and does not hold it' });
  const source = await files.text(path);
  if (source === null) return null;
  const { blocks, faults, ...facts } = readHtml(source, { isXml: true, hasPictures: true });
  const resolved = blocks.map((block) =>
    block.type === 'img' ? { ...block, src: resolvePlace(path, block.src)?.path ?? block.src } : block,
  );
  return {
    text: { ...facts, path, isLinear, blocks: resolved },
    faults: faults.map(({ name, cause }) => ({ name: `${path}: ${name}`, cause })),
  };
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

function withPictures(content: Content, files: EpubFiles, faults: OpenBook['faults']): PartContent {
  const pictureAt = (path: string) => {
    const picture = files.picture(path);
    if (!picture) faults.push({ name: path, cause: 'the book shows it and does not hold it' });
    return picture;
  };
  if (content.type === 'pages') {
    const pages = content.pictures.flatMap((path) => {
      const picture = pictureAt(path);
      return picture ? [{ key: path, picture }] : [];
    });
    return { type: 'pages', pages: withFreshKeys(pages) };
  }
  const blocks = content.blocks.flatMap((block): PartBlock[] => {
    if (block.type !== 'img') return [block];
    const picture = pictureAt(block.src);
    return picture ? [{ type: 'img', picture, alt: block.alt }] : [];
  });
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

/** The cover that the package names, else the picture on the page that the package calls the cover. */
function coverOf(
  book: EpubPackage,
  { files, texts, named }: { files: EpubFiles; texts: readonly SpineText[]; named: readonly NamedPlace[] },
): PartPicture | null {
  const declared = book.cover && files.picture(book.cover.path);
  if (declared) return declared;
  const place = named.find(({ type }) => type === 'cover')?.place.path;
  const page = texts.find((text) => text.path === place || text.types.includes('cover'));
  const picture = page?.blocks.find(isContent);
  return picture?.type === 'img' ? files.picture(picture.src) : null;
}
