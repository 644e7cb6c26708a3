import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { STILL_ELSEWHERE_MS, STILL_HERE_MS, standsStill } from '../process/heartbeat.ts';
import { findSurroundings } from '../process/surroundings.ts';
import { type Home, heartbeatFile, pidFileOf, readStarter, readWhereAllowed, refuseUnknown } from './home.ts';
import { findProcessStart, isTaken } from './process-lock.ts';
import { type Endpoint, probe } from './socket-probe.ts';

export const SOCKET_PORT = 5432;
/** The longest wait for a proof. */
const PROOF_WITHIN_MS = 24_000;
const POLL_MS = 50;

export type Address = { kind: 'socket' } | { kind: 'tcp'; port: number };

export const socketOf = (place: Pick<Home, 'home'>) => join(place.home, `.s.PGSQL.${SOCKET_PORT}`);

/**
 * The address of the running database in that home, or null when it is proven dead: nobody answers at its addresses, no
 * visible process works in the folder, and its heartbeat has stopped. Without a proof it throws and changes nothing. It
 * waits only if there are traces of a server.
 */
export async function findRunning(place: Home): Promise<Address | null> {
  const traces = [pidFileOf(place), heartbeatFile(place), socketOf(place)];
  if (!traces.some((path) => existsSync(path))) return null;
  const pidFile = readPidFile(place);
  const endpoints = endpointsOf(place, pidFile?.address ?? null);
  const address = await findListening(place, endpoints);
  if (address) return address;
  const until = performance.now() + PROOF_WITHIN_MS;
  await requireStillness(place, pidFile?.address ?? null, until);
  await requireNoProcess(place, pidFile?.pid ?? null, until);
  // Another process may have finished to start or stop it meanwhile.
  return await findListening(place, endpointsOf(place, readPidFile(place)?.address ?? null));
}

/** Removes files that would keep PostgreSQL from starting, after `findRunning` has proven it dead. */
export function clearTraces(place: Home): void {
  // The lock of a socket holds only a pid, which may be that of any program in another container.
  rmSync(`${socketOf(place)}.lock`, { force: true });
  const pidFile = readPidFile(place);
  // PostgreSQL checks the rest by itself. But it refuses to start over a pid of another program, or half a file.
  if (pidFile && (pidFile.pid === null || isTaken(pidFile.pid))) rmSync(pidFileOf(place), { force: true });
}

type PidFile = { pid: number | null; address: Address | null };

function readPidFile(place: Home): PidFile | null {
  const text = readWhereAllowed(place, pidFileOf(place));
  if (text === null) return null;
  const [pidText, , , portText, socketDirectory] = text.split('\n');
  const [pid, port] = [Number(pidText), Number(portText)];
  const isPort = Number.isInteger(port) && port > 0 && port < 65_536;
  const tcp: Address | null = isPort ? { kind: 'tcp', port } : null;
  return { pid: Number.isInteger(pid) && pid > 0 ? pid : null, address: socketDirectory ? { kind: 'socket' } : tcp };
}

function endpointsOf(place: Home, address: Address | null): { endpoint: Endpoint; address: Address }[] {
  const socket = { endpoint: { path: socketOf(place) }, address: { kind: 'socket' } as const };
  if (address?.kind !== 'tcp') return [socket];
  return [{ endpoint: { port: address.port }, address }, socket];
}

/** An accepted connection means that it runs. An address that neither accepts nor refuses may be the database's. */
async function findListening(place: Home, endpoints: ReturnType<typeof endpointsOf>): Promise<Address | null> {
  for (const { endpoint, address } of endpoints) {
    const answer = await probe(endpoint);
    if (answer === 'accepted') return address;
    const isOtherNetwork = address.kind === 'tcp' && isElsewhere(place, address);
    if (answer === 'unclear' && !isOtherNetwork)
      throw refuseUnknown(
        place,
        `${'path' in endpoint ? endpoint.path : `port ${endpoint.port}`} neither answers nor refuses`,
      );
  }
  return null;
}

/** A port in another network cannot be reached from here. */
function isElsewhere(place: Home, address: Address | null): boolean {
  const starter = readStarter(place);
  const here = findSurroundings();
  return starter?.kernel !== here.kernel || (address?.kind === 'tcp' && starter.network !== here.network);
}

async function requireStillness(place: Home, address: Address | null, until: number): Promise<void> {
  const forMs = isElsewhere(place, address) ? STILL_ELSEWHERE_MS : STILL_HERE_MS;
  if (await standsStill(heartbeatFile(place), { forMs, until })) return;
  throw refuseUnknown(place, `its heartbeat goes on (${heartbeatFile(place)}), though nobody answers here`);
}

/** The last processes of a killed or stopped database are visible for a moment longer. */
async function requireNoProcess(place: Home, pid: number | null, until: number): Promise<void> {
  for (let found = findWorker(place, pid); found !== null; found = findWorker(place, pid)) {
    if (performance.now() > until) throw refuseUnknown(place, `process ${found} works in it, though nobody answers`);
    await sleep(POLL_MS);
  }
}

/** Finds a process of PostgreSQL in that cluster; a process that we may not inspect counts as one. */
function findWorker(place: Home, pid: number | null): number | null {
  // A pid means nothing outside of its namespace.
  const named = readStarter(place)?.processes === findSurroundings().processes ? pid : null;
  if (process.platform !== 'linux') return pid !== null && isPostgresByName(pid) ? pid : null;
  const cluster = statSync(place.cluster);
  const pids = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  return pids.find((each) => worksIn(each, { place, cluster, isNamed: each === named })) ?? hiddenOne(named);
}

function isPostgresByName(pid: number): boolean {
  if (process.platform === 'win32') return isTaken(pid);
  return spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes('postgres');
}

type Cluster = { place: Home; cluster: { dev: number; ino: number }; isNamed: boolean };

function worksIn(pid: number, { place, cluster, isNamed }: Cluster): boolean {
  try {
    if (!readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')) return false;
    if (findProcessStart(pid) === null) return false; // a zombie
  } catch {
    return false; // ended meanwhile
  }
  try {
    // The working directory of a postmaster and its children is the cluster's folder; another container may use another
    // path.
    const folder = statSync(`/proc/${pid}/cwd`);
    return folder.dev === cluster.dev && folder.ino === cluster.ino;
  } catch {
    // The process belongs to another user or namespace; everybody can still read its command line.
    return isNamed || commandLineOf(pid).includes(place.cluster);
  }
}

function commandLineOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** Some machines show a user only the user's own processes. */
function hiddenOne(pid: number | null): number | null {
  return pid !== null && isTaken(pid) && !existsSync(`/proc/${pid}`) ? pid : null;
}
