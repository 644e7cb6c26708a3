import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { inLong, isLong } from '../../../../server/testing/depth.ts';
import { convertPromptly, createMedia } from '../media.ts';
import { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';

const workerPath = fileURLToPath(new URL('../../testing/bad-worker.mjs', import.meta.url));
let pool: WorkerPool | null = null;

afterEach(async () => {
  await pool?.close();
  pool = null;
});

function start(options: WorkerPoolOptions = {}): (source: string) => Promise<unknown> {
  const started = createWorkerPool({ size: 2, workerPath, ...options });
  pool = started;
  return (source) =>
    started.run({ task: 'convert', source, outDir: '', kinds: ['page'], avif: false, keepOriginal: false });
}

describe('the converters', () => {
  it('lose only the file that crashes one of them', async () => {
    const run = start();
    const outcomes = await Promise.all(['a', 'crash', 'b', 'crash', 'c'].map(run));
    expect(outcomes).toEqual([
      expect.objectContaining({ state: 'done' }),
      { state: 'refused', cause: 'the converter ended (SIGSEGV)' },
      expect.objectContaining({ state: 'done' }),
      { state: 'refused', cause: 'the converter ended (SIGSEGV)' },
      expect.objectContaining({ state: 'done' }),
    ]);
  });

  inLong('blame no file where no converter can be started', async () => {
    const home = await mkdtemp(join(tmpdir(), 'longstrip-unstartable-'));
    const workerPath = join(home, 'worker.mjs');
    await writeFile(workerPath, 'process.exit(7);');
    try {
      const run = start({ workerPath });
      await expect(run('a')).rejects.toThrow('no converter can be started: the converter ended (7)');
    } finally {
      await rm(home, { recursive: true });
    }
  });

  it('look for their jail again after a fault of the machine', async () => {
    let looks = 0;
    const find = async () => {
      looks += 1;
      if (looks === 1) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      return { kind: 'none' as const, hidden: [], reasons: [] };
    };
    const run = start({ jail: { settings: { mode: 'auto', hidden: [] }, staging: tmpdir(), find } });
    await expect(run('a')).rejects.toThrow('no space left');
    expect(await run('b')).toMatchObject({ state: 'done' });
  });

  inLong('make what somebody waits for beside what nobody waits for', async () => {
    const home = await mkdtemp(join(tmpdir(), 'longstrip-prompt-'));
    const media = createMedia({ dataDir: home, workers: { size: 1, workerPath } });
    const job = { task: 'convert', outDir: '', kinds: [], avif: false, keepOriginal: false } as const;
    try {
      const stuck = media.workers.run({ ...job, kinds: [], source: 'hang' }).catch(() => 'closed');
      const prompt = await convertPromptly(media).workers.run({ ...job, kinds: [], source: 'a' });
      expect(prompt).toMatchObject({ state: 'done' });
      await media.close();
      expect(await stuck).toBe('closed');
    } finally {
      await media.close();
      await rm(home, { recursive: true });
    }
  });

  inLong('give up a file that takes too long, and go on', async () => {
    const run = start({ timeoutMs: 1000 });
    expect(await run('hang')).toEqual({ state: 'refused', cause: 'converting took longer than 1 s' });
    expect(await run('a')).toMatchObject({ state: 'done' });
  });

  inLong('give up a file that computes too long', async () => {
    const run = start({ timeoutMs: 1000 });
    expect(await run('burn')).toEqual({ state: 'refused', cause: 'converting took longer than 1 s' });
  });

  it.skipIf(process.platform !== 'linux' || !isLong)('do not hold a busy machine against a file', async () => {
    const run = start({ timeoutMs: 3000 });
    expect(await run('seldom')).toMatchObject({ state: 'done' });
  });

  it.skipIf(process.platform !== 'linux')('give up a file that needs too much memory, and go on', async () => {
    const run = start({ memoryBytes: 200 * 1024 * 1024 });
    expect(await run('swell')).toEqual({
      state: 'refused',
      cause: 'converting needed more than 200 MiB of memory',
    });
    expect(await run('a')).toMatchObject({ state: 'done' });
  });

  it.skipIf(process.platform !== 'linux')(
    'tell a file that is gone from a disk that is full, which is no fault of the file',
    async () => {
      pool = createWorkerPool({ size: 1 });
      const outDir = await mkdtemp(join(tmpdir(), 'longstrip-pool-'));
      const job = { task: 'convert', outDir, avif: false, keepOriginal: true } as const;
      try {
        const gone = await pool.run({ ...job, kinds: ['page'], source: join(outDir, 'gone.png') });
        expect(gone).toEqual({ state: 'refused', cause: 'cannot be read (ENOENT)' });
        // Every write to this path fails for lack of space.
        await symlink('/dev/full', join(outDir, 'original'));
        const failing = pool.run({ ...job, kinds: ['page'], source: workerPath });
        await expect(failing).rejects.toMatchObject({ code: 'ENOSPC' });
      } finally {
        await rm(outDir, { recursive: true });
      }
    },
  );

  inLong('take no more work once closed', async () => {
    const run = start();
    await run('a');
    await pool?.close();
    await expect(run('b')).rejects.toThrow(/closed/);
  });
});
