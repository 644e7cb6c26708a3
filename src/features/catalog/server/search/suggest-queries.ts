import type { Db } from '../../../../server/database/db.ts';
import { isListed, nameFor } from '../books/queries.ts';

/** Names that begin as was typed: the keys that a book has, and patterns of its names. */
export interface Beginning {
  keys: readonly string[];
  /** Of words that begin so. */
  begins: readonly string[];
  /** Of a name that begins with all of it. */
  starts: string;
}

const titles = '(n.titles || n.aliases)';
/** The names of each book `s` found by its keys: asked for one by one, or the planner would read the names of all books. */
const namesOfEach = 'cross join lateral (select n.* from book_names n where n.book_id = s.book_id offset 0) n';

/** How many books have the keys; counting stops at the limit. */
export async function countBeginnings(
  db: Db,
  { keys, adult, most }: { keys: readonly string[]; adult: boolean; most: number },
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    {
      name: nameFor('catalog-suggest-count', { adult }),
      text: `select count(*)::int as count from (
        select from book_searches s where split_keys(s.keys) collate "C" @> $1::text[] and ${isListed('s', { adult })}
        limit $2) few`,
    },
    [keys, most],
  );
  return rows[0]?.count ?? 0;
}

interface Wanted extends Beginning {
  adult: boolean;
  limit: number;
}

/** The books whose titles or aliases begin so, those first that begin with it; then by popularity: for a moderate number. */
export async function listBeginning(db: Db, { keys, begins, starts, adult, limit }: Wanted): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    {
      name: nameFor('catalog-suggest-sorted', { adult }),
      text: `select s.book_id as id from book_searches s ${namesOfEach}
        where split_keys(s.keys) collate "C" @> $1::text[] and ${isListed('s', { adult })} and ${titles} like all ($2::text[])
        order by ${titles} like $3 desc, s.popularity desc, s.book_id limit $4`,
    },
    [keys, begins, starts, limit],
  );
  return rows.map(({ id }) => id);
}

/** The same by walking the most popular books: for frequent beginnings, of whatever place in a name. */
export async function listBeginningMet(db: Db, { begins, adult, limit }: Wanted): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    {
      name: nameFor('catalog-suggest-walk', { adult }),
      text: `select b.id from books b cross join lateral (
          select from book_names n where n.book_id = b.id and ${titles} like all ($1::text[]) limit 1) met
        where ${isListed('b', { adult })} order by b.popularity desc, b.id limit $2`,
    },
    [begins, limit],
  );
  return rows.map(({ id }) => id);
}

/** The authors whose names begin so, by their most popular books. */
export async function listAuthors(db: Db, { keys, begins, adult, limit }: Wanted): Promise<string[]> {
  const { rows } = await db.query<{ author: string }>(
    {
      name: nameFor('catalog-suggest-authors', { adult }),
      text: `
        with met as (
          select s.book_id, s.popularity from book_searches s ${namesOfEach}
          where split_keys(s.keys) collate "C" @> $1::text[] and ${isListed('s', { adult })} and n.author like all ($2::text[])
          limit 1000)
        select b.author from met join books b on b.id = met.book_id
        group by b.author order by max(met.popularity) desc, b.author collate "C" limit $3`,
    },
    [keys, begins, limit],
  );
  return rows.map(({ author }) => author);
}
