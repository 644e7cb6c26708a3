import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import type { OrderBy } from '../../contract.ts';
import { type BookInList, isListed, listBooksOfPage, nameFor, sortKeys } from '../books/queries.ts';

/** The keys and words to look for, from search-keys.ts. */
export interface SearchFor {
  keys: readonly string[];
  /** LIKE patterns of the words that the keys alone do not prove. */
  unproven: readonly string[];
  adult: boolean;
}

/** Whether a row `s` matches, by two parameters: the first has this number. */
export function matchingFrom(first: number, wanted: { adult: boolean }): string {
  return `split_keys(s.keys) collate "C" @> $${first}::text[] and ${isListed('s', wanted)}
    and s.text like all ($${first + 1}::text[])`;
}

export interface Count {
  /** Up to the limit. */
  found: number;
  /** How many of the catalogue's equal parts were searched. */
  parts: number;
}

export interface Counted extends Count {
  /** The books of the requested page, in their order; useless where the limit was reached. */
  page: string[];
}

/** Counts the matches and stops at the limit; the matches on the way are sorted into a page. */
export async function countFound(
  db: Db,
  wanted: SearchFor & { orderBy: OrderBy; limit: number; offset: number; most: number },
): Promise<Counted> {
  const { orderBy, limit, offset, most, keys, unproven } = wanted;
  const key = sortKeys[orderBy];
  const { rows } = await db.query<Counted>(
    {
      name: nameFor(`catalog-search-count-${orderBy}`, wanted),
      text: `
        with found as materialized (
          select s.tableoid as part, s.book_id, s.${key} as sort_key from book_searches s
          where ${matchingFrom(4, wanted)} limit $1),
        page as (select book_id, sort_key from found order by sort_key desc, book_id limit $2 offset $3)
        select (select count(*) from found) as found, (select count(distinct part) from found) as parts,
          coalesce((select array_agg(book_id order by sort_key desc, book_id) from page), '{}') as page`,
    },
    [most, limit, offset, keys, unproven],
  );
  return rows[0] ?? { found: 0, parts: 0, page: [] };
}

interface WantedPage {
  language: Language;
  orderBy: OrderBy;
  limit: number;
  offset: number;
}

/** A page of the matches, by sorting all of them: for a moderate number. */
export function listFound(db: Db, wanted: WantedPage & SearchFor): Promise<BookInList[]> {
  const { language, orderBy, limit, offset, keys, unproven } = wanted;
  const key = sortKeys[orderBy];
  const text = `
    select s.book_id as id, s.${key} as sort_key from book_searches s
    where ${matchingFrom(4, wanted)} order by s.${key} desc, s.book_id limit $2 offset $3`;
  return listBooksOfPage(db, language, {
    name: nameFor(`catalog-search-${orderBy}`, wanted),
    text,
    values: [limit, offset, keys, unproven],
  });
}

/** A page of the matches, by walking the list in its order until the page is full: for frequent words. */
export function listMet(
  db: Db,
  wanted: WantedPage & { patterns: readonly string[]; tag: string | null; adult: boolean },
): Promise<BookInList[]> {
  const { language, orderBy, limit, offset, patterns, tag } = wanted;
  const key = sortKeys[orderBy];
  const list =
    tag === null
      ? { id: 'l.id', clause: 'books l', where: isListed('l', wanted), kind: 'all' }
      : { id: 'l.book_id', clause: 'book_tags l', where: `l.tag = $5 and ${isListed('l', wanted)}`, kind: 'tag' };
  return listBooksOfPage(db, language, {
    name: nameFor(`catalog-walk-${orderBy}-${list.kind}`, wanted),
    text: `select ${list.id} as id, l.${key} as sort_key from ${list.clause}
      cross join lateral (
        select from book_searches s where ${list.id} = s.book_id and s.text like all ($4::text[]) limit 1) met
      where ${list.where} order by l.${key} desc, ${list.id} limit $2 offset $3`,
    values: tag === null ? [limit, offset, patterns] : [limit, offset, patterns, tag],
  });
}

/**
 * Limits the time of this transaction's searches: a slower one is stopped. PostgreSQL overestimates the cost of the
 * keys, see the schema; it would start more processes and compile, which takes longer than any search does.
 */
export async function prepareSearch(tx: Db, timeoutMs: number): Promise<void> {
  await tx.query(
    {
      name: 'catalog-search-settings',
      text: `select set_config('statement_timeout', $1, true), set_config('jit', 'off', true),
      set_config('max_parallel_workers_per_gather', '0', true)`,
    },
    [String(timeoutMs)],
  );
}

/** The pattern of a word at any position. */
export function patternFor(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`;
}
