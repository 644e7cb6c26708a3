import type { Db } from './db.ts';

/** A note that one process leaves for another: for `longstrip doctor`, or for the figures of a server. */
export type ServerNote = 'forwarded headers' | 'backup';

export async function writeNote(db: Db, note: ServerNote): Promise<void> {
  await db.query(
    `insert into server_notes (name, noted_at) values ($1, now())
     on conflict (name) do update set noted_at = excluded.noted_at`,
    [note],
  );
}

/** Whether the schema knows notes; an older one does not. */
export async function takesNotes(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ there: boolean }>(`select to_regclass('server_notes') is not null as there`);
  return rows[0]?.there === true;
}

/** The time of the last note; null: never, or the schema is older than notes. */
export async function findNote(db: Db, note: ServerNote): Promise<Date | null> {
  if (!(await takesNotes(db))) return null;
  const { rows } = await db.query<{ at: Date }>('select noted_at as at from server_notes where name = $1', [note]);
  return rows[0]?.at ?? null;
}
