import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, constants, setPriority } from 'node:os';
import { programArguments, programPath } from '../../../server/program-path.ts';
import type { FromWorker, Job, JobResult } from './jobs-wire.ts';

export type JobOutcome<R> =
  | { state: 'done'; result: R }
  /** The file's own fault: the cause is for whoever gave the file. */
  | { state: 'refused'; cause: string };

export type WorkerPool = {
  size: number;
  /** Runs a job when a child is free. A child that dies, hangs or swells costs its job only. Rejects on our own faults. */
  run<J extends Job>(job: J): Promise<JobOutcome<JobResult<J>>>;
  close(): Promise<void>;
};

export type WorkerPoolOptions = {
  size?: number;
  /** The child's script; by default the one beside this file. */
  workerPath?: string;
  /** How long a child may compute without a sign of life; waiting for a busy machine's processor does not count. */
  timeoutMs?: number;
  memoryBytes?: number;
};

type Waiting = { job: Job; settle: (message: FromWorker) => void; reject: (error: Error) => void };
/** Since its last sign of life, or since it began: the clock and the computing time then, and when it last computed. */
type Signs = { at: number; cpuMs: number; seenCpuMs: number; seenAt: number };
type Busy = { waiting: Waiting; id: number; signs: Signs };
type Child = { process: ChildProcess; busy: Busy | null; jobs: number; idleSince: number };

const watchEveryMs = 200;
const jobsPerChild = 1000;
const idleMs = 15_000;

export function createWorkerPool(options: WorkerPoolOptions = {}): WorkerPool {
  const size = options.size ?? Math.max(1, availableParallelism());
  const timeoutMs = options.timeoutMs ?? 60_000;
  const memoryBytes = options.memoryBytes ?? 1024 ** 3;
  const script =
    options.workerPath ?? programPath(import.meta.url, { source: './worker.ts', built: 'media-worker.js' });
  const queue: Waiting[] = [];
  const children = new Set<Child>();
  let nextId = 1;
  let isClosed = false;
  let watcher: NodeJS.Timeout | null = null;

  function startChild(): Child {
    const child: Child = { process: forkWorker(script), busy: null, jobs: 0, idleSince: 0 };
    children.add(child);
    child.process.on('message', (message: FromWorker) => receive(child, message));
    child.process.on('error', (error) => end(child, error.message));
    child.process.on('exit', (code, signal) => end(child, `the converter ended (${signal ?? code})`));
    return child;
  }

  function receive(child: Child, message: FromWorker): void {
    if (child.busy?.id !== message.id) return;
    child.busy.signs = signsOf(child);
    if (message.state === 'alive') return;
    const { waiting } = child.busy;
    child.busy = null;
    child.idleSince = Date.now();
    waiting.settle(message);
    if (child.jobs >= jobsPerChild) retire(child);
    next();
  }

  function retire(child: Child): void {
    children.delete(child);
    child.process.disconnect();
  }

  /** A child is gone, or must go: its job is a refused file, and another child takes the next one. */
  function end(child: Child, cause: string): void {
    if (!children.delete(child)) return;
    child.process.kill('SIGKILL');
    const { busy } = child;
    child.busy = null;
    busy?.waiting.settle({ id: busy.id, state: 'refused', cause });
    next();
  }

  function watch(): void {
    for (const child of children) {
      if (!child.busy) {
        if (Date.now() - child.idleSince > idleMs) retire(child);
      } else if (isOverdue(child.busy.signs, child, timeoutMs))
        end(child, `converting took longer than ${Math.round(timeoutMs / 1000)} s`);
      else if (residentBytes(child.process.pid) > memoryBytes)
        end(child, `converting needed more than ${Math.round(memoryBytes / 1024 ** 2)} MiB of memory`);
    }
    if (watcher && children.size === 0) {
      clearInterval(watcher);
      watcher = null;
    }
  }

  function next(): void {
    if (isClosed) return;
    while (queue.length > 0) {
      const idle = [...children].find((child) => !child.busy && child.process.connected);
      const child = idle ?? (children.size < size ? startChild() : null);
      const waiting = child && queue.shift();
      if (!waiting) return;
      child.busy = { waiting, id: nextId++, signs: signsOf(child) };
      child.jobs += 1;
      child.process.ref();
      child.process.send({ id: child.busy.id, job: waiting.job }, (error) => {
        if (error) end(child, `the converter cannot be reached (${error.message})`);
      });
      watcher ??= setInterval(watch, watchEveryMs);
    }
  }

  return {
    size,
    run: <J extends Job>(job: J) =>
      new Promise<JobOutcome<JobResult<J>>>((resolve, reject) => {
        if (isClosed) return reject(new Error('the converters are closed'));
        const settle = (message: FromWorker) => {
          if (message.state === 'failed') reject(Object.assign(new Error(message.cause), { code: message.code }));
          else if (message.state === 'refused') resolve({ state: 'refused', cause: message.cause });
          // The worker answers a job with that job's result; the wire carries no type parameter.
          else if (message.state === 'done') resolve({ state: 'done', result: message.result as JobResult<J> });
        };
        queue.push({ job, settle, reject });
        next();
      }),
    close: async () => {
      isClosed = true;
      if (watcher) clearInterval(watcher);
      for (const { reject } of queue.splice(0)) reject(new Error('the converters are closed'));
      const exits = [...children].map(
        (child) => new Promise<void>((resolve) => child.process.once('exit', () => resolve())),
      );
      for (const child of children) {
        child.busy?.waiting.reject(new Error('the converters are closed'));
        child.busy = null;
        child.process.kill('SIGKILL');
      }
      await Promise.all(exits);
      children.clear();
    },
  };
}

/** Without our environment: a decoder gone wrong finds no secret in it. */
function forkWorker(script: string): ChildProcess {
  // biome-ignore lint/style/noProcessEnv: what a child process needs of it, so that it does not get the rest
  const { PATH, TMPDIR, SystemRoot } = process.env;
  const worker = fork(script, [], {
    execArgv: [...programArguments(script), '--max-old-space-size=512'],
    env: Object.fromEntries(
      // Few arenas, or glibc keeps hundreds of megabytes of freed pixels.
      Object.entries({ PATH, TMPDIR, SystemRoot, UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2' }).filter(
        ([, value]) => value !== undefined,
      ),
    ),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'json',
  });
  standBack(worker.pid);
  return worker;
}

/** Pictures can wait: whoever reads, and the database, go first. */
function standBack(pid: number | undefined): void {
  if (pid === undefined) return; // it did not start, and its `error` says why
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It is gone already, or this system has no such thing: then it takes its turn with the others.
  }
}

const longestWait = 20;

/** It has computed too long, or it stands still; on a busy machine it may take a multiple of its time. */
function isOverdue(signs: Signs, child: Child, timeoutMs: number): boolean {
  const now = Date.now();
  const cpuMs = computedMs(child.process.pid);
  if (cpuMs === null) return now - signs.at > timeoutMs;
  if (cpuMs > signs.seenCpuMs) Object.assign(signs, { seenCpuMs: cpuMs, seenAt: now });
  return cpuMs - signs.cpuMs > timeoutMs || now - signs.seenAt > timeoutMs || now - signs.at > timeoutMs * longestWait;
}

function signsOf(child: Child): Signs {
  const cpuMs = computedMs(child.process.pid) ?? 0;
  return { at: Date.now(), cpuMs, seenCpuMs: cpuMs, seenAt: Date.now() };
}

const msPerTick = 10;

/** Linux only; elsewhere the clock alone counts. */
function computedMs(pid: number | undefined): number | null {
  if (process.platform !== 'linux' || pid === undefined) return null;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Behind the name, which may hold anything: the state, ten numbers, then the time as user and as system.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * msPerTick;
  } catch {
    return null;
  }
}

/** Linux only; elsewhere the time limit stands alone. */
function residentBytes(pid: number | undefined): number {
  if (process.platform !== 'linux' || pid === undefined) return 0;
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}
