import { backupSettings } from '../../../features/health/server/backups.ts';
import { readBackups } from '../../../features/health/server/health.ts';
import { readSettings } from '../../../features/settings/server/settings.ts';
import { hasOwner } from '../../../features/studio/server/studio.ts';
import { readIdentity } from '../../../server/backup/queries.ts';
import { announce } from '../../../server/command/announce.ts';
import { describeFailure } from '../../../server/command/operator-error.ts';
import type { Settings } from '../../../server/config/config.ts';
import { type DbPool, withPool, withTransaction } from '../../../server/database/db.ts';
import { findBeat, findNote } from '../../../server/database/server-notes.ts';
import { findLockHolder } from '../../../server/embedded/process-lock.ts';
import { findJobLeader } from '../../../server/jobs/job-leader.ts';
import { listServers, nameHolders } from '../../../server/lease/lease.ts';
import { hasSchema, readSchema, type SchemaState } from '../../../server/migrations/migrate.ts';
import { openDatabase } from '../site/database.ts';
import { serverLockPath } from '../site/server-lease.ts';
import { describeSite, hasPlace, nameOfSchema, noSite } from '../site/site-state.ts';
import { doubtful, type Finding, good, wrong } from './finding.ts';
import { checkPictures } from './pictures.ts';

/** `backupSiteId` is the site of the repository of backups; undefined: there is none. */
type ExaminedSite = Settings & { isDeep: boolean; isQuiet: boolean; backupSiteId: string | null | undefined };

/** Checks the site's database; creates none and does not migrate it. */
export async function checkDatabase(site: ExaminedSite): Promise<Finding[]> {
  if (site.database.kind === 'embedded' && !hasPlace(site.database.directory)) return [notThere(site)];
  try {
    const database = await openDatabase(site);
    try {
      if (!site.isQuiet) announce(await describeSite(site, database.url));
      return await withPool({ url: database.url, purpose: 'web', max: 1 }, async (db) => [
        ...(await checkServer(site, db)),
        ...(await describeDatabase(site, db)),
      ]);
    } finally {
      await database.leave();
    }
  } catch (error) {
    return [wrong('Database', describeFailure(error), 'See the reason above.')];
  }
}

function notThere(site: Settings): Finding {
  return wrong('Database', noSite(site).message, 'See the reason above.');
}

async function describeDatabase(site: ExaminedSite, db: DbPool): Promise<Finding[]> {
  const { rows } = await db.query<{ version: string; size: string }>(
    `select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size`,
  );
  if (!(await hasSchema(db))) return [notThere(site)];
  const database = good('Database', `PostgreSQL ${rows[0]?.version}, ${rows[0]?.size}`);
  const state = await readSchema(db).catch((error: unknown) => describeFailure(error));
  // The checks that follow ask tables that only a schema of ours is known to have.
  if (typeof state === 'string')
    return [database, wrong('Migrations', state, 'Run the version that fits the database.')];
  return [
    database,
    checkMigrations(state),
    await checkRole(db),
    await checkConnections(site, db),
    await checkClock(db),
    ...(await checkWays(site)),
    ...(await checkProxy(site, db)),
    await checkOwner(db),
    ...(await checkBackup(site, db)),
    await checkPictures(site, db, site),
  ];
}

/** Finds a server by its lock in the data folder, which has its address too, or by the places held in the database. */
async function checkServer(site: Settings, db: DbPool): Promise<Finding[]> {
  const holder = site.database.kind === 'embedded' ? await findLockHolder(serverLockPath(site)) : null;
  if (holder) return [good('Server', `running: process ${holder.pid}, ${holder.note}`), ...(await checkJobs(db, 1))];
  const servers = await listServers(db);
  return [
    good('Server', servers.length === 0 ? 'not running' : `running: ${nameHolders(servers)}`),
    ...(await checkJobs(db, servers.length)),
  ];
}

/** Says nothing while no server runs. Of several that have just started, one may need a few seconds to take them up. */
async function checkJobs(db: DbPool, servers: number): Promise<Finding[]> {
  if (servers === 0) return [];
  const leader = await findJobLeader(db);
  if (leader) return [good('Jobs', `run in ${nameHolders([leader])}`)];
  return [
    doubtful('Jobs', 'no process runs them', 'Start a server with ROLE=all or ROLE=jobs beside those with ROLE=web.'),
  ];
}

function checkMigrations(state: SchemaState): Finding {
  if (state.kind !== 'older') return good('Migrations', 'all applied');
  const found = `some are pending: ${nameOfSchema(state.has)} is the last one applied, ${nameOfSchema(state.wants)} the last of this version`;
  return wrong('Migrations', found, 'Run `longstrip migrate`; `start` does it too.');
}

/** Warns of a superuser: the program's role should reach this database only. */
async function checkRole(db: DbPool): Promise<Finding> {
  const { rows } = await db.query<{ role: string; superuser: boolean }>(
    'select rolname as role, rolsuper as superuser from pg_roles where rolname = current_user',
  );
  const { role = 'unknown', superuser = false } = rows[0] ?? {};
  if (!superuser) return good('Database role', `${role} is no superuser`);
  return doubtful('Database role', `${role} is a superuser`, 'Give DATABASE_URL a role that owns this database alone.');
}

/** Says nothing where the settings name no place for backups. */
async function checkBackup({ backup, site, dataDir, backupSiteId }: ExaminedSite, db: DbPool): Promise<Finding[]> {
  if (backup.to === null) return [];
  if (backupSiteId !== undefined && backupSiteId !== (await readIdentity(db)).siteId)
    return [wrong('Backup', `${backup.to} has the backups of another site`, 'Name another place with BACKUP_TO.')];
  const { last, overdue } = await readBackups(db, {
    settings: backupSettings(await readSettings(db, site), { dataDir }),
    dataDir,
  });
  const advice = 'Look at the folder of BACKUP_TO and at the log of the server, or run `longstrip backup`.';
  if (!last) return [doubtful('Backup', 'the site has made none yet', advice)];
  const made = `the last one was made at ${last.made_at}`;
  return [overdue ? doubtful('Backup', `overdue: ${made}`, advice) : good('Backup', made)];
}

async function checkOwner(db: DbPool): Promise<Finding> {
  if (await hasOwner(db)) return good('Owner', 'the site has one');
  const advice = 'Open the address that the start of the server prints, or run `longstrip user role NAME owner`.';
  return doubtful('Owner', 'nobody owns the site', advice);
}

const MANY_CONNECTIONS = 0.8;
/**
 * Every process has three more connections: it holds its lease, hears of changes, and competes for the lead of the
 * jobs; docs/deploy.md counts alike.
 */
const CONNECTIONS_BESIDE = 3;
const CONNECTIONS_OF_JOBS = 8;

/** Warns of many connections in use, and of settings by which one machine alone may take so many. */
async function checkConnections({ processes }: Settings, db: DbPool): Promise<Finding> {
  const { rows } = await db.query<{ used: number; most: number }>(
    `select count(*) as used, current_setting('max_connections')::int as most from pg_stat_activity
     where backend_type = 'client backend'`,
  );
  const { used = 0, most = 0 } = rows[0] ?? {};
  const wanted = processes.workers * (processes.databasePoolSize + CONNECTIONS_BESIDE) + CONNECTIONS_OF_JOBS;
  const found = `${used} of ${most} are used; the processes of this machine take at most ${wanted}`;
  if (Math.max(used, wanted) <= most * MANY_CONNECTIONS) return good('Connections', found);
  if (wanted > most * MANY_CONNECTIONS)
    return doubtful('Connections', found, 'Lower WORKERS or DATABASE_POOL_SIZE, or raise max_connections.');
  return doubtful('Connections', found, 'Raise max_connections, or find who holds them in pg_stat_activity.');
}

/** Tries the pooler and the replica that the settings name. */
async function checkWays({ database }: Settings): Promise<Finding[]> {
  if (database.kind === 'embedded') return [];
  const { web, replicaUrl } = database;
  return [
    ...(web.pooling === 'transaction' ? [await tryPooler(web.url)] : []),
    ...(replicaUrl === null ? [] : [await tryReplica(replicaUrl)]),
  ];
}

async function tryPooler(url: string): Promise<Finding> {
  try {
    await withPool({ url, purpose: 'web', max: 1, pooling: 'transaction' }, (pool) =>
      withTransaction(pool, (tx) => tx.query('select 1')),
    );
    return good('Pooler', 'it answers, in transactions');
  } catch (error) {
    return wrong(
      'Pooler',
      describeFailure(error),
      'Start the pooler that DATABASE_URL names, or correct its settings.',
    );
  }
}

const REPLICA_LAG_S = 2;

async function tryReplica(url: string): Promise<Finding> {
  try {
    return await withPool({ url, purpose: 'web', max: 1 }, lookAtReplica);
  } catch (error) {
    const advice = 'Start the replica that DATABASE_REPLICA_URL names, or take it away.';
    return wrong('Replica', describeFailure(error), advice);
  }
}

async function lookAtReplica(pool: DbPool): Promise<Finding> {
  const check = 'Replica';
  const { rows } = await pool.query<{ follows: boolean }>('select pg_is_in_recovery() as follows');
  if (!rows[0]?.follows)
    return wrong(check, 'it follows no database', 'Let DATABASE_REPLICA_URL name a standby of DATABASE_URL.');
  const beat = await findBeat(pool);
  if (!beat) return doubtful(check, 'it answers; no server has marked the time yet', 'Start a server, and look again.');
  const lag = Math.max(0, (Date.now() - beat.getTime()) / 1000);
  const found = `it is ${lag.toFixed(1)} s behind`;
  if (lag <= REPLICA_LAG_S) return good(check, found);
  const advice = 'Visitors read from the database itself until it has caught up.';
  return doubtful(check, `${found}, or no server runs`, advice);
}

const CLOCK_OFF_MS = 5000;

/** Checks that this machine's clock goes with the database's, whose time decides. */
async function checkClock(db: DbPool): Promise<Finding> {
  const before = Date.now();
  const { rows } = await db.query<{ now: number }>('select extract(epoch from clock_timestamp()) * 1000 as now');
  const offMs = Number(rows[0]?.now ?? 0) - (before + Date.now()) / 2;
  const found = `the clock is ${Math.abs(offMs / 1000).toFixed(1)} s ${offMs < 0 ? 'ahead of' : 'behind'} the database's`;
  if (Math.abs(offMs) <= CLOCK_OFF_MS) return good('Clock', found);
  return wrong('Clock', found, 'Let both machines follow a time server (chrony, systemd-timesyncd).');
}

const NOTED_WITHIN_MS = 7 * 24 * 60 * 60_000;

/** Reports forwarded headers that a server without TRUST_PROXY has seen; with TRUST_PROXY the headers are expected. */
async function checkProxy({ trustProxy }: Settings, db: DbPool): Promise<Finding[]> {
  const at = trustProxy === false ? await findNote(db, 'forwarded headers') : null;
  if (!at || Date.now() - at.getTime() > NOTED_WITHIN_MS) return [];
  return [
    doubtful(
      'Proxy',
      `requests came with X-Forwarded-For, last at ${at.toISOString()}, and TRUST_PROXY is not set`,
      'Set TRUST_PROXY to the number of proxies in front: all readers share one address and its limits without it.',
    ),
  ];
}
