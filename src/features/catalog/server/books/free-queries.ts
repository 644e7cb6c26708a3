import type { Db } from '../../../../server/db.ts';

/** The number of chapters that each book gives to all; null: the site's usual number. */
export async function listFreeChapterCounts(db: Db): Promise<Map<string, number | null>> {
  const { rows } = await db.query<{ id: string; count: number | null }>(
    'select id, public_free_chapters as count from books',
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}
