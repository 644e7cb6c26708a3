import type { Db } from '../../../../server/database/db.ts';
import { isKeyOfId } from '../../rules.ts';
import { readMoment } from '../dates/settle-queries.ts';
import { type Contents, type Current, slot } from './chapter-plan.ts';
import { blocksOf, type SourceOf } from './content-sums.ts';
import type { ImportedBook, ImportOptions, StoredBlock } from './imported.ts';
import {
  type BookRow,
  type ChaptersOf,
  findBookBySourceKeys,
  findBooksByContent,
  findSearchText,
  listChapterEditions,
  listChapters,
  listEditions,
  listMovedAway,
  listPages,
  lockSourceKey,
  type PageRow,
  readByHand,
} from './queries.ts';

/** What is known before an import is decided. */
export interface ImportFacts {
  /** The moment of the import, never ahead of the database's clock: its chapters would open late. */
  now: Date;
  /** The book that has one of the keys; null: there is none. */
  known: Current | null;
  /** If no book has the keys: books of other names with similar content, the likeliest first. */
  alike: Current[];
  sourceOf: SourceOf;
}

/** Reads all that decides what becomes of a book. Nobody changes what was read until the transaction ends. */
export async function readFacts(tx: Db, given: ImportedBook, wanted: ImportOptions): Promise<ImportFacts> {
  await lockSourceKey(tx, given.sourceKey);
  const book = await findBookBySourceKeys(tx, [given.sourceKey, ...(given.formerKeys ?? [])]);
  const known = book && (await readCurrent(tx, book));
  const alike: Current[] = [];
  if (!known) for (const other of await listAlike(tx, given, wanted)) alike.push(await readCurrent(tx, other));
  const now = await readMoment(tx);
  const sourceOf = await readSources(given, known ? [known] : alike, wanted);
  return { now: new Date(Math.min(+wanted.now, +now)), known, alike, sourceOf };
}

/**
 * The books of other names that hold some of the same content. A book with an `id` has no other name, and is left out.
 */
async function listAlike(tx: Db, given: ImportedBook, { checkContent }: ImportOptions): Promise<BookRow[]> {
  if (!checkContent) return [];
  return (await findBooksByContent(tx, given)).filter(
    ({ id, kind, source_key }) => !checkContent.taken.has(id) && !isKeyOfId(source_key) && kind === given.kind,
  );
}

async function readSources(
  given: ImportedBook,
  books: readonly Current[],
  { sourcesOf }: ImportOptions,
): Promise<SourceOf> {
  const sources = new Map(await sourcesOf?.(imagesIn(given, books)));
  const pages = given.chapters.flatMap((chapter) => chapter.editions.flatMap((edition) => edition.pages ?? []));
  for (const { imageIds, source } of pages)
    if (source !== undefined) for (const id of imageIds) sources.set(id, source);
  return (imageId) => sources.get(imageId) ?? imageId;
}

/** All images that the book is to show, or that these books show. */
function imagesIn(given: ImportedBook, books: readonly Current[]): string[] {
  const ids = new Set<string>();
  const add = (id: string | null | undefined) => id && ids.add(id);
  const addPictures = (blocks: readonly StoredBlock[] | null) => {
    for (const block of blocks ?? []) if (block.type === 'img') ids.add(block.imageId);
  };
  for (const edition of given.editions) {
    for (const id of [edition.coverImageId, edition.substituteCover?.whole, edition.substituteCover?.small]) add(id);
  }
  for (const edition of given.chapters.flatMap((chapter) => chapter.editions)) {
    add(edition.coverImageId);
    for (const page of edition.pages ?? []) if (page.source === undefined) page.imageIds.map(add);
    addPictures(edition.blocks ?? null);
  }
  for (const { editions, chapterEditions, pages, left } of books) {
    for (const edition of editions) add(edition.cover_image_id);
    for (const edition of chapterEditions.values()) {
      add(edition.cover_image_id);
      addPictures(blocksOf(edition));
    }
    for (const page of [...pages.values(), ...left.pages.values()].flat()) ids.add(page.image_id);
  }
  return [...ids];
}

async function readCurrent(tx: Db, book: BookRow): Promise<Current> {
  const left = await listMovedAway(tx, book.id);
  return {
    book,
    searchText: await findSearchText(tx, book.id),
    editions: await listEditions(tx, book.id),
    chapters: await listChapters(tx, book.id),
    ...(await readContents(tx, { bookId: book.id })),
    left: { chapters: left, ...(left.length > 0 ? await readContents(tx, { leftBookId: book.id }) : noContents) },
    byHand: await readByHand(tx, book.id),
  };
}

const noContents: Contents = { chapterEditions: new Map(), pages: new Map() };

async function readContents(tx: Db, of: ChaptersOf): Promise<Contents> {
  const pages = new Map<string, PageRow[]>();
  for (const page of await listPages(tx, of)) {
    const key = slot(page.chapter_id, page.language);
    pages.set(key, [...(pages.get(key) ?? []), page]);
  }
  const chapterEditions = await listChapterEditions(tx, of);
  return { chapterEditions: new Map(chapterEditions.map((row) => [slot(row.chapter_id, row.language), row])), pages };
}
