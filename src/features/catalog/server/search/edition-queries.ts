import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import type { BookRating, Downloads } from '../../rules.ts';
import type { PageOfChapter } from '../books/chapter-queries.ts';
import { isForMembers } from '../books/lock-queries.ts';
import { isListed } from '../books/queries.ts';
import { keysToFind } from './search-keys.ts';
import { patternFor } from './search-queries.ts';

/** Adds a value to a query's parameters, and answers its name there. */
export type Bind = (value: unknown) => string;
/** SQL whether an edition `e` of a book `b`, or its chapter `c` with the edition `x`, is meant. It is never null. */
export type Condition = (bind: Bind) => string;

export const all =
  (parts: readonly Condition[]): Condition =>
  (bind) =>
    parts.length === 0 ? 'true' : `(${parts.map((part) => part(bind)).join(' and ')})`;
export const any =
  (parts: readonly Condition[]): Condition =>
  (bind) =>
    parts.length === 0 ? 'false' : `(${parts.map((part) => part(bind)).join(' or ')})`;
export const not =
  (part: Condition): Condition =>
  (bind) =>
    `not ${part(bind)}`;
export const always: Condition = () => 'true';
export const never: Condition = () => 'false';

/** How a title is compared with a text, whatever the case of its letters. */
export type Likeness = 'is' | 'contains' | 'begins' | 'ends';

function like(text: string, bind: Bind, { how, with: given }: TextMatch): string {
  const pattern = given.replace(/[\\%_]/g, '\\$&');
  const before = how === 'contains' || how === 'ends' ? '%' : '';
  const after = how === 'contains' || how === 'begins' ? '%' : '';
  return `${text} ilike ${bind(before + pattern + after)}`;
}

interface TextMatch {
  how: Likeness;
  with: string;
}

/** Conditions about a book, and its edition in one language. */
export const editionIs = {
  ofBook: (bookId: string, language: Language): Condition =>
    all([(bind) => `b.id = ${bind(bookId)}`, editionIs.in(language)]),
  in:
    (language: Language): Condition =>
    (bind) =>
      `e.language = ${bind(language)}`,
  ofKind:
    (kind: 'comic' | 'novel'): Condition =>
    (bind) =>
      `b.kind = ${bind(kind)}`,
  ofStatus:
    (status: string): Condition =>
    (bind) =>
      `b.status = ${bind(status)}`,
  tagged:
    (tags: readonly string[]): Condition =>
    (bind) =>
      `b.tags && ${bind(tags)}::text[]`,
  tagless: (() => "b.tags = '{}'") as Condition, // a condition without values
  by:
    (author: string): Condition =>
    (bind) =>
      `lower(b.author) = lower(${bind(author)})`,
  titled:
    (match: TextMatch): Condition =>
    (bind) =>
      like('e.title', bind, match),
  rated:
    (ratings: readonly BookRating[]): Condition =>
    (bind) =>
      `coalesce(b.rating = any(${bind(ratings)}::text[]), false)`,
  unrated: (() => 'b.rating is null') as Condition, // a condition without values
  firstPublished:
    (when: 'before' | 'after', moment: Date): Condition =>
    (bind) =>
      `coalesce(b.first_published_at ${when === 'before' ? '<' : '>'} ${bind(moment)}, false)`,
  /** Whether a search for all these words finds the book. */
  found(words: readonly string[]): Condition {
    const { keys, unproven } = keysToFind({ words, tag: null });
    return (bind) => `b.id = any(array(select s.book_id from book_searches s
      where split_keys(s.keys) collate "C" @> ${bind(keys)}::text[] and not s.hidden
        and s.text like all (${bind(unproven.map(patternFor))}::text[])))`;
  },
};

/** A chapter's title, of a novel the book's. */
const titleOfEntry = "case b.kind when 'novel' then e.title else x.title end";

/** Conditions about a published chapter. */
export const chapterIs = {
  numbered:
    (compares: '=' | '<' | '>', number: number): Condition =>
    (bind) =>
      `c.number ${compares} ${bind(number)}::float8`,
  one:
    (chapterId: string, language: Language): Condition =>
    (bind) =>
      `c.id = ${bind(chapterId)} and x.language = ${bind(language)}`,
  titled:
    (match: TextMatch): Condition =>
    (bind) =>
      like(titleOfEntry, bind, match),
  published:
    (when: 'before' | 'after', moment: Date): Condition =>
    (bind) =>
      `c.published_since ${when === 'before' ? '<' : '>'} ${bind(moment)}`,
};

/** Whether a chapter `c` is the first one after the given chapter of its book, in the language of its edition `x`. */
export function chapterFollows(after: readonly { bookId: string; number: number }[]): Condition {
  return (bind) => `exists (
    select from unnest(${bind(after.map(({ bookId }) => bookId))}::uuid[],
      ${bind(after.map(({ number }) => number))}::int[]) as had(book_id, number)
    where had.book_id = c.book_id and c.number = (
      select min(o.number) from published_chapters o
      join published_editions y on y.chapter_id = o.id and y.language = x.language and y.has_content
      where o.book_id = c.book_id and o.number > had.number))`;
}

/** Chapters that a user has read, or is in the middle of, by the numbers that they have now. */
export interface ReadChapters {
  read: readonly { bookId: string; first: number; last: number; at: Date }[];
  begun: readonly { bookId: string; number: number; at: Date }[];
}

/** A chapter's stretch of `rows`, as rows of what was read and when. */
function stretchesAs(rows: readonly { bookId: string; first: number; last: number; at: Date }[], bind: Bind): string {
  return `unnest(${bind(rows.map(({ bookId }) => bookId))}::uuid[], ${bind(rows.map(({ first }) => first))}::int[],
    ${bind(rows.map(({ last }) => last))}::int[], ${bind(rows.map(({ at }) => at))}::timestamptz[])
    as had(book_id, first, last, at)`;
}

const single = ({ begun }: ReadChapters) =>
  begun.map(({ number, ...one }) => ({ ...one, first: number, last: number }));

export type ReadStatus = 'READ' | 'IN_PROGRESS' | 'UNREAD';

/** Whether a chapter `c` has that status. */
export function chapterHasStatus(status: ReadStatus, given: ReadChapters): Condition {
  const isAmong = (rows: ReadChapters['read']) => (bind: Bind) =>
    `exists (select from ${stretchesAs(rows, bind)} where had.book_id = c.book_id and c.number between had.first and had.last)`;
  const [read, begun] = [isAmong(given.read), isAmong(single(given))];
  if (status === 'READ') return read;
  return status === 'IN_PROGRESS' ? begun : not(any([read, begun]));
}

/** Whether an edition has that status for this asker: read is one whose chapters are all read. */
export function editionHasStatus(status: ReadStatus, given: ReadChapters, asker: EditionAsker): Condition {
  const some = (met: Condition) => (bind: Bind) =>
    `exists (select from ${readableChapters(asker, bind)} and ${met(bind)})`;
  const known = [...new Set([...given.read, ...given.begun].map(({ bookId }) => bookId))];
  const touched = all([(bind) => `b.id = any(${bind(known)}::uuid[])`, some(not(chapterHasStatus('UNREAD', given)))]);
  if (status === 'UNREAD') return not(touched);
  const isLeft = some(not(chapterHasStatus('READ', given)));
  return status === 'READ' ? all([touched, not(isLeft)]) : all([touched, isLeft]);
}

/** Who asks for editions, and so what they may read. */
export interface EditionAsker {
  isMember: boolean;
  /** Books for adults are wanted. */
  adult: boolean;
  /** Whom a book gives files to that says nothing of it. */
  downloads: Downloads;
  now: Date;
}

/** Whether a book `b` gives files to this asker. */
export function givesFilesTo({ isMember, downloads }: EditionAsker): Condition {
  const whoms: Downloads[] = isMember ? ['members', 'everyone'] : ['everyone'];
  return (bind) => `coalesce(b.downloads, ${bind(downloads)}) = any(${bind(whoms)}::text[])`;
}

/** SQL for the chapters `c` of a book `b` with content in the language of `e` that the asker may read now; ends in a condition. */
function readableChapters({ isMember, now }: EditionAsker, bind: Bind): string {
  return `published_chapters c join published_editions x on x.chapter_id = c.id and x.language = e.language and x.has_content
    where c.book_id = b.id and ${isMember ? 'true' : `not (${isForMembers(bind(now))})`}`;
}

/** SQL for the chapters `c` of a novel `b` that the asker may read now, with and without a text; ends in a condition. */
function chaptersOfNovel(asker: EditionAsker, bind: Bind): string {
  const closed = asker.isMember ? 'false' : isForMembers(bind(asker.now));
  return `published_chapters c where c.book_id = b.id and not (${closed})`;
}

/** SQL for the numbers of a book's chapters `c` that the asker may read now; a novel's file has those in other languages too. */
function readableNumbers(asker: EditionAsker, bind: Bind): string {
  return `case b.kind when 'novel' then (
      select string_agg(c.number::text, ' ' order by c.number) from ${chaptersOfNovel(asker, bind)}
        and exists (select from published_editions x where x.chapter_id = c.id and x.has_content))
    else (select string_agg(c.number::text, ' ' order by c.number) from ${readableChapters(asker, bind)}) end`;
}

/**
 * SQL for the editions `e` of books `b` with a chapter that the asker may read now; ends in a condition. For a page each
 * book of the index is looked at by itself, until there are enough (`offset 0` keeps PostgreSQL from a join with all
 * chapters); for a number the join is faster.
 */
function readableEditions(
  { asker, isEmptyToo, isPage }: Omit<WantedEditions, 'condition'> & { isPage?: true },
  bind: Bind,
): string {
  const from = `editions e join books b on b.id = e.book_id where ${isListed('b', asker)}
    and (b.kind = 'comic' or ${givesFilesTo(asker)(bind)})`;
  if (isEmptyToo) return from;
  if (asker.isMember) return `${from} and b.read_in @> array[e.language]`;
  return `${from} and exists (select from ${readableChapters(asker, bind)} ${isPage ? 'offset 0' : ''})`;
}

/** What editions are sorted by; each is the order of an index. */
const editionKeys = {
  title: 'lower(left(e.title, 200))',
  created: "coalesce(b.first_published_at, '-infinity')",
  updated: 'b.updated_at',
  chapters: 'b.chapter_count',
  popularity: 'b.popularity',
  random: 'random()',
};
export type EditionOrder = keyof typeof editionKeys | 'read';

interface WantedEditions {
  asker: EditionAsker;
  condition: Condition;
  /** Editions without such a chapter too. */
  isEmptyToo?: true;
}

interface Part {
  isDescending: boolean;
  limit: number;
  offset: number;
}

/** A book in one language, with those of its chapters that the asker may read now. */
export interface ListedEdition {
  bookId: string;
  language: Language;
  kind: 'comic' | 'novel';
  title: string;
  textLanguage: string | null;
  introduction: string;
  author: string;
  status: 'ongoing' | 'finished' | 'hiatus';
  rating: BookRating | null;
  tags: string[];
  aliases: string[];
  layout: 'strip' | 'pages';
  readingDirection: 'ltr' | 'rtl';
  chapterCount: number;
  createdAt: Date;
  updatedAt: Date;
  firstPublishedAt: Date | null;
  coverImageId: string | null;
  /** The numbers of these chapters, rising. */
  numbers: number[];
}

const editionFields = `b.id as "bookId", e.language, b.kind, e.title, e.text_language as "textLanguage", e.introduction,
  b.author, b.status, b.rating, b.tags, b.aliases, b.layout, b.reading_direction as "readingDirection",
  b.chapter_count as "chapterCount", b.created_at as "createdAt", b.updated_at as "updatedAt",
  nullif(b.first_published_at, '-infinity') as "firstPublishedAt"`;

/** A cover in the edition's own language, else one that its readers would get. */
const coverOfEdition = (language: string) => `
  left join lateral (
    select cover_image_id from editions o where o.book_id = b.id and o.cover_image_id is not null
    order by array_position(array[${language}, 'en-us', b.original_language], o.language), o.language limit 1) cover on true`;

/** The place of an edition or chapter in an order by when it was read last, by the parameters of `read`. */
function lastRead(given: ReadChapters, bind: Bind, isOfChapter: boolean): string {
  return `(select max(had.at) from ${stretchesAs([...given.read, ...single(given)], bind)}
    where had.book_id = b.id ${isOfChapter ? 'and c.number between had.first and had.last' : ''})`;
}

const direction = (isDescending: boolean) => (isDescending ? 'desc' : 'asc');

/** A page of the editions that are meant. */
export async function listEditions(
  db: Db,
  wanted: WantedEditions & Part & { orderBy: EditionOrder; read: ReadChapters },
): Promise<ListedEdition[]> {
  const { asker, condition, orderBy, isDescending, limit, offset, read } = wanted;
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const key = orderBy === 'read' ? `coalesce(${lastRead(read, bind, false)}, '-infinity')` : editionKeys[orderBy];
  const way = direction(isDescending);
  const { rows } = await db.query<Omit<ListedEdition, 'numbers'> & { numbers: string | null }>(
    `with page as (
       select *, row_number() over () as place from (
         select b.id, e.language from ${readableEditions({ ...wanted, isPage: true }, bind)} and ${condition(bind)}
         order by ${key} ${way}, ${idOrder(orderBy, isDescending)}, e.language limit ${bind(limit)} offset ${bind(offset)}) p)
     select ${editionFields}, cover.cover_image_id as "coverImageId",
       ${readableNumbers(asker, bind)} as numbers
     from page join books b on b.id = page.id join editions e on e.book_id = b.id and e.language = page.language
     ${coverOfEdition('e.language')}
     order by page.place`,
    values,
  );
  return rows.map(({ numbers, ...row }) => ({ ...row, numbers: numbersIn(numbers) }));
}

const numbersIn = (text: string | null) => (text ?? '').split(' ').filter(Boolean).map(Number);

/** Ties go by the id, in the way that the index has it. */
function idOrder(orderBy: EditionOrder, isDescending: boolean): string {
  const isRising = orderBy === 'title' || orderBy === 'random' || orderBy === 'read' ? !isDescending : isDescending;
  return `b.id ${isRising ? 'asc' : 'desc'}`;
}

/** How many editions are meant in each language and kind. */
export async function countEditions(
  db: Db,
  wanted: WantedEditions,
): Promise<{ language: Language; kind: 'comic' | 'novel'; count: number }[]> {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const { rows } = await db.query<{ language: Language; kind: 'comic' | 'novel'; count: number }>(
    `select e.language, b.kind, count(*)::int as count from ${readableEditions(wanted, bind)} and ${wanted.condition(bind)}
     group by 1, 2`,
    values,
  );
  return rows;
}

/** The tags and authors of the editions that are meant. */
export async function listTraits(
  db: Db,
  wanted: WantedEditions,
): Promise<{ authors: string[]; tags: { tag: string; language: Language }[] }> {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const { rows } = await db.query<{ author: string | null; tag: string | null; language: Language }>(
    `with met as materialized (
       select b.author, b.tags, e.language from ${readableEditions(wanted, bind)} and ${wanted.condition(bind)})
     select distinct author, null as tag, null as language from met where author <> ''
     union all select distinct null, unnest(tags), language from met order by 1, 2, 3`,
    values,
  );
  return {
    authors: rows.flatMap(({ author }) => author ?? []),
    tags: rows.flatMap(({ tag, language }) => (tag === null ? [] : [{ tag, language }])),
  };
}

/** A published chapter in one language that the asker may read now, or a novel, which is one file. */
export interface ListedChapter {
  chapterId: string;
  bookId: string;
  language: Language;
  number: number;
  label: string | null;
  title: string;
  bookTitle: string;
  kind: 'comic' | 'novel';
  layout: 'strip' | 'pages';
  readingDirection: 'ltr' | 'rtl';
  author: string;
  publishedAt: Date;
  /** When its pages, text or title last changed; null: they are as they came. */
  changedAt: Date | null;
  coverImageId: string | null;
  /** Its pages, in order; none of a novel. */
  pages: PageOfChapter[];
  /** The numbers of a novel's chapters that the asker may read now, rising; none of a comic's chapter. */
  numbers: number[];
  /** What the stored texts of these chapters take; 0 of a comic's chapter. */
  textBytes: number;
}

/** When a chapter changed last; a novel does with each of its chapters. */
const changeOfEntry = "case b.kind when 'novel' then b.updated_at else x.changed_at end";

const chapterKeys = {
  number: 'c.number',
  title: `lower(${titleOfEntry})`,
  series: 'lower(left(e.title, 200))',
  published: 'c.published_since',
  changed: `greatest(c.published_since, ${changeOfEntry})`,
  pages: '(select count(*) from pages p where p.chapter_id = c.id and p.language = x.language)',
};
export type ChapterOrder = keyof typeof chapterKeys | 'read';

/** SQL for the chapters that the asker may read now, the first one of a novel, for the whole; ends in a condition. */
function readableOfAll(asker: EditionAsker, bind: Bind): string {
  const { isMember, adult, now } = asker;
  return `published_chapters c join published_editions x on x.chapter_id = c.id and x.has_content
    join books b on b.id = c.book_id join editions e on e.book_id = b.id and e.language = x.language
    where ${isListed('b', { adult })} and ${isMember ? 'true' : `not (${isForMembers(bind(now))})`}
      and (b.kind = 'comic' or ${givesFilesTo(asker)(bind)}
        and c.number = (select min(c.number) from ${readableChapters(asker, bind)}))`;
}

/** A page of the chapters that are meant. */
export async function listChaptersOf(
  db: Db,
  wanted: WantedEditions & Part & { orderBy: ChapterOrder; read: ReadChapters },
): Promise<ListedChapter[]> {
  const { asker, condition, orderBy, isDescending, limit, offset, read } = wanted;
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const key = orderBy === 'read' ? `coalesce(${lastRead(read, bind, true)}, '-infinity')` : chapterKeys[orderBy];
  const way = direction(isDescending);
  type Row = Omit<ListedChapter, 'pages' | 'numbers'> & { pages: string | null; numbers: string | null };
  const { rows } = await db.query<Row>(
    `with page as (
       select *, row_number() over () as place from (
         select c.id, x.language from ${readableOfAll(asker, bind)} and ${condition(bind)}
         order by ${key} ${way}, c.book_id, c.number ${way}, x.language
         limit ${bind(limit)} offset ${bind(offset)}) p)
     select c.id as "chapterId", c.book_id as "bookId", x.language, c.number, c.label, x.title, e.title as "bookTitle",
       b.kind, b.layout, b.reading_direction as "readingDirection", b.author,
       c.published_since as "publishedAt", ${changeOfEntry} as "changedAt",
       coalesce(case b.kind when 'comic' then x.cover_image_id end, cover.cover_image_id) as "coverImageId",
       case b.kind when 'novel' then ${readableNumbers(asker, bind)} end as numbers,
       case b.kind when 'novel' then (select coalesce(sum(size), 0)::float8 from (
         select (select pg_column_size(t.blocks) from published_editions t
           where t.chapter_id = c.id and t.has_content
           order by array_position(array[x.language, 'en-us', b.original_language], t.language), t.language limit 1) as size
         from ${chaptersOfNovel(asker, bind)}) texts) else 0 end as "textBytes",
       (select string_agg(p.page || ' ' || p.image_id, ',' order by p.position) from pages p
        where p.chapter_id = c.id and p.language = x.language) as pages
     from page join published_chapters c on c.id = page.id
     join published_editions x on x.chapter_id = c.id and x.language = page.language
     join books b on b.id = c.book_id join editions e on e.book_id = b.id and e.language = x.language
     ${coverOfEdition('x.language')}
     order by page.place`,
    values,
  );
  // The pages come as one text: the driver needs ten times as long for arrays.
  return rows.map(({ pages, numbers, ...row }) => ({
    ...row,
    numbers: numbersIn(numbers),
    pages: (pages ?? '').split(',').flatMap((each): PageOfChapter[] => {
      const [page, imageId] = each.split(' ');
      return imageId === undefined ? [] : [{ page: Number(page), imageId }];
    }),
  }));
}

/** The published chapter of this number; null: there is none. */
export async function findChapterId(
  db: Db,
  { bookId, number }: { bookId: string; number: number },
): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    'select id from published_chapters where book_id = $1 and number = $2',
    [bookId, number],
  );
  return rows[0]?.id ?? null;
}

/** How many chapters are meant, up to a number. */
export async function countChaptersOf(
  db: Db,
  { asker, condition, most }: WantedEditions & { most: number },
): Promise<number> {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from (
       select from ${readableOfAll(asker, bind)} and ${condition(bind)} limit ${bind(most)}) met`,
    values,
  );
  return rows[0]?.count ?? 0;
}
