import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from '../process/error-code.ts';
import { BEAT_MS, STILL_ELSEWHERE_MS, STILL_HERE_MS, standsStill } from '../process/heartbeat.ts';
import { findSurroundings, type Surroundings } from '../process/surroundings.ts';
import { answerProbes, probe } from './socket-probe.ts';

/** A pid may be used again by another program; with its start time it identifies one process for ever. */
type Holder = {
  pid: number;
  startedAt: string;
  note: string;
  /** Null in a lock of an earlier version. */
  at: Surroundings | null;
  /** A socket beside the lock, where the holder answers processes that cannot see its pid. */
  socket: string | null;
};

export type ProcessLock = { release(): void };

export class LockHeldError extends Error {
  override name = 'LockHeldError';
  readonly pid: number;
  readonly note: string;
  readonly host: string | null;

  constructor(path: string, { pid, note, at }: Holder) {
    super(`${path} is held by process ${pid}${at ? ` on ${at.host}` : ''} (${note})`);
    this.pid = pid;
    this.note = note;
    this.host = at?.host ?? null;
  }
}

type LockOptions = {
  /** Describes this process to others. */
  note: string;
  waitMs?: number;
  /** True where the caller knows by other means that no holder on another machine is alive. */
  othersAreGone?: boolean;
};

const RETRY_MS = 15;

/**
 * Takes the lock of that file for this process, waiting up to `waitMs`; throws `LockHeldError` naming the holder.
 * A holder that died without releasing it does not count, nor does one of another machine that left no sign of life
 * for 20 seconds.
 */
export async function takeProcessLock(path: string, options: LockOptions): Promise<ProcessLock> {
  mkdirSync(dirname(path), { recursive: true });
  const socket = `${basename(path)}.${randomBytes(6).toString('hex')}`;
  const listener = await answerProbes(join(dirname(path), socket));
  const own: Holder = {
    pid: process.pid,
    startedAt: findProcessStart(process.pid) ?? '',
    note: options.note,
    at: findSurroundings(),
    socket: listener && socket,
  };
  try {
    await waitForTurn(path, own, options);
  } catch (error) {
    listener?.close();
    throw error;
  }
  const beat = setInterval(() => void touch(path), BEAT_MS).unref();
  return {
    release() {
      clearInterval(beat);
      rmSync(path, { force: true });
      listener?.close();
    },
  };
}

async function waitForTurn(path: string, own: Holder, options: LockOptions): Promise<void> {
  const deadline = performance.now() + (options.waitMs ?? 0);
  for (;;) {
    const holder = tryTake(path, own);
    if (holder === null) return;
    if (!(await isAlive(path, holder, options.othersAreGone ?? false))) removeStale(path, holder);
    else if (performance.now() >= deadline) throw new LockHeldError(path, holder);
    else await sleep(RETRY_MS);
  }
}

/** Writes a sign of life of a holder that others cannot see or ask. Other writes report a disk that refuses it. */
async function touch(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => {});
}

/** The process that holds the lock of that file at this moment, or null. */
export async function findLockHolder(path: string): Promise<{ pid: number; note: string; host: string | null } | null> {
  const holder = readHolder(path);
  if (!holder || !(await isAlive(path, holder, false))) return null;
  return { pid: holder.pid, note: holder.note, host: holder.at?.host ?? null };
}

/**
 * The start time of the process, as text to compare. Null when there is no such process, or only a zombie; empty when
 * we may not inspect it.
 */
export function findProcessStart(pid: number): string | null {
  if (!isTaken(pid)) return null;
  return process.platform === 'linux' ? findLinuxStart(pid) : findStartByPs(pid);
}

/** Whether any process has that number, another user's too. */
export function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
}

function findLinuxStart(pid: number): string | null {
  try {
    // The name in brackets may hold spaces; after it, the state is the 1st field and the start the 20th.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? '');
  } catch {
    return isTaken(pid) ? '' : null;
  }
}

function findStartByPs(pid: number): string {
  const ps = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return ps.status === 0 ? ps.stdout.trim() : '';
}

/** Null when this process has the lock now, else the holder. */
function tryTake(path: string, own: Holder): Holder | null {
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(draft, JSON.stringify(own), { flag: 'wx', mode: 0o600 });
    // Linking a complete file is atomic: nobody ever reads half a holder.
    linkSync(draft, path);
    return null;
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    return readHolder(path) ?? tryTake(path, own);
  } finally {
    rmSync(draft, { force: true });
  }
}

function readHolder(path: string): Holder | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
  const unknown: Holder = { pid: 0, startedAt: '', note: 'unreadable', at: null, socket: null };
  try {
    const { pid, startedAt, note, at, socket }: Partial<Holder> = JSON.parse(text);
    return {
      ...unknown,
      ...(pid && { pid }),
      ...(startedAt && { startedAt }),
      ...(note && { note }),
      ...(at && { at }),
      ...(socket && { socket: basename(socket) }),
    };
  } catch {
    return unknown; // a full disk truncated the file, so there is no process to wait for
  }
}

/** Checks the pid where it is valid in our surroundings, else the socket, else the heartbeat. */
async function isAlive(path: string, holder: Holder, othersAreGone: boolean): Promise<boolean> {
  if (holder.pid <= 0) return false;
  const here = findSurroundings();
  if (holder.at === null || holder.at.processes === here.processes) {
    const startedAt = findProcessStart(holder.pid);
    return startedAt === holder.startedAt || startedAt === '';
  }
  const isSameMachine = holder.at.kernel === here.kernel;
  if (isSameMachine && holder.socket !== null) {
    const answer = await probe({ path: join(dirname(path), holder.socket) });
    return answer === 'accepted' || answer === 'unclear';
  }
  if (!isSameMachine && othersAreGone) return false;
  const forMs = isSameMachine ? STILL_HERE_MS : STILL_ELSEWHERE_MS;
  return !(await standsStill(path, { forMs, until: performance.now() + forMs + 2 * BEAT_MS }));
}

/**
 * Two processes may find the same stale file: only one can rename it, and a newer lock renamed by mistake is put back.
 */
function removeStale(path: string, stale: Holder): void {
  const aside = `${path}.${process.pid}-${randomBytes(4).toString('hex')}-stale`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  const moved = readHolder(aside);
  const isYounger =
    moved && (moved.pid !== stale.pid || moved.startedAt !== stale.startedAt || moved.socket !== stale.socket);
  if (isYounger) linkSync(aside, path);
  else if (stale.socket !== null) rmSync(join(dirname(path), stale.socket), { force: true });
  rmSync(aside, { force: true });
}
