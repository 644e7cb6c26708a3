import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findSurroundings } from '../process/surroundings.ts';
import { inLong } from '../testing/depth.ts';
import { findLockHolder, findProcessStart, LockHeldError, takeProcessLock } from './process-lock.ts';
import { answerProbes, probe } from './socket-probe.ts';

let directory: string;
let path: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'longstrip-lock-'));
  path = join(directory, 'server.lock');
});
afterEach(() => rmSync(directory, { recursive: true }));

async function endedPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => child.once('exit', resolve));
  return child.pid ?? 0;
}

describe('a process lock', () => {
  it('is held by one process, names the holder to others, and is free again after release', async () => {
    const lock = await takeProcessLock(path, { note: 'http://127.0.0.1:3000' });
    expect(await findLockHolder(path)).toEqual({
      pid: process.pid,
      note: 'http://127.0.0.1:3000',
      host: hostname(),
    });
    const refusal = await takeProcessLock(path, { note: 'second' }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(LockHeldError);
    expect(refusal).toMatchObject({ pid: process.pid, note: 'http://127.0.0.1:3000' });
    lock.release();
    expect(await findLockHolder(path)).toBeNull();
    (await takeProcessLock(path, { note: 'second' })).release();
  });

  it('is waited for when `waitMs` is given', async () => {
    const entered: string[] = [];
    const first = await takeProcessLock(path, { note: 'first' });
    const second = takeProcessLock(path, { note: 'second', waitMs: 10_000 }).then((lock) => {
      entered.push('second');
      return lock;
    });
    // While the third one waits and gives up, the second one has tried many times.
    await expect(takeProcessLock(path, { note: 'third', waitMs: 200 })).rejects.toMatchObject({ note: 'first' });
    entered.push('first released');
    first.release();
    (await second).release();
    expect(entered).toEqual(['first released', 'second']);
  });

  it('lets one in at a time', async () => {
    let inside = 0;
    let most = 0;
    const visit = async () => {
      const lock = await takeProcessLock(path, { note: 'visit', waitMs: 10_000 });
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
      lock.release();
    };
    await Promise.all(Array.from({ length: 8 }, visit));
    expect(most).toBe(1);
  });

  inLong('ends with its process: the lock of a dead process is taken over', async () => {
    writeFileSync(path, JSON.stringify({ pid: await endedPid(), startedAt: '1', note: 'dead' }));
    (await takeProcessLock(path, { note: 'heir' })).release();
  });

  it('is not held by a younger process that got the same number', async () => {
    writeFileSync(path, JSON.stringify({ pid: process.pid, startedAt: 'long ago', note: 'before the restart' }));
    const lock = await takeProcessLock(path, { note: 'heir' });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ note: 'heir' });
    lock.release();
  });

  it('is not held by a truncated file', async () => {
    writeFileSync(path, '{"pid":');
    (await takeProcessLock(path, { note: 'heir' })).release();
    expect(existsSync(path)).toBe(false);
  });

  const elsewhere = (at: Partial<ReturnType<typeof findSurroundings>>) => ({
    ...{ pid: 1, startedAt: '1', note: 'a server in a container', socket: 'its.socket' },
    at: { ...findSurroundings(), host: 'box', processes: 'a namespace of its own', ...at },
  });

  it('is held by a process that only its socket shows, until the socket refuses', async () => {
    writeFileSync(path, JSON.stringify(elsewhere({})));
    const alive = await answerProbes(join(directory, 'its.socket'));
    await expect(takeProcessLock(path, { note: 'second' })).rejects.toMatchObject({ pid: 1, host: 'box' });
    alive?.close();
    (await takeProcessLock(path, { note: 'heir' })).release();
    expect(readdirSync(directory)).toEqual([]);
  });

  inLong('is held by a process of another machine while its heartbeat goes on', async () => {
    writeFileSync(path, JSON.stringify(elsewhere({ kernel: 'another', network: 'another' })));
    const beat = setInterval(() => utimesSync(path, new Date(), new Date()), 100);
    await expect(takeProcessLock(path, { note: 'second' })).rejects.toMatchObject({ pid: 1, host: 'box' });
    clearInterval(beat);
    (await takeProcessLock(path, { note: 'heir', othersAreGone: true })).release();
  });

  it('can be taken in a folder whose path is too long for a socket', async () => {
    const deep = join(directory, 'a'.repeat(120), 'server.lock');
    const lock = await takeProcessLock(deep, { note: 'deep' });
    const socket = JSON.parse(readFileSync(deep, 'utf8')).socket;
    expect(await probe({ path: join(dirname(deep), socket) })).toBe('accepted');
    lock.release();
    expect(readdirSync(dirname(deep))).toEqual([]);
  });
});

describe('the start of a process', () => {
  inLong('is null for one that has ended', async () => {
    expect(findProcessStart(await endedPid())).toBeNull();
    expect(findProcessStart(process.pid)).not.toBeNull();
  });
});
