import type { Db } from '../../../../server/database/db.ts';
import type { ImportCounts, PlanBook, PlanFile } from '../../studio-contract.ts';
import type { BatchRow } from './batch-queries.ts';

export interface StoredPlan {
  books: PlanBook[];
  pictures: { looked_at: number; total: number };
}

export async function selectPlan(db: Db, id: string): Promise<StoredPlan | null> {
  const { rows } = await db.query<{ plan: StoredPlan | null }>('select plan from batches where id = $1', [id]);
  return rows[0]?.plan ?? null;
}

/**
 * Replaces the plan. `isNew`: whoever has seen the old one must look again. Listeners hear of the files whose rows have
 * changed.
 */
export async function writePlan(
  tx: Db,
  given: {
    id: string;
    plan: StoredPlan;
    files: readonly PlanFile[];
    counts: ImportCounts;
    books: BatchRow['books'];
    isNew: boolean;
  },
): Promise<void> {
  const { id, files } = given;
  await tx.query(
    `update batches set plan = $2, counts = $3, books = $4, touched_at = now(),
       plan_version = plan_version + case when $5 then 1 else 0 end where id = $1`,
    [id, JSON.stringify(given.plan), JSON.stringify(given.counts), JSON.stringify(given.books), given.isNew],
  );
  await tx.query(
    `delete from batch_files where batch_id = $1
       and not exists (select from unnest($2::text[]) as given(id) where given.id = file_id)`,
    [id, files.map(({ file_id }) => file_id)],
  );
  for (let first = 0; first < files.length; first += rowsAtOnce) {
    const part = files.slice(first, first + rowsAtOnce);
    await writeRows(tx, id, part);
    await tx.query(
      `insert into batch_files (batch_id, file_id, position, change, has_warnings, row)
       select $1, f->>'file_id', $3 + o - 1, f->>'change', jsonb_array_length(f->'warnings') > 0, f
       from jsonb_array_elements($2::jsonb) with ordinality as given(f, o)
       on conflict (batch_id, file_id) do update set position = excluded.position
       where batch_files.position <> excluded.position`,
      [id, JSON.stringify(part), first],
    );
  }
}

const rowsAtOnce = 2000;

/** Changes rows of files in a plan; equal rows are not touched. */
async function writeRows(tx: Db, id: string, files: readonly PlanFile[]): Promise<void> {
  await tx.query(
    `update batch_files set row = f, change = f->>'change', has_warnings = jsonb_array_length(f->'warnings') > 0,
       told = default
     from jsonb_array_elements($2::jsonb) as given(f)
     where batch_id = $1 and file_id = f->>'file_id' and row <> f`,
    [id, JSON.stringify(files)],
  );
}

/** Tells what was seen of pictures since the plan was made: the rows of files that have changed, and how many were seen. */
export async function writeSeen(
  tx: Db,
  given: { id: string; files: readonly PlanFile[]; counts: ImportCounts; pictures: StoredPlan['pictures'] },
): Promise<void> {
  for (let first = 0; first < given.files.length; first += rowsAtOnce)
    await writeRows(tx, given.id, given.files.slice(first, first + rowsAtOnce));
  await tx.query(
    `update batches set counts = $2, plan = jsonb_set(plan, '{pictures}', $3) where id = $1 and plan is not null`,
    [given.id, JSON.stringify(given.counts), JSON.stringify(given.pictures)],
  );
}

export async function selectPlanFiles(
  db: Db,
  { id, show, limit, offset }: { id: string; show: string; limit: number; offset: number },
): Promise<{ rows: PlanFile[]; total: number }> {
  const where = `batch_id = $1 and case $2 when 'changed' then change in ('new', 'replaces', 'removes')
    when 'warnings' then has_warnings when 'left_out' then change = 'left_out' else true end`;
  const { rows } = await db.query<{ row: PlanFile }>(
    `select row from batch_files where ${where} order by position limit $3 offset $4`,
    [id, show, limit, offset],
  );
  const { rows: counted } = await db.query<{ total: number }>(
    `select count(*)::int as total from batch_files where ${where}`,
    [id, show],
  );
  return { rows: rows.map(({ row }) => row), total: counted[0]?.total ?? 0 };
}

/** All files of a plan, in their order. */
export async function selectAllFiles(db: Db, id: string): Promise<PlanFile[]> {
  const { rows } = await db.query<{ row: PlanFile }>(
    'select row from batch_files where batch_id = $1 order by position',
    [id],
  );
  return rows.map(({ row }) => row);
}

/** The files of a plan by their ids. */
export async function selectFilesOfIds(db: Db, id: string, fileIds: readonly string[]): Promise<Map<string, PlanFile>> {
  const { rows } = await db.query<{ row: PlanFile }>(
    'select row from batch_files where batch_id = $1 and file_id = any($2::text[])',
    [id, fileIds],
  );
  return new Map(rows.map(({ row }) => [row.file_id, row]));
}

/** The rows that have changed since `told`, in the order in which they did. */
export async function listChangedRows(
  db: Db,
  { id, after, limit }: { id: string; after: number; limit: number },
): Promise<{ told: number; row: PlanFile }[]> {
  const { rows } = await db.query<{ told: string; row: PlanFile }>(
    'select told, row from batch_files where batch_id = $1 and told > $2 order by told limit $3',
    [id, after, limit],
  );
  return rows.map(({ told, row }) => ({ told: Number(told), row }));
}
