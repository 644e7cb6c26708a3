import type { Db } from '../../../../server/database/db.ts';
import { defaultLanguage, type Language, languages } from '../../../../shared/languages.ts';
import type { BookOrder } from '../../studio-contract.ts';

export interface BookListFilter {
  /** Folded as the search folds; empty: all. */
  text: string;
  /** The search keys of the text; a book without them cannot contain it. */
  keys: readonly string[];
  kind: string | null;
  state: 'draft' | 'shown' | 'hidden' | null;
  /** Only books with an edition in it. */
  edition: Language | null;
  /** The language of titles and covers; else American English, else the original. */
  language: Language;
  /** Only books that lack chapters in it. */
  missing: Language | null;
  orderBy: BookOrder;
  direction: 'asc' | 'desc';
  /** What the books are sorted by where that is none of their own facts; books that are not named come last. */
  figures: readonly { bookId: string; value: number }[];
  limit: number;
  offset: number;
}

/** A book as lists name it. */
export interface NamedBookRow {
  id: string;
  title: string;
  originalTitle: string;
  coverImageId: string | null;
}

export interface BookListRow extends NamedBookRow {
  kind: 'comic' | 'novel';
  originalLanguage: Language;
  hidden: boolean;
  hiddenByOperator: boolean;
  updatedAt: Date;
  published: number;
  scheduled: number;
  drafts: number;
  nextRelease: Date | null;
  /** The chapters with content in each language, and how many of them the original has too. */
  filled: Partial<Record<Language, { chapters: number; besideOriginal: number }>>;
  total: number;
}

const filtered = `
  b.deleted_at is null
  and ($1 = '' or b.id in (
    select s.book_id from book_searches s
    where not s.hidden and split_keys(s.keys) collate "C" @> $6::text[] and position($1 in s.text) > 0
    union all select s.book_id from book_searches s where s.hidden and position($1 in s.text) > 0))
  and ($2::text is null or b.kind = $2)
  and ($3::text is null or $3 = case when b.hidden_by_operator then 'hidden' when b.hidden then 'draft' else 'shown' end)
  and ($4::text is null or exists (select from editions e where e.book_id = b.id and e.language = $4))
  and ($5::text is null or b.filled_original > coalesce((b.filled #>> array[$5, 'besideOriginal'])::int, 0))`;

/** The scheduled editions ahead: a book with one has a next change. */
const coming = `
  from books n join chapters c on c.book_id = n.id and c.deleted_at is null
  join chapter_editions e on e.chapter_id = c.id and e.has_content and e.published_at > now()
  where n.next_change_at is not null`;

const waiting = {
  join: `left join (
    select book_id, count(*) filter (where published_at is not null) as scheduled,
      count(*) filter (where published_at is null) as drafts
    from chapters where number is null and deleted_at is null group by book_id) waiting on waiting.book_id = b.id`,
};
const figures = {
  join: 'left join unnest($11::uuid[], $12::int[]) figures (book_id, value) on figures.book_id = b.id',
  key: 'figures.value',
  values: (filter: BookListFilter) => [
    filter.figures.map(({ bookId }) => bookId),
    filter.figures.map(({ value }) => value),
  ],
};

/** What a list is sorted by, and the tables that tell it. */
interface Order {
  key: string;
  join?: string;
  /** Whether each book has one: then an index of them may have books of the same key in either order. */
  isAll?: true;
  values?: (filter: BookListFilter) => unknown[];
}
const orders: Readonly<Record<BookOrder, Order>> = {
  updated_at: { key: 'b.updated_at' },
  title: {
    key: 'titled.key',
    join: 'join book_titles titled on titled.book_id = b.id and titled.language = $9',
    isAll: true,
  },
  popularity: { key: 'b.popularity' },
  published: { key: 'b.chapter_count' },
  scheduled: { ...waiting, key: 'coalesce(waiting.scheduled, 0)' },
  drafts: { ...waiting, key: 'coalesce(waiting.drafts, 0)' },
  missing: { key: `${languages.length} * b.filled_original - b.filled_beside` },
  next_release: {
    key: 'coming.at',
    join: `left join (select c.book_id, min(e.published_at) as at ${coming} group by c.book_id) coming
      on coming.book_id = b.id`,
  },
  readers_28d: { ...figures, key: 'coalesce(figures.value, 0)' },
  readers_trend: figures,
};

/** Books with a text in their titles, aliases, authors or tags, drafts and hidden ones too. */
export async function selectBooks(db: Db, filter: BookListFilter): Promise<BookListRow[]> {
  const { key, join = '', isAll, values }: Order = orders[filter.orderBy];
  const order = isAll
    ? `${key} ${filter.direction}, b.id ${filter.direction}`
    : `${key} ${filter.direction} nulls last, b.id`;
  const { rows } = await db.query<BookListRow>(
    `with found as (
       select b.id, row_number() over () as rank from (
         select b.id from books b ${join} where ${filtered}
         order by ${order} limit $7 offset $8) b),
     counted as (select count(*)::int as total from books b where ${filtered})
     select b.id, original.title as "originalTitle", b.kind, b.original_language as "originalLanguage", b.hidden,
       b.hidden_by_operator as "hiddenByOperator", b.updated_at as "updatedAt", counted.total,
       (select e.title from editions e where e.book_id = b.id
        order by array_position(array[$9, $10, b.original_language], e.language) nulls last limit 1) as title,
       (select e.cover_image_id from editions e where e.book_id = b.id and e.cover_image_id is not null
        order by array_position(array[$9, $10, b.original_language], e.language) nulls last limit 1) as "coverImageId",
       chapter.*,
       case when b.next_change_at is not null then (select min(e.published_at) ${coming} and n.id = b.id) end
         as "nextRelease",
       b.filled, b.chapter_count as published
     from found join books b on b.id = found.id cross join counted
     join editions original on original.book_id = b.id and original.language = b.original_language
     cross join lateral (
       select count(*) filter (where published_at is not null)::int as scheduled,
         count(*) filter (where published_at is null)::int as drafts
       from chapters where book_id = b.id and number is null and deleted_at is null) chapter
     order by found.rank`,
    [
      ...[filter.text, filter.kind, filter.state, filter.edition, filter.missing, filter.keys],
      ...[filter.limit, filter.offset, filter.language, defaultLanguage],
      ...(values?.(filter) ?? []),
    ],
  );
  return rows;
}

/** Those of the books that are known, in the trash or not. */
export async function selectNamedBooks(
  db: Db,
  { ids, language }: { ids: readonly string[]; language: Language },
): Promise<NamedBookRow[]> {
  const { rows } = await db.query<NamedBookRow>(
    `select b.id, original.title as "originalTitle",
       (select e.title from editions e where e.book_id = b.id
        order by array_position(array[$2, $3, b.original_language], e.language) nulls last limit 1) as title,
       (select e.cover_image_id from editions e where e.book_id = b.id and e.cover_image_id is not null
        order by array_position(array[$2, $3, b.original_language], e.language) nulls last limit 1) as "coverImageId"
     from books b join editions original on original.book_id = b.id and original.language = b.original_language
     where b.id = any($1::uuid[])`,
    [ids, language, defaultLanguage],
  );
  return rows;
}
