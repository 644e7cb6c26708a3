import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { PoolUse } from '../database/db.ts';
import { watchEventLoop } from '../process/event-loop.ts';
import { createJobFigures, type JobFigures } from './job-metrics.ts';
import { createMachineFigures, type Machine } from './machine-metrics.ts';
import { RequestDurations } from './request-durations.ts';

export type Metrics = {
  /** How long requests took. */
  requests: RequestDurations;
  /** Sets the number of a table's expired rows that are not removed yet. */
  reportBacklog(table: string, rows: number): void;
  /** Counts one refusal because of load or a limit, by reason. */
  countRefusal(reason: string): void;
  /** Counts one connection that was cut, by reason. */
  countCut(reason: 'max_connections' | 'slow_reader'): void;
  jobs: JobFigures;
  /** Sets the disks and the database whose state is reported from now on. */
  watchMachine(machine: Machine): void;
  watchPool(name: string, use: () => PoolUse): void;
  /** Counts one notification of a provider, by its outcome. */
  countNotification(labels: { provider: string; outcome: string }): void;
  /** Sets the reader of the payment figures for scrapes; null keeps the last figures. */
  watchBooks(read: () => Promise<BooksFigures | null>): void;
  /** Adds a reader of the number of searches that run and that wait. */
  watchSearches(use: () => { running: number; waiting: number }): void;
  /** Sets the reader of the number of pieces of work of a kind that run or wait for their turn. */
  watchWork(kind: string, count: () => number): void;
  /** Sets the kind of the converters' jail. */
  noteConverterJail(kind: string): void;
  /** Counts one answer for visitors by the database that it was read from. */
  countReplicaRead(to: 'replica' | 'primary'): void;
  /** Sets the reader of how far the replica is behind; null: it does not answer. */
  watchReplica(lagSeconds: () => number | null): void;
  /** Counts one request to the store of pictures. */
  observeStore(request: { op: string; outcome: string; seconds: number }): void;
  /** Counts a missing picture file that the database names. */
  countMissingMedia(): void;
  /** All figures in Prometheus' text format. */
  print(): Promise<string>;
  contentType: string;
};

/** Figures of payments that need attention, as last counted. */
export interface BooksFigures {
  payments_unsettled: number;
  payments_in_review: number;
  payments_mismatched: number;
  ledger_differences: number;
}

/** Each call has its own registry, so that tests can create many. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new RequestDurations();
  const loop = watchEventLoop();
  new Gauge({
    name: 'event_loop_held_seconds_max',
    help: 'The longest that the event loop was held in the last minute',
    registers: [registry],
    collect() {
      this.set(loop.heldSecondsMax());
    },
  });
  new Gauge({
    name: 'workers_alive',
    help: 'Processes of this machine that serve the port',
    registers: [registry],
  }).set(1);
  new Counter({
    name: 'worker_restarts_total',
    help: 'Workers of this machine that ended and were replaced',
    registers: [registry],
  });
  const backlogs = new Gauge({
    name: 'retention_backlog_rows',
    help: 'Rows that are over and not removed yet; of many, as the database estimates them',
    labelNames: ['table'] as const,
    registers: [registry],
  });
  const refusals = new Counter({
    name: 'http_refusals_total',
    help: 'Requests refused because of load or a limit',
    labelNames: ['reason'] as const,
    registers: [registry],
  });
  const notifications = new Counter({
    name: 'payment_notifications_total',
    help: "Payment providers' calls, by what became of them",
    labelNames: ['provider', 'outcome'] as const,
    registers: [registry],
  });
  const books = bookGauges(registry);
  const cuts = new Counter({
    name: 'connections_cut_total',
    help: 'Connections cut because of too many of them, or of a caller who takes nothing of an answer',
    labelNames: ['reason'] as const,
    registers: [registry],
  });
  const machine = createMachineFigures(registry);
  const pools = new Map<string, () => PoolUse>();
  new Gauge({
    name: 'db_pool_connections',
    help: 'Connections of each pool in use and idle, and requests waiting for one',
    labelNames: ['pool', 'state'] as const,
    registers: [registry],
    collect() {
      for (const [pool, use] of pools) {
        const { total, idle, waiting } = use();
        this.set({ pool, state: 'in_use' }, total - idle);
        this.set({ pool, state: 'idle' }, idle);
        this.set({ pool, state: 'waiting' }, waiting);
      }
    },
  });
  const searches: (() => { running: number; waiting: number })[] = [];
  new Gauge({
    name: 'search_running',
    help: 'Searches that run in this process',
    registers: [registry],
    collect() {
      this.set(searches.reduce((sum, use) => sum + use().running, 0));
    },
  });
  new Gauge({
    name: 'search_waiting',
    help: 'Searches that wait for a place in this process',
    registers: [registry],
    collect() {
      this.set(searches.reduce((sum, use) => sum + use().waiting, 0));
    },
  });
  const work = new Map<string, () => number>();
  new Gauge({
    name: 'work_under_way',
    help: 'Work of requests that is limited in this process, running or waiting for its turn',
    labelNames: ['kind'] as const,
    registers: [registry],
    collect() {
      for (const [kind, count] of work) this.set({ kind }, count());
    },
  });
  const jail = new Gauge({
    name: 'converter_jail',
    help: '1 for the jail that converters run in: namespaces, bubblewrap, own uid only or none',
    labelNames: ['kind'] as const,
    registers: [registry],
  });
  const missingMedia = new Counter({
    name: 'media_missing_total',
    help: 'Files of images that the database names and that were not there when they were asked for',
    registers: [registry],
  });
  const replicaReads = new Counter({
    name: 'db_replica_reads_total',
    help: 'Answers made for visitors, by the database that they were read from, where there is a replica',
    labelNames: ['to'] as const,
    registers: [registry],
  });
  const storeRequests = new Counter({
    name: 'media_store_requests_total',
    help: 'Requests to a store of objects, by what they asked and how it ended',
    labelNames: ['op', 'outcome'] as const,
    registers: [registry],
  });
  const storeDurations = new Histogram({
    name: 'media_store_duration_seconds',
    help: 'Time until a store of objects began its answer',
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  });
  return {
    requests,
    reportBacklog: (table, rows) => backlogs.set({ table }, rows),
    countRefusal: (reason) => refusals.inc({ reason }),
    countCut(reason) {
      cuts.inc({ reason });
      if (reason === 'max_connections') refusals.inc({ reason: 'connections' });
    },
    jobs: createJobFigures(registry),
    watchMachine: machine.watch,
    noteConverterJail: (kind) => jail.set({ kind }, 1),
    countMissingMedia: () => missingMedia.inc(),
    countReplicaRead: (to) => replicaReads.inc({ to }),
    watchReplica(lagSeconds) {
      new Gauge({
        name: 'db_replica_lag_seconds',
        help: 'How far the replica is behind the database; NaN: it does not answer',
        registers: [registry],
        collect() {
          this.set(lagSeconds() ?? Number.NaN);
        },
      });
    },
    observeStore({ op, outcome, seconds }) {
      storeRequests.inc({ op, outcome });
      storeDurations.observe(seconds);
    },
    watchPool: (name, use) => void pools.set(name, use),
    countNotification: (labels) => notifications.inc(labels),
    watchBooks: books.watch,
    async print() {
      await Promise.all([books.refresh(), machine.refresh()]);
      return (await registry.metrics()) + requests.print();
    },
    watchSearches(use) {
      searches.push(use);
    },
    watchWork: (kind, count) => void work.set(kind, count),
    contentType: registry.contentType,
  };
}

const bookHelp: Record<keyof BooksFigures, string> = {
  payments_unsettled: 'Money that a provider told of and nothing took up',
  payments_in_review: 'Sales and events that an operator should look at',
  payments_mismatched: 'Sales that money and memberships disagree on, at the last check',
  ledger_differences: 'Memberships that are not what their ledger comes to, at the last check',
};

/** Gauges that share one reading, so that a scrape queries the database once. */
function bookGauges(registry: Registry) {
  const names = Object.keys(bookHelp) as (keyof BooksFigures)[]; // the keys of the object above
  const gauges = names.map((name) => ({
    name,
    gauge: new Gauge({ name, help: bookHelp[name], registers: [registry] }),
  }));
  let read: (() => Promise<BooksFigures | null>) | null = null;
  return {
    watch(given: () => Promise<BooksFigures | null>) {
      read = given;
    },
    async refresh() {
      const figures = await read?.();
      if (figures) for (const { name, gauge } of gauges) gauge.set(figures[name]);
    },
  };
}
