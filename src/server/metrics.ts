import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { PoolUse } from './db.ts';

export type RequestObservation = { method: string; route: string; status: number; seconds: number };

export type Metrics = {
  observeRequest(observation: RequestObservation): void;
  /** One refusal because of load or a limit, by reason. */
  countRefusal(reason: string): void;
  watchPool(name: string, use: () => PoolUse): void;
  /** Everything in Prometheus' text format. */
  print(): Promise<string>;
  contentType: string;
};

const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Each has a registry of its own, so that tests may make many. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by method, route template and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [registry],
  });
  const refusals = new Counter({
    name: 'http_refusals_total',
    help: 'Requests refused because of load or a limit',
    labelNames: ['reason'] as const,
    registers: [registry],
  });
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
  return {
    observeRequest: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    countRefusal: (reason) => refusals.inc({ reason }),
    watchPool: (name, use) => void pools.set(name, use),
    print: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
