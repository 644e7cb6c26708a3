import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import { isFree } from './free.ts';
import { type BookInList, bookFields, editionOfBook, isListed, nameFor } from './queries.ts';

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

/** The first books of each row, in one round trip that reads each book once. */
export async function listBooksOfRows(
  db: Db,
  wanted: { rows: readonly WantedRow[]; language: Language; adult: boolean; limit: number },
): Promise<BookInList[][]> {
  const { rows: asked, language, limit } = wanted;
  if (asked.length === 0) return [];
  const kinds = [...new Set(asked.flatMap(({ kind }) => (kind === 'tag' || kind === 'picked' ? [] : [kind])))].sort();
  const values: unknown[] = [
    ...[language, limit, asked.flatMap((row) => (row.kind === 'tag' ? [row.tag] : []))],
    asked.flatMap((row) => (row.kind === 'picked' ? row.books : [])),
  ];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const parts = kinds.map((kind) => {
    const { which, by } = lists[kind];
    return `union all (select b.id, ${bind(kind)}::text, row_number() over (order by ${by} desc, b.id) from books b
      where ${isListed('b', wanted)} and ${which} order by ${by} desc, b.id limit $2)`;
  });
  const { rows: found } = await db.query<BookInList & { places: Readonly<Record<string, number>> }>(
    {
      name: nameFor(`catalog-rows-${kinds.join('-')}`, wanted),
      text: `
        with chosen(id, list, place) as (
          select b.id, 'picked', 0 from books b where b.id = any($4) and ${isListed('b', wanted)}
          union all
          select l.book_id, 'tag ' || given.tag, l.place from unnest($3::text[]) as given(tag) cross join lateral (
            select book_id, row_number() over (order by updated_at desc, book_id) as place from book_tags l
            where l.tag = given.tag and ${isListed('l', wanted)} order by updated_at desc, book_id limit $2) l
          ${parts.join(' ')})
        select chosen.places, ${bookFields}
        from (select id, jsonb_object_agg(list, place) as places from chosen group by id) chosen
        join books b on b.id = chosen.id ${editionOfBook}`,
    },
    values,
  );
  const books = new Map(found.map((book) => [book.id, book]));
  return asked.map((row) => {
    if (row.kind === 'picked') return row.books.flatMap((id) => books.get(id) ?? []);
    const list = row.kind === 'tag' ? `tag ${row.tag}` : row.kind;
    const placeIn = ({ places }: (typeof found)[number]) => places[list] ?? 0;
    return found.filter(({ places }) => list in places).sort((one, other) => placeIn(one) - placeIn(other));
  });
}
