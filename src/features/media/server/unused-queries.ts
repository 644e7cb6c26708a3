import type { Db } from '../../../server/database/db.ts';

const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000';

/** The pictures after that id, in the order of their ids. */
export async function listImageIds(db: Db, page: { after: string | null; limit: number }): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>('select id from images where id > $1 order by id limit $2', [
    page.after ?? BEFORE_ALL_IDS,
    page.limit,
  ]);
  return rows.map(({ id }) => id);
}

/** Notes the time since when nothing shows the unused pictures, and clears that time for the used ones. */
export async function noteUse(db: Db, images: { used: readonly string[]; unused: readonly string[] }): Promise<void> {
  await db.query('update images set unused_since = null where id = any($1::uuid[]) and unused_since is not null', [
    images.used,
  ]);
  await db.query('update images set unused_since = now() where id = any($1::uuid[]) and unused_since is null', [
    images.unused,
  ]);
}

/** Deletes the rows of those pictures that nothing has shown for a day. */
export async function deleteUnusedImages(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; sourceHash: string; names: string[] }[]> {
  const { rows } = await db.query<{ id: string; sourceHash: string; names: string[] }>(
    `delete from images where id = any($1::uuid[]) and unused_since < now() - interval '1 day'
     returning id, encode(source_hash, 'hex') as "sourceHash",
       array(select variant ->> 'name' from jsonb_array_elements(variants) as variant) as names`,
    [ids],
  );
  return rows;
}
