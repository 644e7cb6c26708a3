import type { Db } from '../../../server/database/db.ts';

export interface JobRow {
  name: string;
  lastRunAt: Date | null;
  lastOkAt: Date | null;
  nextRunAt: Date | null;
  failures: number;
  lastError: string | null;
  isRunning: boolean;
}

/** The runs of these jobs; a job runs while some process holds its lock, so no dead one ever seems to. */
export async function selectJobs(db: Db, names: readonly string[]): Promise<JobRow[]> {
  const { rows } = await db.query<JobRow>(
    `select given.name, j.last_run_at as "lastRunAt", j.last_ok_at as "lastOkAt", j.next_run_at as "nextRunAt",
       coalesce(j.failures, 0) as failures, j.last_error as "lastError",
       exists (select from pg_locks l where l.locktype = 'advisory' and l.granted
         and l.database = (select oid from pg_database where datname = current_database())
         and l.classid::bigint = hashtext('longstrip job')::bigint & 4294967295
         and l.objid::bigint = hashtext(given.name)::bigint & 4294967295
         and l.objsubid = 2) as "isRunning"
     from unnest($1::text[]) as given(name) left join job_runs j on j.name = given.name`,
    [names],
  );
  return rows;
}

export async function upsertRun(db: Db, given: { name: string; everyMs: number; error: string | null }): Promise<void> {
  await db.query(
    `insert into job_runs (name, last_run_at, last_ok_at, next_run_at, failures, last_error)
     values ($1, now(), case when $3::text is null then now() end, now() + make_interval(secs => $2),
       case when $3::text is null then 0 else 1 end, $3)
     on conflict (name) do update set last_run_at = excluded.last_run_at, next_run_at = excluded.next_run_at,
       last_ok_at = coalesce(excluded.last_ok_at, job_runs.last_ok_at),
       failures = case when $3::text is null then 0 else job_runs.failures + 1 end,
       last_error = $3`,
    [given.name, given.everyMs / 1000, given.error],
  );
}

/** Notes that somebody wants a run of the job now. */
export async function askRun(tx: Db, name: string): Promise<void> {
  await tx.query(
    'insert into job_runs (name, asked_at) values ($1, now()) on conflict (name) do update set asked_at = now()',
    [name],
  );
}

/** The jobs that somebody wants to run now, each told once. */
export async function takeAsked(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    'update job_runs set asked_at = null where asked_at is not null returning name',
  );
  return rows.map(({ name }) => name);
}

/** Notes what came from a provider; `reason` null: it was taken. */
export async function noteNews(db: Db, given: { provider: string; reason: string | null }): Promise<void> {
  await db.query(
    `insert into webhook_news (provider, last_accepted_at, last_refused_at, reason)
     values ($1, case when $2::text is null then now() end, case when $2::text is not null then now() end, $2)
     on conflict (provider) do update set
       last_accepted_at = coalesce(excluded.last_accepted_at, webhook_news.last_accepted_at),
       last_refused_at = coalesce(excluded.last_refused_at, webhook_news.last_refused_at),
       reason = coalesce(excluded.reason, webhook_news.reason)`,
    [given.provider, given.reason],
  );
  if (given.reason === null) return;
  await db.query(
    `with gone as (delete from webhook_refusals where hour < now() - interval '2 days')
     insert into webhook_refusals (provider, hour, refused) values ($1, date_trunc('hour', now()), 1)
     on conflict (provider, hour) do update set refused = webhook_refusals.refused + 1`,
    [given.provider],
  );
}

export interface WebhookRow {
  provider: string;
  lastAcceptedAt: Date | null;
  lastRefusedAt: Date | null;
  refused: number;
  reason: string | null;
}

export async function selectWebhooks(db: Db): Promise<WebhookRow[]> {
  const { rows } = await db.query<WebhookRow>(
    `select n.provider, n.last_accepted_at as "lastAcceptedAt", n.last_refused_at as "lastRefusedAt", n.reason,
       coalesce((select sum(refused) from webhook_refusals r where r.provider = n.provider
         and r.hour > now() - interval '24 hours'), 0)::int as refused
     from webhook_news n order by n.provider`,
  );
  return rows;
}

export interface BackupRow {
  file: string;
  bytes: number;
  madeAt: Date;
  verifiedAt: Date | null;
}

/** Keeps a backup in the list of this site. */
export async function noteBackup(db: Db, { file, bytes, madeAt, verifiedAt }: BackupRow): Promise<void> {
  await db.query('insert into backups (file, bytes, made_at, verified_at) values ($1, $2, $3, $4)', [
    ...[file, bytes, madeAt, verifiedAt],
  ]);
}

/** The last backups, the newest first. */
export async function selectBackups(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: BackupRow[]; total: number }> {
  const { rows } = await db.query<BackupRow>(
    `select file, bytes::float8 as bytes, made_at as "madeAt", verified_at as "verifiedAt"
     from backups order by made_at desc, file limit $1 offset $2`,
    [limit, offset],
  );
  const counted = await db.query<{ total: number }>('select count(*)::int as total from backups');
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/**
 * The last backup, and its age in seconds by the database's clock. A backup from the future was made before that clock
 * was set back: its age is not known.
 */
export async function selectLastBackup(db: Db): Promise<(BackupRow & { ageSeconds: number }) | null> {
  const { rows } = await db.query<BackupRow & { ageSeconds: number }>(
    `select file, bytes::float8 as bytes, made_at as "madeAt", verified_at as "verifiedAt",
       greatest(0, round(extract(epoch from now() - made_at)))::float8 as "ageSeconds"
     from backups where made_at <= now() + interval '1 minute' order by made_at desc limit 1`,
  );
  return rows[0] ?? null;
}

/** The snapshots of the repository `$1`: their names are its name, `#`, and their ids. */
const isSnapshotOf = `file like '%#%' and rtrim(regexp_replace(file, '#[^#]*$', ''), '/') = rtrim($1, '/')`;

/**
 * The age of the last snapshot in that repository, in milliseconds of the database's clock; null: there is none. One
 * from the future was made before the clock was set back: its age is not known.
 */
export async function ageOfLastSnapshot(db: Db, repository: string): Promise<number | null> {
  const { rows } = await db.query<{ ageMs: number | null }>(
    `select extract(epoch from now() - max(made_at))::float8 * 1000 as "ageMs" from backups
     where made_at <= now() + interval '1 minute'
       and ${isSnapshotOf}`,
    [repository],
  );
  return rows[0]?.ageMs ?? null;
}

/**
 * Notes when each snapshot of a repository, by its id, was read and found whole. Snapshots that are not named count as
 * never read.
 */
export async function noteReadings(
  db: Db,
  { repository, verified }: { repository: string; verified: Readonly<Record<string, string>> },
): Promise<void> {
  await db.query(
    `update backups set verified_at = ($2::jsonb ->> regexp_replace(file, '^.*#', ''))::timestamptz where ${isSnapshotOf}`,
    [repository, JSON.stringify(verified)],
  );
}

/** Takes backups off the list of this site that are no more. */
export async function forgetBackups(db: Db, files: readonly string[]): Promise<void> {
  await db.query('delete from backups where file = any($1)', [files]);
}

export async function readDatabase(db: Db): Promise<{ version: string; bytes: number; migrations: number }> {
  const { rows } = await db.query<{ version: string; bytes: number; migrations: number }>(
    `select current_setting('server_version') as version,
       pg_database_size(current_database())::float8 as bytes,
       (select count(*)::int from schema_migrations) as migrations`,
  );
  return rows[0] ?? { version: '', bytes: 0, migrations: 0 };
}

export interface BackupProgress {
  /** Bytes of pictures. */
  done: number;
  total: number;
}

/** Begins to tell of a backup; false: another one is being made, and of two at once one gets true. */
export async function claimProgress(db: Db): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into backup_progress (done, total) values (0, 0)
     on conflict (single) do update set done = excluded.done, total = excluded.total, noted_at = now()
     where backup_progress.noted_at <= now() - interval '10 seconds'`,
  );
  return rowCount === 1;
}

/** Notes how far a backup is; say it again within ten seconds as long as it is being made. */
export async function noteProgress(db: Db, { done, total }: BackupProgress): Promise<void> {
  await db.query(
    `insert into backup_progress (done, total) values ($1, $2)
     on conflict (single) do update set done = excluded.done, total = excluded.total, noted_at = now()`,
    [done, total],
  );
}

export async function deleteProgress(db: Db): Promise<void> {
  await db.query('delete from backup_progress');
}

/** How far the backup is that some process makes now; null: none is made, or its process has died. */
export async function findProgress(db: Db): Promise<BackupProgress | null> {
  const { rows } = await db.query<BackupProgress>(
    `select done::float8 as done, total::float8 as total from backup_progress
     where noted_at > now() - interval '10 seconds'`,
  );
  return rows[0] ?? null;
}
