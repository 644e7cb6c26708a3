import type { Db } from '../../../../server/database/db.ts';
import type { Totals, UploadFacts } from '../rules.ts';

export interface UploadRow extends UploadFacts {
  id: string;
  userId: string;
  finishedAt: Date | null;
  usedAt: Date | null;
  expiresAt: Date;
  /** Whether some request sends bytes at this moment. */
  isHeld: boolean;
}

/** A request that sent no byte for so long is given up when another one comes. */
const STALLED = '2500 ms';
const columns = `id, user_id as "userId", import_id as "importId", path, length, finished_at as "finishedAt",
  used_at as "usedAt", expires_at as "expiresAt",
  coalesce(held_at > now() - interval '${STALLED}', false) as "isHeld"`;

/** A user's upload, unless it has expired. */
export async function findUpload(db: Db, given: { id: string; userId: string; now: Date }): Promise<UploadRow | null> {
  const { rows } = await db.query<UploadRow>(
    {
      name: 'uploads-find',
      text: `select ${columns} from uploads where id = $1 and user_id = $2
        and (expires_at > $3 or import_id is not null and finished_at is not null)`,
    },
    [given.id, given.userId, given.now],
  );
  return rows[0] ?? null;
}

export async function insertUpload(
  tx: Db,
  given: UploadFacts & { userId: string; expiresAt: Date },
): Promise<UploadRow> {
  const { rows } = await tx.query<UploadRow>(
    {
      name: 'uploads-insert',
      text: `insert into uploads (user_id, import_id, path, length, expires_at, counts)
        values ($1, $2, $3, $4, $5, true) returning ${columns}`,
    },
    [given.userId, given.importId, given.path, given.length, given.expiresAt],
  );
  const [row] = rows;
  if (!row) throw new Error('The upload has no row');
  return row;
}

/** Makes a request the only one that sends bytes; false where another one does, and has not stalled. */
export async function takeHold(db: Db, given: { id: string; holder: string }): Promise<boolean> {
  const { rowCount } = await db.query(
    {
      name: 'uploads-take-hold',
      text: `update uploads set holder = $2, held_at = now()
        where id = $1 and (holder is null or held_at < now() - interval '${STALLED}')`,
    },
    [given.id, given.holder],
  );
  return rowCount > 0;
}

/** Renews a request's hold after bytes came; false: another request has it. */
export async function keepHold(db: Db, given: { id: string; holder: string }): Promise<boolean> {
  const { rowCount } = await db.query('update uploads set held_at = now() where id = $1 and holder = $2', [
    given.id,
    given.holder,
  ]);
  return rowCount > 0;
}

export async function hasHold(db: Db, given: { id: string; holder: string }): Promise<boolean> {
  const { rowCount } = await db.query('select from uploads where id = $1 and holder = $2', [given.id, given.holder]);
  return rowCount > 0;
}

/** Ends a request's hold; returns the upload as it is then, null where the hold was lost or the upload is gone. */
export async function releaseHold(
  db: Db,
  given: { id: string; holder: string; expiresAt: Date },
): Promise<UploadRow | null> {
  const { rows } = await db.query<UploadRow>(
    {
      name: 'uploads-release-hold',
      text: `update uploads set holder = null, held_at = null, expires_at = $3 where id = $1 and holder = $2
        returning ${columns}`,
    },
    [given.id, given.holder, given.expiresAt],
  );
  return rows[0] ?? null;
}

/** Marks an upload as whole; false where it was so, or is gone. */
export async function finishUpload(tx: Db, given: { id: string; expiresAt: Date }): Promise<boolean> {
  const { rowCount } = await tx.query(
    {
      name: 'uploads-finish',
      text: 'update uploads set finished_at = now(), expires_at = $2 where id = $1 and finished_at is null',
    },
    [given.id, given.expiresAt],
  );
  return rowCount > 0;
}

/** Locks the totals of an import. */
export async function lockTotals(tx: Db, importId: string): Promise<Totals> {
  const lock = async () => {
    const { rows } = await tx.query<Totals>(
      {
        name: 'uploads-lock-totals',
        text: 'select files, bytes from upload_totals where import_id = $1 for update',
      },
      [importId],
    );
    return rows[0];
  };
  const known = await lock();
  if (known) return known;
  await tx.query('insert into upload_totals (import_id) values ($1) on conflict do nothing', [importId]);
  return (await lock()) ?? { files: 0, bytes: 0 };
}

export async function addToTotals(tx: Db, importId: string, { files, bytes }: Totals): Promise<void> {
  await tx.query(
    {
      name: 'uploads-add-to-totals',
      text: 'update upload_totals set files = files + $2, bytes = bytes + $3 where import_id = $1',
    },
    [importId, files, bytes],
  );
}

/** The length of the file that counts under this path. */
export async function findCounted(
  tx: Db,
  { importId, path }: { importId: string; path: string },
): Promise<number | null> {
  const { rows } = await tx.query<{ length: number }>(
    {
      name: 'uploads-find-counted',
      text: 'select length from uploads where import_id = $1 and path = $2 and counts',
    },
    [importId, path],
  );
  return rows[0]?.length ?? null;
}

/**
 * Removes the unfinished uploads of a path, and takes the older files of the path out of the totals; returns the ids of
 * the removed ones.
 */
export async function supersede(tx: Db, { importId, path }: { importId: string; path: string }): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'delete from uploads where import_id = $1 and path = $2 and finished_at is null returning id',
    [importId, path],
  );
  await tx.query('update uploads set counts = false where import_id = $1 and path = $2 and counts', [importId, path]);
  return rows.map(({ id }) => id);
}

/** Removes the other files of an upload's path; returns their ids. */
export async function deleteReplaced(tx: Db, given: { id: string; importId: string; path: string }): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    {
      name: 'uploads-delete-replaced',
      text: 'delete from uploads where import_id = $2 and path = $3 and id <> $1 returning id',
    },
    [given.id, given.importId, given.path],
  );
  return rows.map(({ id }) => id);
}

export interface DeletedUpload {
  importId: string | null;
  path: string;
  length: number;
  counts: boolean;
}

export async function deleteUpload(tx: Db, id: string): Promise<DeletedUpload | null> {
  const { rows } = await tx.query<DeletedUpload>(
    'delete from uploads where id = $1 returning import_id as "importId", path, length, counts',
    [id],
  );
  return rows[0] ?? null;
}

/** Counts the remaining file of a path in the totals again; returns its length. */
export async function countAgain(
  tx: Db,
  { importId, path }: { importId: string; path: string },
): Promise<number | null> {
  const { rows } = await tx.query<{ length: number }>(
    'update uploads set counts = true where import_id = $1 and path = $2 returning length',
    [importId, path],
  );
  return rows[0]?.length ?? null;
}

/** Locks a finished upload of a user that was not used. */
export async function lockUnused(
  tx: Db,
  given: { id: string; userId: string; now: Date },
): Promise<{ id: string; path: string; length: number } | null> {
  const { rows } = await tx.query<{ id: string; path: string; length: number }>(
    `select id, path, length from uploads
     where id = $1 and user_id = $2 and import_id is null and finished_at is not null and used_at is null
       and expires_at > $3 for update`,
    [given.id, given.userId, given.now],
  );
  return rows[0] ?? null;
}

export async function noteUsed(tx: Db, id: string): Promise<void> {
  await tx.query('update uploads set used_at = now() where id = $1', [id]);
}

/** The whole files of an import, in the order of their paths. */
export async function listFilesOfImport(
  db: Db,
  importId: string,
): Promise<{ id: string; path: string; length: number }[]> {
  const { rows } = await db.query<{ id: string; path: string; length: number }>(
    `select id, path, length from uploads where import_id = $1 and finished_at is not null order by path collate "C"`,
    [importId],
  );
  return rows;
}

export async function deleteUploadsOfImport(tx: Db, importId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>('delete from uploads where import_id = $1 returning id', [importId]);
  await tx.query('delete from upload_totals where import_id = $1', [importId]);
  return rows.map(({ id }) => id);
}

/** Uploads that are over: expired or used, and sent by nobody at this moment. */
export async function listOverUploads(db: Db, { now, limit }: { now: Date; limit: number }): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from uploads
     where (import_id is null or finished_at is null) and (expires_at <= $1 or used_at is not null)
       and (held_at is null or held_at < now() - interval '1 minute')
     order by expires_at limit $2`,
    [now, limit],
  );
  return rows.map(({ id }) => id);
}

export async function findKnownUploads(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>('select id from uploads where id = any($1::uuid[])', [ids]);
  return new Set(rows.map(({ id }) => id));
}
