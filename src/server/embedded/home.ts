import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { hasCode } from '../process/error-code.ts';
import { findSurroundings, type Surroundings } from '../process/surroundings.ts';
import {
  type Account,
  chooseAccount,
  giveTo,
  launchAs,
  makeReachable,
  reachableBinaries,
  SHARED_STATE,
} from './binaries.ts';

/** The first role of a cluster, a superuser: only the launcher uses it. */
export const LAUNCHER_ROLE = 'postgres';
const MAJOR_VERSION = '18';

/** The folder of a database, with its files and the account that runs it. */
export type Home = {
  /** The path in the data folder; it may be a link to `home`. */
  directory: string;
  /** Holds cluster/, the secrets, the log, the heartbeat, and the socket. */
  home: string;
  cluster: string;
  account: Account;
};

export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError';
}

/** The password of the role that the site uses. */
export const passwordFile = (place: Pick<Home, 'home'>) => join(place.home, 'password');
/** The password of the superuser. */
export const launcherFile = (place: Pick<Home, 'home'>) => join(place.home, 'launcher');
/** Every process that uses the running database changes this file twice a second. */
export const heartbeatFile = (place: Pick<Home, 'home'>) => join(place.home, 'heartbeat');
export const pidFileOf = (place: Pick<Home, 'cluster'>) => join(place.cluster, 'postmaster.pid');

/** Null where there is no database yet. */
export function findHome(directory: string): Home | null {
  try {
    return lookAt(directory);
  } catch (error) {
    if (isForbidden(error)) throw refuseUnknown({ directory }, `this user may not look into it (${String(error)})`);
    throw error;
  }
}

function lookAt(directory: string): Home | null {
  if (!lstatSync(directory, { throwIfNoEntry: false })) return null;
  const target = statSync(directory, { throwIfNoEntry: false });
  if (!target) {
    throw new EmbeddedDatabaseError(
      `${directory} leads to ${readlinkSync(directory)}, where no database is any more. Nothing was changed. Remove the link to begin with an empty database.`,
    );
  }
  const home = realpathSync(directory);
  const cluster = join(home, 'cluster');
  const { uid, gid }: Stats = statSync(cluster, { throwIfNoEntry: false }) ?? target;
  return { directory, home, cluster, account: chooseAccount({ uid, gid }) };
}

export function isForbidden(error: unknown): boolean {
  return hasCode(error, 'EACCES', 'EPERM');
}

/** An unknown state counts as running: two servers on one cluster would lose each other's committed data. */
export function refuseUnknown(place: { directory: string; cluster?: string }, why: string): EmbeddedDatabaseError {
  const pidFile = pidFileOf({ cluster: place.cluster ?? join(place.directory, 'cluster') });
  return new EmbeddedDatabaseError(
    [
      `The database in ${place.directory} counts as running, because nothing proves that it is not: ${why}. Nothing was changed.`,
      `  folder: ${place.directory}`,
      `  pid file: ${pidFile} (${describeStarter(place.directory)})`,
      `  looked at from: host ${hostname()}, user ${process.getuid?.() ?? 'unknown'}`,
      'Look for what uses the folder, in other containers and machines that share it and among other users of this one, and stop it there. Then run this again as the user who owns the folder.',
    ].join('\n'),
  );
}

function describeStarter(directory: string): string {
  const starter = readStarter({ home: directory });
  return starter ? `started on host ${starter.host}` : 'started on a host that is not known';
}

/**
 * The surroundings in which the server of the pid file was started; null where they are unreadable, or where an older
 * version started it.
 */
export function readStarter(place: Pick<Home, 'home'>): Surroundings | null {
  try {
    const { host, kernel, processes, network }: Partial<Surroundings> = JSON.parse(
      readFileSync(starterFile(place), 'utf8'),
    );
    return host && kernel && processes && network ? { host, kernel, processes, network } : null;
  } catch {
    return null;
  }
}

export function writeStarter(place: Pick<Home, 'home'>): void {
  writeFileSync(starterFile(place), JSON.stringify(findSurroundings()), { mode: 0o600 });
}

const starterFile = (place: Pick<Home, 'home'>) => join(place.home, 'started-on.json');

/**
 * Creates the database in a draft folder and renames it when complete, so that an interruption leaves no half database.
 */
export async function initialise(directory: string): Promise<Home> {
  const account = chooseAccount(null);
  const binaries = reachableBinaries(account);
  const draft = chooseDraft(directory, account);
  writeSecret(account, passwordFile({ home: draft }));
  writeSecret(account, launcherFile({ home: draft }));
  await run(launchAs(account, join(binaries, 'bin', 'initdb'), initdbArguments(draft)));
  const home = draft.slice(0, -'.new'.length);
  renameSync(draft, home);
  if (home !== directory) symlinkSync(home, directory);
  return { directory, home: realpathSync(home), cluster: join(realpathSync(home), 'cluster'), account };
}

/** Writes a new secret that only the owner of the folder can read. */
function writeSecret(account: Account, path: string): void {
  writeFileSync(path, randomBytes(24).toString('hex'), { mode: 0o600, flush: true });
  if (account.kind === 'other') chownSync(path, account.uid, account.gid);
}

function initdbArguments(draft: string): string[] {
  // The order of the C locale is the same on every machine; C.UTF-8 also knows which characters are letters.
  const locale = process.platform === 'darwin' ? ['--locale=en_US.UTF-8', '--lc-collate=C'] : ['--locale=C.UTF-8'];
  return [
    '--pgdata',
    join(draft, 'cluster'),
    `--username=${LAUNCHER_ROLE}`,
    `--pwfile=${launcherFile({ home: draft })}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    ...locale,
    '--data-checksums',
    '--no-instructions',
  ];
}

/** An empty `….new` folder that the account can write in: beside the data, or else below root's shared state. */
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

export function checkCluster(place: Home): void {
  const advice = 'Nothing was changed. Restore it from a backup, or move it away to begin with an empty database.';
  const version = readWhereAllowed(place, join(place.cluster, 'PG_VERSION'))?.trim();
  const secrets = [passwordFile(place), launcherFile(place)].map((path) => readWhereAllowed(place, path));
  if (version === undefined || secrets.includes(null)) {
    throw new EmbeddedDatabaseError(`${place.directory} is not a complete database folder. ${advice}`);
  }
  if (version !== MAJOR_VERSION) {
    throw new EmbeddedDatabaseError(
      `${place.directory} was made by PostgreSQL ${version || '(unknown)'}, this program brings ${MAJOR_VERSION}. ${advice}`,
    );
  }
}

/**
 * Reads a file of the place; null where there is none. Throws for a file that we may not read: it does not prove that
 * the database is stopped.
 */
export function readWhereAllowed(place: Home, path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    if (isForbidden(error)) throw refuseUnknown(place, `this user may not read ${path}`);
    throw error;
  }
}

/**
 * Changes the owner of a database that root made in a namespace, where namespaces are missing now: only for a stopped
 * database.
 */
export function takeOwnership({ account, home, cluster }: Home): void {
  if (account.kind === 'other' && statSync(cluster).uid !== account.uid) giveTo(account, home);
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
