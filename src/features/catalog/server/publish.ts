import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../../server/db.ts';
import type { Language } from '../../../shared/languages.ts';
import { defaultFreeChapters, isKeyOfId } from '../rules.ts';
import { inBatches } from './publish/batches.ts';
import { bookChanges, describeOrder, describeRemoved } from './publish/changes.ts';
import { type ChapterPlan, type Current, planChapters, rowsToWrite, slot } from './publish/chapter-plan.ts';
import { isSameContent, refuseOtherContent, refusePruning } from './publish/checks.ts';
import { blocksOf, type SourceOf } from './publish/content-sums.ts';
import { planDates } from './publish/import-dates.ts';
import type {
  Contradiction,
  PublishedBook,
  PublishedPlace,
  PublishOptions,
  PublishResult,
  Refusal,
  StoredBlock,
} from './publish/published.ts';
import {
  type BookRow,
  type ChapterEditionRow,
  type ChapterRow,
  clearSourceKeys,
  deleteChapterEditions,
  deleteChapters,
  deleteEditions,
  type EditionRow,
  findBookById,
  findBookBySourceKeys,
  findBooksByContent,
  findSearchText,
  growVersions,
  listChapterEditions,
  listChapters,
  listEditions,
  listPages,
  listPublishedLanguages,
  lockSourceKey,
  type PageRow,
  readByHand,
  replacePages,
  selectBookOfChapter,
  trashChapters,
  updateSearchText,
  upsertBook,
  upsertChapterEditions,
  upsertChapters,
  upsertEditions,
} from './publish/queries.ts';
import { readMoment, settleBooks } from './release/settle-queries.ts';
import { searchKeys } from './search/search-keys.ts';
import { searchTextOf } from './search/search-text.ts';
import { chaptersIn, imagesIn as imagesOfRecord, mergeRecords, recordOf } from './undo/record.ts';
import { findRecord, insertRecord } from './undo/undo-queries.ts';

export type {
  FactValue,
  FieldChange,
  PublishedBook,
  PublishedChapterEdition,
  PublishedPlace,
  PublishResult,
  StoredBlock,
} from './publish/published.ts';

/** The languages in which the book with one of these keys is published; none where there is no such book. */
export function languagesOfPublished(db: Db, sourceKeys: readonly string[]): Promise<Language[]> {
  return listPublishedLanguages(db, sourceKeys);
}

/** A publication is refused, because it would do what its operator can hardly want. Nothing was written. */
export class PublishRefusedError extends Error {
  override readonly name = 'PublishRefusedError';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/**
 * Brings a book to the given state, in the caller's transaction, so that readers see all of it or nothing. The same
 * publication again changes nothing. Throws `PublishRefusedError` where that would do what nobody can want.
 */
export async function publishBook(tx: Db, given: PublishedBook, wanted: PublishOptions): Promise<PublishResult> {
  await lockSourceKey(tx, given.sourceKey);
  const asked = { ...wanted, now: await momentOf(tx, wanted.now) };
  const found = await findBook(tx, given, asked);
  const { current, options, sourceOf, chapters } = found;
  const editions = planEditions(given, current, options);
  const rows = rowsToWrite(chapters);
  const { book, kept } = planBook(given, { current, editions: editions.all });
  const searchText = searchTextOf({ ...book, aliases: current.byHand.aliases, editions: editions.all });
  const refusal = found.refusal ?? (options.mayPruneMost ? null : refusePruning(chapters, current, sourceOf));
  if (refusal && !options.dryRun) throw new PublishRefusedError(refusal);
  if (!options.dryRun) {
    if (!isDeepStrictEqual(book, current.book)) await upsertBook(tx, book);
    if (searchText !== current.searchText || !isDeepStrictEqual(book.tags, current.book?.tags))
      await writeSearch(tx, book, searchText);
    await writeEditions(tx, book.id, editions);
    await writeChapters(tx, {
      bookId: book.id,
      current,
      gone: chapters.gone,
      rows,
      isKept: options.batch !== undefined,
    });
    if (options.batch) await keepRecord(tx, options.batch, { current, book, editions, chapters });
    await settleBooks(tx, [book.id], { now: await readMoment(tx), defaultFree: defaultFreeChapters });
  }
  const context = { current, original: book.original_language, sourceOf };
  const order = describeOrder(chapters, context);
  const changes = bookChanges({ book, editions: editions.all }, current, sourceOf);
  const inState = (state: PublishedPlace['state']) => order.filter((place) => place.state === state).length;
  const isRenumbered = order.some(({ from, number }) => from !== null && from !== number);
  const isChanged = isRenumbered || changes.length + chapters.gone.length + inState('added') + inState('changed') > 0;
  return {
    bookId: book.id,
    state: !current.book ? 'created' : isChanged ? 'updated' : 'unchanged',
    chapters: {
      added: inState('added'),
      changed: inState('changed'),
      removed: chapters.gone.length,
      total: order.length,
    },
    pagesRemoved: countRemovedPages(order),
    formerTitle: found.isRenamed ? titleOf(current) : null,
    changes,
    order,
    contradictions: found.contradictions,
    kept: [...kept, ...keptTitles(given, current), ...(chapters.isOrderKept ? ['order'] : [])].sort(),
    removed: describeRemoved(chapters, current, book.original_language),
    refusal,
  };
}

/** The moment of a publication: a machine's clock that is ahead of the database's would delay it. */
async function momentOf(tx: Db, given: Date): Promise<Date> {
  const now = await readMoment(tx);
  return given < now ? given : now;
}

/** The facts of a book that files are imported into; null: there is no such book. */
export async function findImportTarget(db: Db, bookId: string): Promise<ImportTarget | null> {
  const book = await findBookById(db, bookId);
  if (!book) return null;
  const [editions, chapters] = [await listEditions(db, bookId), await listChapters(db, bookId)];
  return {
    sourceKey: book.source_key,
    kind: book.kind,
    originalLanguage: book.original_language,
    titles: new Map(editions.map(({ language, title }) => [language, title])),
    keys: new Map(chapters.map(({ id, source_key }) => [id, source_key])),
  };
}

/** The book of a chapter; undefined: there is no such chapter. */
export function findBookOfChapter(db: Db, chapterId: string): Promise<string | undefined> {
  return selectBookOfChapter(db, chapterId);
}

/** A book's key, its titles, and the keys of its chapters by their ids. */
export interface ImportTarget {
  sourceKey: string;
  kind: 'comic' | 'novel';
  originalLanguage: Language;
  titles: ReadonlyMap<Language, string>;
  keys: ReadonlyMap<string, string>;
}

/** Keeps how the book stood, as far as the batch has changed it. */
async function keepRecord(
  tx: Db,
  batchId: string,
  done: { current: Current; book: BookRow; editions: EditionPlan; chapters: ChapterPlan },
): Promise<void> {
  const isNew = done.current.book === null;
  const full = recordOf(done);
  const isUnchanged = full.book === null && Object.values(full).every((part) => part === null || part.length === 0);
  if (isUnchanged && !isNew) return;
  const bookId = done.book.id;
  const known = await findRecord(tx, { batchId, bookId });
  // A new book goes as a whole, and so does all that its batch brings later.
  const wasMade = isNew || (known?.isNew ?? false);
  const merged = known ? mergeRecords(known.record, full) : full;
  const record = wasMade ? { book: null, editions: [], chapters: merged.chapters, texts: [], pages: [] } : merged;
  const changes = { chapterIds: chaptersIn(merged), imageIds: wasMade ? [] : imagesOfRecord(merged) };
  await insertRecord(tx, { batchId, bookId, isNew: wasMade, record, ...changes });
}

function countRemovedPages(order: readonly PublishedPlace[]): number {
  return order.flatMap(({ contents }) => contents.flatMap(({ pages }) => pages.removed)).length;
}

type Found = {
  current: Current;
  options: PublishOptions;
  sourceOf: SourceOf;
  chapters: ChapterPlan;
  contradictions: Contradiction[];
  /** Its content recognised the book, which had another name. */
  isRenamed: boolean;
  refusal: Refusal | null;
};

/** The published book that is meant, and what becomes of its chapters. */
async function findBook(tx: Db, given: PublishedBook, asked: PublishOptions): Promise<Found> {
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
  { book, given, asked }: { book: BookRow | null; given: PublishedBook; asked: PublishOptions },
): Promise<Found> {
  const current = await readCurrent(tx, book);
  // The importer leaves out chapters of the other kind; that does not mean that they must be removed.
  const { prune, ...others } = asked;
  const isSameKind = !book || book.kind === given.kind;
  const options: PublishOptions = prune && isSameKind ? { ...others, prune } : others;
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
  { given, asked, taken }: { given: PublishedBook; asked: PublishOptions; taken: ReadonlySet<string> },
): Promise<Found | null> {
  for (const book of await findBooksByContent(tx, given)) {
    if (taken.has(book.id) || isKeyOfId(book.source_key) || book.kind !== given.kind) continue;
    const found = await planIn(tx, { book, given, asked });
    if (isSameContent(found.chapters, found.current)) return { ...found, isRenamed: true };
  }
  return null;
}

/** All images that the book shows or is to show. */
function imagesIn(given: PublishedBook, current: Current): string[] {
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

function titleOf({ book, editions }: Current): string {
  return (editions.find(({ language }) => language === book?.original_language) ?? editions[0])?.title ?? '';
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

type EditionPlan = { all: EditionRow[]; changed: EditionRow[]; gone: Language[] };

function planEditions(given: PublishedBook, current: Current, options: PublishOptions): EditionPlan {
  const old = new Map(current.editions.map((edition) => [edition.language, edition]));
  const isMadeOfPage = new Set(given.coversOfPages ?? []);
  const free = given.publicFreeChapters === undefined ? current.book?.public_free_chapters : given.publicFreeChapters;
  const next = given.editions.map((edition): EditionRow => {
    const before = old.get(edition.language);
    // A page that only members may see must not be, or stay, public as a cover.
    const substitute = free === 0 ? edition.substituteCover?.small : edition.substituteCover?.whole;
    const kept = before?.cover_image_id ?? null;
    const isByHand = (field: string) => before !== undefined && current.byHand.book.has(`${field}.${edition.language}`);
    return {
      language: edition.language,
      title: (isByHand('titles') ? before?.title : undefined) ?? edition.title,
      introduction:
        (isByHand('introductions') ? before?.introduction : edition.introduction) ?? before?.introduction ?? '',
      text_language: edition.textLanguage === undefined ? (before?.text_language ?? null) : edition.textLanguage,
      cover_image_id: isByHand('covers')
        ? kept
        : (edition.coverImageId ?? (kept && !isMadeOfPage.has(kept) ? kept : (substitute ?? kept))),
    };
  });
  const isGiven = new Set(next.map((edition) => edition.language));
  const others = current.editions.filter((edition) => !isGiven.has(edition.language));
  const gone = options.prune?.chapters ? others.map((edition) => edition.language) : [];
  return {
    all: [...next, ...others.filter((edition) => !gone.includes(edition.language))],
    changed: next.filter((edition) => !isDeepStrictEqual(edition, old.get(edition.language))),
    gone,
  };
}

async function writeEditions(tx: Db, bookId: string, plan: EditionPlan): Promise<void> {
  if (plan.changed.length > 0) await upsertEditions(tx, bookId, plan.changed);
  if (plan.gone.length > 0) await deleteEditions(tx, bookId, plan.gone);
}

/** The book as it will be, and the names of given facts that are not taken, since they were edited by hand. */
function planBook(
  given: PublishedBook,
  facts: { current: Current; editions: EditionRow[] },
): { book: BookRow; kept: string[] } {
  const old = facts.current.book;
  const author = given.author ?? old?.author ?? '';
  const tags = given.tags ?? old?.tags ?? [];
  const planned: BookRow = {
    id: old?.id ?? randomUUID(),
    source_key: given.sourceKey,
    kind: given.kind,
    original_language: given.originalLanguage ?? keptOriginal(facts) ?? given.likelyLanguage,
    author,
    status: given.status ?? old?.status ?? 'ongoing',
    layout: given.layout ?? old?.layout ?? given.likelyLayout ?? 'strip',
    reading_direction: given.readingDirection ?? old?.reading_direction ?? given.likelyDirection ?? 'ltr',
    licence: given.licence ?? old?.licence ?? '',
    attribution: given.attribution ?? old?.attribution ?? '',
    public_free_chapters:
      given.publicFreeChapters !== undefined ? given.publicFreeChapters : (old?.public_free_chapters ?? null),
    early_access_days: given.earlyAccessDays !== undefined ? given.earlyAccessDays : (old?.early_access_days ?? null),
    show_schedule: given.showSchedule ?? old?.show_schedule ?? false,
    preview: given.preview ?? old?.preview ?? null,
    recommended: given.recommended ?? old?.recommended ?? false,
    tags,
  };
  const byHand = [...facts.current.byHand.book].filter((field) => Object.hasOwn(planned, field));
  const stays = old ? Object.fromEntries(byHand.map((field) => [field, old[field as keyof BookRow]])) : {}; // a column, as just checked
  const book: BookRow = { ...planned, ...stays };
  return { book, kept: byHand.filter((field) => !isDeepStrictEqual({ ...planned }[field], { ...book }[field])) };
}

/** The given titles, introductions and covers that are not taken, since they were edited by hand. */
function keptTitles(given: PublishedBook, { byHand, editions }: Current): string[] {
  return given.editions.flatMap(({ language, title, introduction, coverImageId }) => {
    const before = editions.find((edition) => edition.language === language);
    if (!before) return [];
    const fields: [string, unknown, unknown][] = [
      [`titles.${language}`, title, before.title],
      [`introductions.${language}`, introduction ?? before.introduction, before.introduction],
      [`covers.${language}`, coverImageId ?? before.cover_image_id, before.cover_image_id],
    ];
    return fields.flatMap(([field, wanted, stays]) => (byHand.book.has(field) && wanted !== stays ? [field] : []));
  });
}

/** The original language as it was, unless its edition goes. */
function keptOriginal({ current, editions }: { current: Current; editions: readonly EditionRow[] }): Language | null {
  const language = current.book?.original_language;
  return language && editions.some((edition) => edition.language === language) ? language : null;
}

async function writeSearch(tx: Db, { id, tags }: BookRow, text: string): Promise<void> {
  await updateSearchText(tx, { bookId: id, text, keys: searchKeys({ text, tags }) });
}

/** In characters of JSON: one parameter cannot hold a whole library of texts. */
const mostTextAtOnce = 8 * 1024 * 1024;

function textSize({ blocks }: ChapterEditionRow): number {
  return blocks === null ? 1 : JSON.stringify(blocks).length;
}

async function writeChapters(
  tx: Db,
  {
    bookId,
    current,
    gone,
    rows,
    isKept,
  }: {
    bookId: string;
    current: Current;
    gone: ChapterRow[];
    rows: ReturnType<typeof rowsToWrite>;
    /** Removed chapters go to the trash. */
    isKept: boolean;
  },
): Promise<void> {
  if (gone.length > 0) {
    const ids = gone.map(({ id }) => id);
    await (isKept ? trashChapters(tx, ids) : deleteChapters(tx, bookId, ids));
  }
  await freeKeys(tx, current, rows.chapters);
  if (rows.chapters.length > 0) await upsertChapters(tx, bookId, rows.chapters);
  if (rows.goneEditions.length > 0) await deleteChapterEditions(tx, rows.goneEditions);
  for (const editions of inBatches(rows.editions, { sizeOf: textSize, limit: mostTextAtOnce }))
    await upsertChapterEditions(tx, editions);
  const changed = [...rows.editions, ...rows.goneEditions, ...rows.repaged].map(({ chapter_id }) => chapter_id);
  if (changed.length > 0) await growVersions(tx, changed);
  if (rows.repaged.length > 0)
    await replacePages(
      tx,
      rows.repaged.map(({ chapter_id, language }) => ({ chapter_id, language })),
      rows.repaged.flatMap(({ pages }) => pages),
    );
}

/** Two chapters may exchange their keys, and no key may stand twice even for a moment. */
async function freeKeys(tx: Db, current: Current, next: readonly ChapterRow[]): Promise<void> {
  const holders = new Map(current.chapters.map(({ id, source_key }) => [source_key, id]));
  const taken = next.flatMap(({ id, source_key }) => {
    const holder = holders.get(source_key);
    return holder !== undefined && holder !== id ? [holder] : [];
  });
  if (taken.length > 0) await clearSourceKeys(tx, taken);
}
