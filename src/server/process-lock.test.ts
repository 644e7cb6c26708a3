import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findLockHolder, findProcessStart, LockHeldError, takeProcessLock } from './process-lock.ts';

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
  it('is held by one, names the holder to others, and is free again after release', async () => {
    const lock = await takeProcessLock(path, { note: 'http://127.0.0.1:3000' });
    expect(findLockHolder(path)).toEqual({ pid: process.pid, note: 'http://127.0.0.1:3000' });
    await expect(takeProcessLock(path, { note: 'second' })).rejects.toMatchObject({
      pid: process.pid,
      note: 'http://127.0.0.1:3000',
    });
    lock.release();
    expect(findLockHolder(path)).toBeNull();
    (await takeProcessLock(path, { note: 'second' })).release();
  });

  it('waits for its turn when asked to', async () => {
    const first = await takeProcessLock(path, { note: 'first' });
    const second = takeProcessLock(path, { note: 'second', waitMs: 5_000 });
    first.release();
    (await second).release();
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

  it('outlives no process: the lock of a dead one is taken over', async () => {
    writeFileSync(path, JSON.stringify({ pid: await endedPid(), startedAt: '1', note: 'dead' }));
    (await takeProcessLock(path, { note: 'heir' })).release();
  });

  it('is not held by a younger process that got the same number', async () => {
    writeFileSync(path, JSON.stringify({ pid: process.pid, startedAt: 'long ago', note: 'before the restart' }));
    const lock = await takeProcessLock(path, { note: 'heir' });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ note: 'heir' });
    lock.release();
  });

  it('is not held by a file that was cut short', async () => {
    writeFileSync(path, '{"pid":');
    (await takeProcessLock(path, { note: 'heir' })).release();
    expect(existsSync(path)).toBe(false);
  });

  it('throws an error that a caller can recognise', async () => {
    const lock = await takeProcessLock(path, { note: 'first' });
    await expect(takeProcessLock(path, { note: 'second' })).rejects.toBeInstanceOf(LockHeldError);
    lock.release();
  });
});

describe('the start of a process', () => {
  it('is null for one that has ended', async () => {
    expect(findProcessStart(await endedPid())).toBeNull();
    expect(findProcessStart(process.pid)).not.toBeNull();
  });
});
