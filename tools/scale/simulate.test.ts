import { describe, expect, it } from 'vitest';
import { drawPause, drawsOf, simulate } from './simulate.ts';
import { farthestFromTheory, theories, waitOfTheory } from './theory.ts';

describe('the simulation', () => {
  it.each(theories)('is within 3 % of M/M/$servers at $load of its capacity', (theory) => {
    expect(Math.abs(farthestFromTheory([theory]))).toBeLessThanOrEqual(0.03);
  });

  it.each([0.5, 0.7])(
    'has the p99 of M/M/1 at %d of its capacity, which another order of serving would miss',
    (load) => {
      const { p99Ms } = simulate({
        servers: [1],
        arrivals: { perSecond: 1000 * load },
        jobs: 400_000,
        seed: 2,
        next: (draw) => [{ station: 0, ms: drawPause(1, draw) }],
      });
      // The time of an answer is exponential there, with the mean 1 / (1 - load).
      expect(p99Ms / (Math.log(100) / (1 - load))).toBeCloseTo(1, 1);
    },
  );

  it('times those that it is told to, and counts all', () => {
    const [short, long] = [[{ station: 0, ms: 1 }], [{ station: 0, ms: 4 }]];
    let asked = 0;
    const { perSecond, meanMs } = simulate({
      servers: [1],
      arrivals: { users: 1, pauseMs: 0 },
      jobs: 1000,
      seed: 1,
      next: () => {
        asked += 1;
        return asked % 2 === 0 ? short : long;
      },
      isTimed: (visits) => visits === long,
    });
    expect([meanMs, perSecond]).toEqual([expect.closeTo(4, 6), expect.closeTo(400, 0)]);
  });

  it('counts throughput, work and times of jobs that follow a known course', () => {
    const course = { station: 0, ms: 5 };
    const delay = { station: null, ms: 20 };
    const { perSecond, meanMs, p99Ms, busy } = simulate({
      servers: [1],
      arrivals: { users: 1, pauseMs: 0 },
      jobs: 1000,
      seed: 1,
      next: () => [course, delay],
    });
    expect([meanMs, p99Ms]).toEqual([expect.closeTo(25, 6), expect.closeTo(25, 6)]);
    expect(perSecond).toBeCloseTo(40, 6);
    expect(busy[0]).toBeCloseTo(0.2, 2);
  });

  it('of more users than servers has the throughput of the slowest stage', () => {
    const { perSecond, busy } = simulate({
      servers: [1, 4],
      arrivals: { users: 32, pauseMs: 0 },
      jobs: 5000,
      seed: 1,
      next: (draw) => [
        { station: 0, ms: drawPause(2, draw) },
        { station: 1, ms: drawPause(20, draw) },
      ],
    });
    expect(perSecond / 200).toBeCloseTo(1, 1);
    expect(busy[1]).toBeGreaterThan(0.97);
  });

  it('is the same for the same seed', () => {
    const once = () => {
      const draw = drawsOf(7);
      return [draw(), draw()];
    };
    expect(once()).toEqual(once());
  });
});

describe('the theory', () => {
  it('of one server is that of M/M/1', () => {
    expect(waitOfTheory({ servers: 1, load: 0.5 })).toBeCloseTo(1, 9);
    expect(waitOfTheory({ servers: 2, load: 0.5 })).toBeCloseTo(1 / 3, 9);
  });
});
