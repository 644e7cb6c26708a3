import { randomUUID } from 'node:crypto';
import { type DbPool, withTransaction } from '../../../server/database/db.ts';
import type { Language } from '../../../shared/languages.ts';
import { type ImportedBook, writeImport } from '../server/imports.ts';

export type BookOptions = Partial<Omit<ImportedBook, 'chapters' | 'editions'>> & {
  /** One title per language; the first language is the original. */
  titles?: Partial<Record<Language, string>>;
  introductions?: Partial<Record<Language, string>>;
  covers?: Partial<Record<Language, string>>;
  /** A chapter without given editions has one in the original language, with one image unless the book is a novel. */
  chapters?: number | ChapterOptions[];
};

export interface ChapterOptions
  extends Pick<
    ImportedBook['chapters'][number],
    'publishedAt' | 'access' | 'freeAt' | 'season' | 'label' | 'printedNumber'
  > {
  createdAt?: Date;
  editions?: Partial<
    Record<
      Language,
      {
        title?: string;
        imageIds?: string[];
        coverImageId?: string;
        blocks?: ImportedBook['chapters'][number]['editions'][number]['blocks'];
      }
    >
  >;
}

const firstChapterAt = Date.UTC(2026, 0, 1);

/** Publishes a book as an import would; options that a test does not give have ordinary values. */
export async function makeBook(
  db: DbPool,
  options: BookOptions = {},
  wanted: { isSilent?: boolean } = {},
): Promise<{ id: string; chapterIds: string[] }> {
  const { titles = { 'en-us': 'A book' }, introductions = {}, covers = {}, chapters = 1, ...rest } = options;
  const languages = Object.keys(titles) as Language[]; // the keys are typed above
  const original = rest.originalLanguage ?? languages[0] ?? 'en-us';
  const given: ChapterOptions[] =
    typeof chapters === 'number' ? Array.from({ length: chapters }, () => ({})) : chapters;
  const book: ImportedBook = {
    sourceKey: randomUUID(),
    kind: 'comic',
    likelyLanguage: original,
    originalLanguage: original,
    ...rest,
    editions: languages.map((language) => ({
      language,
      title: titles[language] ?? '',
      introduction: introductions[language] ?? '',
      ...(covers[language] ? { coverImageId: covers[language] } : {}),
    })),
    chapters: given.map((chapter, index) => importedChapter(chapter, { index, original, kind: rest.kind ?? 'comic' })),
  };
  const { bookId } = await withTransaction(db, (tx) =>
    writeImport(tx, book, { now: new Date(firstChapterAt), ...wanted }),
  );
  const { rows } = await db.query<{ id: string }>(
    'select id from chapters where book_id = $1 order by coalesce(place, number)',
    [bookId],
  );
  return { id: bookId, chapterIds: rows.map(({ id }) => id) };
}

function importedChapter(
  chapter: ChapterOptions,
  { index, original, kind }: { index: number; original: Language; kind: 'comic' | 'novel' },
): ImportedBook['chapters'][number] {
  const content =
    kind === 'novel'
      ? { blocks: [{ type: 'p' as const, inlines: [{ type: 'text' as const, text: `Text of ${index + 1}` }] }] }
      : { imageIds: [randomUUID()] };
  const { createdAt, editions: _, publishedAt, access, freeAt, ...printed } = chapter;
  const editions = chapter.editions ?? { [original]: { title: `Chapter ${index + 1}`, ...content } };
  return {
    sourceKey: String(index + 1).padStart(5, '0'),
    ...printed,
    createdAt: createdAt ?? new Date(firstChapterAt + index * 60_000),
    ...(publishedAt && { publishedAt }),
    ...(access && { access }),
    ...(freeAt && { freeAt }),
    editions: Object.entries(editions).map(([language, edition]) => ({
      language: language as Language, // the keys are typed above
      title: edition.title ?? `Chapter ${index + 1}`,
      ...(edition.coverImageId ? { coverImageId: edition.coverImageId } : {}),
      ...(edition.imageIds ? { pages: edition.imageIds.map((id) => ({ sourceKey: id, imageIds: [id] })) } : {}),
      ...(edition.blocks ? { blocks: edition.blocks } : {}),
    })),
  };
}
