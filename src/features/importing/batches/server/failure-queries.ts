import type { Db } from '../../../../server/database/db.ts';

/** An import of which nothing could be done, or a file that one could not take. */
export interface Failure {
  importId: string;
  importName: string;
  /** Null: the whole import failed. */
  fileId: string | null;
  path: string | null;
  cause: string;
  at: Date;
}

const failures = `
  select b.id as "importId", b.name as "importName", null as "fileId", null as path, coalesce(b.cause, '') as cause,
    b.touched_at as at
  from batches b where b.state = 'failed' and b.dismissed_at is null
  union all
  select b.id, b.name, f.file_id, f.row->>'path', f.row->>'cause', b.committed_at
  from batches b join batch_files f on f.batch_id = b.id
  where b.state = 'committed' and (b.counts->>'failed')::int > 0 and f.dismissed_at is null
    and f.change = 'left_out' and f.row->>'rule' is distinct from 'hand' and f.row->>'cause' is not null`;

/** The failures that nobody has dismissed, the newest first. */
export async function selectFailures(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: Failure[]; total: number }> {
  const { rows } = await db.query<Failure>(
    `select * from (${failures}) as f order by at desc, "importId", path limit $1 offset $2`,
    [limit, offset],
  );
  return { rows, total: await countFailures(db) };
}

export async function countFailures(db: Db): Promise<number> {
  const { rows } = await db.query<{ total: number }>(`select count(*)::int as total from (${failures}) as f`);
  return rows[0]?.total ?? 0;
}

/** The failure of a whole import (`fileId` null) or of a file; null: there is none, or it was dismissed. */
export async function selectFailure(
  db: Db,
  { importId, fileId }: { importId: string; fileId: string | null },
): Promise<Failure | null> {
  const { rows } = await db.query<Failure>(
    `select * from (${failures}) as f where "importId" = $1 and "fileId" is not distinct from $2`,
    [importId, fileId],
  );
  return rows[0] ?? null;
}

export async function setDismissed(
  tx: Db,
  { importId, fileId }: { importId: string; fileId: string | null },
): Promise<void> {
  if (fileId === null) await tx.query('update batches set dismissed_at = now() where id = $1', [importId]);
  else
    await tx.query('update batch_files set dismissed_at = now() where batch_id = $1 and file_id = $2', [
      importId,
      fileId,
    ]);
}

/** Whether what was sent for the import is still there. */
export async function hasFiles(db: Db, importId: string): Promise<boolean> {
  const { rows } = await db.query<{ there: boolean }>(
    `select has_files and source = 'studio' as there from batches where id = $1`,
    [importId],
  );
  return rows[0]?.there === true;
}
