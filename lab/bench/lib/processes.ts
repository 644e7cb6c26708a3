import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { has, serverCore } from './load.ts';

export interface Running {
  url: string;
  pid: number;
  /** From spawn to the first good answer. */
  startedInMs: number;
  stop(): Promise<void>;
}

/**
 * Starts a server and waits until `path` answers 200; on the server's core where the machine can pin. One that is not
 * pinned has a session of its own, as a service has: Linux shares the processor between sessions.
 */
export async function startServer(options: {
  command: string[];
  env?: Record<string, string>;
  port: number;
  path: string;
  pin?: boolean;
}): Promise<Running> {
  const [program = '', ...args] = options.command;
  const pinned = options.pin !== false && has('taskset');
  const began = performance.now();
  const child = spawn(pinned ? 'taskset' : program, pinned ? ['-c', serverCore, program, ...args] : args, {
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: options.pin === false,
  });
  let complaints = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk).slice(-4000);
  });
  const url = `http://127.0.0.1:${options.port}`;
  const deadline = began + 60_000;
  while (!(await answers(url + options.path))) {
    if (child.exitCode !== null) throw new Error(`${options.command.join(' ')} ended: ${complaints}`);
    if (performance.now() > deadline) {
      await stopChild(child);
      throw new Error(`${options.command.join(' ')} does not answer: ${complaints}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return { url, pid: child.pid ?? 0, startedInMs: performance.now() - began, stop: () => stopChild(child) };
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(force);
}
