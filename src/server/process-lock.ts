import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A pid alone may be another program's by now; with the time it started it is one process for ever. */
type Holder = { pid: number; startedAt: string; note: string };

export type ProcessLock = { release(): void };

export class LockHeldError extends Error {
  override name = 'LockHeldError';
  readonly pid: number;
  readonly note: string;

  constructor(path: string, holder: Holder) {
    super(`${path} is held by process ${holder.pid} (${holder.note})`);
    this.pid = holder.pid;
    this.note = holder.note;
  }
}

const RETRY_MS = 15;

/**
 * Takes the lock of that file for this process, waiting up to `waitMs`; throws `LockHeldError` naming the holder.
 * A holder that died without releasing it does not count. `note` tells others what this process is.
 */
export async function takeProcessLock(path: string, options: { note: string; waitMs?: number }): Promise<ProcessLock> {
  mkdirSync(dirname(path), { recursive: true });
  const deadline = performance.now() + (options.waitMs ?? 0);
  for (;;) {
    const holder = tryTake(path, options.note);
    if (holder === null) return { release: () => rmSync(path, { force: true }) };
    if (!isAlive(holder)) removeStale(path, holder);
    else if (performance.now() >= deadline) throw new LockHeldError(path, holder);
    else await sleep(RETRY_MS);
  }
}

/** Who holds the lock of that file at this moment, or null. */
export function findLockHolder(path: string): { pid: number; note: string } | null {
  const holder = readHolder(path);
  return holder && isAlive(holder) ? { pid: holder.pid, note: holder.note } : null;
}

/** When the process started, as text to compare; null when there is no such process, or only its remains. */
export function findProcessStart(pid: number): string | null {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return null;
  }
  return process.platform === 'linux' ? findLinuxStart(pid) : findStartByPs(pid);
}

function findLinuxStart(pid: number): string | null {
  try {
    // The name in brackets may hold spaces; after it, the state is the 1st field and the start the 20th.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? '');
  } catch {
    return null;
  }
}

function findStartByPs(pid: number): string {
  const ps = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return ps.status === 0 ? ps.stdout.trim() : '';
}

/** Null when this process has the lock now, else who has it. */
function tryTake(path: string, note: string): Holder | null {
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  const mine: Holder = { pid: process.pid, startedAt: findProcessStart(process.pid) ?? '', note };
  writeFileSync(draft, JSON.stringify(mine), { flag: 'wx', mode: 0o600 });
  try {
    // A link is atomic and the file complete: nobody ever reads half a holder.
    linkSync(draft, path);
    return null;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    return readHolder(path) ?? tryTake(path, note);
  } finally {
    rmSync(draft, { force: true });
  }
}

function readHolder(path: string): Holder | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  const unknown: Holder = { pid: 0, startedAt: '', note: 'unreadable' };
  try {
    const { pid, startedAt, note }: Partial<Holder> = JSON.parse(text);
    return { ...unknown, ...(pid && { pid }), ...(startedAt && { startedAt }), ...(note && { note }) };
  } catch {
    return unknown; // a full disk cut it short: its process is not ours to wait for
  }
}

function isAlive(holder: Holder): boolean {
  return holder.pid > 0 && findProcessStart(holder.pid) === holder.startedAt;
}

/** Two may find the same stale file: the rename is one's, and a younger lock moved by mistake is put back. */
function removeStale(path: string, stale: Holder): void {
  const aside = `${path}.${process.pid}-stale`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
  const moved = readHolder(aside);
  if (moved && (moved.pid !== stale.pid || moved.startedAt !== stale.startedAt)) linkSync(aside, path);
  rmSync(aside, { force: true });
}
