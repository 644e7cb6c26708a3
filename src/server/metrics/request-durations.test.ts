import { Histogram, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { RequestDurations } from './request-durations.ts';

const kinds = [
  { method: 'GET', route: '/', status: 200 },
  { method: 'POST', route: '/odd"route\\with\nall', status: 404 },
];
const seconds = [0, 0.001, 0.0011, 0.03, 0.5, 9.99, 10, 10.1, 3600];

/** The same observations counted by prom-client. */
async function printedByPromClient(): Promise<string> {
  const registry = new Registry();
  const histogram = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by method, route template and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  for (const kind of kinds) for (const value of seconds) histogram.observe({ ...kind }, value);
  return registry.metrics();
}

const sortedLines = (text: string) => text.trim().split('\n').sort();

describe('RequestDurations', () => {
  it('prints what prom-client prints of the same observations', async () => {
    const durations = new RequestDurations();
    for (const kind of kinds) for (const value of seconds) durations.of(kind).observe(value);
    expect(sortedLines(durations.print())).toEqual(sortedLines(await printedByPromClient()));
  });

  it('has one series for each method, route and status', () => {
    const durations = new RequestDurations();
    expect(durations.of({ method: 'GET', route: '/', status: 200 })).toBe(
      durations.of({ method: 'GET', route: '/', status: 200 }),
    );
    expect(durations.of({ method: 'GET', route: '/', status: 304 })).not.toBe(
      durations.of({ method: 'GET', route: '/', status: 200 }),
    );
  });
});
