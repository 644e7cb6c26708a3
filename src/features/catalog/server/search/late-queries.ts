import type { Db } from '../../../../server/database/db.ts';

/** Locks some of the books for which it was not worked out yet what searches filter by. */
export async function lockBooksWithoutNames(tx: Db, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from books where read_in is null order by id limit $1 for no key update skip locked',
    [limit],
  );
  return rows.map(({ id }) => id);
}
