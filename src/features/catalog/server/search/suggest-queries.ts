import type { Db } from '../../../../server/database/db.ts';
import { isListed } from '../books/queries.ts';

/** A name that a book is found by. */
export interface NamedBook {
  id: string;
  author: string;
  /** Its titles in all languages, and its other names. */
  names: string[];
}

/** The most popular books, with their names. */
export async function listNamedBooks(db: Db, wanted: { adult: boolean; most: number }): Promise<NamedBook[]> {
  const { rows } = await db.query<NamedBook>(
    `select b.id, b.author, array(select title from editions where book_id = b.id) || b.aliases as names
     from books b where ${isListed('b', wanted)} order by b.popularity desc, b.id limit $1`,
    [wanted.most],
  );
  return rows;
}
