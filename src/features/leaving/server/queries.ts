import type { Db } from '../../../server/database/db.ts';
import type { OwnData } from '../../../server/database/own-data.ts';
import type { Language } from '../../../shared/languages.ts';

export interface ExportRow {
  requestedAt: Date;
  /** Null: it is being made. */
  madeAt: Date | null;
  expiresAt: Date | null;
  isExpired: boolean;
  bytes: number | null;
  /** After so many seconds the user may want another one. */
  againSeconds: number;
}

const keptFor = "interval '24 hours'";

/** Begins a new export unless the last one was wanted within a day; true: it begins. */
export async function insertExport(db: Db, given: { userId: string; language: Language }): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into exports as last (user_id, language, requested_at) values ($1, $2, date_trunc('milliseconds', now()))
     on conflict (user_id) do update set language = excluded.language, requested_at = excluded.requested_at,
       made_at = null, file = null, failures = 0, failed_at = null
     where last.requested_at <= now() - ${keptFor}`,
    [given.userId, given.language],
  );
  return rowCount === 1;
}

export async function findExport(db: Db, userId: string): Promise<ExportRow | null> {
  const { rows } = await db.query<ExportRow>(
    `select requested_at as "requestedAt", made_at as "madeAt", made_at + ${keptFor} as "expiresAt",
       coalesce(made_at <= now() - ${keptFor}, false) as "isExpired", octet_length(file) as bytes,
       greatest(1, ceil(extract(epoch from requested_at + ${keptFor} - now())))::int as "againSeconds"
     from exports where user_id = $1`,
    [userId],
  );
  return rows[0] ?? null;
}

export async function selectFile(db: Db, userId: string): Promise<Buffer | null> {
  const { rows } = await db.query<{ file: Buffer | null }>(
    `select file from exports where user_id = $1 and made_at > now() - ${keptFor}`,
    [userId],
  );
  return rows[0]?.file ?? null;
}

export interface WantedExport {
  userId: string;
  language: Language;
  requestedAt: Date;
}

/** The exports that are due, the first wanted first: one that failed waits 1, then 5, then 30 minutes each time. */
export async function listWantedExports(db: Db): Promise<WantedExport[]> {
  const { rows } = await db.query<WantedExport>(
    `select user_id as "userId", language, requested_at as "requestedAt" from exports
     where made_at is null
       and (failed_at is null or failed_at <= now() - (array[1, 5, 30])[least(failures, 3)] * interval '1 minute')
     order by requested_at`,
  );
  return rows;
}

export async function noteFailedExport(db: Db, { userId, requestedAt }: WantedExport): Promise<void> {
  await db.query(
    `update exports set failures = failures + 1, failed_at = now()
     where user_id = $1 and requested_at = $2 and made_at is null`,
    [userId, requestedAt],
  );
}

export async function updateExport(db: Db, { userId, requestedAt }: WantedExport, file: Buffer): Promise<void> {
  await db.query(
    `update exports set made_at = date_trunc('milliseconds', now()), file = $3
     where user_id = $1 and requested_at = $2 and made_at is null`,
    [userId, requestedAt, file],
  );
}

/** Drops the files of exports whose day is over. */
export async function dropOldFiles(db: Db): Promise<void> {
  await db.query(`update exports set file = null where file is not null and made_at <= now() - ${keptFor}`);
}

/** The copies that somebody wanted. */
export const ownExports: OwnData = {
  tell: async () => ({}),
  async forget(tx, userId) {
    await tx.query('delete from exports where user_id = $1', [userId]);
  },
};

/** Keeps when a user wants to be deleted, unless they have said so before; returns that moment. */
export async function insertDeletion(tx: Db, given: { userId: string; days: number }): Promise<Date> {
  const { rows } = await tx.query<{ deletesAt: Date }>(
    `insert into deletions as known (user_id, deletes_at)
     values ($1, date_trunc('milliseconds', now()) + make_interval(days => $2))
     on conflict (user_id) do update set deletes_at = least(known.deletes_at, excluded.deletes_at)
     returning deletes_at as "deletesAt"`,
    [given.userId, given.days],
  );
  if (!rows[0]) throw new Error(`The deletion of ${given.userId} was not kept`);
  return rows[0].deletesAt;
}

export async function findDeletion(db: Db, userId: string): Promise<Date | null> {
  const { rows } = await db.query<{ deletesAt: Date }>(
    'select deletes_at as "deletesAt" from deletions where user_id = $1 and gone_at is null',
    [userId],
  );
  return rows[0]?.deletesAt ?? null;
}

export async function deleteDeletion(db: Db, userId: string): Promise<void> {
  await db.query('delete from deletions where user_id = $1 and gone_at is null', [userId]);
}

/** The users whose day has come, the longest waiting first. */
export async function listDue(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ userId: string }>(
    `select user_id as "userId" from deletions where gone_at is null and deletes_at <= now()
     order by deletes_at`,
  );
  return rows.map(({ userId }) => userId);
}

/** Marks a user whose day has come as gone; false: they have taken it back, or are gone already. */
export async function markGone(tx: Db, userId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update deletions set gone_at = now() where user_id = $1 and gone_at is null and deletes_at <= now()',
    [userId],
  );
  return rowCount === 1;
}

const isLongGone = "gone_at <= now() - interval '5 minutes'";

/** The users who are gone for longer than any request takes, whose record still stands. */
export async function listLongGone(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ userId: string }>(`select user_id as "userId" from deletions where ${isLongGone}`);
  return rows.map(({ userId }) => userId);
}

/** Ends the record of a user who is long gone; false: it has ended already. */
export async function takeLongGone(tx: Db, userId: string): Promise<boolean> {
  const { rowCount } = await tx.query(`delete from deletions where user_id = $1 and ${isLongGone}`, [userId]);
  return rowCount === 1;
}
