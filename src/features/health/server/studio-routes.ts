import { type Db, withTransaction } from '../../../server/database/db.ts';
import { AppError, notFound } from '../../../server/http/errors.ts';
import type { Role } from '../../studio/contract.ts';
import { hasRight } from '../../studio/rules.ts';
import { writeAudit } from '../../studio/server/audit.ts';
import type { StudioPlatform } from '../../studio/server/studio-api.ts';
import { type HealthOnWire, healthCalls, jobNames } from '../studio-contract.ts';
import { mountBrokenPages, type PageSources } from './broken-pages.ts';
import { mountFailures } from './failures.ts';
import { presentBackup, readBackups } from './health.ts';
import {
  backupProblems,
  contentProblems,
  namesOfJobs,
  problemsOf,
  readJobs,
  readWebhooks,
  type SiteParts,
} from './problems.ts';
import { askRun, readDatabase, selectBackups, selectJobs } from './queries.ts';
import { type Places, readStorage } from './storage.ts';

/** The state of the books as payments tell it. */
export interface Reconciliation {
  unsettled: number;
  inReview: number;
  mismatched: number;
  ledgerDifferences: number;
  oldestUnmatched: Date | null;
}

export interface HealthDeps extends StudioPlatform, SiteParts, PageSources {
  version: string;
  places: Places;
  reconcile(db: Db): Promise<Reconciliation>;
}

/** The studio's calls about the health of the site (spec: studio.md#health). */
export function mountHealth(deps: HealthDeps): void {
  const { studio, db, backups, failedWork } = deps;
  mountFailures({ studio, db, work: failedWork });
  mountBrokenPages(deps);
  studio.add(healthCalls.getHealth, async ({ staff }) => ({ result: await readHealth(deps, staff.role) }));

  studio.add(healthCalls.runJob, async ({ params, by, staff }) => {
    const name = jobNames.find((each) => each === params.name);
    if (!name) throw notFound('job_not_found', 'There is no such job');
    if (name === 'backup' && !hasRight(staff.role, 'backups'))
      throw new AppError(403, 'forbidden', 'Your role does not allow this');
    const target = { kind: 'job' as const, id: name, name };
    const isRunning =
      name === 'backup' ? !(await backups.begin(db)) : (await selectJobs(db, [namesOfJobs[name]]))[0]?.isRunning;
    if (isRunning) throw new AppError(409, 'job_running', 'This job runs already');
    await withTransaction(db, async (tx) => {
      if (name !== 'backup') await askRun(tx, namesOfJobs[name]);
      await writeAudit(tx, { by, action: 'job.run', target });
    });
    return { result: { name, running: true } };
  });

  studio.add(healthCalls.listBackups, async ({ query: { page, page_size: limit } }) => {
    const { rows, total } = await selectBackups(db, { limit, offset: page * limit });
    return { result: rows.map(presentBackup), total };
  });

  studio.add(healthCalls.makeBackup, async ({ by }) => {
    if (!(await backups.begin(db))) throw new AppError(409, 'backup_running', 'A backup is being made already');
    await withTransaction(db, (tx) =>
      writeAudit(tx, { by, action: 'backup.make', target: { kind: 'backup', id: null, name: null } }),
    );
    return { result: { running: true } };
  });
}

async function readHealth(deps: HealthDeps, role: Role | null): Promise<HealthOnWire> {
  const { db } = deps;
  const may = (right: Parameters<typeof hasRight>[1]) => hasRight(role, right);
  const [jobs, storage, books, webhooks, backups] = await Promise.all([
    may('content_health') ? readJobs(db) : undefined,
    may('content_health') ? readStorage(db, deps.places) : undefined,
    may('money_health') ? deps.reconcile(db) : undefined,
    may('money_health') ? readWebhooks(db) : undefined,
    may('backups') ? readBackups(db, { settings: deps.backups.settings(), dataDir: deps.config.dataDir }) : undefined,
  ]);
  const database = may('backups') ? await readDatabase(db) : undefined;
  const disk = storage && { free_bytes: storage.free_bytes, total_bytes: storage.total_bytes };
  const parts: Omit<HealthOnWire, 'problems'> = {
    ...(database && {
      version: deps.version,
      uptime_seconds: Math.round(process.uptime()),
      migrations: { applied: database.migrations },
      database: { version: database.version, bytes: database.bytes },
      ...(disk && { disk }),
    }),
    ...(storage && { storage }),
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
    ...(webhooks && { webhooks }),
    ...(backups && { backups }),
  };
  const content = may('content_health') ? await contentProblems(db, deps) : [];
  const incomplete = may('backups') ? await backupProblems(db) : [];
  const disks = [disk, storage?.media.own_disk].filter((each) => each != null);
  return { problems: [...problemsOf({ ...parts, disks }), ...incomplete, ...content], ...parts };
}
