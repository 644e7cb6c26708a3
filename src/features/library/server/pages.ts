import { rowsOfPage } from '../limits.ts';
import type { Part } from './queries.ts';

export interface Page<T> {
  result: T[];
  has_more: boolean;
}

/** The rows of a page, and one more: it tells whether there is another page. */
export function partOf(page: number): Part {
  return { limit: rowsOfPage + 1, offset: page * rowsOfPage };
}

/** A page made of the rows of `partOf`. */
export async function pageFrom<Row, T>(rows: readonly Row[], present: (rows: Row[]) => Promise<T[]>): Promise<Page<T>> {
  return { result: await present(rows.slice(0, rowsOfPage)), has_more: rows.length > rowsOfPage };
}
