import type { Db } from '../../../../server/database/db.ts';
import { isListed } from '../books/queries.ts';
import type { Traits } from './filters.ts';
import { matchingFrom, type SearchFor } from './search-queries.ts';

/** A book with what filters ask of it and what lists are sorted by. */
export interface FilteredBook extends Omit<Traits, 'isFree'> {
  id: string;
  /** Whether one of its chapters is for members now, whatever windows are open. */
  isLocked: boolean;
  /** Whether one of its chapters opens in windows alone. */
  windowOpens: boolean;
  updatedAt: Date;
  firstPublishedAt: Date | null;
  popularity: number;
  chapterCount: number;
}

/** The books in lists, or those that match, at most so many. */
export async function listToFilter(
  db: Db,
  wanted: { adult: boolean; matching: SearchFor | null; most: number },
): Promise<FilteredBook[]> {
  const { matching, most } = wanted;
  const found = matching
    ? `select s.book_id as id from book_searches s where ${matchingFrom(2, wanted)} limit $1`
    : `select s.id from books s where ${isListed('s', wanted)} limit $1`;
  const { rows } = await db.query<FilteredBook>(
    `with found as materialized (${found})
     select b.id, b.tags, b.status, b.kind, b.updated_at as "updatedAt", b.popularity,
       b.chapter_count as "chapterCount", b.window_opens as "windowOpens", c.*,
       array(select distinct e.language from published_chapters c
         join published_editions e on e.chapter_id = c.id and e.has_content where c.book_id = b.id) as languages
     from found join books b on b.id = found.id
     cross join lateral (
       select min(c.published_since) as "firstPublishedAt",
         coalesce(bool_or(c.access = 'members' and coalesce(c.free_at > now(), true)), false) as "isLocked"
       from published_chapters c where c.book_id = b.id) c`,
    matching ? [most, matching.keys, matching.unproven] : [most],
  );
  return rows;
}
