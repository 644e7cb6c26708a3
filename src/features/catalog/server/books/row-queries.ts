import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import { isFree } from './free.ts';
import { type BookInList, bookFields, editionOfBook, isListed } from './queries.ts';

/** What a row of the home page has; null: it has none of the catalogue's lists. */
export type WantedRow =
  | { kind: 'newest' | 'updated' | 'popular' | 'finished' | 'free_now' }
  | { kind: 'tag'; tag: string }
  | { kind: 'picked'; books: readonly string[] };

type ListKind = Exclude<WantedRow['kind'], 'tag' | 'picked'>;

/** SQL for the books of each list, with what they are sorted by, the highest first. */
const lists: Readonly<Record<ListKind, { which: string; by: string }>> = {
  newest: { which: 'b.first_published_at is not null', by: 'b.first_published_at' },
  updated: { which: 'true', by: 'b.updated_at' },
  popular: { which: 'b.chapter_count > 0', by: 'b.popularity' },
  finished: { which: "b.status = 'finished'", by: 'b.popularity' },
  free_now: { which: `b.chapter_count > 0 and ${isFree}`, by: 'b.popularity' },
};

/** The first books of each row, in one round trip. */
export async function listBooksOfRows(
  db: Db,
  wanted: { rows: readonly WantedRow[]; language: Language; adult: boolean; limit: number },
): Promise<BookInList[][]> {
  const { rows: asked, language, limit } = wanted;
  const values: unknown[] = [language, limit];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const parts = asked.map((row, at) => {
    if (row.kind === 'picked')
      return `(select b.id, ${at} as row, p.place from unnest(${bind(row.books)}::uuid[]) with ordinality as p(id, place)
        join books b on b.id = p.id where ${isListed('b', wanted)})`;
    if (row.kind === 'tag')
      return `(select l.book_id, ${at}, row_number() over (order by l.updated_at desc, l.book_id) from book_tags l
        where l.tag = ${bind(row.tag)} and ${isListed('l', wanted)} order by l.updated_at desc, l.book_id limit $2)`;
    const { which, by } = lists[row.kind];
    return `(select b.id, ${at}, row_number() over (order by ${by} desc, b.id) from books b
      where ${isListed('b', wanted)} and ${which} order by ${by} desc, b.id limit $2)`;
  });
  if (parts.length === 0) return [];
  const { rows } = await db.query<BookInList & { row: number }>(
    `with chosen(id, row, place) as (${parts.join(' union all ')})
     select chosen.row, ${bookFields} from chosen join books b on b.id = chosen.id ${editionOfBook}
     order by chosen.row, chosen.place`,
    values,
  );
  return asked.map((_, at) => rows.filter(({ row }) => row === at));
}
