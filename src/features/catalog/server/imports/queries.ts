import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import { parseUuid } from '../../../../shared/wire.ts';
import type { AccessOverride } from '../../access.ts';
import { type BookRating, type Downloads, isKeyOfId, isKeyOfStudio, keyOfStudio } from '../../rules.ts';
import { latestDate } from '../dates/order.ts';
import { readMoment } from '../dates/settle-queries.ts';
import type { ImportedBook, ImportedPage, ImportOptions, StoredBlock } from './imported.ts';

export type BookRow = {
  id: string;
  source_key: string;
  kind: 'comic' | 'novel';
  original_language: Language;
  author: string;
  aliases: readonly string[];
  alias_languages: Partial<Record<Language, readonly string[]>>;
  status: 'ongoing' | 'finished' | 'hiatus';
  rating: BookRating | null;
  layout: 'strip' | 'pages';
  reading_direction: 'ltr' | 'rtl';
  licence: string;
  attribution: string;
  public_free_chapters: number | null;
  early_access_days: number | null;
  show_schedule: boolean;
  /** Null: as its kind has it. */
  preview: 'none' | 'blur' | 'words' | null;
  /** Null: as the site has it. */
  downloads: Downloads | null;
  recommended: boolean;
  tags: string[];
};

export type EditionRow = {
  language: Language;
  title: string;
  introduction: string;
  cover_image_id: string | null;
  text_language: string | null;
};

/** `place` is that among all chapters of the book, published or not. */
export type ChapterRow = {
  id: string;
  place: number;
  source_key: string;
  created_at: Date;
  /** Whether `created_at` is the publisher's own, and not the moment of publication. */
  has_own_date: boolean;
  access: AccessOverride;
  free_at: Date | null;
  season: number | null;
  label: string | null;
};

export type ChapterEditionRow = {
  chapter_id: string;
  language: Language;
  title: string;
  cover_image_id: string | null;
  has_content: boolean;
  blocks: unknown;
  /** Null: a draft; ahead: scheduled. */
  published_at: Date | null;
  /** When one that was withdrawn was first published. */
  first_published_at: Date | null;
  /** Followers are told nothing of its publication; absent in what was kept by versions that told nobody. */
  is_silent?: boolean;
  /** The blurred top of the first page; null: not made yet. */
  preview_image_id: string | null;
  /** Null: not counted yet. */
  reading_seconds: number | null;
};

export type PageRow = {
  chapter_id: string;
  language: Language;
  position: number;
  page: number;
  image_id: string;
  source_key: string;
};

/** The fields that were edited by hand, by the names of the studio's calls: they stay. */
export type ByHand = {
  book: ReadonlySet<string>;
  chapters: ReadonlyMap<string, ReadonlySet<string>>;
};

/** What stands in chapters, by `slot`. */
export type Contents = {
  chapterEditions: Map<string, ChapterEditionRow>;
  pages: Map<string, PageRow[]>;
};

/** A book as it is published. */
export type Current = Contents & {
  book: BookRow | null;
  searchText: string | null;
  editions: EditionRow[];
  chapters: ChapterRow[];
  /** The chapters that have left it for another book, by the keys that they had. */
  left: Contents & { chapters: { id: string; source_key: string }[] };
  byHand: ByHand;
};

/** The key of a chapter's edition in `Current`. */
export const slot = (chapterId: string, language: Language) => `${chapterId} ${language}`;

/** Returns the source that an image was made from; the image itself where nobody knows. */
export type SourceOf = (imageId: string) => string;

/** What is known before an import is decided. */
export interface ImportFacts {
  /** The moment of the import, never ahead of the database's clock: its chapters would open late. */
  now: Date;
  /** The latest date that a chapter may have. */
  latest: Date;
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
  const now = new Date(Math.min(+wanted.now, +(await readMoment(tx))));
  const sourceOf = await readSources(given, known ? [known] : alike, wanted);
  return { now, latest: latestDate(now), known, alike, sourceOf };
}

/**
 * The books of other names that hold some of the same content. A book with an `id` has no other name, and is left out.
 */
async function listAlike(tx: Db, given: ImportedBook, { checkContent }: ImportOptions): Promise<BookRow[]> {
  if (!checkContent?.mayBeRenamed) return [];
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

/** The pages of rows in reading order, each with the images of its tiles. */
export function pagesOf(rows: readonly PageRow[]): ImportedPage[] {
  const pages = new Map<string, string[]>();
  for (const row of rows) pages.set(row.source_key, [...(pages.get(row.source_key) ?? []), row.image_id]);
  return [...pages].map(([sourceKey, imageIds]) => ({ sourceKey, imageIds }));
}

export function blocksOf({ blocks }: Pick<ChapterEditionRow, 'blocks'>): StoredBlock[] | null {
  return blocks as StoredBlock[] | null; // only `writeImport` writes them, and it accepts no other shape
}

const bookColumns = `b.id, b.source_key, b.kind, b.original_language, b.author, b.status, b.layout, b.reading_direction,
  b.licence, b.attribution, b.public_free_chapters, b.early_access_days, b.show_schedule,
  b.preview, b.downloads, b.recommended, b.tags, b.rating,
  b.aliases, b.alias_languages`;

/** Two imports of one book wait for each other, even if the book does not exist yet. */
async function lockSourceKey(db: Db, sourceKey: string): Promise<void> {
  await db.query(`select pg_advisory_xact_lock(hashtext('longstrip publish'), hashtext($1))`, [sourceKey]);
}

/** The book that has one of these keys, else the one that one of them names by its own id. */
async function findBookBySourceKeys(db: Db, sourceKeys: readonly string[]): Promise<BookRow | null> {
  const ids = sourceKeys.flatMap((key) =>
    isKeyOfStudio(key) ? (parseUuid(key.slice(keyOfStudio('').length)) ?? []) : [],
  );
  const { rows } = await db.query<BookRow>(
    `select ${bookColumns}
     from books b where source_key = any($1::text[]) or id = any($2::uuid[])
     order by array_position($1::text[], source_key) limit 1 for update`,
    [sourceKeys, ids],
  );
  return rows[0] ?? null;
}

export async function findBookById(db: Db, id: string): Promise<BookRow | null> {
  const { rows } = await db.query<BookRow>(`select ${bookColumns} from books b where id = $1`, [id]);
  return rows[0] ?? null;
}

/** The book of a chapter; undefined: there is no such chapter. */
export async function findBookOfChapter(db: Db, chapterId: string): Promise<string | undefined> {
  const { rows } = await db.query<{ bookId: string }>(
    'select book_id as "bookId" from chapters where id = $1 and deleted_at is null',
    [chapterId],
  );
  return rows[0]?.bookId;
}

/** Of a long book only so many pictures or texts, evenly spread, are used to find out which book it is. */
const sampled = { images: 1000, texts: 40 };
const likelyBooks = 3;

/** The books that show most of these pictures, or hold most of these texts; the likeliest first. */
async function findBooksByContent(db: Db, given: ImportedBook): Promise<BookRow[]> {
  const editions = given.chapters.flatMap((chapter) => chapter.editions);
  const images = spread(
    editions.flatMap(({ pages = [] }) => pages.flatMap(({ imageIds }) => imageIds)),
    sampled.images,
  );
  const texts = spread(
    editions.flatMap(({ blocks }) => (blocks && blocks.length > 0 ? [blocks] : [])),
    sampled.texts,
  );
  const { rows } = await db.query<BookRow>(
    `with shown as (
       select c.book_id from pages p join chapters c on c.id = p.chapter_id
       where p.image_id = any($1::uuid[]) and c.gone_key is null
       union all
       select c.book_id from chapter_editions e join chapters c on c.id = e.chapter_id
       where e.blocks is not null and c.gone_key is null and hashtextextended(e.blocks::text, 0) = any(
         select hashtextextended(t.blocks::text, 0) from jsonb_array_elements($2::jsonb) as t(blocks))
     ), likely as (select book_id, count(*) as times from shown group by book_id order by times desc limit ${likelyBooks})
     select ${bookColumns} from likely join books b on b.id = likely.book_id where b.gone_key is null order by likely.times desc, b.id
     for update of b`,
    [images, JSON.stringify(texts)],
  );
  return rows;
}

/** At most so many of the items, in their order and evenly spread. */
function spread<Item>(items: readonly Item[], most: number): Item[] {
  const step = Math.max(1, items.length / most);
  const places = new Set(Array.from({ length: Math.min(most, items.length) }, (_, index) => Math.floor(index * step)));
  return items.filter((_, index) => places.has(index));
}

export async function listEditions(db: Db, bookId: string): Promise<EditionRow[]> {
  const { rows } = await db.query<EditionRow>(
    'select language, title, introduction, cover_image_id, text_language from editions where book_id = $1 order by language',
    [bookId],
  );
  return rows;
}

/** The languages of the published book that has one of these keys; none where there is no such book. */
export async function listPublishedLanguages(db: Db, sourceKeys: readonly string[]): Promise<Language[]> {
  const { rows } = await db.query<{ language: Language }>(
    `select language from editions where book_id = (
       select id from books where source_key = any($1::text[]) order by array_position($1::text[], source_key) limit 1)
     order by language`,
    [sourceKeys],
  );
  return rows.map(({ language }) => language);
}

/** The chapters of a book, without those that a batch removed or whose batch was undone. */
export async function listChapters(db: Db, bookId: string): Promise<ChapterRow[]> {
  const { rows } = await db.query<ChapterRow>(
    `select id, coalesce(place, number) as place, source_key, created_at, has_own_date, access, free_at,
       season, label
     from chapters where book_id = $1 and gone_key is null order by place`,
    [bookId],
  );
  return rows;
}

/** The chapters that have left a book for another one, by the keys that they had there. */
async function listMovedAway(db: Db, bookId: string): Promise<{ id: string; source_key: string }[]> {
  const { rows } = await db.query<{ id: string; source_key: string }>(
    'select chapter_id as id, source_key from moved_chapters where book_id = $1 order by source_key',
    [bookId],
  );
  return rows;
}

/** Chapters: those of a book, without those that a batch removed; or those that have left it for another one. */
export type ChaptersOf = { bookId: string } | { leftBookId: string };

const conditionOf = (of: ChaptersOf) =>
  'bookId' in of
    ? ({ where: 'c.book_id = $1 and c.gone_key is null', id: of.bookId } as const)
    : ({ where: 'c.id in (select chapter_id from moved_chapters where book_id = $1)', id: of.leftBookId } as const);

export async function listChapterEditions(db: Db, of: ChaptersOf): Promise<ChapterEditionRow[]> {
  const { where, id } = conditionOf(of);
  const { rows } = await db.query<ChapterEditionRow>(
    `select e.chapter_id, e.language, e.title, e.cover_image_id, e.has_content, e.blocks,
       case when e.published_at = '-infinity' then c.created_at else e.published_at end as published_at,
       e.first_published_at, e.is_silent, e.preview_image_id, e.reading_seconds
     from chapter_editions e join chapters c on c.id = e.chapter_id where ${where}`,
    [id],
  );
  return rows;
}

export async function selectChapterTitles(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; language: Language; title: string }[]> {
  const { rows } = await db.query<{ id: string; language: Language; title: string }>(
    'select chapter_id as id, language, title from chapter_editions where chapter_id = any($1::uuid[])',
    [ids],
  );
  return rows;
}

export async function listPages(db: Db, of: ChaptersOf): Promise<PageRow[]> {
  const { where, id } = conditionOf(of);
  const { rows } = await db.query<PageRow>(
    `select p.chapter_id, p.language, p.position, p.page, p.image_id, p.source_key
     from pages p join chapters c on c.id = p.chapter_id where ${where}
     order by p.chapter_id, p.language, p.position`,
    [id],
  );
  return rows;
}

/** The stored search text of a book; null: there is no such book. */
async function findSearchText(db: Db, bookId: string): Promise<string | null> {
  const { rows } = await db.query<{ text: string }>('select text from book_searches where book_id = $1', [bookId]);
  return rows[0]?.text ?? null;
}

/** The fields of a book and its chapters that were edited by hand. */
async function readByHand(db: Db, bookId: string): Promise<ByHand> {
  const { rows } = await db.query<{ edited: string[]; chapters: Record<string, string[]> }>(
    `select edited, (select coalesce(jsonb_object_agg(id, edited), '{}') from chapters
       where book_id = books.id and edited <> '{}') as chapters
     from books where id = $1`,
    [bookId],
  );
  const [row] = rows;
  return {
    book: new Set(row?.edited),
    chapters: new Map(Object.entries(row?.chapters ?? {}).map(([id, edited]) => [id, new Set(edited)])),
  };
}
