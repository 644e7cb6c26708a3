import { scrypt } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { asDb, type Db } from '../database/db.ts';
import { endClient } from '../database/end-client.ts';
import { processTag } from '../process/process-tag.ts';

/**
 * The first half of the keys of these advisory locks. A lock ends with its connection: no dead process holds a lease.
 */
const LEASE_LOCK = 'longstrip place';
/** The first half of the key of the lock by which a server shows its schema; the second half is the schema's number. */
const SCHEMA_LOCK = 'longstrip schema';
/**
 * The second halves: the lease of a server, exclusive on an embedded database; the use of the site, exclusive for a
 * restore.
 */
const SERVER = 1;
const USE = 2;
const TURN = 3;
const GHOSTS_GO_WITHIN_MS = 3_000;
const POLL_MS = 50;
const RETAKE_MS = 1_000;

/** Settings that must be the same on all servers of one database. */
export type SharedSecrets = { JWT_SECRET: string; MEDIA_SECRET: string };

export type LeaseWanted = {
  url: string;
  /** `only server`: on an embedded database. `import`: beside servers, but never beside a restore. */
  as: 'only server' | 'server' | 'import';
  /** For servers: the lease is refused beside a server with other secrets. */
  secrets?: SharedSecrets;
  /** For servers: the number of the last migration that this program has, shown as long as the lease is held. */
  schema?: number;
  /** Called when the connection was lost and another process has since taken a lease that excludes this one. */
  onTaken?: (error: LeaseTakenError) => void;
};

export type HeldLease = { release(): Promise<void> };

export class LeaseTakenError extends Error {
  override name = 'LeaseTakenError';
}

/** Takes a lease in the database until `release`; throws `LeaseTakenError` naming the process that prevents it. */
export async function takeLease(wanted: LeaseWanted): Promise<HeldLease> {
  let isReleased = false;
  let client = await take(wanted);

  function watch(): void {
    client.once('end', () => {
      if (!isReleased) void retake();
    });
  }

  async function retake(): Promise<void> {
    while (!isReleased) {
      await sleep(RETAKE_MS, undefined, { ref: false });
      try {
        client = await take(wanted);
        if (isReleased) await endClient(client);
        else watch();
        return;
      } catch (error) {
        // An unreachable database is reported elsewhere; here only a taken lease matters.
        if (error instanceof LeaseTakenError && !isReleased) wanted.onTaken?.(error);
      }
    }
  }

  watch();
  return {
    async release() {
      isReleased = true;
      await endClient(client);
    },
  };
}

async function take(wanted: LeaseWanted): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: wanted.url,
    application_name: nameOf(wanted),
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  client.on('error', () => {}); // followed by 'end', which is acted on
  await client.connect();
  try {
    // Without keep-alives, the database would keep the lease of a dead process for hours after a broken network.
    await client.query('set tcp_keepalives_idle = 20; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3');
    await takeIn(client, wanted);
    return client;
  } catch (error) {
    await endClient(client);
    throw error;
  }
}

/** The database cuts names at 63 bytes. */
function nameOf({ as }: LeaseWanted): string {
  return Buffer.from(`longstrip ${as === 'import' ? 'import' : 'server'} ${processTag} ${hostname()}`)
    .subarray(0, 63)
    .toString();
}

async function takeIn(client: pg.Client, wanted: LeaseWanted): Promise<void> {
  const db = asDb(client);
  const prints = await takePrints(db, wanted.secrets ?? null);
  const deadline = performance.now() + GHOSTS_GO_WITHIN_MS;
  for (;;) {
    await client.query('begin');
    // One at a time: of two processes that come together, one must see the other.
    await db.query('select pg_advisory_xact_lock(hashtext($1), $2)', [LEASE_LOCK, TURN]);
    const obstacle = await findObstacle(db, wanted, prints);
    await client.query('commit');
    if (obstacle === null) return;
    await client.query('select pg_advisory_unlock_all()');
    // A killed server is listed for a moment longer.
    if (performance.now() > deadline) throw new LeaseTakenError(obstacle);
    await sleep(POLL_MS);
  }
}

type Print = { name: string; print: number };

/** Tries to take the lease; returns the process or secret that prevents it, or null when it is taken. */
async function findObstacle(db: Db, { as, schema }: LeaseWanted, prints: readonly Print[]): Promise<string | null> {
  if (!(await tryLock(db, USE, { shared: true })))
    return `a restore is running (${nameHolders(await listHolders(db, USE))})`;
  if (as === 'import') return null;
  if (!(await tryLock(db, SERVER, { shared: as === 'server' })))
    return `a server is running (${nameHolders(await listHolders(db, SERVER))})`;
  if (schema !== undefined)
    await db.query('select pg_try_advisory_lock_shared(hashtext($1), $2)', [SCHEMA_LOCK, schema]);
  const differing = await findDiffering(db, prints);
  if (differing.length === 0) return null;
  const others = (await listServers(db)).filter(({ name }) => !name.includes(processTag));
  return `${differing.join(' and ')} ${differing.length > 1 ? 'differ' : 'differs'} from what the running server has (${nameHolders(others)})`;
}

async function tryLock(db: Db, part: number, { shared }: { shared: boolean }): Promise<boolean> {
  const lock = shared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
  const { rows } = await db.query<{ taken: boolean }>(`select ${lock}(hashtext($1), $2) as taken`, [LEASE_LOCK, part]);
  return rows[0]?.taken ?? false;
}

/**
 * A fingerprint of a secret: 32 bits that cost much to compute. They distinguish two secrets, do not reveal one, and
 * are kept only while a server runs. Guessing from a signed token is cheaper.
 */
async function takePrints(db: Db, secrets: SharedSecrets | null): Promise<Print[]> {
  if (secrets === null) return [];
  const { rows } = await db.query<{ salt: string }>(
    'select oid || datname as salt from pg_database where datname = current_database()',
  );
  const salt = rows[0]?.salt ?? '';
  return await Promise.all(
    Object.entries(secrets).map(async ([name, secret]) => {
      const key = await promisify<string, string, number, Buffer>(scrypt)(secret, `longstrip ${name} ${salt}`, 4);
      return { name, print: key.readInt32BE() };
    }),
  );
}

/** Publishes our fingerprints, and returns the settings for which another server has a different one. */
async function findDiffering(db: Db, prints: readonly Print[]): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `with mine as (
       select name, print, pg_try_advisory_lock_shared(hashtext('longstrip ' || name), print) as shown
       from unnest($1::text[], $2::int[]) as given(name, print))
     select name from mine
     where shown and exists (select from pg_locks
       where locktype = 'advisory' and objsubid = 2 and classid = hashtext('longstrip ' || name)::oid
         and objid <> print::oid and database = (select oid from pg_database where datname = current_database()))
     order by name`,
    [prints.map(({ name }) => name), prints.map(({ print }) => print)],
  );
  return rows.map(({ name }) => name);
}

type LeaseHolder = { name: string; address: string | null };
type ConnectedServer = LeaseHolder & { role: string | null; schema: number };

/** The servers that hold a lease in this database at this moment. */
export function listServers(db: Db): Promise<ConnectedServer[]> {
  return listHolders(db, SERVER);
}

/** The servers that were built for a schema before this one, and do not end at this moment. */
export async function listOlderServers(db: Db, schema: number): Promise<ConnectedServer[]> {
  const deadline = performance.now() + GHOSTS_GO_WITHIN_MS;
  for (;;) {
    const older = (await listServers(db)).filter((server) => server.schema < schema);
    if (older.length === 0 || performance.now() > deadline) return older;
    await sleep(POLL_MS);
  }
}

async function listHolders(db: Db, part: number): Promise<ConnectedServer[]> {
  const { rows } = await db.query<ConnectedServer>(
    `select a.application_name as name, host(a.client_addr) as address, a.usename as role,
       coalesce((select s.objid::int from pg_locks s where s.pid = l.pid and s.locktype = 'advisory' and s.granted
          and s.objsubid = 2 and s.classid = hashtext($3)::oid), 0) as schema
     from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and l.objsubid = 2
       and l.classid = hashtext($1)::oid and l.objid = $2::int::oid
       and l.database = (select oid from pg_database where datname = current_database())
     order by a.backend_start`,
    [LEASE_LOCK, part, SCHEMA_LOCK],
  );
  return rows;
}

/** As `nameHolders`, with all that is known of each server. */
export function describeServers(servers: readonly ConnectedServer[]): string {
  return servers
    .map((server) => {
      const { address, role, schema } = server;
      const facts = [
        ...(address === null ? [] : [`address ${address}`]),
        ...(role === null ? [] : [`database role ${role}`]),
        `built for schema ${String(schema).padStart(4, '0')}`,
      ];
      return `${nameHolders([server])} (${facts.join(', ')})`;
    })
    .join('; ');
}

/** For people: `process 12 on host, process 7 on other`. */
export function nameHolders(holders: readonly LeaseHolder[]): string {
  if (holders.length === 0) return 'which has just ended';
  return holders
    .map(({ name, address }) => {
      const [, , tag = '', host = ''] = name.split(' ');
      return `process ${tag.split('-')[0]} on ${host || address || 'this host'}`;
    })
    .join(', ');
}

/**
 * For a restore: takes the whole site for the length of its own connection. False while other processes have a lease.
 */
export async function takeWholeSite(db: Db): Promise<boolean> {
  if ((await tryLock(db, USE, { shared: false })) && (await tryLock(db, SERVER, { shared: false }))) return true;
  await db.query('select pg_advisory_unlock(hashtext($1), $2)', [LEASE_LOCK, USE]);
  return false;
}
