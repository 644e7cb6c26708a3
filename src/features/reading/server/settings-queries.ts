import type { Db } from '../../../server/database/db.ts';

/** One setting of the reader, as a user chose it. */
export interface SettingRow {
  name: string;
  value: unknown;
  updatedAt: Date;
}

/** Stores each setting that was chosen later than the stored one; no name may come twice. */
export async function upsertSettings(db: Db, given: { userId: string; rows: readonly SettingRow[] }): Promise<void> {
  await db.query(
    {
      name: 'reading-upsert-settings',
      text: `
        insert into reader_settings as kept (user_id, name, value, updated_at)
        select $1::uuid, name, value::jsonb, updated_at
        from unnest($2::text[], $3::text[], $4::timestamptz[]) as given (name, value, updated_at) order by name
        on conflict (user_id, name) do update set value = excluded.value, updated_at = excluded.updated_at
          where excluded.updated_at > kept.updated_at`,
    },
    [
      given.userId,
      given.rows.map(({ name }) => name),
      given.rows.map(({ value }) => JSON.stringify(value)),
      given.rows.map(({ updatedAt }) => updatedAt),
    ],
  );
}

export async function listSettings(db: Db, userId: string): Promise<SettingRow[]> {
  const { rows } = await db.query<SettingRow>(
    {
      name: 'reading-settings',
      text: `select name, value, updated_at as "updatedAt" from reader_settings where user_id = $1 order by name`,
    },
    [userId],
  );
  return rows;
}

/** Deletes a user's settings of single books, except the latest `most`. */
export async function deleteOldBookSettings(db: Db, given: { userId: string; most: number }): Promise<void> {
  await db.query(
    {
      name: 'reading-delete-old-book-settings',
      text: `
        delete from reader_settings where user_id = $1 and name in (
          select name from reader_settings where user_id = $1 and name like 'books.%'
          order by updated_at desc, name offset $2)`,
    },
    [given.userId, given.most],
  );
}
