import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  heartbeatFile,
  type Place,
  pidFileOf,
  readStarter,
  readWhereAllowed,
  refuseUnknown,
} from './embedded-place.ts';
import { STILL_ELSEWHERE_MS, STILL_HERE_MS, standsStill } from './heartbeat.ts';
import { type Door, knock } from './knock.ts';
import { findProcessStart, isTaken } from './process-lock.ts';
import { findSurroundings } from './surroundings.ts';

export const SOCKET_PORT = 5432;
/** Beyond it nobody waits any longer for a proof. */
const PROOF_WITHIN_MS = 24_000;
const POLL_MS = 50;

export type Address = { kind: 'socket' } | { kind: 'tcp'; port: number };

export const socketOf = (place: Pick<Place, 'home'>) => join(place.home, `.s.PGSQL.${SOCKET_PORT}`);

/**
 * Where the database of that place answers, or null when it is proven dead: nobody listens at its doors, no process that
 * we see works in it, and its heartbeat stands still. What is not proven is thrown as an error, and nothing is changed.
 * Only traces of a server make it wait.
 */
export async function findRunning(place: Place): Promise<Address | null> {
  const traces = [pidFileOf(place), heartbeatFile(place), socketOf(place)];
  if (!traces.some((path) => existsSync(path))) return null;
  const pidFile = readPidFile(place);
  const doors = doorsOf(place, pidFile?.address ?? null);
  const address = await findOpenDoor(place, doors);
  if (address) return address;
  const until = performance.now() + PROOF_WITHIN_MS;
  await requireStillness(place, pidFile?.address ?? null, until);
  await requireNoProcess(place, pidFile?.pid ?? null, until);
  // Whoever was about to start or to stop it meanwhile has done so.
  return await findOpenDoor(place, doorsOf(place, readPidFile(place)?.address ?? null));
}

/** Takes away what would keep PostgreSQL from starting after `findRunning` has proven it dead. */
export function clearTraces(place: Place): void {
  // A socket's lock is a number alone, which may be any program's of another container.
  rmSync(`${socketOf(place)}.lock`, { force: true });
  const pidFile = readPidFile(place);
  // PostgreSQL judges the rest by itself; but a number that is another program's by now, or half a file, it obeys.
  if (pidFile && (pidFile.pid === null || isTaken(pidFile.pid))) rmSync(pidFileOf(place), { force: true });
}

type PidFile = { pid: number | null; address: Address | null };

function readPidFile(place: Place): PidFile | null {
  const text = readWhereAllowed(place, pidFileOf(place));
  if (text === null) return null;
  const [pidText, , , portText, socketDirectory] = text.split('\n');
  const [pid, port] = [Number(pidText), Number(portText)];
  const isPort = Number.isInteger(port) && port > 0 && port < 65_536;
  const tcp: Address | null = isPort ? { kind: 'tcp', port } : null;
  return { pid: Number.isInteger(pid) && pid > 0 ? pid : null, address: socketDirectory ? { kind: 'socket' } : tcp };
}

function doorsOf(place: Place, address: Address | null): { door: Door; address: Address }[] {
  const socket = { door: { path: socketOf(place) }, address: { kind: 'socket' } as const };
  if (address?.kind !== 'tcp') return [socket];
  return [{ door: { port: address.port }, address }, socket];
}

/** Any accepted connection means running. A door that neither opens nor refuses may have the database behind it. */
async function findOpenDoor(place: Place, doors: ReturnType<typeof doorsOf>): Promise<Address | null> {
  for (const { door, address } of doors) {
    const answer = await knock(door);
    if (answer === 'accepted') return address;
    const isOtherNetwork = address.kind === 'tcp' && isElsewhere(place, address);
    if (answer === 'unclear' && !isOtherNetwork)
      throw refuseUnknown(place, `${'path' in door ? door.path : `port ${door.port}`} neither answers nor refuses`);
  }
  return null;
}

/** A port of another network cannot be asked from here. */
function isElsewhere(place: Place, address: Address | null): boolean {
  const starter = readStarter(place);
  const here = findSurroundings();
  return starter?.kernel !== here.kernel || (address?.kind === 'tcp' && starter.network !== here.network);
}

async function requireStillness(place: Place, address: Address | null, until: number): Promise<void> {
  const forMs = isElsewhere(place, address) ? STILL_ELSEWHERE_MS : STILL_HERE_MS;
  if (await standsStill(heartbeatFile(place), { forMs, until })) return;
  throw refuseUnknown(place, `its heartbeat goes on (${heartbeatFile(place)}), though nobody answers here`);
}

/** The last processes of a database that was killed or stopped are seen for a moment longer. */
async function requireNoProcess(place: Place, pid: number | null, until: number): Promise<void> {
  for (let found = findWorker(place, pid); found !== null; found = findWorker(place, pid)) {
    if (performance.now() > until) throw refuseUnknown(place, `process ${found} works in it, though nobody answers`);
    await sleep(POLL_MS);
  }
}

/** A process of PostgreSQL in that cluster, or one that may be: what we may not look at is not dead. */
function findWorker(place: Place, pid: number | null): number | null {
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

type Cluster = { place: Place; cluster: { dev: number; ino: number }; isNamed: boolean };

function worksIn(pid: number, { place, cluster, isNamed }: Cluster): boolean {
  try {
    if (!readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')) return false;
    if (findProcessStart(pid) === null) return false; // only its remains
  } catch {
    return false; // ended meanwhile
  }
  try {
    // A postmaster and its children work in their cluster's folder, by whatever path another container knows it.
    const folder = statSync(`/proc/${pid}/cwd`);
    return folder.dev === cluster.dev && folder.ino === cluster.ino;
  } catch {
    // Another user's, or in a namespace that we may not look into; its command line is there for all to read.
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

/** Some machines show a user no processes but the own ones. */
function hiddenOne(pid: number | null): number | null {
  return pid !== null && isTaken(pid) && !existsSync(`/proc/${pid}`) ? pid : null;
}
