import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  type Account,
  chooseAccount,
  giveTo,
  launchAs,
  makeReachable,
  reachableBinaries,
  SHARED_STATE,
} from './embedded-binaries.ts';
import { findProcessStart, type ProcessLock, takeProcessLock } from './process-lock.ts';

const USER = 'longstrip';
const DATABASE = 'longstrip';
const MAJOR_VERSION = '18';
const SOCKET_PORT = 5432;
/** The kernel's limit for the path of a socket, the strictest of our platforms'. */
const LONGEST_SOCKET_PATH = 103;
const READY_WITHIN_MS = 60_000;
const STOPPED_WITHIN_MS = 20_000;
const LOCK_WAIT_MS = 90_000;
const POLL_MS = 10;
const RECONNECT_MS = 1_000;

export type EmbeddedDatabase = {
  url: string;
  /** Gives up this process's use of the database; the last one to leave stops it. */
  leave(): Promise<void>;
};

type Place = {
  /** What stands in the data folder, perhaps as a link to `home`. */
  directory: string;
  /** Holds cluster/, password, log, and the socket. */
  home: string;
  cluster: string;
  account: Account;
};
type Address = { kind: 'socket' } | { kind: 'tcp'; port: number };
type JoinOptions = { directory: string; onProgress?: (text: string) => void };

export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError';
}

/**
 * Joins the database of that folder: makes it when there is none, starts it when it stands still, shares it when it
 * runs, whoever started it. A folder that cannot be opened is an error and is left as it is.
 */
export async function joinEmbeddedDatabase(options: JoinOptions): Promise<EmbeddedDatabase> {
  let leaving = false;
  let presence = await enter(options);
  const { url } = presence;

  /** The database died under us: bring it back, at the same address. */
  async function recover(): Promise<void> {
    while (!leaving) {
      await sleep(RECONNECT_MS);
      try {
        if (!leaving) presence = watch(await enter(options));
        return;
      } catch {
        // It says why in its own log; readiness and every query tell that it is away.
      }
    }
  }

  function watch(entered: Presence): Presence {
    entered.client.once('end', () => void (leaving || recover()));
    return entered;
  }

  watch(presence);
  return {
    url,
    async leave() {
      if (leaving) return;
      leaving = true;
      await withStartStopLock(options.directory, () => stopIfLast(presence));
    },
  };
}

/** One connection for as long as this process uses the database: how the others know that it does. */
type Presence = { client: pg.Client; url: string; cluster: string };

function enter(options: JoinOptions): Promise<Presence> {
  return withStartStopLock(options.directory, async () => {
    const place = findPlace(options.directory) ?? (await initialise(options));
    checkCluster(place);
    const running = findPostmaster(place.cluster);
    const started = running ? null : await startPostmaster(place);
    const address = running ? running.address : started?.address;
    const url = urlOf(place, address ?? { kind: 'socket' });
    const client = await connectWhenReady(url, place, started?.child ?? null);
    return { client, url, cluster: place.cluster };
  });
}

async function withStartStopLock<T>(directory: string, work: () => Promise<T>): Promise<T> {
  const lock: ProcessLock = await takeProcessLock(`${directory}.lock`, {
    note: 'starting or stopping the database',
    waitMs: LOCK_WAIT_MS,
  });
  try {
    return await work();
  } finally {
    lock.release();
  }
}

function findPlace(directory: string): Place | null {
  const entry = lstatSync(directory, { throwIfNoEntry: false });
  if (!entry) return null;
  if (!existsSync(directory)) {
    throw new EmbeddedDatabaseError(
      `${directory} leads to ${readlinkSync(directory)}, where no database is any more. Nothing was changed. Remove the link to begin with an empty database.`,
    );
  }
  const home = realpathSync(directory);
  const cluster = join(home, 'cluster');
  const { uid, gid } = statSync(existsSync(cluster) ? cluster : home);
  const account = chooseAccount({ uid, gid });
  // Made by root in a namespace, opened where there are none.
  if (account.kind === 'other' && uid !== account.uid) giveTo(account, home);
  return { directory, home, cluster, account };
}

/** Made aside and renamed when complete: an interrupted beginning leaves nothing that looks like a database. */
async function initialise({ directory, onProgress }: JoinOptions): Promise<Place> {
  onProgress?.('Preparing the database for the first time');
  const account = chooseAccount(null);
  const binaries = reachableBinaries(account);
  const draft = chooseDraft(directory, account);
  const password = randomBytes(24).toString('hex');
  const passwordFile = join(draft, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account.kind === 'other') chownSync(passwordFile, account.uid, account.gid);
  await run(launchAs(account, join(binaries, 'bin', 'initdb'), initdbArguments(draft, passwordFile)));
  const home = draft.slice(0, -'.new'.length);
  renameSync(draft, home);
  if (home !== directory) symlinkSync(home, directory);
  return { directory, home: realpathSync(home), cluster: join(realpathSync(home), 'cluster'), account };
}

function initdbArguments(draft: string, passwordFile: string): string[] {
  // The C locale's order is the same on every machine; its UTF-8 kind still knows what a letter is.
  const locale = process.platform === 'darwin' ? ['--locale=en_US.UTF-8', '--lc-collate=C'] : ['--locale=C.UTF-8'];
  return [
    '--pgdata',
    join(draft, 'cluster'),
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    ...locale,
    '--data-checksums',
    '--no-instructions',
  ];
}

/** A fresh `….new` folder that the account can write in: beside the data, or else where root keeps shared state. */
function chooseDraft(directory: string, account: Account): string {
  const shared = join(SHARED_STATE, `postgres-${randomBytes(8).toString('hex')}`);
  for (const home of [directory, shared]) {
    const draft = `${home}.new`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(dirname(draft), { recursive: true });
    if (makeReachable(account, draft)) return draft;
    rmSync(draft, { recursive: true, force: true });
  }
  throw new EmbeddedDatabaseError(
    `PostgreSQL does not run as root, and no other user can reach ${directory}. Start as an ordinary user, choose another DATA_DIR, or set DATABASE_URL.`,
  );
}

function checkCluster(place: Place): void {
  const advice = 'Nothing was changed. Restore it from a backup, or move it away to begin with an empty database.';
  const versionFile = join(place.cluster, 'PG_VERSION');
  if (!existsSync(versionFile) || !existsSync(join(place.home, 'password'))) {
    throw new EmbeddedDatabaseError(`${place.directory} is not a complete database folder. ${advice}`);
  }
  const version = readFileSync(versionFile, 'utf8').trim();
  if (version !== MAJOR_VERSION) {
    throw new EmbeddedDatabaseError(
      `${place.directory} was made by PostgreSQL ${version || '(unknown)'}, this program brings ${MAJOR_VERSION}. ${advice}`,
    );
  }
}

/** The server of that cluster as its own pid file tells, if it is really running. */
function findPostmaster(cluster: string): { pid: number; address: Address } | null {
  const pidFile = join(cluster, 'postmaster.pid');
  if (!existsSync(pidFile)) return null;
  const [pidText, , , portText, socketDirectory] = readFileSync(pidFile, 'utf8').split('\n');
  const pid = Number(pidText);
  if (!isPostmasterOf(pid, cluster)) {
    // Left by a server that was killed, its number perhaps another program's by now: PostgreSQL would refuse to start.
    rmSync(pidFile, { force: true });
    return null;
  }
  return { pid, address: socketDirectory ? { kind: 'socket' } : { kind: 'tcp', port: Number(portText) } };
}

function isPostmasterOf(pid: number, cluster: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || findProcessStart(pid) === null) return false;
  if (process.platform !== 'linux') return true;
  try {
    // A postmaster works in its cluster's folder.
    return readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return false; // another user's process, which is none of ours
  }
}

async function startPostmaster(place: Place): Promise<{ child: ChildProcess; address: Address }> {
  const address = await chooseAddress(place.home);
  const binaries = reachableBinaries(place.account);
  const launch = launchAs(place.account, join(binaries, 'bin', 'postgres'), [
    '-D',
    place.cluster,
    ...serverSettings(place.home, address).flatMap((setting) => ['-c', setting]),
  ]);
  const log = openSync(join(place.home, 'log'), 'w', 0o600);
  // In a session of its own: Ctrl+C in our terminal must not stop the database before the requests are finished.
  const child = spawn(launch.file, launch.args, { ...launch.options, detached: true, stdio: ['ignore', log, log] });
  child.on('error', () => {}); // told by connectWhenReady
  child.unref();
  closeSync(log);
  return { child, address };
}

function serverSettings(home: string, address: Address): string[] {
  const where =
    address.kind === 'socket'
      ? ['listen_addresses=', `unix_socket_directories=${home}`, `port=${SOCKET_PORT}`, 'unix_socket_permissions=0700']
      : ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${address.port}`];
  return [
    ...where,
    'max_connections=200',
    'jit=off', // compiling costs more than our short queries take
    'random_page_cost=1.1',
    'timezone=UTC',
    'log_timezone=UTC',
    'max_wal_size=512MB',
  ];
}

/** A socket is faster and closed to other users; loopback where its path would be too long or there are none. */
async function chooseAddress(home: string): Promise<Address> {
  const path = join(home, `.s.PGSQL.${SOCKET_PORT}`);
  const fits = Buffer.byteLength(path) <= LONGEST_SOCKET_PATH && !/[",\\\s]/.test(path);
  if (fits && process.platform !== 'win32') return { kind: 'socket' };
  // The port of the last time, when it is free, so that a restart keeps the address that others hold.
  const kept = join(home, 'port');
  const wanted = existsSync(kept) ? Number(readFileSync(kept, 'utf8')) : 0;
  const port = await findFreePort(wanted).catch(() => findFreePort(0));
  writeFileSync(kept, String(port), { mode: 0o600 });
  return { kind: 'tcp', port };
}

function findFreePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

function urlOf(place: Place, address: Address): string {
  const password = readFileSync(join(place.home, 'password'), 'utf8');
  if (address.kind === 'tcp') return `postgresql://${USER}:${password}@127.0.0.1:${address.port}/${DATABASE}`;
  const host = encodeURIComponent(place.home);
  return `postgresql://${USER}:${password}@localhost:${SOCKET_PORT}/${DATABASE}?host=${host}`;
}

async function connectWhenReady(url: string, place: Place, child: ChildProcess | null): Promise<pg.Client> {
  const deadline = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const outcome = await tryConnect(url);
    if (outcome instanceof pg.Client) return outcome;
    if (hasCode(outcome, '3D000')) await createDatabase(url);
    else if (!isStillStarting(outcome)) throw cannotOpen(place, outcome);
    else if (child && (child.exitCode !== null || child.signalCode !== null)) throw cannotOpen(place, outcome);
    else if (performance.now() > deadline) throw cannotOpen(place, outcome);
    else await sleep(POLL_MS);
  }
}

async function tryConnect(url: string): Promise<pg.Client | Error> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `longstrip presence ${process.pid}`,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  client.on('error', () => {}); // followed by 'end', which is acted on
  try {
    await client.connect();
    return client;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function isStillStarting(error: Error): boolean {
  return ['ECONNREFUSED', 'ENOENT', 'ECONNRESET', '57P03', '57P01'].some((code) => hasCode(error, code));
}

async function createDatabase(url: string): Promise<void> {
  const maintenance = new URL(url);
  maintenance.pathname = '/postgres';
  const client = new pg.Client({ connectionString: maintenance.href });
  await client.connect();
  try {
    await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

function cannotOpen(place: Place, cause: Error): EmbeddedDatabaseError {
  const log = join(place.home, 'log');
  const told = existsSync(log)
    ? readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => /FATAL|PANIC|ERROR/.test(line))
        .slice(-3)
        .join('\n  ')
    : '';
  return new EmbeddedDatabaseError(
    `The database in ${place.directory} does not open${told ? `:\n  ${told}` : ` (${cause.message})`}\nNothing was changed; the whole story is in ${log}.`,
    { cause },
  );
}

async function stopIfLast({ client, cluster }: Presence): Promise<void> {
  const others = await countOthers(client);
  // After a crash there is nothing to count and nothing to stop.
  await client.end().catch(() => {});
  if (others !== 0) return;
  const postmaster = findPostmaster(cluster);
  if (!postmaster) return;
  process.kill(postmaster.pid, 'SIGINT'); // its "fast" way to stop: a checkpoint, and no recovery next time
  const deadline = performance.now() + STOPPED_WITHIN_MS;
  while (existsSync(join(cluster, 'postmaster.pid'))) {
    if (performance.now() > deadline) throw new EmbeddedDatabaseError('The database did not stop in time.');
    await sleep(POLL_MS);
  }
}

/** Connections of other processes; null when the database does not answer. */
async function countOthers(client: pg.Client): Promise<number | null> {
  try {
    const { rows } = await client.query<{ others: number }>(
      `select count(*)::int as others from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid() and application_name not like $1`,
      [`longstrip % ${process.pid}`],
    );
    return rows[0]?.others ?? null;
  } catch {
    return null;
  }
}

function run(launch: ReturnType<typeof launchAs>): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(launch.file, launch.args, { ...launch.options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (status) => {
      if (status === 0) resolve();
      else reject(new EmbeddedDatabaseError(`The database could not be made (${status}):\n${output.trim()}`));
    });
  });
}

function hasCode(error: Error, code: string): boolean {
  return 'code' in error && error.code === code;
}
