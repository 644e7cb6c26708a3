import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import { isFree } from '../books/free.ts';
import { type BookInList, isListed, listBooksOfPage } from '../books/queries.ts';
import type { Counted, Filters, SearchOrder, Traits } from './filters.ts';
import { rankedFields } from './search-row.ts';
import type { Way } from './ways.ts';

/** What each order sorts by, of a book `b`, the highest first. */
const sortKeys: Readonly<Record<SearchOrder, string>> = {
  updated_at: 'b.updated_at',
  popularity: 'b.popularity',
  relevance: 'b.popularity',
  chapters: 'b.chapter_count',
  newest: "coalesce(b.first_published_at, '-infinity')",
};

/** Adds a value to a query's parameters, and answers its name there. */
const parametersOf = (values: unknown[]) => (value: unknown) => `$${values.push(value)}`;

/** SQL whether these tags leave a book `b`. */
function isLeftByTags({ tags, without }: Filters, bind: (value: unknown) => string): string {
  return [
    'true',
    ...(tags.length > 0 ? [`b.tags @> ${bind(tags)}::text[]`] : []),
    ...(without.length > 0 ? [`not b.tags && ${bind(without)}::text[]`] : []),
  ].join(' and ');
}

/** SQL whether the filters leave a book `b`. */
function isLeft(filters: Filters, bind: (value: unknown) => string, isBookFree = isFree): string {
  const { statuses, kind, language, free } = filters;
  return [
    isLeftByTags(filters, bind),
    ...(statuses.length > 0 ? [`b.status = any(${bind(statuses)}::text[])`] : []),
    ...(kind === null ? [] : [`b.kind = ${bind(kind)}`]),
    ...(language === null ? [] : [`b.read_in @> array[${bind(language)}]`]),
    ...(free ? [isBookFree] : []),
  ].join(' and ');
}

/** The ways as rows `w`. */
const waysAs = (ways: string) => `jsonb_to_recordset(${ways}::jsonb) as w(typos int, keys text[], unproven text[],
  named text[], field text, whole text[], begins text[], inside text[])`;
/** Whether a row `s` matches a way `w`, but for the words that must stand in names. */
const isMet = `split_keys(s.keys) collate "C" @> w.keys and s.text like all (w.unproven)`;
const named = 'n.titles || n.aliases || n.author || n.tags';

interface WantedBooks {
  adult: boolean;
  filters: Filters;
  /** Null: all books in lists. */
  ways: readonly Way[] | null;
}

/** SQL for the rows `b` of books in lists, of those that one of the ways finds, or of the filters' first tag; ends in a condition. */
function booksAs({ adult, filters, ways }: WantedBooks, bind: (value: unknown) => string): string {
  const [tag] = filters.tags;
  if (ways) {
    return `books b where b.id = any(array(
      select s.book_id from ${waysAs(bind(JSON.stringify(ways)))}
      cross join lateral (select s.book_id from book_searches s where ${isMet} and ${isListed('s', { adult })} offset 0) s
      where w.typos = 0 or exists (select from book_names n where n.book_id = s.book_id and ${named} like all (w.named))))`;
  }
  return tag === undefined
    ? `books b where ${isListed('b', { adult })}`
    : `book_tags l join books b on b.id = l.book_id where l.tag = ${bind(tag)} and ${isListed('l', { adult })}`;
}

/** Counts what filters ask of the books: of all in lists, or of those that one of the ways finds. */
export async function countTraits(db: Db, wanted: WantedBooks): Promise<Counted> {
  const values: unknown[] = [];
  const bind = parametersOf(values);
  const { rows } = await db.query<Traits & { tag: string | null; count: number }>(
    `with met as materialized (
       select b.tags, b.status, b.kind, coalesce(b.read_in, '{}') as read_in, ${isFree} as is_free
       from ${booksAs(wanted, bind)} and ${isLeftByTags(wanted.filters, bind)})
     select null as tag, status, kind, read_in as languages, is_free as "isFree", count(*)::int as count
     from met group by 2, 3, 4, 5
     union all
     select tag, null, null, null, null, count(*)::int from met b cross join lateral (select distinct unnest(b.tags) as tag) tags
     where ${isLeft(wanted.filters, bind, 'b.is_free')} group by 1`,
    values,
  );
  return {
    traits: rows.flatMap(({ tag, count, ...traits }) => (tag === null ? [{ traits, count }] : [])),
    tags: rows.flatMap(({ tag, count }) => (tag === null ? [] : [[tag, count] as const])),
  };
}

interface WantedPage extends WantedBooks {
  limit: number;
  offset: number;
}

/** A page of the books that the filters leave, of all or of those that one of the ways finds. */
export function listLeft(
  db: Db,
  wanted: WantedPage & { language: Language; orderBy: SearchOrder },
): Promise<BookInList[]> {
  const values: unknown[] = [wanted.limit, wanted.offset];
  const bind = (value: unknown) => `$${values.push(value) + 1}`; // the language comes first
  const key = sortKeys[wanted.orderBy];
  return listBooksOfPage(db, wanted.language, {
    text: `select b.id, ${key} as sort_key from ${booksAs(wanted, bind)} and ${isLeft(wanted.filters, bind)}
      order by ${key} desc, b.id limit $2 offset $3`,
    values,
  });
}

/**
 * How well a way finds names `n`, the best first: by the best field that has all words, then by its weakest word; then, where
 * no field has all, by the field that is needed for the last of them.
 */
const rank = `case
  ${rankedFields.map((field, at) => rankIn(`n.${field}`, at * 10, true)).join('\n  ')}
  ${rankedFields
    .map((_, at) =>
      rankIn(
        rankedFields
          .slice(0, at + 1)
          .map((field) => `n.${field}`)
          .join(' || '),
        100 + at * 10,
        false,
      ),
    )
    .join('\n  ')}
  else 200 end`;

function rankIn(names: string, from: number, isField: boolean): string {
  return `${isField ? `when ${names} like w.field then ${from}` : ''}
    when ${names} like all (w.inside) then ${from} + case
      when ${names} like all (w.whole) then 1 when ${names} like all (w.begins) then 2 else 3 end`;
}

/** A search reaches so many results (spec: catalog.md#search). */
export const mostResults = 10_000;
/** Of more matches only so many of the most popular ones are ranked; the others follow by popularity. */
const mostRanked = 1000;

/** The ids on a page of the books that the ways find, the most relevant first. */
export async function listRelevant(
  db: Db,
  wanted: Omit<WantedPage, 'ways'> & { ways: readonly Way[]; isCapped: boolean },
): Promise<string[]> {
  const { adult, filters, ways, isCapped, limit, offset } = wanted;
  const values: unknown[] = [limit, offset, JSON.stringify(ways), isCapped ? mostRanked : mostResults];
  const left = isLeft(filters, parametersOf(values));
  const met = `book_searches s where ${isMet} and ${isListed('s', { adult })}`;
  const found =
    left === 'true'
      ? `select s.book_id, s.popularity from ${met}`
      : `select b.id, b.popularity from books b where b.id = any(array(select s.book_id from ${met})) and ${left}`;
  const { rows } = await db.query<{ id: string }>(
    `with found as (
       select w.*, s.* from ${waysAs('$3')}
       cross join lateral (
         select *, row_number() over () as place
         from (${found} order by 2 desc, 1 limit ${mostResults}) s (book_id, popularity)) s),
     ranked as (
       select w.book_id as id, w.popularity, min(w.typos * 1000 + ${rank}) as rank
       from found w
       left join lateral (
         select n.* from book_names n where n.book_id = w.book_id and (w.typos > 0 or w.place <= $4) offset 0) n on true
       where w.typos = 0 or ${named} like all (w.named)
       group by w.book_id, w.popularity)
     select id from ranked order by rank, popularity desc, id limit $1 offset $2`,
    values,
  );
  return rows.map(({ id }) => id);
}

/** The words of names that have one of these variants. */
export async function listMeant(db: Db, variants: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ word: string }>(
    { name: 'catalog-words-meant', text: 'select distinct word from name_words where variant = any($1::text[])' },
    [variants],
  );
  return rows.map(({ word }) => word);
}
