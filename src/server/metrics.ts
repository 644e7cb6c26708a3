import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { PoolUse } from './db.ts';
import { RequestDurations } from './request-durations.ts';

export type Metrics = {
  /** How long requests took. */
  requests: RequestDurations;
  /** One refusal because of load or a limit, by reason. */
  countRefusal(reason: string): void;
  watchPool(name: string, use: () => PoolUse): void;
  /** Everything in Prometheus' text format. */
  print(): Promise<string>;
  contentType: string;
};

/** Each has a registry of its own, so that tests may make many. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new RequestDurations();
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
    requests,
    countRefusal: (reason) => refusals.inc({ reason }),
    watchPool: (name, use) => void pools.set(name, use),
    print: async () => (await registry.metrics()) + requests.print(),
    contentType: registry.contentType,
  };
}
