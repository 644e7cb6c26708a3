import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import type { Numbering, OrderBy } from '../../contract.ts';
import { type BookRating, type Downloads, defaultFreeChapters } from '../../rules.ts';

/** SQL that sorts editions: the reader's language, then en-us, the original, any other (spec: catalog.md#editions). */
export function preferring(edition: string): string {
  return `array_position(array[$1::text, 'en-us', b.original_language], ${edition}.language), ${edition}.language`;
}

/** When an edition `e` of a chapter `c` was published, or will be: `-infinity` stands for the date of its chapter. */
export const dateOfEdition = `case when e.published_at = '-infinity' then c.created_at else e.published_at end`;

/** How many chapters of a book `b` are free. */
export const freeChapters = 'coalesce(b.public_free_chapters, (select site_free_chapters()))';
/** The same, null where neither the book nor the site says another number than `defaultFreeChapters`. */
export const toldFreeChapters = `coalesce(b.public_free_chapters, (select nullif(site_free_chapters(), ${defaultFreeChapters})))`;

/**
 * Whether a book is in lists, by its row of `books`, `book_tags` or `book_searches`; `adult`: books for adults are wanted
 * (spec: catalog.md#age).
 */
export function isListed(row: string, { adult }: { adult: boolean }): string {
  return adult ? `not ${row}.hidden` : `not ${row}.hidden and ${row}.rating is distinct from 'adult'`;
}

/** The name of a query with `isListed`. */
export const nameFor = (name: string, { adult }: { adult: boolean }) => (adult ? `${name}-adult` : name);

export const bookFields = `
  b.id, b.kind, b.author, b.status, b.rating, b.tags, ${toldFreeChapters} as "publicFreeChapters",
  b.chapter_count as "chapterCount", b.total_likes as "totalLikes", b.updated_at as "updatedAt",
  b.next_free_at as "nextFreeAt", b.next_own_free_at as "nextOwnFreeAt", b.window_opens as "windowOpens",
  e.language, e.title, e.text_language as "textLanguage", c.cover_image_id as "coverImageId"`;

export const editionOfBook = `
  cross join lateral (
    select language, title, text_language from editions where book_id = b.id
    order by ${preferring('editions')} limit 1) e
  left join lateral (
    select cover_image_id from editions where book_id = b.id and cover_image_id is not null
    order by ${preferring('editions')} limit 1) c on true`;

export interface BookInList {
  id: string;
  kind: 'comic' | 'novel';
  author: string;
  status: 'ongoing' | 'finished' | 'hiatus';
  rating: BookRating | null;
  tags: string[];
  publicFreeChapters: number | null;
  chapterCount: number;
  totalLikes: number;
  updatedAt: Date;
  language: Language;
  /** The tag of the edition's words where they are not in `language`. */
  textLanguage: string | null;
  title: string;
  coverImageId: string | null;
  /** When the next chapter opens for good, among those that a window opens too. */
  nextFreeAt: Date | null;
  /** When the next chapter opens for good, among those that no window ever opens. */
  nextOwnFreeAt: Date | null;
  /** Whether a window opens one of its chapters. */
  windowOpens: boolean;
}

/** One page of a list: SQL for `id` and `sort_key` of its books, and the parameters after the language. */
export interface PageOfBooks {
  /** The name of a frequent query, which is prepared once. */
  name?: string;
  text: string;
  values: readonly unknown[];
}

/** One page in one round trip, however its books are chosen. */
export async function listBooksOfPage(db: Db, language: Language, page: PageOfBooks): Promise<BookInList[]> {
  const text = `
    with page as (${page.text})
    select ${bookFields} from page join books b on b.id = page.id ${editionOfBook}
    order by page.sort_key desc, b.id`;
  const { rows } = await db.query<BookInList>(page.name ? { name: page.name, text } : text, [language, ...page.values]);
  return rows;
}

/** What each order sorts by, the highest first: a column of `books`, of which `book_tags` and `book_searches` have copies. */
export const sortKeys: Readonly<Record<OrderBy, string>> = {
  updated_at: 'updated_at',
  popularity: 'popularity',
  chapters: 'chapter_count',
};

/** One page of a list; the id breaks ties, so that pages neither repeat nor drop a book. */
export function listBooks(
  db: Db,
  wanted: { tag: string | null; adult: boolean; language: Language; orderBy: OrderBy; limit: number; offset: number },
): Promise<BookInList[]> {
  const { tag, language, orderBy, limit, offset } = wanted;
  const list =
    tag === null
      ? { id: 'id', rows: 'books l where', kind: 'all' }
      : { id: 'book_id', rows: 'book_tags l where tag = $4 and', kind: 'tag' };
  const key = sortKeys[orderBy];
  return listBooksOfPage(db, language, {
    name: nameFor(`catalog-list-${orderBy}-${list.kind}`, wanted),
    text: `select ${list.id} as id, ${key} as sort_key from ${list.rows} ${isListed('l', wanted)}
      order by ${key} desc, ${list.id} limit $2 offset $3`,
    values: tag === null ? [limit, offset] : [limit, offset, tag],
  });
}

/** The number of books in a list: a tag's, or all. */
export async function countListed(db: Db, wanted: { tag: string | null; adult: boolean }): Promise<number> {
  const { tag } = wanted;
  const { rows } = await db.query<{ count: number }>(
    tag === null
      ? {
          name: nameFor('catalog-count-all', wanted),
          text: `select count(*) from books l where ${isListed('l', wanted)}`,
        }
      : {
          name: nameFor('catalog-count-tag', wanted),
          text: `select count(*) from book_tags l where tag = $1 and ${isListed('l', wanted)}`,
        },
    tag === null ? [] : [tag],
  );
  return rows[0]?.count ?? 0;
}

/** The tags in use, most used first, with the number of their books. */
export async function countTags(db: Db, wanted: { adult: boolean }): Promise<{ tag: string; books: number }[]> {
  const { rows } = await db.query<{ tag: string; books: number }>({
    name: nameFor('catalog-tags', wanted),
    text: `select tag, count(*) as books from book_tags l where ${isListed('l', wanted)}
      group by tag order by books desc, tag collate "C"`,
  });
  return rows;
}

/** Whether some book has the tag. */
export async function isTag(db: Db, tag: string): Promise<boolean> {
  const { rows } = await db.query({ name: 'catalog-has-tag', text: 'select from book_tags where tag = $1 limit 1' }, [
    tag,
  ]);
  return rows.length > 0;
}

/** The first of these books that readers find in lists, in the order of their ids; with a tag, those that have it. */
export async function listListedIds(
  db: Db,
  wanted: { bookIds: readonly string[]; tag: string | null; adult: boolean; limit: number },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select b.id from unnest($1::uuid[]) with ordinality as wanted(id, place)
     join books b on b.id = wanted.id and ${isListed('b', wanted)} and ($2::text is null or b.tags @> array[$2::text])
     order by wanted.place limit $3`,
    [wanted.bookIds, wanted.tag, wanted.limit],
  );
  return rows.map(({ id }) => id);
}

/** These books in the order of their ids, without the hidden ones. */
export async function listBooksById(
  db: Db,
  wanted: { bookIds: readonly string[]; language: Language },
): Promise<BookInList[]> {
  const { rows } = await db.query<BookInList>(
    {
      name: 'catalog-books-by-id',
      text: `
        select ${bookFields} from unnest($2::uuid[]) with ordinality as wanted(id, place)
        join books b on b.id = wanted.id and not b.hidden ${editionOfBook}
        order by wanted.place`,
    },
    [wanted.language, wanted.bookIds],
  );
  return rows;
}

/**
 * The recommended books: in the order that was made by hand, those that fit the language and the moment; then the newest;
 * then the most popular others up to `atLeast`.
 */
export async function listRecommended(
  db: Db,
  wanted: { language: Language; adult: boolean; atLeast: number; atMost: number },
): Promise<BookInList[]> {
  const { rows } = await db.query<BookInList>(
    {
      name: nameFor('catalog-recommended', wanted),
      text: `
        with chosen as (
          (select b.id, 0 as part, r.place::bigint as place from recommendations r join books b on b.id = r.book_id
           where b.recommended and ${isListed('b', wanted)} and (r.languages is null or $1 = any(r.languages))
             and (r.from_at is null or r.from_at <= now()) and (r.until_at is null or r.until_at > now()))
          union all
          (select id, 1, row_number() over (order by updated_at desc, id) from books
           where recommended and ${isListed('books', wanted)} and not exists (select from recommendations where book_id = books.id)
           order by updated_at desc, id limit $2)
          union all
          (select id, 2, row_number() over (order by popularity desc, updated_at desc, id) from books
           where not recommended and ${isListed('books', wanted)} and chapter_count > 0
           order by popularity desc, updated_at desc, id limit $3)),
        listed as (select id, row_number() over (order by part, place) as place, part from chosen)
        select ${bookFields} from listed join books b on b.id = listed.id ${editionOfBook}
        where listed.place <= case when listed.part < 2 then $2 else $3 end
        order by listed.place`,
    },
    [wanted.language, wanted.atMost, wanted.atLeast],
  );
  return rows;
}

export interface BookFacts extends BookInList {
  introduction: string;
  aliases: string[];
  layout: 'strip' | 'pages';
  readingDirection: 'ltr' | 'rtl';
  licence: string;
  attribution: string;
  earlyAccessDays: number | null;
  showSchedule: boolean;
  /** Whether one of its chapters is for members, and no window ever opens it. */
  isLocked: boolean;
  numbering: Numbering | null;
  /** The languages in which some published chapter has pages or text. */
  readIn: Language[];
}

export async function findBook(db: Db, wanted: { bookId: string; language: Language }): Promise<BookFacts | null> {
  const { rows } = await db.query<BookFacts>(
    {
      name: 'catalog-find-book',
      text: `
        select ${bookFields}, coalesce(i.introduction, '') as introduction,
          array(select name from unnest(b.aliases) with ordinality given(name, place) group by name
            order by bool_or(coalesce(b.alias_languages -> $1::text ? name, false)) desc, min(place)) as aliases,
          b.layout, b.reading_direction as "readingDirection", b.licence, b.attribution,
          b.early_access_days as "earlyAccessDays", b.show_schedule as "showSchedule", b.numbering,
          coalesce(b.read_in, '{}') as "readIn", coalesce(b.is_locked, false) as "isLocked"
        from books b ${editionOfBook}
        left join lateral (
          select introduction from editions where book_id = b.id and introduction <> ''
          order by ${preferring('editions')} limit 1) i on true
        where b.id = $2 and not b.hidden`,
    },
    [wanted.language, wanted.bookId],
  );
  return rows[0] ?? null;
}

export type KeptBook = {
  id: string;
  kind: 'comic' | 'novel';
  title: string;
  author: string;
  languages: Language[];
  chapterCount: number;
  isHidden: boolean;
  updatedAt: Date;
};

/** All books, hidden ones too, the last changed first: a cursor in the caller's transaction, to be fetched in parts. */
export async function openKeptBooks(tx: Db): Promise<void> {
  await tx.query(
    `declare kept_books no scroll cursor for
     select b.id, b.kind, b.author, b.chapter_count as "chapterCount", b.hidden_by_operator as "isHidden",
       b.updated_at as "updatedAt", o.title,
       array(select language from editions where book_id = b.id order by language <> b.original_language, language)
         as languages
     from books b join editions o on o.book_id = b.id and o.language = b.original_language
     order by b.updated_at desc, b.id`,
  );
}

export async function fetchKeptBooks(tx: Db): Promise<KeptBook[]> {
  return (await tx.query<KeptBook>('fetch 1000 from kept_books')).rows;
}

/** Whether a book is hidden, and its title in its own language; null where there is none. Locks it in a transaction. */
export async function findVisibility(
  tx: Db,
  bookId: string,
): Promise<{ hidden: boolean; title: string | null } | null> {
  const { rows } = await tx.query<{ hidden: boolean; title: string | null }>(
    `select hidden, (select title from editions where book_id = id and language = original_language) as title
     from books where id = $1 for no key update`,
    [bookId],
  );
  return rows[0] ?? null;
}

/** Hides a book from readers, or shows it again; false when there is no such book. */
export async function setBookHidden(db: Db, given: { bookId: string; hidden: boolean }): Promise<boolean> {
  const { rowCount } = await db.query(
    `update books set hidden_by_operator = $2, hidden = $2
       or chapter_count = 0 and exists (select from chapters where book_id = $1) where id = $1`,
    [given.bookId, given.hidden],
  );
  return rowCount === 1;
}

/** Locks a book: imports, other likes and other changes of it wait until the transaction ends. */
export async function lockBook(tx: Db, bookId: string): Promise<void> {
  await tx.query({ name: 'catalog-lock-book', text: 'select from books where id = $1 for no key update' }, [bookId]);
}

/** Adds to the likes of a chapter and of its book, or subtracts; returns the chapter's likes. */
export async function addLikes(db: Db, given: { bookId: string; chapterId: string; by: 1 | -1 }): Promise<number> {
  const { rows } = await db.query<{ total: number }>(
    {
      name: 'catalog-add-likes-to-chapter',
      text: 'update chapters set total_likes = total_likes + $2 where id = $1 returning total_likes as total',
    },
    [given.chapterId, given.by],
  );
  await db.query(
    { name: 'catalog-add-likes-to-book', text: 'update books set total_likes = total_likes + $2 where id = $1' },
    [given.bookId, given.by],
  );
  return rows[0]?.total ?? 0;
}

/** Those of these images that a book shows, hidden books included, or that an undo would bring back. */
export async function listUsedImages(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    `select id from unnest($1::uuid[]) as given(id)
     where exists (select from pages p where p.image_id = id)
       or exists (select from editions e where e.cover_image_id = id)
       or exists (select from editions e where e.whole_cover_id = id)
       or exists (select from chapter_editions e where e.cover_image_id = id)
       or exists (select from chapter_editions e where e.preview_image_id = id)
       or exists (select from batch_books k where k.image_ids && array[id])
       or exists (select from text_versions v where v.image_ids && array[id] and v.image_ids <> '{}')`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** The place where an image is shown; a cover has no page, and a book's own cover has no chapter. */
export interface ImagePlace {
  imageId: string;
  title: string;
  language: Language;
  number: number | null;
  page: number | null;
}

/** One place of each of these images that a book shows. */
export async function listImagePlaces(db: Db, ids: readonly string[]): Promise<ImagePlace[]> {
  const { rows } = await db.query<ImagePlace>(
    `select distinct on ("imageId") * from (
       select p.image_id as "imageId", e.title, p.language, c.number, p.page
       from pages p join chapters c on c.id = p.chapter_id join books b on b.id = c.book_id
       join editions e on e.book_id = b.id and e.language = b.original_language
       where p.image_id = any($1::uuid[])
       union all
       select x.cover_image_id, e.title, x.language, c.number, null
       from chapter_editions x join chapters c on c.id = x.chapter_id join books b on b.id = c.book_id
       join editions e on e.book_id = b.id and e.language = b.original_language
       where x.cover_image_id = any($1::uuid[])
       union all
       select x.preview_image_id, e.title, x.language, c.number, null
       from chapter_editions x join chapters c on c.id = x.chapter_id join books b on b.id = c.book_id
       join editions e on e.book_id = b.id and e.language = b.original_language
       where x.preview_image_id = any($1::uuid[])
       union all
       select x.cover_image_id, x.title, x.language, null, null from editions x where x.cover_image_id = any($1::uuid[])
     ) as shown order by "imageId"`,
    [ids],
  );
  return rows;
}

/** The ones of these books that readers can see. */
export interface NumberedBook {
  id: string;
  isVisible: boolean;
  /** Null: each chapter's number is its serial. */
  numbering: Numbering | null;
  chapterCount: number;
  status: BookInList['status'];
}

export async function listNumberedBooks(db: Db, bookIds: readonly string[]): Promise<NumberedBook[]> {
  const { rows } = await db.query<NumberedBook>(
    `select id, not hidden as "isVisible", numbering, chapter_count as "chapterCount", status
     from books where id = any($1::uuid[])`,
    [bookIds],
  );
  return rows;
}

/** Some books that readers can see, after an id, with their chapters' numbers. */
export async function listBookSizes(db: Db, wanted: { after: string | null; limit: number }): Promise<NumberedBook[]> {
  const { rows } = await db.query<NumberedBook>(
    `select id, not hidden as "isVisible", numbering, chapter_count as "chapterCount" from books
     where not hidden and ($1::uuid is null or id > $1) order by id limit $2`,
    [wanted.after, wanted.limit],
  );
  return rows;
}

/** The tags of a book that readers can see; null: there is none. */
export async function findTags(db: Db, bookId: string): Promise<string[] | null> {
  const { rows } = await db.query<{ tags: string[] }>(
    { name: 'catalog-tags-of-book', text: 'select tags from books where id = $1 and not hidden' },
    [bookId],
  );
  return rows[0]?.tags ?? null;
}

/** How many books of each tag are looked at: the most popular ones. */
const looksAt = 100;

export async function listWithTags(
  db: Db,
  wanted: { bookId: string; tags: readonly string[]; adult: boolean; limit: number },
): Promise<{ id: string; tag: string }[]> {
  const { rows } = await db.query<{ id: string; tag: string }>(
    {
      name: nameFor('catalog-with-tags', wanted),
      text: `
        with near as (
          select distinct l.book_id, l.popularity from unnest($2::text[]) as given(tag)
          cross join lateral (
            select l.book_id, l.popularity from book_tags l where l.tag = given.tag and ${isListed('l', wanted)}
            order by l.popularity desc, l.book_id limit ${looksAt}) l
          where l.book_id <> $1)
        select near.book_id as id, (array_agg(shared.tag order by shared.place))[1] as tag
        from near join books b on b.id = near.book_id
        cross join lateral (
          select tag, place from unnest($2::text[]) with ordinality as given(tag, place) where tag = any(b.tags)) shared
        group by near.book_id, near.popularity order by count(*) desc, near.popularity desc, near.book_id limit $3`,
    },
    [wanted.bookId, wanted.tags, wanted.limit],
  );
  return rows;
}

export async function listBooksOfChapters(
  db: Db,
  chapterIds: readonly string[],
): Promise<{ chapterId: string; bookId: string; number: number }[]> {
  const { rows } = await db.query<{ chapterId: string; bookId: string; number: number }>(
    'select id as "chapterId", book_id as "bookId", number from published_chapters where id = any($1::uuid[])',
    [chapterIds],
  );
  return rows;
}

/** The images or blocks of each of these chapters, in its shortest edition. */
export async function countParts(
  db: Db,
  chapterIds: readonly string[],
): Promise<{ chapterId: string; count: number }[]> {
  const { rows } = await db.query<{ chapterId: string; count: number }>(
    `select e.chapter_id as "chapterId",
       min(coalesce(jsonb_array_length(e.blocks), (select max(p.page) + 1 from pages p
         where p.chapter_id = e.chapter_id and p.language = e.language))) as count
     from published_editions e where e.chapter_id = any($1::uuid[]) and e.has_content group by 1`,
    [chapterIds],
  );
  return rows;
}

export async function listTitlesOf(
  db: Db,
  asked: { bookIds: readonly string[]; language: Language },
): Promise<{ bookId: string; title: string }[]> {
  const { rows } = await db.query<{ bookId: string; title: string }>(
    `select b.id as "bookId", e.title from books b cross join lateral (
       select title from editions where book_id = b.id order by ${preferring('editions')} limit 1) e
     where b.id = any($2::uuid[])`,
    [asked.language, asked.bookIds],
  );
  return rows;
}

/** Who may take files of these books along; null: as the site has it. */
export async function selectDownloads(
  db: Db,
  bookIds: readonly string[],
): Promise<{ bookId: string; downloads: Downloads | null }[]> {
  const { rows } = await db.query<{ bookId: string; downloads: Downloads | null }>(
    { name: 'catalog-downloads', text: 'select id as "bookId", downloads from books where id = any($1::uuid[])' },
    [bookIds],
  );
  return rows;
}

/** Sets the books' positions in the order by popularity. */
export async function setPopularity(db: Db, scores: readonly { bookId: string; popularity: number }[]): Promise<void> {
  await db.query(
    `update books b set popularity = given.popularity
     from unnest($1::uuid[], $2::float8[]) as given(id, popularity)
     where b.id = given.id and b.popularity is distinct from given.popularity`,
    [scores.map(({ bookId }) => bookId), scores.map(({ popularity }) => popularity)],
  );
}

export interface BookAddress {
  id: string;
  updatedAt: Date;
}

/** The first and the last id of a range, the most rows, and whether books for adults are wanted. */
export interface IdRange {
  adult: boolean;
  from: string;
  to: string;
  limit: number;
}

/** The listed books in a range of ids, for the sitemap. */
export async function listBookAddresses(db: Db, { from, to, limit, adult }: IdRange): Promise<BookAddress[]> {
  const { rows } = await db.query<BookAddress>(
    {
      name: nameFor('catalog-addresses', { adult }),
      text: `
        select id, updated_at as "updatedAt" from books where ${isListed('books', { adult })} and id between $1 and $2 order by id limit $3`,
    },
    [from, to, limit],
  );
  return rows;
}

/** A published edition of a chapter. */
export interface ChapterAddress {
  bookId: string;
  id: string;
  number: number;
  language: Language;
  updatedAt: Date;
}

/** The published editions of the chapters of listed books in a range of ids, those of a chapter together, for the sitemap. */
export async function listChapterAddresses(db: Db, { from, to, limit, adult }: IdRange): Promise<ChapterAddress[]> {
  const { rows } = await db.query<ChapterAddress>(
    {
      name: nameFor('catalog-chapter-addresses', { adult }),
      text: `
        select c.book_id as "bookId", c.id, c.number, e.language, greatest(${dateOfEdition}, e.changed_at) as "updatedAt"
        from (select * from published_chapters where id between $1 and $2 order by id limit $3) c
        join books b on b.id = c.book_id and ${isListed('b', { adult })}
        join published_editions e on e.chapter_id = c.id and e.has_content
        order by c.id, e.language`,
    },
    [from, to, limit],
  );
  return rows;
}

/** The approximate numbers of books and chapters, also of those that readers cannot see; exact while they are few. */
export async function estimateCatalogue(db: Db): Promise<{ books: number; chapters: number }> {
  const { rows } = await db.query<{ books: number; chapters: number }>(
    `select
       (select case when reltuples >= 5000 then reltuples::bigint
          else (select count(*) from (select from books limit 5000) few) end
        from pg_class where oid = 'books'::regclass) as books,
       (select case when reltuples >= 5000 then reltuples::bigint
          else (select count(*) from (select from chapters limit 5000) few) end
        from pg_class where oid = 'chapters'::regclass) as chapters`,
  );
  return rows[0] ?? { books: 0, chapters: 0 };
}

export async function existsBook(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>('select exists (select from books) as found');
  return rows[0]?.found === true;
}

/** The number of all books, hidden ones included. */
export async function countAllBooks(db: Db): Promise<number> {
  const { rows } = await db.query<{ count: number }>('select count(*) as count from books');
  return rows[0]?.count ?? 0;
}

/** Where a chapter that readers see stands; null: they see none of that id. */
export async function findPlaceOfChapter(
  db: Db,
  chapterId: string,
): Promise<{ bookUuid: string; chapterUuid: string; number: number } | null> {
  const { rows } = await db.query<{ bookUuid: string; chapterUuid: string; number: number }>(
    `select c.book_id as "bookUuid", c.id as "chapterUuid", c.number
     from published_chapters c join books b on b.id = c.book_id and not b.hidden where c.id = $1`,
    [chapterId],
  );
  return rows[0] ?? null;
}

/** The ones of these books and chapters that there are, hidden ones and drafts included. */
export async function listThings(
  db: Db,
  asked: { bookIds: readonly string[]; chapterIds: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    `select id from books where id = any($1::uuid[])
     union all select id from chapters where id = any($2::uuid[])`,
    [asked.bookIds, asked.chapterIds],
  );
  return new Set(rows.map(({ id }) => id));
}
