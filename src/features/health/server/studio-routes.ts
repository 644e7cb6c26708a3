import { statfs } from 'node:fs/promises';
import type { Db, DbPool } from '../../../server/db.ts';
import { withTransaction } from '../../../server/db.ts';
import { AppError, notFound } from '../../../server/errors.ts';
import type { Role } from '../../studio/contract.ts';
import { hasRight } from '../../studio/rules.ts';
import { writeAudit } from '../../studio/server/audit.ts';
import type { StudioApi } from '../../studio/server/studio-api.ts';
import {
  backupAnswer,
  backupsAnswer,
  type HealthOnWire,
  healthAnswer,
  type JobName,
  type JobOnWire,
  jobNames,
  jobParams,
  jobRunAnswer,
} from '../studio-contract.ts';
import type { Backups } from './backups.ts';
import { countBrokenPages, mountBrokenPages, type PageSources } from './broken-pages.ts';
import { type FailedWork, mountFailures } from './failures.ts';
import { presentBackup, readBackups } from './health.ts';
import { askRun, readDatabase, selectBackups, selectJobs, selectWebhooks } from './queries.ts';

/** The state of the books as payments tell it. */
export interface Reconciliation {
  unsettled: number;
  inReview: number;
  mismatched: number;
  ledgerDifferences: number;
  oldestUnmatched: Date | null;
}

export interface HealthDeps {
  studio: StudioApi;
  db: DbPool;
  version: string;
  dataDir: string;
  backups: Backups;
  /** The names by which the server's processes run the jobs. */
  jobs: Readonly<Record<JobName, string>>;
  reconcile(db: Db): Promise<Reconciliation>;
  failedWork: FailedWork;
  pages: PageSources;
}

const listed = 50;
const fullBytes = 5 * 1024 ** 3;
const refusedOften = 10;

/** The studio's calls about the health of the site (spec: studio.md#health). */
export function mountHealth(deps: HealthDeps): void {
  const { studio, db, backups, failedWork, pages } = deps;
  mountFailures({ studio, db, work: failedWork });
  mountBrokenPages({ studio, db, pages });
  studio.add({
    method: 'GET',
    path: '/studio/health',
    summary: 'The state of the site, as far as the role may see it',
    description: '`problems` come first; parts that the role may not see are absent.',
    right: 'enter',
    answer: healthAnswer,
    answerTo: async ({ staff }) => ({ result: await readHealth(deps, staff.role) }),
  });

  studio.add({
    method: 'POST',
    path: '/studio/health/jobs/:name/run',
    summary: 'Run a job now',
    right: 'content_health',
    params: jobParams,
    answer: jobRunAnswer,
    status: 202,
    failures: [404, 409],
    async answerTo({ params, by, staff }) {
      const name = jobNames.find((each) => each === params.name);
      if (!name) throw notFound('job_not_found', 'There is no such job');
      if (name === 'backup' && !hasRight(staff.role, 'backups'))
        throw new AppError(403, 'forbidden', 'Your role does not allow this');
      const target = { kind: 'job' as const, id: name, name };
      if (name === 'backup') await backups.begin(db);
      else if ((await selectJobs(db, [deps.jobs[name]]))[0]?.isRunning)
        throw new AppError(409, 'job_running', 'This job runs already');
      await withTransaction(db, async (tx) => {
        if (name !== 'backup') await askRun(tx, deps.jobs[name]);
        await writeAudit(tx, { by, action: 'job.run', target });
      });
      return { result: { name, running: true } };
    },
  });

  studio.add({
    method: 'GET',
    path: '/studio/health/backups',
    summary: 'The backups of this site, the newest first',
    right: 'backups',
    answer: backupsAnswer,
    async answerTo() {
      const rows = await selectBackups(db, listed);
      return { result: rows.map(presentBackup), total: rows.length };
    },
  });

  studio.add({
    method: 'POST',
    path: '/studio/health/backups',
    summary: 'Make a backup now',
    right: 'backups',
    answer: backupAnswer,
    status: 202,
    failures: [409],
    async answerTo({ by }) {
      await backups.begin(db);
      await withTransaction(db, (tx) =>
        writeAudit(tx, { by, action: 'backup.make', target: { kind: 'backup', id: null, name: null } }),
      );
      return { result: { running: true } };
    },
  });
}

async function readHealth(deps: HealthDeps, role: Role | null): Promise<HealthOnWire> {
  const { db } = deps;
  const may = (right: Parameters<typeof hasRight>[1]) => hasRight(role, right);
  const [jobs, disk, books, webhooks, backups] = await Promise.all([
    may('content_health') ? readJobs(deps) : undefined,
    may('content_health') ? readDisk(deps.dataDir) : undefined,
    may('money_health') ? deps.reconcile(db) : undefined,
    may('money_health') ? selectWebhooks(db) : undefined,
    may('backups') ? readBackups(db, deps.backups.settings) : undefined,
  ]);
  const database = may('backups') ? await readDatabase(db) : undefined;
  const parts: Omit<HealthOnWire, 'problems'> = {
    ...(database && {
      version: deps.version,
      uptime_seconds: Math.round(process.uptime()),
      migrations: { applied: database.migrations },
      database: { version: database.version, bytes: database.bytes },
      ...(disk && { disk }),
    }),
    ...(disk && { storage: disk }),
    ...(jobs && { jobs }),
    ...(books && {
      reconciliation: {
        unsettled: books.unsettled,
        in_review: books.inReview,
        mismatched: books.mismatched,
        ledger_differences: books.ledgerDifferences,
        oldest_unmatched: books.oldestUnmatched?.toISOString() ?? null,
      },
    }),
    ...(webhooks && {
      webhooks: webhooks.map((row) => ({
        provider: row.provider,
        last_accepted_at: row.lastAcceptedAt?.toISOString() ?? null,
        last_refused_at: row.lastRefusedAt?.toISOString() ?? null,
        refused_24h: row.refused,
        reason: row.reason,
      })),
    }),
    ...(backups && { backups }),
  };
  const content = may('content_health') ? await countContent(deps) : [];
  return { problems: [...problemsOf(parts), ...content], ...parts };
}

async function countContent({ db, failedWork, pages }: HealthDeps): Promise<HealthOnWire['problems']> {
  const [{ total }, broken] = await Promise.all([
    failedWork.list(db, { limit: 1, offset: 0 }),
    countBrokenPages(db, pages),
  ]);
  const counted = [
    { kind: 'work_failed' as const, count: total, name: null },
    { kind: 'pages_broken' as const, count: broken, name: null },
  ];
  return counted.filter(({ count }) => count > 0);
}

async function readJobs({ db, jobs, backups }: HealthDeps): Promise<JobOnWire[]> {
  const rows = new Map((await selectJobs(db, Object.values(jobs))).map((row) => [row.name, row]));
  const names = jobNames.filter((name) => name !== 'backup' || backups.settings.to !== null);
  return names.map((name) => {
    const row = rows.get(jobs[name]);
    return {
      name,
      last_run_at: row?.lastRunAt?.toISOString() ?? null,
      last_ok_at: row?.lastOkAt?.toISOString() ?? null,
      next_run_at: row?.nextRunAt?.toISOString() ?? null,
      running: row?.isRunning ?? false,
      failures: row?.failures ?? 0,
      last_error: row?.lastError ?? null,
    };
  });
}

async function readDisk(dataDir: string): Promise<{ free_bytes: number; total_bytes: number }> {
  const { bavail, blocks, bsize } = await statfs(dataDir);
  return { free_bytes: bavail * bsize, total_bytes: blocks * bsize };
}

function problemsOf(parts: Omit<HealthOnWire, 'problems'>): HealthOnWire['problems'] {
  const { jobs = [], storage, reconciliation, webhooks = [], backups } = parts;
  const problems: HealthOnWire['problems'] = jobs
    .filter(({ failures }) => failures > 0)
    .map(({ name, failures }) => ({ kind: 'job_failed', count: failures, name }));
  const add = (kind: HealthOnWire['problems'][number]['kind'], count: number, name: string | null = null) => {
    if (count > 0) problems.push({ kind, count, name });
  };
  if (storage && storage.free_bytes < fullBytes) add('disk_full', 1);
  if (backups?.overdue) add('backup_overdue', 1);
  else if (backups && backups.last === null) add('backup_missing', 1);
  if (reconciliation) {
    const { unsettled, mismatched, ledger_differences: differences } = reconciliation;
    add('books_differ', unsettled + mismatched + differences);
  }
  for (const { provider, refused_24h: refused } of webhooks)
    if (refused >= refusedOften) add('webhooks_refused', refused, provider);
  return problems;
}
