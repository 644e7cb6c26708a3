import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import { type BookInList, isListed, listBooksOfPage } from '../books/queries.ts';
import type { Filters, SearchOrder, Traits } from './filters.ts';
import { rankedFields } from './search-row.ts';
import type { Way } from './ways.ts';

/** SQL whether every chapter of a book `b` is open to all now. */
const isFree = `(not coalesce(b.is_locked, false) and (not b.window_opens or exists (
    select from windows where book_id is null and from_at <= now() and to_at > now())
  or b.id in (select book_id from windows where book_id is not null and from_at <= now() and to_at > now())))`;

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

/** SQL whether the filters leave a book `b`. */
function isLeft(filters: Filters, bind: (value: unknown) => string): string {
  const { tags, without, statuses, kind, language, free } = filters;
  return [
    'true',
    ...(tags.length > 0 ? [`b.tags @> ${bind(tags)}::text[]`] : []),
    ...(without.length > 0 ? [`not b.tags && ${bind(without)}::text[]`] : []),
    ...(statuses.length > 0 ? [`b.status = any(${bind(statuses)}::text[])`] : []),
    ...(kind === null ? [] : [`b.kind = ${bind(kind)}`]),
    ...(language === null ? [] : [`b.read_in @> array[${bind(language)}]`]),
    ...(free ? [isFree] : []),
  ].join(' and ');
}

/** The ways as rows `w`. */
const waysAs = (ways: string) => `jsonb_to_recordset(${ways}::jsonb) as w(typos int, keys text[], unproven text[],
  named text[], field text, whole text[], begins text[], inside text[])`;
/** Whether a row `s` matches a way `w`, but for the words that must stand in names. */
const isMet = `split_keys(s.keys) collate "C" @> w.keys and s.text like all (w.unproven)`;
const named = 'n.titles || n.aliases || n.author || n.tags';

/**
 * SQL for the ids of books that one of the ways finds. Each asks for its own names: the planner takes the matches for more
 * than they are, and would read the names of all books.
 */
function foundBy(ways: readonly Way[], { adult, bind }: { adult: boolean; bind: (value: unknown) => string }): string {
  return `
    select distinct s.book_id as id from ${waysAs(bind(JSON.stringify(ways)))}
    cross join lateral (select s.book_id from book_searches s where ${isMet} and ${isListed('s', { adult })} offset 0) s
    left join lateral (
      select n.* from book_names n where w.typos > 0 and n.book_id = s.book_id offset 0) n on true
    where w.typos = 0 or ${named} like all (w.named)`;
}

/** How many books have these traits. */
export interface CountedTraits {
  traits: Traits;
  count: number;
}

/** All books in lists, or those that one of the ways finds, counted by what filters ask of them. */
export async function countTraits(
  db: Db,
  { adult, ways }: { adult: boolean; ways: readonly Way[] | null },
): Promise<CountedTraits[]> {
  const values: unknown[] = [];
  const books = ways
    ? `(${foundBy(ways, { adult, bind: parametersOf(values) })}) found join books b on b.id = found.id`
    : `books b where ${isListed('b', { adult })}`;
  const { rows } = await db.query<Traits & { count: number }>(
    `select b.tags, b.status, b.kind, coalesce(b.read_in, '{}') as languages, ${isFree} as "isFree", count(*)::int as count
     from ${books} group by 1, 2, 3, 4, 5`,
    values,
  );
  return rows.map(({ count, ...traits }) => ({ traits, count }));
}

interface WantedPage {
  language: Language;
  adult: boolean;
  filters: Filters;
  limit: number;
  offset: number;
}

/** A page of the books that the filters leave, of all or of those that one of the ways finds. */
export function listLeft(
  db: Db,
  wanted: WantedPage & { orderBy: SearchOrder; ways: readonly Way[] | null },
): Promise<BookInList[]> {
  const { language, adult, filters, ways, limit, offset } = wanted;
  const values: unknown[] = [limit, offset];
  const bind = (value: unknown) => `$${values.push(value) + 1}`; // the language comes first
  const key = sortKeys[wanted.orderBy];
  const [tag] = filters.tags;
  const books = ways
    ? `(${foundBy(ways, { adult, bind })}) found join books b on b.id = found.id where`
    : tag === undefined
      ? `books b where ${isListed('b', { adult })} and`
      : `book_tags l join books b on b.id = l.book_id where l.tag = ${bind(tag)} and ${isListed('l', { adult })} and`;
  return listBooksOfPage(db, language, {
    text: `select b.id, ${key} as sort_key from ${books} ${isLeft(filters, bind)}
      order by ${key} desc, b.id limit $2 offset $3`,
    values,
  });
}

/** More matches than that are not ranked but for the most popular ones. */
const mostRanked = 10_000;

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

/** The ids on a page of the books that the ways find, the most relevant first. */
export async function listRelevant(
  db: Db,
  { adult, filters, ways, limit, offset }: Omit<WantedPage, 'language'> & { ways: readonly Way[] },
): Promise<string[]> {
  const values: unknown[] = [limit, offset, JSON.stringify(ways)];
  const left = isLeft(filters, parametersOf(values));
  const { rows } = await db.query<{ id: string }>(
    `with found as (
       select w.*, s.book_id, s.popularity from ${waysAs('$3')}
       cross join lateral (
         select s.book_id, s.popularity from book_searches s ${left === 'true' ? '' : 'join books b on b.id = s.book_id'}
         where ${isMet} and ${isListed('s', { adult })} and ${left}
         order by s.popularity desc, s.book_id limit ${mostRanked}) s),
     ranked as (
       select w.book_id as id, w.popularity, min(w.typos * 1000 + ${rank}) as rank
       from found w
       left join lateral (select n.* from book_names n where n.book_id = w.book_id offset 0) n on true
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
