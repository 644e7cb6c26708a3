import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { BatchRunner } from '../features/publishing/batches/server/job.ts';
import { programArguments, programPath } from '../server/program-path.ts';

/** So much memory may the work on an import have, beside that of the converters. */
const heapMegabytes = 2048;
const toldBytes = 4000;

/**
 * Works on imports in a process of its own, with low priority: whatever a file does to it, readers' calls are answered
 * by another one.
 */
export const runInProcess: BatchRunner = (id, wanted, signal) =>
  new Promise((resolve, reject) => {
    const path = programPath(import.meta.url, { source: './cli/batch-worker.ts', built: 'batch-worker.js' });
    const node = [...programArguments(path), `--max-old-space-size=${heapMegabytes}`, path];
    const child = spawn(process.execPath, [...node, id, wanted], { stdio: ['ignore', 'ignore', 'pipe'] });
    if (child.pid !== undefined) lower(child.pid);
    let told = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      told = (told + text).slice(-toldBytes);
    });
    const kill = () => child.kill('SIGKILL');
    if (signal.aborted) kill();
    signal.addEventListener('abort', kill, { once: true });
    child.once('error', reject);
    child.once('close', (status, killedBy) => {
      signal.removeEventListener('abort', kill);
      if (status === 0) resolve();
      else reject(new Error(`The work on an import ended with ${killedBy ?? status}: ${told.trim()}`));
    });
  });

function lower(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not let us.
  }
}
