import type { Db } from '../../../server/database/db.ts';
import { findNote, type ServerNote } from '../../../server/database/server-notes.ts';
import type { Attention } from '../../studio/server/today.ts';
import { type DiskOnWire, type HealthOnWire, type JobName, type JobOnWire, jobNames } from '../studio-contract.ts';
import type { Backups } from './backups.ts';
import { countBrokenPages, type PageSources } from './broken-pages.ts';
import type { FailedWork } from './failures.ts';
import { readBackups } from './health.ts';
import { selectJobs, selectWebhooks } from './queries.ts';

/** The names by which the server's processes run the jobs that the studio shows. */
export const namesOfJobs: Readonly<Record<JobName, string>> = {
  'roll-up': 'roll-up',
  retention: 'remove what is over',
  trash: 'trash',
  sweep: 'free images',
  backup: 'backup',
};

/** The parts of the site whose state is told. */
export interface SiteParts extends Pick<PageSources, 'listReported'> {
  backups: Backups;
  failedWork: FailedWork;
}

type Problem = HealthOnWire['problems'][number];

/** The parts of the site's state in which problems are looked for; a missing part has none. */
type Parts = Pick<HealthOnWire, 'jobs' | 'reconciliation' | 'webhooks' | 'backups'> & { disks?: readonly DiskOnWire[] };

const fullBytes = 5 * 1024 ** 3;
const refusedOften = 10;

/** The things that are wrong in these parts. */
export function problemsOf({ jobs = [], disks = [], reconciliation, webhooks = [], backups }: Parts): Problem[] {
  const problems: Problem[] = jobs
    .filter(({ failures }) => failures > 0)
    .map(({ name, failures }) => ({ kind: 'job_failed', count: failures, name }));
  const add = (kind: Problem['kind'], count: number, name: string | null = null) => {
    if (count > 0) problems.push({ kind, count, name });
  };
  if (disks.some(({ free_bytes: free }) => free < fullBytes)) add('disk_full', 1);
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

/** A problem that is noted as long as it lasts. */
async function noted(db: Db, kind: Problem['kind'], note: ServerNote): Promise<Problem[]> {
  return (await findNote(db, note)) ? [{ kind, count: 1, name: null }] : [];
}

/** The work that failed, the pages that do not come to readers, pictures that are not freed any more, and converters without a jail. */
export async function contentProblems(
  db: Db,
  { failedWork, listReported }: Pick<SiteParts, 'failedWork' | 'listReported'>,
): Promise<Problem[]> {
  const [{ total }, broken, kept, unjailed] = await Promise.all([
    failedWork.list(db, { limit: 1, offset: 0 }),
    countBrokenPages(db, { listReported }),
    noted(db, 'pictures_kept', 'pictures kept'),
    noted(db, 'converters_unjailed', 'converters unjailed'),
  ]);
  const counted = [
    { kind: 'work_failed' as const, count: total, name: null },
    { kind: 'pages_broken' as const, count: broken, name: null },
  ];
  return [...counted.filter(({ count }) => count > 0), ...kept, ...unjailed];
}

/** The problems of backups: the last one lacks pictures, or some are damaged. */
export async function backupProblems(db: Db): Promise<Problem[]> {
  const found = [noted(db, 'backup_damaged', 'backup damaged'), noted(db, 'backup_incomplete', 'backup incomplete')];
  return (await Promise.all(found)).flat();
}

/** The figures of the site's health that want attention. Of a failed job they only tell that it failed. */
export function healthAttention(
  deps: SiteParts & { dataDir: string; readDisks(): Promise<readonly DiskOnWire[]> },
): readonly Attention[] {
  const page = '/studio/health';
  return [
    {
      ...{ right: 'content_health', page },
      async count(db) {
        const [jobs, disks, content] = await Promise.all([readJobs(db), deps.readDisks(), contentProblems(db, deps)]);
        return countsOf([...problemsOf({ jobs, disks }), ...content]);
      },
    },
    {
      ...{ right: 'money_health', page },
      count: async (db) => countsOf(problemsOf({ webhooks: await readWebhooks(db) })),
    },
    {
      ...{ right: 'backups', page },
      async count(db) {
        const [backups, noted] = await Promise.all([
          readBackups(db, { settings: deps.backups.settings(), dataDir: deps.dataDir }),
          backupProblems(db),
        ]);
        return countsOf([...problemsOf({ backups }), ...noted]);
      },
    },
  ];
}

function countsOf(problems: readonly Problem[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind, count } of problems) counts[kind] = (counts[kind] ?? 0) + (kind === 'job_failed' ? 1 : count);
  return counts;
}

/** The runs of the jobs. */
export async function readJobs(db: Db): Promise<JobOnWire[]> {
  const rows = new Map((await selectJobs(db, Object.values(namesOfJobs))).map((row) => [row.name, row]));
  return jobNames.map((name) => {
    const row = rows.get(namesOfJobs[name]);
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

/** The news of each provider. */
export async function readWebhooks(db: Db): Promise<NonNullable<HealthOnWire['webhooks']>> {
  return (await selectWebhooks(db)).map((row) => ({
    provider: row.provider,
    last_accepted_at: row.lastAcceptedAt?.toISOString() ?? null,
    last_refused_at: row.lastRefusedAt?.toISOString() ?? null,
    refused_24h: row.refused,
    reason: row.reason,
  }));
}
