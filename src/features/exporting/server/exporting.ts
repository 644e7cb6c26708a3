import { Readable } from 'node:stream';
import { stringify } from 'yaml';
import type { Db } from '../../../server/database/db.ts';
import type { Language } from '../../../shared/languages.ts';
import { paths } from '../../../shared/paths.ts';
import { displayText } from '../../../shared/text.ts';
import { directionOfWords, tagOfWords, wordsIn } from '../../../shared/text-language.ts';
import {
  readWholeBook,
  readWholePages,
  readWholeText,
  type WholeBook,
  type WholeChapter,
  type WholeChapterEdition,
  type WholeEdition,
} from '../../catalog/server/whole-book.ts';
import type { StoredBlock } from '../../catalog/text/blocks.ts';
import { writeBlocks } from '../../doors/block-markup.ts';
import { writeComicInfo } from '../../doors/comic-info.ts';
import {
  type EpubDocument,
  type EpubFacts,
  type EpubPicture,
  epubContainer,
  epubStyle,
  epubType,
  writeChapter,
  writeNav,
  writePackage,
} from '../../doors/epub.ts';
import { fileName } from '../../doors/file-name.ts';
import type { Media } from '../../media/server/media.ts';
import { findSources, type SourceFile } from '../../media/server/sources.ts';
import { bookPaper, chapterPaper } from '../papers.ts';
import type { ExportFormat } from '../rules.ts';
import { type ExportFile, zipOf } from './zip-of.ts';

export interface Export {
  /** The book's title as a name. */
  name: string;
  files(): AsyncIterable<ExportFile>;
}

interface Deps {
  db: Db;
  media: Media;
}

/** A book as an import takes it (spec: doors.md#export); null where there is none, or where it is in the trash. */
export async function openExport(
  deps: Deps,
  asked: { bookId: string; language: Language | null; format: ExportFormat; publicUrl: string },
): Promise<Export | 'unknown' | 'unfit'> {
  const { language, format } = asked;
  const whole = await readWholeBook(deps.db, asked.bookId);
  if (!whole) return 'unknown';
  const { kind } = whole.book;
  if ((format === 'cbz' && kind === 'novel') || (format === 'epub' && kind === 'comic')) return 'unfit';
  if (language !== null && !whole.editions.some((edition) => edition.language === language)) return 'unfit';
  const name = fileName(displayText(titleOf(whole, language)), kind);
  const exporter = new Exporter(deps, whole, asked.publicUrl);
  const files = {
    folder: () => exporter.folder(language),
    cbz: () => exporter.archives(language),
    epub: () => exporter.epub(language ?? whole.book.original_language, `${name}.epub`),
  }[format];
  return { name, files };
}

function titleOf({ book, editions }: WholeBook, language: Language | null): string {
  const wanted = [language, book.original_language];
  return (editions.find((edition) => wanted.includes(edition.language)) ?? editions[0])?.title ?? '';
}

/** A chapter with content in a language, and its place in the book. */
interface Part {
  chapter: WholeChapter;
  edition: WholeChapterEdition;
  place: number;
}

/** An import takes traditional letters from a folder's name; one of a language that the site lacks would be left out. */
function folderOf({ language, textLanguage }: WholeEdition, beside: readonly WholeEdition[]): string {
  if (beside.length === 1) return '';
  return `${textLanguage?.startsWith('zh-') ? textLanguage : language}/`;
}

class Exporter {
  constructor(
    private readonly deps: Deps,
    private readonly whole: WholeBook,
    private readonly publicUrl: string,
  ) {}

  /** book.yaml, and a folder for each chapter, in folders of languages where there are several. */
  async *folder(language: Language | null): AsyncGenerator<ExportFile> {
    const { editions } = this.whole;
    yield textFile('book.yaml', stringify(bookPaper(this.whole, language)));
    for (const edition of editions.filter((each) => language === null || each.language === language)) {
      const folder = folderOf(edition, editions);
      const cover = await this.coverOf(edition);
      if (cover) yield pictureFile(`${folder}cover`, cover);
      for (const part of this.partsIn(edition.language)) {
        const path = `${folder}${placeName(part.place)}/`;
        yield textFile(`${path}chapter.yaml`, stringify(chapterPaper(part.chapter, edition.language)));
        yield* this.whole.book.kind === 'comic' ? this.pages(part, path) : this.text(part, edition, path);
      }
    }
  }

  /** A CBZ for each chapter, in folders of languages where there are several. */
  async *archives(language: Language | null): AsyncGenerator<ExportFile> {
    const editions = this.whole.editions.filter((each) => language === null || each.language === language);
    for (const edition of editions) {
      const folder = folderOf(edition, editions);
      for (const part of this.partsIn(edition.language)) {
        const name = fileName(displayText(part.edition.title), '');
        const path = `${folder}${placeName(part.place)}${name === '' ? '' : ` - ${name}`}.cbz`;
        yield { path, open: async () => zipOf(this.pagesOfArchive(part, edition)) };
      }
    }
  }

  private async *pagesOfArchive({ chapter, edition, place }: Part, own: WholeEdition): AsyncGenerator<ExportFile> {
    const { book } = this.whole;
    const pages = await this.pagesOf(chapter, edition);
    const info = writeComicInfo({
      title: displayText(edition.title),
      series: displayText(own.title),
      number: chapter.label ?? String(place),
      summary: displayText(own.introduction),
      publishedAt: edition.publishedAt ?? chapter.createdAt,
      writer: displayText(book.author),
      // By which an import knows the chapter again.
      web: `${this.publicUrl}${paths.chapter({ bookUuid: book.id, chapterUuid: chapter.id, number: place })}?lang=${own.language}`,
      pages: pages.length,
      language: tagOfEdition(own),
      isRightToLeft: book.reading_direction === 'rtl',
    });
    yield textFile('ComicInfo.xml', info);
    for (const { name, source } of pages) yield pictureFile(name, source);
  }

  /** One EPUB of all chapters that have a text in a language. */
  async *epub(language: Language, path: string): AsyncGenerator<ExportFile> {
    const edition = this.whole.editions.find((each) => each.language === language);
    if (edition) yield { path, open: async () => zipOf(this.filesOfEpub(edition)) };
  }

  private async *filesOfEpub(own: WholeEdition): AsyncGenerator<ExportFile> {
    const { book } = this.whole;
    const worded = { language: own.language, ...wordsIn(own.textLanguage) };
    const facts: EpubFacts = {
      id: `urn:uuid:${book.id}:${own.language}`,
      title: displayText(own.title),
      author: displayText(book.author),
      introduction: displayText(own.introduction),
      licence: [book.licence, book.attribution].map(displayText).filter(Boolean).join(' — '),
      modifiedAt: this.lastDate(),
      language: tagOfWords(worded),
      direction: directionOfWords(worded),
    };
    yield textFile('mimetype', epubType);
    yield textFile('META-INF/container.xml', epubContainer);
    yield textFile('style.css', epubStyle);
    const documents: EpubDocument[] = [];
    const pictures = new Map<string, SourceFile>();
    const nameOfPicture = (id: string) => {
      const source = pictures.get(id);
      return source && `p/${id}.${source.ending}`;
    };
    for (const { chapter, edition, place } of this.partsIn(own.language)) {
      const blocks = await readWholeText(this.deps.db, { chapterId: chapter.id, language: own.language });
      for (const [id, source] of await this.sourcesOf(imagesIn(blocks))) pictures.set(id, source);
      const title = displayText(edition.title).trim() || String(place);
      const { text, hasMath } = writeChapter({ ...facts, title, blocks }, nameOfPicture);
      const name = `c${documents.length + 1}.xhtml`;
      documents.push({ name, title, hasMath });
      yield textFile(name, text);
    }
    const shown: EpubPicture[] = [];
    for (const [id, { ending, open }] of pictures) {
      const name = nameOfPicture(id) ?? '';
      shown.push({ name, type: typeOf(ending) });
      yield { path: name, open };
    }
    const cover = await this.coverOf(own);
    if (cover) yield pictureFile('cover', cover);
    const shownCover = cover && { name: `cover.${cover.ending}`, type: typeOf(cover.ending) };
    yield textFile('nav.xhtml', writeNav(facts, documents));
    yield textFile(
      'content.opf',
      writePackage(facts, { documents, last: null, pictures: shown, cover: shownCover ?? null }),
    );
  }

  private lastDate(): Date {
    const dates = this.whole.chapters.map(({ createdAt }) => createdAt.getTime());
    return new Date(Math.max(0, ...dates));
  }

  private *partsIn(language: Language): Generator<Part> {
    for (const [index, chapter] of this.whole.chapters.entries()) {
      const edition = chapter.editions.find((each) => each.language === language && each.hasContent);
      if (edition) yield { chapter, edition, place: index + 1 };
    }
  }

  private async coverOf({ coverImageId: id, isCropped }: WholeEdition): Promise<SourceFile | undefined> {
    return id === null ? undefined : (await this.sourcesOf([{ id, isCropped }])).get(id);
  }

  /** A comic's pages by the names of their files, where these keep their order, and its own cover. */
  private async *pages({ chapter, edition }: Part, path: string): AsyncGenerator<ExportFile> {
    const pages = await this.pagesOf(chapter, edition);
    const cover = edition.coverImageId === null ? null : { id: edition.coverImageId };
    const ownCover = cover && (await this.sourcesOf([cover])).get(cover.id);
    if (ownCover && !pages.some(({ source }) => source.source === ownCover.source))
      yield pictureFile(`${path}cover`, ownCover);
    for (const { name, source } of pages) yield pictureFile(path + name, source);
  }

  private async pagesOf(
    chapter: WholeChapter,
    { language }: WholeChapterEdition,
  ): Promise<{ name: string; source: SourceFile }[]> {
    const pages = await readWholePages(this.deps.db, { chapterId: chapter.id, language });
    const firsts = await this.sourcesOf(pages.map(({ imageIds: [id = ''] }) => ({ id })));
    // Of a strip whose original is not kept, all tiles are wanted.
    const others = pages.flatMap(({ imageIds: [id = '', ...more] }) => (firsts.get(id)?.source === id ? more : []));
    const sources = new Map([...firsts, ...(await this.sourcesOf(others.map((id) => ({ id }))))]);
    const shown = pages.flatMap(({ name, imageIds }) =>
      imageIds.flatMap((id) => {
        const source = sources.get(id);
        return source ? [{ name, source }] : [];
      }),
    );
    const names = pageNames(shown.map(({ name }) => name));
    return shown.map(({ source }, index) => ({ name: names[index] ?? '', source }));
  }

  private async *text({ chapter, edition }: Part, own: WholeEdition, path: string): AsyncGenerator<ExportFile> {
    const blocks = await readWholeText(this.deps.db, { chapterId: chapter.id, language: edition.language });
    const sources = await this.sourcesOf(imagesIn(blocks));
    const names = new Map([...sources].map(([id, { ending }], index) => [id, `p${index + 1}.${ending}`]));
    const { lines } = writeBlocks(blocks, { nameOfPicture: (id) => names.get(id), form: 'html' });
    yield textFile(`${path}text.html`, htmlOf(lines, tagOfEdition(own)));
    for (const [id, source] of sources) yield { path: path + (names.get(id) ?? ''), open: source.open };
  }

  private sourcesOf(images: readonly { id: string; isCropped?: boolean }[]): Promise<Map<string, SourceFile>> {
    return findSources(this.deps.db, this.deps.media, images);
  }
}

function imagesIn(blocks: readonly StoredBlock[]): { id: string }[] {
  const ids = new Set(blocks.flatMap((block) => (block.type === 'img' ? [block.imageId] : [])));
  return [...ids].map((id) => ({ id }));
}

const typeOf = (ending: SourceFile['ending']) => `image/${ending === 'jpg' ? 'jpeg' : ending}`;
const placeName = (place: number) => String(place).padStart(4, '0');
const tagOfEdition = (edition: WholeEdition) =>
  tagOfWords({ language: edition.language, ...wordsIn(edition.textLanguage) });

function htmlOf(lines: readonly string[], language: string): string {
  const head = '<head><meta charset="utf-8"/><title></title></head>';
  return `<!DOCTYPE html>\n<html lang="${language}">\n${head}\n<body>\n${lines.join('\n')}\n</body>\n</html>\n`;
}

/** The names of the pages' files without endings: as they came where that keeps the order, else their places. */
function pageNames(keys: readonly string[]): string[] {
  const collator = new Intl.Collator('en', { numeric: true });
  const isPlain = keys.every((key) => /^[\w-]+$/.test(key) && !/cover|folder|poster|thumb/i.test(key));
  const isInOrder = keys.every((key, index) => index === 0 || collator.compare(keys[index - 1] ?? '', key) < 0);
  return isPlain && isInOrder ? [...keys] : keys.map((_, index) => placeName(index + 1));
}

function textFile(path: string, text: string): ExportFile {
  return { path, open: async () => Readable.from([Buffer.from(text)]) };
}

function pictureFile(name: string, { ending, open }: SourceFile): ExportFile {
  return { path: `${name}.${ending}`, open };
}
