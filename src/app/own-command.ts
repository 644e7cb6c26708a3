import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { SnapshotWork } from '../features/health/server/backups.ts';
import type { BatchRunner } from '../features/importing/batches/server/job.ts';
import { readProgress } from '../server/command/meter.ts';
import { behindReaders } from '../server/process/behind-readers.ts';
import { programArguments, programPath } from '../server/process/program-path.ts';

/** How much memory a command that the server runs may use, besides that of the converters. */
const heapMegabytes = 2048;
const toldBytes = 4000;

/** Works on imports in a process of its own, so that whatever a file does to it, readers are answered by another one. */
export const workInProcess: BatchRunner = (id, wanted, signal) =>
  runOwnCommand(['batch', 'work', id, ...(wanted === 'plan' ? ['--plan'] : [])], signal);

/** Works on snapshots as the commands do, each time in a process of its own. */
export const snapshotsInProcess: SnapshotWork = {
  add: (folder, signal, onProgress) =>
    runOwnCommand(['backup', `${folder}/`, '--progress'], signal, (line) => {
      const progress = readProgress(line);
      if (progress) onProgress(progress);
    }),
  prune: (folder, keep, signal) => runOwnCommand(['snapshots', 'prune', '--keep', keep, `${folder}/`], signal),
  read: (folder, signal) => runOwnCommand(['snapshots', 'check', '--share', `${folder}/`], signal),
};

/**
 * Runs a command on this site in a process of its own, behind readers and beside a core that is theirs; rejects where it
 * does not end well. Nothing is written to the command's input: its end tells the command that this process is gone, and
 * it stops.
 */
function runOwnCommand(
  command: readonly string[],
  signal: AbortSignal,
  onLine?: (line: string) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const path = programPath(import.meta.url, { source: './cli/command-worker.ts', built: 'command-worker.js' });
    const node = [...programArguments(path), `--max-old-space-size=${heapMegabytes}`, path];
    const [shell = '', ...args] = behindReaders([process.execPath, ...node, ...command], {
      sessionNice: 10,
      leavesCore: true,
    });
    const child = spawn(shell, args, {
      detached: process.platform !== 'win32',
      stdio: ['pipe', onLine ? 'pipe' : 'ignore', 'pipe'],
    });
    if (onLine && child.stdout) createInterface(child.stdout).on('line', onLine);
    let told = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      told = (told + text).slice(-toldBytes);
    });
    const kill = () => child.kill('SIGKILL');
    if (signal.aborted) kill();
    signal.addEventListener('abort', kill, { once: true });
    child.once('error', reject);
    child.once('close', (status, killedBy) => {
      signal.removeEventListener('abort', kill);
      if (status === 0) resolve();
      else reject(new Error(`\`longstrip ${command[0]}\` ended with ${killedBy ?? status}: ${told.trim()}`));
    });
  });
}
