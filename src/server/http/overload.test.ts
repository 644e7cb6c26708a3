import { describe, expect, it } from 'vitest';
import { inLong } from '../testing/depth.ts';
import {
  createShedder,
  loadClasses,
  nextPressure,
  noPressure,
  overloaded,
  type Pressure,
  refusedShare,
  watchPressure,
} from './overload.ts';

const follow = (lates: readonly number[], from: Pressure = noPressure) =>
  lates.reduce((pressure, lateMs) => nextPressure(pressure, { lateMs }), from);
const times = (count: number, lateMs: number) => Array.from({ length: count }, () => lateMs);
const shares = (load: { steps: number; queued: number }) => loadClasses.map((name) => refusedShare(name, load));

describe('the pressure on the event loop', () => {
  it('is none after one long task, however long, or after lateness below 100 ms', () => {
    expect(follow([3000, 0, 900, 0, 500, 500, 0]).steps).toBe(0);
    expect(follow(times(200, 99)).steps).toBe(0);
  });

  it('rises while the loop is late by 100 ms again and again, faster the later it is', () => {
    expect(follow(times(2, 100)).steps).toBe(0);
    expect(follow(times(3, 100)).steps).toBe(0.25);
    expect(follow(times(3, 350)).steps).toBeGreaterThan(follow(times(3, 100)).steps);
  });

  it('leaves the last class out, however long it lasts, until the loop is late by a second', () => {
    expect(shares({ steps: follow(times(500, 900)).steps, queued: 0 })).toEqual([1, 1, 1, 0]);
    expect(shares({ steps: follow(times(500, 1000)).steps, queued: 0 })).toEqual([1, 1, 1, 1]);
  });

  it('is over within ten seconds of calm from its highest, and within a second for the last class', () => {
    const worst = follow(times(500, 1000));
    expect(follow(times(20, 5), worst).steps).toBeLessThan(4);
    expect(follow(times(200, 5), worst).steps).toBe(0);
  });

  it('does not fall while the loop is still somewhat late', () => {
    const some = follow(times(5, 100));
    expect(follow(times(10, 40), some).steps).toBeGreaterThan(some.steps);
  });

  inLong('is measured on the loop of this process', async () => {
    const watch = watchPressure();
    try {
      const hold = () => {
        const until = performance.now() + 160;
        // The time that the loop is held is what is measured.
        while (performance.now() < until);
      };
      await expect
        .poll(
          () => {
            hold();
            return watch.steps();
          },
          { interval: 1, timeout: 10_000 },
        )
        .toBeGreaterThan(0.5);
    } finally {
      watch.stop();
    }
  });
});

describe('the share of each class that is refused', () => {
  it.each([
    [0, 0, [0, 0, 0, 0]],
    [0.5, 0, [0.5, 0, 0, 0]],
    [1.25, 0, [1, 0.25, 0, 0]],
    [3, 0, [1, 1, 1, 0]],
    [4, 0, [1, 1, 1, 1]],
    [0, 0.99, [0, 0, 0, 0]],
    [0, 1, [1, 1, 0, 0]],
    [0, 2, [1, 1, 1, 0]],
    [0, 50, [1, 1, 1, 0]],
    [2.5, 1, [1, 1, 0.5, 0]],
  ])('with %d steps and queues taken %d times is %o', (steps, queued, expected) => {
    expect(shares({ steps, queued })).toEqual(expected);
  });

  it('comes back with Retry-After from 1 to 5 seconds, not the same for all', () => {
    const { refuses } = createShedder(() => ({ steps: 1, queued: 0 }));
    const waits = new Set(Array.from({ length: 300 }, () => overloaded().retryAfterSeconds));
    expect([...waits].sort()).toEqual([1, 2, 3, 4, 5]);
    expect(overloaded()).toMatchObject({ status: 503, code: 'unavailable', refusal: 'overload' });
    expect([refuses('search'), refuses('page')]).toEqual([true, false]);
  });

  it('is a share of the requests of that class', () => {
    const { refuses } = createShedder(() => ({ steps: 0.5, queued: 0 }));
    const refused = Array.from({ length: 2000 }, () => refuses('search')).filter(Boolean).length;
    expect(refused).toBeGreaterThan(800);
    expect(refused).toBeLessThan(1200);
  });
});
