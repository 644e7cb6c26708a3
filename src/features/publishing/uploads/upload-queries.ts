import type { Db } from '../../../server/db.ts';

export interface UploadRow {
  id: string;
  userId: string;
  importId: string | null;
  path: string;
  length: number;
  touchedAt: Date;
  finishedAt: Date | null;
  usedAt: Date | null;
}

const columns = `id, user_id as "userId", import_id as "importId", path, length::float8 as length,
  touched_at as "touchedAt", finished_at as "finishedAt", used_at as "usedAt"`;

export async function insertUpload(
  tx: Db,
  given: { userId: string; importId: string | null; path: string; length: number },
): Promise<UploadRow> {
  const { rows } = await tx.query<UploadRow>(
    `insert into uploads (user_id, import_id, path, length) values ($1, $2, $3, $4) returning ${columns}`,
    [given.userId, given.importId, given.path, given.length],
  );
  const [row] = rows;
  if (!row) throw new Error('An upload was not made');
  return row;
}

/** An upload of that user that has not expired; null: there is none. */
export async function findUpload(
  db: Db,
  { id, userId, keptDays }: { id: string; userId: string; keptDays: number },
): Promise<UploadRow | null> {
  const { rows } = await db.query<UploadRow>(
    `select ${columns} from uploads where id = $1 and user_id = $2
       and (finished_at is not null and import_id is not null or touched_at > now() - make_interval(days => $3))`,
    [id, userId, keptDays],
  );
  return rows[0] ?? null;
}

/** Waits for other changes of the files of an import, until the transaction ends. */
export async function lockImportFiles(tx: Db, importId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('longstrip uploads'), hashtext($1))`, [importId]);
}

/** How many files an import has and how many bytes they have, as declared, without those of one path. */
export async function sumImport(
  db: Db,
  { importId, without }: { importId: string; without: string },
): Promise<{ files: number; bytes: number }> {
  const { rows } = await db.query<{ files: number; bytes: number }>(
    `select count(*)::int as files, coalesce(sum(length), 0)::float8 as bytes from (
       select distinct on (path) length from uploads where import_id = $1 and path <> $2
       order by path, created_at desc) newest`,
    [importId, without],
  );
  return rows[0] ?? { files: 0, bytes: 0 };
}

/** Makes the request the only writer, unless another one has had bytes within the last seconds. */
export async function takeWriting(
  db: Db,
  { id, writer, stalledSeconds }: { id: string; writer: string; stalledSeconds: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update uploads set writer = $2, beat_at = clock_timestamp() where id = $1 and finished_at is null
       and (writer is null or beat_at < clock_timestamp() - make_interval(secs => $3))`,
    [id, writer, stalledSeconds],
  );
  return rowCount === 1;
}

/** Says that the writer has bytes; false: another one has taken its place. */
export async function beat(db: Db, { id, writer }: { id: string; writer: string }): Promise<boolean> {
  const { rowCount } = await db.query(
    'update uploads set beat_at = clock_timestamp(), touched_at = now() where id = $1 and writer = $2',
    [id, writer],
  );
  return rowCount === 1;
}

/** Gives the writing up; `isFinished`: all bytes are there. False: the upload is another writer's, or gone. */
export async function endWriting(
  db: Db,
  { id, writer, isFinished }: { id: string; writer: string; isFinished: boolean },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update uploads set writer = null, beat_at = null, touched_at = now(),
       finished_at = case when $3 then now() end where id = $1 and writer = $2`,
    [id, writer, isFinished],
  );
  return rowCount === 1;
}

/** Removes the other uploads of the same path of an import; returns their ids. */
export async function deleteReplaced(db: Db, { id, importId, path }: UploadRow): Promise<string[]> {
  if (importId === null) return [];
  const { rows } = await db.query<{ id: string }>(
    'delete from uploads where import_id = $1 and path = $2 and id <> $3 returning id',
    [importId, path, id],
  );
  return rows.map((row) => row.id);
}

export async function deleteUploads(db: Db, ids: readonly string[]): Promise<void> {
  await db.query('delete from uploads where id = any($1::uuid[])', [ids]);
}

/** The finished files of an import in the order of their paths; of a path the newest. */
export async function selectFinished(db: Db, importId: string): Promise<UploadRow[]> {
  const { rows } = await db.query<UploadRow>(
    `select distinct on (path) ${columns} from uploads where import_id = $1 and finished_at is not null
     order by path, finished_at desc`,
    [importId],
  );
  return rows;
}

/** Removes the uploads of an import; returns their ids. */
export async function deleteOfImport(db: Db, importId: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>('delete from uploads where import_id = $1 returning id', [importId]);
  return rows.map(({ id }) => id);
}

/** Takes a finished upload of that user for a use; null: there is none that was not used. */
export async function markUsed(tx: Db, { id, userId }: { id: string; userId: string }): Promise<UploadRow | null> {
  const { rows } = await tx.query<UploadRow>(
    `update uploads set used_at = now() where id = $1 and user_id = $2 and finished_at is not null
       and used_at is null and import_id is null returning ${columns}`,
    [id, userId],
  );
  return rows[0] ?? null;
}

/** Removes what has expired or was used; returns the ids. */
export async function deleteExpired(
  db: Db,
  { keptDays, limit }: { keptDays: number; limit: number },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `delete from uploads where id in (select id from uploads
       where touched_at < now() - make_interval(days => $1) and (finished_at is null or import_id is null)
         or used_at < now() - interval '1 day' limit $2) returning id`,
    [keptDays, limit],
  );
  return rows.map(({ id }) => id);
}

/** Which of these ids are of uploads that are there. */
export async function selectKnown(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>('select id from uploads where id = any($1::uuid[])', [ids]);
  return new Set(rows.map(({ id }) => id));
}
