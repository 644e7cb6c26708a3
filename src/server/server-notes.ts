import type { Db } from './db.ts';

/** What a server met and `longstrip doctor`, another process, tells. */
export type ServerNote = 'forwarded headers';

export async function writeNote(db: Db, note: ServerNote): Promise<void> {
  await db.query(
    `insert into server_notes (name, noted_at) values ($1, now())
     on conflict (name) do update set noted_at = excluded.noted_at`,
    [note],
  );
}

/** When it was noted last; null: never, or the schema is older than notes. */
export async function findNote(db: Db, note: ServerNote): Promise<Date | null> {
  const { rows: tables } = await db.query<{ there: boolean }>(
    `select to_regclass('server_notes') is not null as there`,
  );
  if (!tables[0]?.there) return null;
  const { rows } = await db.query<{ at: Date }>('select noted_at as at from server_notes where name = $1', [note]);
  return rows[0]?.at ?? null;
}
