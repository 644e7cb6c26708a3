import type { Db } from '../../../../server/database/db.ts';
import { isKeyOfId } from '../../rules.ts';
import { type ChapterPlan, type Current, planChapters, slot } from './chapter-plan.ts';
import { isSameContent, refuseOtherContent } from './checks.ts';
import { blocksOf, type SourceOf } from './content-sums.ts';
import { planDates } from './import-dates.ts';
import type { Contradiction, ImportedBook, ImportOptions, Refusal, StoredBlock } from './imported.ts';
import {
  type BookRow,
  findBookBySourceKeys,
  findBooksByContent,
  findSearchText,
  listChapterEditions,
  listChapters,
  listEditions,
  listPages,
  type PageRow,
  readByHand,
} from './queries.ts';

type Found = {
  current: Current;
  options: ImportOptions;
  sourceOf: SourceOf;
  chapters: ChapterPlan;
  contradictions: Contradiction[];
  /** Its content recognised the book, which had another name. */
  isRenamed: boolean;
  refusal: Refusal | null;
};

/** The published book that is meant, and what becomes of its chapters. */
export async function findBook(tx: Db, given: ImportedBook, asked: ImportOptions): Promise<Found> {
  const known = await findBookBySourceKeys(tx, [given.sourceKey, ...(given.formerKeys ?? [])]);
  const found = await planIn(tx, { book: known, given, asked });
  const check = asked.checkContent;
  if (!check) return found;
  if (known === null) return (await findRenamed(tx, { given, asked, taken: check.taken })) ?? found;
  const refusal =
    check.isSameBook || isKeyOfId(known.source_key) ? null : refuseOtherContent(found.chapters, given, found.current);
  if (refusal && isKeyOfId(given.sourceKey)) return await planIn(tx, { book: null, given, asked }); // a book of its own
  return { ...found, refusal };
}

async function planIn(
  tx: Db,
  { book, given, asked }: { book: BookRow | null; given: ImportedBook; asked: ImportOptions },
): Promise<Found> {
  const current = await readCurrent(tx, book);
  // The importer leaves out chapters of the other kind; that does not mean that they must be removed.
  const { prune, ...others } = asked;
  const isSameKind = !book || book.kind === given.kind;
  const options: ImportOptions = prune && isSameKind ? { ...others, prune } : others;
  const sources = new Map(await asked.sourcesOf?.(imagesIn(given, current)));
  const pages = given.chapters.flatMap((chapter) => chapter.editions.flatMap((edition) => edition.pages ?? []));
  for (const { imageIds, source } of pages)
    if (source !== undefined) for (const id of imageIds) sources.set(id, source);
  const sourceOf = (imageId: string) => sources.get(imageId) ?? imageId;
  const chapters = planChapters(given, { current, options, sourceOf });
  const contradictions = planDates(chapters.all, { moment: options.now, asDrafts: options.asDrafts ?? false });
  return { current, options, sourceOf, chapters, contradictions, isRenamed: false, refusal: null };
}

/** A book without an `id` under another name, recognised by its content; null where there is none. */
async function findRenamed(
  tx: Db,
  { given, asked, taken }: { given: ImportedBook; asked: ImportOptions; taken: ReadonlySet<string> },
): Promise<Found | null> {
  for (const book of await findBooksByContent(tx, given)) {
    if (taken.has(book.id) || isKeyOfId(book.source_key) || book.kind !== given.kind) continue;
    const found = await planIn(tx, { book, given, asked });
    if (isSameContent(found.chapters, found.current)) return { ...found, isRenamed: true };
  }
  return null;
}

/** All images that the book shows or is to show. */
function imagesIn(given: ImportedBook, current: Current): string[] {
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
  for (const edition of current.editions) add(edition.cover_image_id);
  for (const edition of current.chapterEditions.values()) {
    add(edition.cover_image_id);
    addPictures(blocksOf(edition));
  }
  for (const page of [...current.pages.values()].flat()) ids.add(page.image_id);
  return [...ids];
}

async function readCurrent(tx: Db, book: BookRow | null): Promise<Current> {
  if (!book)
    return {
      ...{ book, searchText: null, editions: [], chapters: [], chapterEditions: new Map(), pages: new Map() },
      byHand: { book: new Set(), chapters: new Map(), aliases: [] },
    };
  const pages = new Map<string, PageRow[]>();
  for (const page of await listPages(tx, book.id)) {
    const key = slot(page.chapter_id, page.language);
    pages.set(key, [...(pages.get(key) ?? []), page]);
  }
  const chapterEditions = await listChapterEditions(tx, book.id);
  return {
    book,
    searchText: await findSearchText(tx, book.id),
    editions: await listEditions(tx, book.id),
    chapters: await listChapters(tx, book.id),
    chapterEditions: new Map(chapterEditions.map((row) => [slot(row.chapter_id, row.language), row])),
    pages,
    byHand: await readByHand(tx, book.id),
  };
}
