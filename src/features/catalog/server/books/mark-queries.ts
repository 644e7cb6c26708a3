import type { Db } from '../../../../server/db.ts';
import type { OrderBy } from '../../contract.ts';

/**
 * The number of books between two marks: with a million books, adding up the marks takes as long as walking from one.
 */
export const markedEvery = 3000;

/** The name of the list of all books in list_marks. */
export const allBooks = '';

/** The exact number of books in a list: a tag's, or all. */
export async function countListed(db: Db, tag: string | null): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    {
      name: 'catalog-count-listed',
      text: `select coalesce(sum(books), 0)::bigint as count from list_marks where list = $1 and sorting = 'updated_at'`,
    },
    [tag ?? allBooks],
  );
  return rows[0]?.count ?? 0;
}

/** The tags in use, most used first. */
export async function listTagsByUse(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ tag: string }>({
    name: 'catalog-tags',
    text: `select list as tag from list_marks where list <> '' and sorting = 'updated_at'
      group by list having sum(books) > 0 order by sum(books) desc, list collate "C"`,
  });
  return rows.map(({ tag }) => tag);
}

/**
 * SQL for `id` and `sort_key` of one page of a list, walking from the last mark before the page; `limit $2 offset $3`,
 * of the list $4 in the order $5. Books with the same sort key are walked by id first, so that ties cost nothing.
 */
export function pageFromMark(orderBy: OrderBy, of: 'all' | 'tag'): string {
  const list =
    of === 'all' ? { id: 'id', from: 'books', where: '' } : { id: 'book_id', from: 'book_tags', where: 'tag = $4 and' };
  const key =
    orderBy === 'popularity'
      ? 'sort_key'
      : `case sort_key when 'infinity' then 'infinity' else timestamptz 'epoch' + sort_key * interval '1 microsecond' end`;
  return `
    with mark as materialized (
      select ${key} as sort_key, book_id, before from (
        select sort_key, book_id, is_start, coalesce(sum(books) over (
          order by sort_key desc, book_id, is_start desc, books rows between unbounded preceding and 1 preceding), 0) as before
        from (
          select sort_key, book_id, books, is_start from list_marks where list = $4 and sorting = $5
          union all select 'infinity', '00000000-0000-0000-0000-000000000000', 0, true) known) marks
      where is_start and before <= $3 order by before desc, sort_key limit 1)
    select id, sort_key from (
      (select ${list.id} as id, ${orderBy} as sort_key from ${list.from}
       where ${list.where} not hidden and ${orderBy} = (select sort_key from mark) and ${list.id} >= (select book_id from mark)
       order by ${list.id} limit (select $3 - before + $2 from mark))
      union all
      (select ${list.id}, ${orderBy} from ${list.from}
       where ${list.where} not hidden and ${orderBy} < (select sort_key from mark)
       order by ${orderBy} desc, ${list.id} limit (select $3 - before + $2 from mark))) near
    order by sort_key desc, id limit $2 offset (select $3 - before from mark)`;
}

/** The lists with so many changes since they were marked that marking again pays. */
export async function listsToMark(db: Db): Promise<{ tag: string | null; orderBy: OrderBy }[]> {
  const { rows } = await db.query<{ list: string; orderBy: OrderBy }>(
    `select list, sorting as "orderBy" from list_marks group by list, sorting
     having count(*) filter (where not is_start) > 500 + sum(books) / 200 or not bool_or(is_start)
     order by list, sorting limit 100`,
  );
  return rows.map(({ list, orderBy }) => ({ tag: list === allBooks ? null : list, orderBy }));
}

/** Every tag that a book has, hidden or not. */
export async function listTagsOfBooks(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ tag: string }>('select distinct tag from book_tags order by tag');
  return rows.map(({ tag }) => tag);
}

/** Other transactions that mark wait until this one ends. */
export async function lockMarking(tx: Db): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('longstrip list marks'))`);
}

/** In one statement, so that it deletes and reads the books of one moment. */
export async function markAnew(tx: Db, { tag, orderBy }: { tag: string | null; orderBy: OrderBy }): Promise<void> {
  const list =
    tag === null ? { id: 'id', from: 'books where' } : { id: 'book_id', from: 'book_tags where tag = $1 and' };
  const key = orderBy === 'popularity' ? 'popularity' : 'extract(epoch from updated_at) * 1000000';
  await tx.query(
    `with gone as (delete from list_marks where list = $1 and sorting = $2)
     insert into list_marks (list, sorting, sort_key, book_id, books, is_start)
     select $1, $2, case place when 1 then 'infinity' else ${key} end,
       case place when 1 then '00000000-0000-0000-0000-000000000000' else id end, least($3, total - place + 1), true
     from (select ${list.id} as id, ${orderBy}, row_number() over (order by ${orderBy} desc, ${list.id}) as place,
         count(*) over () as total
       from ${list.from} not hidden) listed
     where place % $3 = 1`,
    [tag ?? allBooks, orderBy, markedEvery],
  );
}
