import type { Db } from './db.ts';

/** A note that one process leaves for another: for `longstrip doctor`, or for the figures of a server. */
export type ServerNote =
  | 'forwarded headers'
  | 'backup'
  | 'backup incomplete'
  | 'backup damaged'
  | 'pictures kept'
  | 'converters unjailed'
  | 'checklist dismissed'
  | 'replica beat';

export async function writeNote(db: Db, note: ServerNote): Promise<void> {
  await db.query(
    `insert into server_notes (name, noted_at) values ($1, now())
     on conflict (name) do update set noted_at = excluded.noted_at`,
    [note],
  );
}

export async function deleteNote(db: Db, note: ServerNote): Promise<void> {
  await db.query('delete from server_notes where name = $1', [note]);
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

/** Renews the mark by which the age of a replica is told; processes that do so together write it once in that time. */
export async function beatForReplicas(db: Db, everyMs: number): Promise<void> {
  await db.query(
    {
      name: 'server-beat',
      text: `insert into server_notes as note (name, noted_at) values ('replica beat', clock_timestamp())
       on conflict (name) do update set noted_at = excluded.noted_at
       where note.noted_at < clock_timestamp() - $1 * interval '1 millisecond'
         or note.noted_at > clock_timestamp() + interval '1 second'`,
    },
    [everyMs / 2],
  );
}

/** The mark of `beatForReplicas`; null: there is none. */
export async function findBeat(db: Db): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date }>({
    name: 'server-beat-of',
    text: `select noted_at as at from server_notes where name = 'replica beat'`,
  });
  return rows[0]?.at ?? null;
}
