import { createHash } from 'node:crypto';
import type { Db } from '../../../../server/database/db.ts';
import { directionOf, type Language, languageTags } from '../../../../shared/languages.ts';
import { paths } from '../../../../shared/paths.ts';
import { printedName } from '../../../../shared/printed-name.ts';
import { displayText } from '../../../../shared/text.ts';
import { directionOfWords, tagOfWords, wordsIn } from '../../../../shared/text-language.ts';
import {
  type BookFacts,
  type ChapterWithText,
  findBookWithChapters,
  listChaptersWithText,
  readTexts,
} from '../../../catalog/server/catalog.ts';
import type { Dates } from '../../../catalog/server/dates/openings.ts';
import type { StoredBlock } from '../../../catalog/text/blocks.ts';
import type { ImageVariant } from '../../../media/rules.ts';
import type { PictureFiles } from '../../../media/server/media.ts';
import {
  type EpubDocument,
  type EpubFacts,
  type EpubPicture,
  epubContainer,
  epubStyle,
  epubType,
  writeChapter,
  writeLast,
  writeNav,
  writePackage,
} from '../../epub.ts';
import { isOpenTo } from '../keys/open-to.ts';
import type { DoorText, TextIn } from '../keys/words.ts';
import type { DoorReader } from '../pages/pages.ts';
import type { Found } from './found-file.ts';
import type { Member, ReadMembers } from './stored-zip.ts';
import { wholeOf } from './whole-file.ts';

export interface NovelDeps {
  db: Db;
  dates: Dates;
  pictureFiles: PictureFiles;
  publicUrl: string;
  textIn: TextIn;
}

/** So many bytes of stored, compressed text are read at a time, of so many chapters at most. */
const batch = { bytes: 64 * 1024, chapters: 50 };
/** Pictures in a text, and the cover, are at most so wide. */
const widest = { picture: 1200, cover: 600 };

/** What a book's files have in common. */
interface Novel {
  facts: EpubFacts;
  /** The edition's; a chapter that lacks it comes in another one. */
  language: Language;
  coverImageId: string | null;
  last: { words: string; address?: string }[];
  text: DoorText;
}

interface ShownPicture {
  imageId: string;
  /** The file that is taken of it. */
  variant: string;
}

/** Finds the EPUB of a novel: every chapter that who asks may read now. */
export function createNovels({ db, dates, pictureFiles, publicUrl, textIn }: NovelDeps) {
  return {
    async find(asked: { bookId: string; language: Language; reader: DoorReader }): Promise<Found> {
      const { bookId, language, reader } = asked;
      const found = await findBookWithChapters(db, { bookId, language, direction: 'asc', page: 0, pageSize: 1 });
      const all = found?.book.kind === 'novel' ? await listChaptersWithText(db, asked) : null;
      if (!found || !all || all.length === 0) return { kind: 'unknown' };
      const chapters = all.filter((chapter) => isOpenTo(dates, { ...chapter, bookId }, reader));
      if (chapters.length === 0) return { kind: 'refused', bookId };
      const novel = novelOf(found.book, { language, chapters });
      return {
        kind: 'open',
        ...{ bookId, language, form: 'epub', title: novel.facts.title },
        chapterIds: chapters.map(({ id }) => id),
        key: keyOf(novel, chapters),
        parts: () => partsOf(novel, chapters),
      };
    },
  };

  function novelOf(book: BookFacts, of: { language: Language; chapters: readonly ChapterWithText[] }): Novel {
    const { language, chapters } = of;
    const text = textIn(language);
    const worded = { language: book.language, ...wordsIn(book.textLanguage) };
    const address = `${publicUrl}${paths.book(book.id)}?lang=${language}`;
    const rights = [book.licence, book.attribution].map(displayText).filter(Boolean).join(' — ');
    return {
      facts: {
        id: `urn:uuid:${book.id}:${book.language}`,
        title: displayText(book.title),
        author: displayText(book.author),
        introduction: displayText(book.introduction),
        licence: rights,
        modifiedAt: new Date(Math.max(...chapters.map(({ publishedAt }) => publishedAt.getTime()))),
        language: tagOfWords(worded),
        direction: directionOfWords(worded),
      },
      language: book.language,
      coverImageId: book.coverImageId,
      last: [
        ...(rights === '' ? [] : [{ words: text.t('doors.licence', { licence: rights }) }]),
        { words: text.t('doors.readOn', { address }), address },
      ],
      text,
    };
  }

  async function* partsOf(novel: Novel, chapters: readonly ChapterWithText[]): AsyncGenerator<ReadMembers> {
    const { facts } = novel;
    yield async () => [
      member('mimetype', epubType),
      member('META-INF/container.xml', `${epubContainer}<!-- ${markOf(chapters)} -->\n`),
      member('style.css', epubStyle),
    ];
    const documents: EpubDocument[] = [];
    const shown = new Map<string, ShownPicture>();
    for (const { from, part } of batchesOf(chapters))
      yield async () => {
        const read = await readChapters(novel, part);
        for (const [index, { document, pictures }] of read.entries()) {
          documents[from + index] = { ...document, name: nameOf(from + index) };
          for (const picture of pictures) shown.set(picture.imageId, picture);
        }
        return read.map(({ bytes }, index) => ({ name: nameOf(from + index), bytes }));
      };
    const pictures: EpubPicture[] = [];
    for (const { imageId, variant } of shown.values()) {
      const name = nameOfPicture(imageId);
      pictures.push({ name, type: 'image/jpeg' });
      yield async () => [{ name, bytes: await wholeOf(pictureFiles.read({ imageId, variant })) }];
    }
    const found = await findCover(novel);
    const cover = found && { name: 'cover.jpg', type: 'image/jpeg' };
    if (found) yield async () => [{ name: 'cover.jpg', bytes: await wholeOf(pictureFiles.read(found)) }];
    yield async () => [
      member('last.xhtml', writeLast(facts, novel.last)),
      member('nav.xhtml', writeNav(facts, documents)),
      member('content.opf', writePackage(facts, { documents, last: 'last.xhtml', pictures, cover })),
    ];
  }

  async function readChapters({ facts, language, text: words }: Novel, chapters: readonly ChapterWithText[]) {
    const texts = new Map((await readTexts(db, chapters)).map((text) => [text.chapterId, text]));
    const jpegs = await listJpegsIn([...texts.values()].flatMap(({ blocks }) => blocks));
    return chapters.map((chapter) => {
      const { title: given = '', blocks = [] } = texts.get(chapter.id) ?? {};
      const title = displayText(given).trim() || printedName(words, chapter);
      const wording =
        chapter.language === language
          ? { language: facts.language, direction: facts.direction }
          : { language: languageTags[chapter.language], direction: directionOf(chapter.language) };
      const pictures: ShownPicture[] = [];
      const { text, hasMath } = writeChapter({ title, blocks, ...wording }, (imageId) => {
        const jpeg = jpegs.get(imageId);
        if (!jpeg) return undefined;
        pictures.push({ imageId, variant: jpeg.name });
        return nameOfPicture(imageId);
      });
      return { bytes: Buffer.from(text), document: { title, hasMath }, pictures };
    });
  }

  function listJpegsIn(blocks: readonly StoredBlock[]) {
    const imageIds = new Set(blocks.flatMap((block) => (block.type === 'img' ? [block.imageId] : [])));
    return imageIds.size === 0
      ? new Map<string, ImageVariant>()
      : pictureFiles.listJpegs([...imageIds], widest.picture);
  }

  async function findCover({ coverImageId: imageId }: Novel): Promise<ShownPicture | null> {
    const jpeg = imageId === null ? undefined : (await pictureFiles.listJpegs([imageId], widest.cover)).get(imageId);
    return imageId !== null && jpeg ? { imageId, variant: jpeg.name } : null;
  }
}

const member = (name: string, text: string): Member => ({ name, bytes: Buffer.from(text) });
const nameOf = (index: number) => `c${index + 1}.xhtml`;
const nameOfPicture = (imageId: string) => `p/${imageId}.jpg`;

/** Chapters that are read together, with the place of the first. */
function batchesOf(chapters: readonly ChapterWithText[]): { from: number; part: ChapterWithText[] }[] {
  const batches: { from: number; part: ChapterWithText[] }[] = [];
  let bytes = 0;
  for (const [index, chapter] of chapters.entries()) {
    const last = batches.at(-1);
    bytes += chapter.size;
    if (last && bytes <= batch.bytes && last.part.length < batch.chapters) last.part.push(chapter);
    else {
      batches.push({ from: index, part: [chapter] });
      bytes = chapter.size;
    }
  }
  return batches;
}

/**
 * Names the chapters of a file among its first bytes: KOReader knows a file by little of it, and one with a chapter more
 * must be another to it.
 */
function markOf(chapters: readonly ChapterWithText[]): string {
  return createHash('sha256')
    .update(chapters.map(({ id }) => id).join())
    .digest('hex');
}

/** A file is the same where its facts, words and chapters are. */
function keyOf({ facts, coverImageId, last }: Novel, chapters: readonly ChapterWithText[]): string {
  const hash = createHash('sha256').update(JSON.stringify([facts, coverImageId, last]));
  for (const { id, language, revision } of chapters) hash.update(`${id} ${language} ${revision}\n`);
  return hash.digest('base64url');
}
