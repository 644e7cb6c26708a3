import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import { isFree } from '../books/free.ts';
import { type BookInList, isListed, listBooksOfPage } from '../books/queries.ts';
import type { Counted, Filters, SearchOrder } from './filters.ts';
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

/** The ways as rows `w`, numbered from 0 by `at`. */
const waysAs = (ways: string) => `jsonb_to_recordset(${ways}::jsonb) as w(at int, typos int, keys text[], places text[],
  unproven text[], named text[], field text, whole text[], begins text[], inside text[])`;
const told = (ways: readonly Way[]) => JSON.stringify(ways.map((way, at) => ({ at, ...way })));
const keysOf = 'split_keys(s.keys) collate "C"';
/** Whether a row `s` matches a way `w`, but for the words that must stand in names. */
const isMet = `${keysOf} @> w.keys and s.text like all (w.unproven)`;
const named = 'n.titles || n.aliases || n.author || n.tags';

interface WantedBooks {
  adult: boolean;
  filters: Filters;
  /** How the words are read where none is mistyped. Null: all books in lists. */
  way: Way | null;
}

/** SQL for the rows `b` of books in lists, of those that the way finds, or of the filters' first tag; ends in a condition. */
function booksAs({ adult, filters, way }: WantedBooks, bind: (value: unknown) => string): string {
  const [tag] = filters.tags;
  if (way) {
    return `books b where b.id = any(array(
      select s.book_id from ${waysAs(bind(told([way])))}
      cross join lateral (select s.book_id from book_searches s where ${isMet} and ${isListed('s', { adult })} offset 0) s))`;
  }
  return tag === undefined
    ? `books b where ${isListed('b', { adult })}`
    : `book_tags l join books b on b.id = l.book_id where l.tag = ${bind(tag)} and ${isListed('l', { adult })}`;
}

/** SQL for what filters ask of the books that `source` has and their tags leave. */
const traitsOf = (source: string) => `select b.id, b.popularity, b.tags, b.status, b.kind,
  coalesce(b.read_in, '{}') as read_in, ${isFree} as is_free from ${source}`;
/** SQL for `Counted` as two columns, from rows `met` of `traitsOf`. */
const countedOf = (left: string) => `
  (select coalesce(jsonb_agg(jsonb_build_object('count', count, 'traits', jsonb_build_object(
     'status', status, 'kind', kind, 'languages', read_in, 'isFree', is_free))), '[]')
   from (select status, kind, read_in, is_free, count(*) from met group by 1, 2, 3, 4) t) as traits,
  (select coalesce(jsonb_agg(jsonb_build_array(tag, count)), '[]')
   from (select tag, count(*) from met b cross join lateral (select distinct unnest(b.tags) as tag) tags where ${left} group by 1) t)
   as tags`;

/** Counts what filters ask of the books: of all in lists, or of those that the way finds. */
export async function countTraits(db: Db, wanted: WantedBooks): Promise<Counted> {
  const values: unknown[] = [];
  const bind = parametersOf(values);
  const { rows } = await db.query<Counted>(
    `with met as materialized (${traitsOf(booksAs(wanted, bind))} and ${isLeftByTags(wanted.filters, bind)})
     select ${countedOf(isLeft(wanted.filters, bind, 'b.is_free'))}`,
    values,
  );
  return rows[0] ?? { traits: [], tags: [] };
}

interface WantedPage extends WantedBooks {
  limit: number;
  offset: number;
}

/** A page of the books that the filters leave, of all or of those that the way finds. */
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

export interface Relevant extends Counted {
  /** The ids on the page, the most relevant first. */
  page: readonly string[];
}

/**
 * A page of the books that the ways find, and what filters ask of all of them, since finding takes longer than the rest. The
 * first way is that of the words as they were typed, the second that of whole names.
 */
export async function findRelevant(
  db: Db,
  wanted: Omit<WantedBooks, 'way'> & { ways: readonly Way[]; isCounted: boolean; limit: number; offset: number },
): Promise<Relevant> {
  const { adult, filters, ways, isCounted, limit, offset } = wanted;
  const values: unknown[] = [limit, offset, told(ways)];
  const bind = parametersOf(values);
  const isListedHere = isListed('s', { adult });
  const left = isLeft(filters, bind, 'b.is_free');
  const { rows } = await db.query<Relevant>(
    `with way as materialized (select * from ${waysAs('$3')}),
     exact as materialized (
       select w.at, s.book_id from way w
       cross join lateral (select s.book_id from book_searches s where ${isMet} and ${isListedHere} offset 0) s
       where w.typos = 0),
     mistyped as materialized (
       select w.at, s.book_id from way w
       cross join lateral (
         select s.book_id from book_searches s where ${keysOf} && w.places and ${isMet} and ${isListedHere} offset 0) s
       cross join lateral (select n.* from book_names n where n.book_id = s.book_id offset 0) n
       where w.typos > 0 and s.book_id not in (select book_id from exact) and ${named} like all (w.named)),
     met as materialized (
       ${traitsOf('books b where b.id = any(array(select book_id from exact union all select book_id from mistyped))')}
       and ${isCounted ? isLeftByTags(filters, bind) : isLeft(filters, bind)}),
     most as materialized (
       select case when count(*) > ${bind(mostResults)} then ${mostRanked} else ${mostResults} end as ranked from met b where ${left}),
     found as (
       select 0 as at, id, popularity, row_number() over () <= (select ranked from most)
         or id in (select book_id from exact where at > 0) as is_ranked
       from (
         select b.id, b.popularity from met b where ${left} and b.id not in (select book_id from mistyped)
         order by 2 desc, 1 limit ${mostResults}) b
       union all
       select m.at, b.id, b.popularity, true from mistyped m join books b on b.id = m.book_id where ${isLeft(filters, bind)}),
     ranked as (
       select id, popularity, min(rank) as rank from (
         select f.id, f.popularity, w.typos * 1000 + ${rank} as rank
         from found f join way w on w.at = f.at
         left join lateral (select n.* from book_names n where n.book_id = f.id and f.is_ranked offset 0) n on true
         offset 0) r
       group by id, popularity)
     select array(select id from ranked order by rank, popularity desc, id limit $1 offset $2) as page
       ${isCounted ? `, ${countedOf(left)}` : ''}`,
    values,
  );
  return { page: [], traits: [], tags: [], ...rows[0] };
}

/** The words of names that have one of these variants. */
export async function listMeant(db: Db, variants: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ word: string }>(
    { name: 'catalog-words-meant', text: 'select distinct word from name_words where variant = any($1::text[])' },
    [variants],
  );
  return rows.map(({ word }) => word);
}
