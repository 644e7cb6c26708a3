import { afterEach, describe, expect, it } from 'vitest';
import { createMetrics } from '../metrics/metrics.ts';
import { watchEventLoop } from './event-loop.ts';

let watch: ReturnType<typeof watchEventLoop> | undefined;
afterEach(() => watch?.stop());

function hold(ms: number): void {
  const until = performance.now() + ms;
  // The time that the loop is held is what the watch measures.
  while (performance.now() < until);
}

describe('the event loop', () => {
  it('reports how long it was held, the same to every caller', async () => {
    watch = watchEventLoop();
    // The first sample is needed to measure the others.
    await expect.poll(() => watch?.heldSecondsMax()).toBeGreaterThan(0);
    hold(300);
    await expect.poll(() => watch?.heldSecondsMax()).toBeGreaterThan(0.25);
    expect(watch.heldSecondsMax()).toBeGreaterThan(0.25);
  });

  it('has a figure from the first scrape', async () => {
    const printed = await createMetrics().print();
    expect(printed).toMatch(/^# TYPE event_loop_held_seconds_max gauge\nevent_loop_held_seconds_max \d/m);
    expect(printed).toContain('# TYPE retention_backlog_rows gauge');
  });
});
