import type { ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Behind } from '../../../../server/process/behind-readers.ts';
import { programPath } from '../../../../server/process/program-path.ts';
import { stagingPath } from '../store/files.ts';
import { type FromWorker, type Job, type JobResult, readResult } from '../wire/jobs-wire.ts';
import { Refusal } from '../wire/refusal.ts';
import { clearSource, passIn, takeOut } from './crossing.ts';
import { type FoundJail, findJail, type JailSettings } from './find-jail.ts';
import { type JailKind, prepareScratch, type Scratch, startConverter, uidIn } from './jail.ts';

export type JobOutcome<R> =
  | { state: 'done'; result: R }
  /** The file's own fault: the cause is for the person who supplied the file. */
  | { state: 'refused'; cause: string };

export type WorkerPool = {
  size: number;
  /**
   * Runs a job when a child is free. A child that dies, hangs or swells fails its job only. Rejects on our own faults.
   */
  run<J extends Job>(job: J): Promise<JobOutcome<JobResult<J>>>;
  /** The jail of the children; rejects with `NoJailError` where the required kind is not available. */
  jail(): Promise<FoundJail>;
  close(): Promise<void>;
};

export type WorkerPoolOptions = {
  size?: number;
  /** The child's script; by default the one beside this file. */
  workerPath?: string;
  /** How long a child may compute without a sign of life; waiting for a busy machine does not count. */
  timeoutMs?: number;
  memoryBytes?: number;
  /** How the children stand behind readers; by default on every core, at a tenth of a session's weight. */
  behind?: Behind;
  /** Without it the children have no jail. */
  jail?: {
    settings: JailSettings;
    staging: string;
    /** Finds the jail in place of a search of its own. */
    find?: () => Promise<FoundJail>;
  };
};

type Waiting = { job: Job; settle: (message: FromWorker) => void; reject: (error: Error) => void };
/**
 * The last sign of life, or else the start: the clock and the computing time at that moment, and when it last computed.
 */
type Signs = { at: number; cpuMs: number; seenCpuMs: number; seenAt: number };
/** Null: its files are being moved into the jail or out of it, which is our work and not the child's. */
type Busy = { waiting: Waiting; id: number; signs: Signs | null };
type Child = {
  process: ChildProcess;
  kind: JailKind;
  uid: number | null;
  scratch: Scratch | null;
  /** The child has sent a message, so its program runs. */
  isReady: boolean;
  busy: Busy | null;
  jobs: number;
  idleSince: number;
};

const noJail: FoundJail = { kind: 'none', hidden: [], reasons: [] };
const watchEveryMs = 200;
const jobsPerChild = 1000;
const idleMs = 15_000;

export function createWorkerPool(options: WorkerPoolOptions = {}): WorkerPool {
  const size = options.size ?? Math.max(1, availableParallelism());
  const timeoutMs = options.timeoutMs ?? 60_000;
  const memoryBytes = options.memoryBytes ?? 1024 ** 3;
  const { behind = { sessionNice: 10 } } = options;
  const script =
    options.workerPath ?? programPath(import.meta.url, { source: './worker.ts', built: 'media-worker.js' });
  const queue: Waiting[] = [];
  const children = new Set<Child>();
  let nextId = 1;
  let isClosed = false;
  let watcher: NodeJS.Timeout | null = null;
  let found: FoundJail | null = options.jail ? null : noJail;
  let finding: Promise<FoundJail> | null = null;

  function findOurJail(): Promise<FoundJail> {
    const { jail } = options;
    if (found || !jail) return Promise.resolve(found ?? noJail);
    const find = jail.find ?? (() => findJail({ ...jail, script }));
    finding ??= find().then(
      (confined) => {
        found = confined;
        return confined;
      },
      (error: unknown) => {
        finding = null; // a disk that was full may have room by the next job
        throw error;
      },
    );
    return finding;
  }

  function startChild(jail: FoundJail): Child {
    const child: Child = { ...startInJail(jail), isReady: false, busy: null, jobs: 0, idleSince: 0 };
    children.add(child);
    child.process.on('message', (message: FromWorker) => {
      child.isReady = true;
      void receive(child, message);
    });
    child.process.once('close', () => forgetScratch(child));
    child.process.on('error', (error) => {
      end(child, error.message);
      forgetScratch(child); // a child that never started does not close
    });
    child.process.on('exit', (code, signal) =>
      onceHeard(child, () => end(child, `the converter ended (${signal ?? code})`)),
    );
    return child;
  }

  function startInJail(jail: FoundJail): Pick<Child, 'process' | 'kind' | 'uid' | 'scratch'> {
    const { kind } = jail;
    if (kind === 'none' || !options.jail) {
      const process = startConverter(jail, { script, scratch: null, uid: null, stderr: 'ignore', behind });
      return { process, kind: 'none', uid: null, scratch: null };
    }
    const folder = stagingPath(options.jail.staging);
    mkdirSync(folder, { recursive: true });
    const uid = uidIn(kind);
    const scratch = prepareScratch(folder, uid);
    return {
      process: startConverter(jail, { script, scratch, uid, stderr: 'ignore', behind }),
      kind,
      uid,
      scratch,
    };
  }

  /** Sends a job to a child, once the job's file is inside the jail. */
  async function begin(child: Child, busy: Busy): Promise<void> {
    const { scratch, uid } = child;
    try {
      const job = scratch ? await passIn(busy.waiting.job, { scratch, uid }) : busy.waiting.job;
      if (child.busy !== busy) return; // the child and with it the job ended meanwhile
      busy.signs = signsOf(child);
      child.process.send({ id: busy.id, job }, (error) => {
        if (error) end(child, `the converter cannot be reached (${error.message})`);
      });
    } catch (error) {
      finish(child, busy, failureOf(busy, error));
    }
  }

  async function receive(child: Child, message: FromWorker): Promise<void> {
    const { busy } = child;
    if (busy?.id !== message.id || busy.signs === null) return;
    if (message.state === 'alive') {
      busy.signs = signsOf(child);
      return;
    }
    busy.signs = null;
    if (message.state !== 'done') return finish(child, busy, message);
    try {
      const { job } = busy.waiting;
      const result = readResult(job, message.result);
      if (!result) throw new Refusal('the converter gave no answer that makes sense');
      if (child.scratch) await clearSource(child.scratch);
      finish(child, busy, { id: busy.id, state: 'done', result: await takeOut(job, result, child) });
    } catch (error) {
      finish(child, busy, failureOf(busy, error));
    }
  }

  function finish(child: Child, busy: Busy, message: FromWorker): void {
    if (child.busy !== busy) return;
    child.busy = null;
    child.idleSince = Date.now();
    busy.waiting.settle(message);
    if (child.jobs >= jobsPerChild) retire(child);
    next();
  }

  function retire(child: Child): void {
    children.delete(child);
    child.process.disconnect();
  }

  /**
   * A child is gone, or must go: its job becomes a refused file, and another child takes the next job. No file is to blame
   * where the child's program never ran, as where the machine has no room for one more process.
   */
  function end(child: Child, cause: string): void {
    if (!children.delete(child)) return;
    child.process.kill('SIGKILL');
    const { busy, isReady } = child;
    child.busy = null;
    if (busy && isReady) busy.waiting.settle({ id: busy.id, state: 'refused', cause });
    else if (busy)
      busy.waiting.settle({ id: busy.id, state: 'failed', cause: `no converter can be started: ${cause}` });
    next();
  }

  function watch(): void {
    for (const child of children) {
      if (!child.busy) {
        if (Date.now() - child.idleSince > idleMs) retire(child);
      } else if (child.busy.signs && isOverdue(child.busy.signs, child, timeoutMs))
        end(child, `converting took longer than ${Math.round(timeoutMs / 1000)} s`);
      else if (residentBytes(pidOf(child)) > memoryBytes)
        end(child, `converting needed more than ${Math.round(memoryBytes / 1024 ** 2)} MiB of memory`);
    }
    if (watcher && children.size === 0) {
      clearInterval(watcher);
      watcher = null;
    }
  }

  function next(): void {
    if (isClosed) return;
    if (!found) {
      if (queue.length > 0) findOurJail().then(next, giveUp);
      return;
    }
    while (queue.length > 0) {
      const idle = [...children].find((child) => !child.busy && child.process.connected);
      const child = idle ?? (children.size < size ? startChild(found) : null);
      const waiting = child && queue.shift();
      if (!waiting) return;
      child.busy = { waiting, id: nextId++, signs: null };
      child.jobs += 1;
      child.process.ref();
      void begin(child, child.busy);
      watcher ??= setInterval(watch, watchEveryMs);
    }
  }

  function giveUp(error: Error): void {
    for (const { reject } of queue.splice(0)) reject(error);
  }

  return {
    size,
    jail: findOurJail,
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
      const leaving = [...children];
      const exits = leaving
        .filter(({ process: { exitCode, signalCode } }) => exitCode === null && signalCode === null)
        .map((child) => new Promise<void>((resolve) => child.process.once('exit', () => resolve())));
      for (const child of children) {
        child.busy?.waiting.reject(new Error('the converters are closed'));
        child.busy = null;
        child.process.kill('SIGKILL');
      }
      await Promise.all(exits);
      for (const child of leaving) forgetScratch(child);
      children.clear();
    },
  };
}

function failureOf(busy: Busy, error: unknown): FromWorker {
  const cause = error instanceof Error ? error.message : String(error);
  if (error instanceof Refusal) return { id: busy.id, state: 'refused', cause };
  const { code } = Object(error) as NodeJS.ErrnoException; // other errors have no code
  return { id: busy.id, state: 'failed', cause, ...(code ? { code } : {}) };
}

const lastWordMs = 1000;

/** Calls `then` once all is heard that an ended child has said: the news of its end may come first. */
function onceHeard({ process: child, isReady }: Child, then: () => void): void {
  if (isReady || !child.connected) {
    then();
    return;
  }
  // A process that the converter has left behind may keep the channel open.
  const impatience = setTimeout(then, lastWordMs);
  child.once('disconnect', () => {
    clearTimeout(impatience);
    then();
  });
}

/** Removes the scratch once no process is in it; in a jail the last one ends a moment after ours. */
function forgetScratch({ scratch }: Child): void {
  if (!scratch) return;
  try {
    rmSync(scratch.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 10 });
  } catch {
    // A converter that was taken over may have locked us out of a folder; that is removed once this process is gone.
  }
}

const longestWait = 20;

/** Whether it has computed too long, or makes no progress; on a busy machine it may take several times as long. */
function isOverdue(signs: Signs, child: Child, timeoutMs: number): boolean {
  const now = Date.now();
  const cpuMs = computedMs(pidOf(child));
  if (cpuMs === null) return now - signs.at > timeoutMs;
  if (cpuMs > signs.seenCpuMs) Object.assign(signs, { seenCpuMs: cpuMs, seenAt: now });
  return cpuMs - signs.cpuMs > timeoutMs || now - signs.seenAt > timeoutMs || now - signs.at > timeoutMs * longestWait;
}

function signsOf(child: Child): Signs {
  const cpuMs = computedMs(pidOf(child)) ?? 0;
  return { at: Date.now(), cpuMs, seenCpuMs: cpuMs, seenAt: Date.now() };
}

/** The converter's own process: the process that we started may only be the one that built the jail and waits. */
function pidOf({ process: { pid }, kind }: Child): number | undefined {
  if (pid === undefined || (kind !== 'namespaces' && kind !== 'bubblewrap')) return pid;
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0]) || undefined;
  } catch {
    return undefined;
  }
}

const msPerTick = 10;

/** Linux only; elsewhere only the clock counts. */
function computedMs(pid: number | undefined): number | null {
  if (process.platform !== 'linux' || pid === undefined) return null;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may contain anything: the state, ten numbers, then the time as user and as system.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * msPerTick;
  } catch {
    return null;
  }
}

/** Linux only; elsewhere only the time limit holds. */
function residentBytes(pid: number | undefined): number {
  if (process.platform !== 'linux' || pid === undefined) return 0;
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}
