import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import type { ImportCounts, ImportState, PlanChange } from '../../studio-contract.ts';

/** The target of an import, as it was begun. */
export interface BatchOptions {
  book_uuid?: string | undefined;
  chapter_uuid?: string | undefined;
  language?: Language | undefined;
  prune?: boolean | undefined;
  /** The books that it had brought in before it was undone. */
  undone?: string[];
  /** Its commit tells followers nothing. */
  silent?: boolean;
}

export interface BatchRow {
  id: string;
  name: string;
  source: 'studio' | 'command_line';
  user: { uuid: string; username: string } | null;
  options: BatchOptions;
  state: ImportState;
  phase: string;
  done: number;
  total: number;
  current: string | null;
  begunAt: Date | null;
  counts: Partial<ImportCounts>;
  books: { book_uuid: string | null; title: string; state: string }[];
  planVersion: number;
  changes: PlanChange[];
  publish: 'draft' | 'now' | null;
  cancelWanted: boolean;
  deaths: number;
  cause: string | null;
  createdAt: Date;
  touchedAt: Date;
  committedAt: Date | null;
  undoUntil: Date | null;
}

const columns = `b.id, b.name, b.source,
  case when b.user_id is not null then jsonb_build_object('uuid', b.user_id, 'username', b.username) end as "user",
  b.options, b.state, b.phase, b.done, b.total, b.current, b.begun_at as "begunAt", b.counts, b.books,
  b.plan_version as "planVersion", b.changes, b.publish, b.cancel_wanted as "cancelWanted", b.deaths, b.cause,
  b.created_at as "createdAt", b.touched_at as "touchedAt", b.committed_at as "committedAt",
  b.undo_until as "undoUntil"`;
const byId = `select ${columns} from batches b where b.id = $1`;

export async function insertBatch(
  tx: Db,
  given: {
    name: string;
    source: 'studio' | 'command_line';
    user: { uuid: string; username: string } | null;
    options: BatchOptions;
    state: ImportState;
  },
): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into batches (name, source, user_id, username, options, state) values ($1, $2, $3, $4, $5, $6)
     returning id`,
    [
      given.name,
      given.source,
      given.user?.uuid ?? null,
      given.user?.username ?? null,
      JSON.stringify(given.options),
      given.state,
    ],
  );
  return rows[0]?.id ?? '';
}

export async function selectBatch(db: Db, id: string): Promise<BatchRow | null> {
  const { rows } = await db.query<BatchRow>(byId, [id]);
  return rows[0] ?? null;
}

/** The row of a batch, locked until the transaction ends. */
export async function lockBatch(tx: Db, id: string): Promise<BatchRow | null> {
  const { rows } = await tx.query<BatchRow>({ name: 'imports-lock', text: `${byId} for no key update` }, [id]);
  return rows[0] ?? null;
}

export async function selectBatches(
  db: Db,
  filter: { state: string | null; source: string | null; q: string | null; limit: number; offset: number },
): Promise<{ rows: BatchRow[]; total: number }> {
  const where = `($1::text is null or b.state = $1) and ($2::text is null or b.source = $2)
    and ($3::text is null or position(lower($3) in lower(b.name)) > 0)`;
  const values = [filter.state, filter.source, filter.q];
  const { rows } = await db.query<BatchRow>(
    `select ${columns} from batches b where ${where} order by b.created_at desc, b.id limit $4 offset $5`,
    [...values, filter.limit, filter.offset],
  );
  const { rows: counted } = await db.query<{ total: number }>(
    `select count(*)::int as total from batches b where ${where}`,
    values,
  );
  return { rows, total: counted[0]?.total ?? 0 };
}

/** Moves a batch to a state, with the progress of its work at zero. */
export async function setState(
  tx: Db,
  { id, state, phase = '' }: { id: string; state: ImportState; phase?: string },
): Promise<void> {
  await tx.query(
    `update batches set state = $2, phase = $3, done = 0, total = 0, current = null, begun_at = now(),
       touched_at = now(), cancel_wanted = false, deaths = 0, cause = null where id = $1`,
    [id, state, phase],
  );
}

export async function setFailed(tx: Db, id: string, cause: string): Promise<void> {
  await tx.query(
    `update batches set state = 'failed', phase = '', current = null, cause = $2, touched_at = now() where id = $1`,
    [id, cause],
  );
}

/**
 * Stores the progress. False where the work is not wanted any more: the import was canceled or moved on, or its plan is
 * no longer that of `planVersion`, where that is given.
 */
export async function setProgress(
  db: Db,
  given: Pick<BatchRow, 'id' | 'phase' | 'done' | 'total' | 'current' | 'state'> & { planVersion: number | null },
): Promise<boolean> {
  const { rowCount } = await db.query(
    {
      name: 'imports-set-progress',
      text: `update batches set phase = $2, done = $3, total = $4, current = $5, touched_at = now()
        where id = $1 and state = $6 and ($7::int is null or plan_version = $7) and not cancel_wanted`,
    },
    [given.id, given.phase, given.done, given.total, given.current, given.state, given.planVersion],
  );
  return rowCount === 1;
}

/** Ends looking at the pictures of a plan: all were seen, or the rest cannot be. */
export async function endLooking(tx: Db, id: string): Promise<void> {
  await tx.query(
    `update batches set phase = '', done = 0, total = 0, current = null where id = $1 and state = 'checked'`,
    [id],
  );
}

export async function wantCancel(tx: Db, id: string): Promise<void> {
  await tx.query('update batches set cancel_wanted = true, touched_at = now() where id = $1', [id]);
}

export async function setPublish(
  tx: Db,
  id: string,
  { publish, silent }: { publish: 'draft' | 'now'; silent: boolean },
): Promise<void> {
  await tx.query(
    "update batches set publish = $2, options = options || jsonb_build_object('silent', $3::boolean) where id = $1",
    [id, publish, silent],
  );
}

export async function setCommitted(
  tx: Db,
  given: { id: string; counts: ImportCounts; books: BatchRow['books']; keptDays: number },
): Promise<void> {
  await tx.query(
    `update batches set state = 'committed', phase = '', current = null, counts = $2, books = $3,
       committed_at = coalesce(committed_at, now()),
       undo_until = coalesce(undo_until, now() + make_interval(days => $4)), touched_at = now() where id = $1`,
    [given.id, JSON.stringify(given.counts), JSON.stringify(given.books), given.keptDays],
  );
}

/** Lets an import that was undone begin again: its next commit has dates of its own, and its books come back. */
export async function clearCommit(tx: Db, id: string): Promise<void> {
  await tx.query(
    `update batches set committed_at = null, undo_until = null, publish = null, is_forgotten = false,
       options = options || jsonb_build_object('undone', jsonb_path_query_array(books, '$[*].book_uuid ? (@ != null)'))
     where id = $1`,
    [id],
  );
}

/** Counts that the process that worked on a batch died; returns how often it has by now. */
export async function countDeath(db: Db, id: string): Promise<number> {
  const { rows } = await db.query<{ deaths: number }>(
    'update batches set deaths = deaths + 1, touched_at = now() where id = $1 returning deaths',
    [id],
  );
  return rows[0]?.deaths ?? 0;
}

/**
 * The batch of the studio that has waited longest for its work; null: there is none. Pictures of plans are looked at
 * while nothing else waits.
 */
export async function findWaiting(db: Db): Promise<{ id: string; state: ImportState } | null> {
  const { rows } = await db.query<{ id: string; state: ImportState }>(
    `select id, state from batches where state in ('checking', 'committing', 'undoing') and source = 'studio'
       or state = 'undoing' or state = 'checked' and phase <> '' order by state = 'checked', begun_at, id limit 1`,
  );
  return rows[0] ?? null;
}

export async function setChanges(tx: Db, id: string, changes: readonly PlanChange[]): Promise<void> {
  await tx.query('update batches set changes = $2, touched_at = now() where id = $1', [id, JSON.stringify(changes)]);
}

/** Lets an import take files again, under its name. */
export async function collectAgain(tx: Db, { id, name }: { id: string; name: string }): Promise<void> {
  await tx.query(`update batches set state = 'collecting', phase = '', name = $2, touched_at = now() where id = $1`, [
    id,
    name,
  ]);
}

/** Gives a plan its next version, before it is made anew. */
export async function growPlan(tx: Db, id: string): Promise<void> {
  await tx.query('update batches set plan_version = plan_version + 1, touched_at = now() where id = $1', [id]);
}

/** Expires the batches that nobody has touched for so many days before their commit; returns their ids. */
export async function expireOpen(db: Db, days: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `update batches set state = 'expired', phase = '', current = null
     where state in ('collecting', 'checked') and touched_at < now() - make_interval(days => $1) returning id`,
    [days],
  );
  return rows.map(({ id }) => id);
}

/**
 * Imports of commands whose processes were killed: nothing was heard of them for so many days, or for a minute since
 * somebody canceled them.
 */
export async function selectLost(db: Db, days: number): Promise<Pick<BatchRow, 'id' | 'cancelWanted'>[]> {
  const { rows } = await db.query<Pick<BatchRow, 'id' | 'cancelWanted'>>(
    `select id, cancel_wanted as "cancelWanted" from batches
     where state = 'committing' and source = 'command_line'
       and touched_at < now() - case when cancel_wanted then interval '1 minute' else make_interval(days => $1) end`,
    [days],
  );
  return rows;
}

/** The batches that nobody can undo any more and whose books are still kept as they were. */
export async function selectOver(db: Db, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from batches where state = 'committed' and undo_until <= now() and not is_forgotten
     order by undo_until limit $1`,
    [limit],
  );
  return rows.map(({ id }) => id);
}

export async function setForgotten(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.query('update batches set is_forgotten = true where id = any($1::uuid[])', [ids]);
}

/** The batches whose files nobody needs any more: at once where they ended, later where a file may be tried again. */
export async function selectWithFiles(
  db: Db,
  given: { days: number; undoneDays: number; limit: number },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from batches where has_files and (state in ('canceled', 'expired')
       or state in ('committed', 'failed') and touched_at < now() - make_interval(days => $1)
       or state = 'undone' and touched_at < now() - make_interval(days => $2)) limit $3`,
    [given.days, given.undoneDays, given.limit],
  );
  return rows.map(({ id }) => id);
}

export async function setWithoutFiles(db: Db, id: string): Promise<void> {
  await db.query('update batches set has_files = false where id = $1', [id]);
}

/** The files of an import where they are laid out for a kind of work. */
interface LaidOut {
  id: string;
  place: 'tree' | 'looking';
}

const lockOf = ({ id, place }: LaidOut) => [`longstrip import ${place}`, id];

/** Locks the files of an import for this connection; false: another one has locked them. */
export async function takeFiles(connection: Db, files: LaidOut): Promise<boolean> {
  const { rows } = await connection.query<{ mine: boolean }>(
    'select pg_try_advisory_lock(hashtext($1), hashtext($2)) as mine',
    lockOf(files),
  );
  return rows[0]?.mine ?? false;
}

export async function leaveFiles(connection: Db, files: LaidOut): Promise<void> {
  await connection.query('select pg_advisory_unlock(hashtext($1), hashtext($2))', lockOf(files));
}
