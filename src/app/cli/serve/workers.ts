import cluster, { type Worker } from 'node:cluster';
import { OperatorError } from '../../../server/command/operator-error.ts';
import type { Log } from '../../../server/config/log.ts';
import { countsIn, mergeMetrics } from '../../../server/metrics/merge-metrics.ts';
import { pause } from '../../../server/process/pause.ts';
import { programArguments, programPath } from '../../../server/process/program-path.ts';
import type { FromWorker, ToWorker, WorkerFacts } from './worker-words.ts';

/** A worker that served for so long has not died at once. */
const servedForMs = 1_000;
const firstPauseMs = 500;
const longestPauseMs = 30_000;
const printWithinMs = 1_500;

export type WorkersContext = {
  count: number;
  /** A worker that has not ended so long after the stop is killed: it is held, or hangs. */
  stopWithinMs: number;
  facts: WorkerFacts;
  signal: AbortSignal;
  log: Log;
  /** The first worker listens. */
  onServing: () => Promise<void>;
  onStopping: () => void;
};

/**
 * Serves one port with several processes until `signal` fires, and replaces each one that ends. Returns the exit status:
 * 0 when all of them finished their work. Rejects with OperatorError where none can serve for a reason to be mended.
 */
export async function runWorkers(context: WorkersContext): Promise<number> {
  const { count, signal, stopWithinMs, onStopping } = context;
  const path = programPath(import.meta.url, { source: './server-worker.ts', built: 'server-worker.js' });
  // Each worker accepts by itself: a connection that waits when one is killed is taken by another one.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: path, args: [], execArgv: programArguments(path) });
  const stopping = new AbortController();
  let killing: NodeJS.Timeout | undefined;
  const stop = () => {
    if (!stopping.signal.aborted) onStopping();
    stopping.abort();
    signalWorkers('SIGTERM');
    killing ??= setTimeout(() => signalWorkers('SIGKILL'), stopWithinMs);
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  // While the database is away, and no worker lives, nothing else keeps this process until the next try.
  const alive = setInterval(() => {}, longestPauseMs);
  const crew = createCrew(context, { stop, stopping: stopping.signal });
  try {
    const statuses = await Promise.all(Array.from({ length: count }, () => crew.keepOne()));
    if (crew.refusal) throw new OperatorError(crew.refusal);
    return statuses.every((status) => status === 0) ? 0 : 1;
  } finally {
    signal.removeEventListener('abort', stop);
    clearTimeout(killing);
    clearInterval(alive);
  }
}

/** Asks every worker to stop, or ends it; false where there is none. */
export function signalWorkers(signal: 'SIGTERM' | 'SIGKILL'): boolean {
  const all = listWorkers();
  for (const { process: child } of all) child.kill(signal);
  return all.length > 0;
}

function listWorkers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

function createCrew(
  { facts, log, onServing }: WorkersContext,
  { stop, stopping }: { stop: () => void; stopping: AbortSignal },
) {
  let restarts = 0;
  let refusal: string | null = null;
  let isServed = false;
  const serving = new Set<Worker>();
  const figures = collectFigures({ serving, restarts: () => restarts });

  function hear(worker: Worker, word: FromWorker, onWorkerServing: () => void): void {
    switch (word.kind) {
      case 'hello':
        say(worker, { kind: 'serve', ...facts });
        return;
      case 'serving':
        serving.add(worker);
        onWorkerServing();
        if (isServed) return;
        isServed = true;
        onServing().catch((error: unknown) => log.error({ err: error }, 'the start was not told'));
        return;
      case 'failed':
        log.error({ event: 'worker failed', reason: word.reason }, 'a worker cannot serve');
        if (isServed) return;
        refusal = word.reason;
        stop();
        return;
      case 'machine wanted':
        void figures.print().then((text) => say(worker, { kind: 'machine', id: word.id, text }));
        return;
      case 'own metrics':
        figures.take(word);
    }
  }

  /** Runs one worker to its end; `servedMs` 0: it never listened, or the machine has no room for one more process. */
  async function runOne(): Promise<{ status: number; servedMs: number }> {
    try {
      return await runToEnd(cluster.fork());
    } catch (error) {
      log.error({ err: error, event: 'worker failed' }, 'a worker cannot be started');
      return { status: 1, servedMs: 0 };
    }
  }

  function runToEnd(worker: Worker): Promise<{ status: number; servedMs: number }> {
    let servingSince = Number.POSITIVE_INFINITY;
    worker.on('message', (word: FromWorker) =>
      hear(worker, word, () => {
        servingSince = performance.now();
      }),
    );
    return new Promise((resolve, reject) => {
      worker.on('error', (error) => {
        // A worker that could not be started sends no `exit`.
        if (worker.process.pid === undefined) reject(error);
        else log.error({ err: error, event: 'worker failed' }, 'a worker cannot be reached');
      });
      worker.once('exit', (code: number | null, killedBy: string | null) => {
        serving.delete(worker);
        figures.keep(worker);
        if (!stopping.aborted)
          log.error({ event: 'worker ended', pid: worker.process.pid, code, signal: killedBy }, 'a worker is replaced');
        // A worker that is stopped while it loads does not hear the signal, and has no work to finish.
        const isUnbegun = stopping.aborted && killedBy === 'SIGTERM' && servingSince === Number.POSITIVE_INFINITY;
        const status = isUnbegun ? 0 : (code ?? 1);
        resolve({ status, servedMs: Math.max(0, performance.now() - servingSince) });
      });
    });
  }

  return {
    get refusal() {
      return refusal;
    },
    /** Keeps one worker running until the stop, and returns the exit status of the last one. */
    async keepOne(): Promise<number> {
      let diedAtOnce = 0;
      let status = 0;
      while (!stopping.aborted) {
        const end = await runOne();
        status = end.status;
        if (stopping.aborted) break;
        status = 0; // the one that died is replaced; only the ends at the stop count
        restarts += 1;
        diedAtOnce = end.servedMs >= servedForMs ? 0 : diedAtOnce + 1;
        if (diedAtOnce > 1) await pause(Math.min(longestPauseMs, firstPauseMs * 2 ** (diedAtOnce - 2)), stopping);
      }
      return status;
    },
  };
}

function say(worker: Worker, word: ToWorker): void {
  // A worker that has just died does not get this; its end is noticed elsewhere.
  if (worker.isConnected()) worker.send(word, () => {});
}

/**
 * Adds up the metrics of all workers. No sum may fall, since Prometheus takes a lower count for a restart and counts
 * all of it again. So a worker that is late counts with its last answer, and the counts of a worker that has ended
 * stay.
 */
function collectFigures({ serving, restarts }: { serving: ReadonlySet<Worker>; restarts: () => number }) {
  const waiting = new Map<number, (text: string) => void>();
  const told = new Map<Worker, string>();
  let ended = '';
  let lastId = 0;

  async function ask(worker: Worker): Promise<void> {
    lastId += 1;
    const id = lastId;
    const text = await new Promise<string | null>((resolve) => {
      waiting.set(id, resolve);
      setTimeout(() => resolve(null), printWithinMs).unref();
      say(worker, { kind: 'own metrics wanted', id });
    });
    waiting.delete(id);
    if (text !== null && serving.has(worker)) told.set(worker, text);
  }

  return {
    take: ({ id, text }: { id: number; text: string }) => waiting.get(id)?.(text),
    /** Keeps the counts of a worker that has ended. */
    keep(worker: Worker): void {
      const text = told.get(worker);
      if (text === undefined) return;
      told.delete(worker);
      ended = mergeMetrics([ended, countsIn(text)]);
    },
    async print(): Promise<string> {
      await Promise.all([...serving].map(ask));
      const own = `# TYPE worker_restarts_total counter\nworker_restarts_total ${restarts()}\n`;
      return mergeMetrics([...told.values(), ended, own]);
    },
  };
}
