import { type ChildProcess, spawn } from 'node:child_process';
import { expect, vi } from 'vitest';
import { longstrip } from './built.ts';

/** The command line of the build in a process of its own, as operators run it. */
export interface OwnProcess {
  child: ChildProcess;
  /** What it has said by now. */
  said: { out: string; err: string };
  /** Its exit status; null: a signal has ended it. */
  ended: Promise<number | null>;
}

interface Settings {
  [name: string]: string;
  DATA_DIR: string;
}

const usual = { JWT_SECRET: 'j'.repeat(32), MEDIA_SECRET: 'm'.repeat(32), LOG_LEVEL: 'warn', RATE_LIMIT_SCALE: '0' };

/** Runs a command with these settings and the usual ones; `wrapper`: by that program. */
export function runOwn(
  args: readonly string[],
  settings: Settings,
  { cwd = '/', wrapper = [], input = '' }: { cwd?: string; wrapper?: readonly string[]; input?: string } = {},
): OwnProcess {
  const [file = '', ...rest] = [...wrapper, process.execPath, longstrip, ...args];
  const { PATH = '' } = process.env;
  const child = spawn(file, rest, { cwd, env: { PATH, ...usual, ...settings } });
  const said = { out: '', err: '' };
  child.stdout.on('data', (text) => {
    said.out += text;
  });
  child.stderr.on('data', (text) => {
    said.err += text;
  });
  child.stdin.on('error', () => {}).end(input); // it may end without reading
  return { child, said, ended: new Promise((resolve) => child.once('close', resolve)) };
}

/** As `runOwn`, to the end of the command. */
export async function finishOwn(...given: Parameters<typeof runOwn>) {
  const { ended, said } = runOwn(...given);
  return { status: await ended, ...said };
}

/** Starts a server on this machine, and waits until it is ready to serve. */
export async function serveOwn(
  settings: Settings & { PORT: string },
  options: Parameters<typeof runOwn>[2] = {},
): Promise<OwnProcess> {
  const server = runOwn(['start'], settings, options);
  const ready = vi.waitFor(
    async () => expect((await fetch(`http://127.0.0.1:${settings.PORT}/readyz`)).status).toBe(200),
    { timeout: 80_000, interval: 20 },
  );
  const early = server.ended.then((status) => {
    throw new Error(`It ended with ${status}: ${server.said.err}${server.said.out}`);
  });
  await Promise.race([ready, early]).catch((error: unknown) => {
    server.child.kill('SIGKILL');
    throw error;
  });
  early.catch(() => {}); // a later stop may reject it
  return server;
}

/** Ends a process by a signal, if it has not ended; returns its exit status. */
export function endOwn({ child, ended }: OwnProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  child.kill(signal);
  return ended;
}
