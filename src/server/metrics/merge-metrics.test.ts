import { expect, it } from 'vitest';
import { countsIn, mergeMetrics } from './merge-metrics.ts';
import { createMetrics } from './metrics.ts';

it('counts of several processes add up, and so do amounts', () => {
  const one =
    '# HELP a Asked\n# TYPE a counter\na{way="up"} 2\na{way="down"} 1\n\n# HELP b Open\n# TYPE b gauge\nb 3\n';
  const other =
    '# HELP a Asked\n# TYPE a counter\na{way="up"} 5\na{way="left"} 4\n\n# HELP b Open\n# TYPE b gauge\nb 4\n';
  expect(mergeMetrics([one, other])).toBe(
    '# HELP a Asked\n# TYPE a counter\na{way="up"} 7\na{way="down"} 1\na{way="left"} 4\n# HELP b Open\n# TYPE b gauge\nb 7\n',
  );
});

it('the buckets, sums and counts of histograms add up', () => {
  const histogram = (low: number, all: number) =>
    `# HELP t Time\n# TYPE t histogram\nt_bucket{le="1"} ${low}\nt_bucket{le="+Inf"} ${all}\nt_sum ${all}.5\nt_count ${all}\n`;
  expect(mergeMetrics([histogram(1, 2), histogram(3, 4)])).toContain(
    't_bucket{le="1"} 4\nt_bucket{le="+Inf"} 6\nt_sum 7\nt_count 6\n',
  );
});

it('a gauge of what all processes share, or of a time, is the highest', () => {
  const gauge = (name: string, value: string) => `# HELP ${name} x\n# TYPE ${name} gauge\n${name} ${value}\n`;
  for (const name of [
    'event_loop_held_seconds_max',
    'disk_free_bytes',
    'payments_unsettled',
    'nodejs_eventloop_lag_p99_seconds',
  ])
    expect(mergeMetrics([gauge(name, '2'), gauge(name, '3'), gauge(name, 'NaN')])).toContain(`\n${name} 3\n`);
});

it('every figure of a process is kept, under its own head', async () => {
  const metrics = createMetrics();
  metrics.requests.of({ method: 'GET', route: '/', status: 200 }).observe(0.01);
  const text = await metrics.print();
  const heads = (given: string) => given.split('\n').filter((line) => line.startsWith('#'));
  const merged = mergeMetrics([text, text]);
  expect(heads(merged)).toEqual(heads(text));
  expect(merged).toContain('\nworkers_alive 2\n');
  expect(merged).toMatch(/http_request_duration_seconds_count\{[^}]*route="\/"[^}]*\} 2\n/);
  expect(merged.split('\n').length).toBeGreaterThan(100);
});

it('what a process has counted outlives it, and what it held does not', () => {
  const counter = '# HELP a Done.\n# TYPE a counter\na{b="c"} 2\n';
  const gauge = '# HELP d Open.\n# TYPE d gauge\nd 7\n';
  expect(countsIn(counter + gauge)).toBe(counter);
  expect(mergeMetrics(['', countsIn(counter + gauge), counter])).toContain('a{b="c"} 4');
});
