import { describe, expect, it } from 'vitest';
import { lineThrough, slopeOf, studentT } from './slope.ts';

/** The data set Norris of NIST, whose slope and standard error are certified. */
const norris = `0.2 0.1 337.4 338.8 118.2 118.1 884.6 888.0 10.1 9.2 226.5 228.1 666.3 668.5 996.3 998.5 448.6 449.1
  777.0 778.9 558.2 559.2 0.4 0.3 0.6 0.1 775.5 778.1 666.9 668.8 338.0 339.3 447.5 448.9 11.6 10.8 556.0 557.7
  228.1 228.3 995.8 998.0 887.6 888.8 120.2 119.6 0.3 0.3 0.3 0.6 556.8 557.6 339.1 339.3 887.2 888.0 999.0 998.5
  779.0 778.9 11.1 10.2 118.3 117.6 229.2 228.9 669.1 668.4 448.9 449.2 0.5 0.2`;
const numbers = norris.split(/\s+/).map(Number);
const pairs = numbers.flatMap((x, index) => (index % 2 === 0 ? [{ x, y: numbers[index + 1] ?? 0 }] : []));

describe('the line of least squares', () => {
  it('has the slope and the standard error that are certified for known data', () => {
    const { slope, error } = lineThrough(pairs);
    expect(pairs).toHaveLength(36);
    expect(slope).toBeCloseTo(1.00211681802045, 10);
    expect(error).toBeCloseTo(0.000429796848199937, 12);
  });
});

describe("Student's distribution", () => {
  it.each([
    [1, 12.7062],
    [2, 4.3027],
    [5, 2.5706],
    [10, 2.2281],
    [28, 2.0484],
    [120, 1.9799],
  ])('with %d degrees of freedom has its 97.5 % at %d', (freedom, t) => {
    expect(studentT(freedom)).toBeCloseTo(t, 3);
  });
});

describe('the interval of a slope', () => {
  const times = Array.from({ length: 60 }, (_, x) => x);

  it('is the plain one where neighbours do not resemble each other', () => {
    const points = times.map((x) => ({ x, y: 3 * x + (x % 2) }));
    const { slope, error } = lineThrough(points);
    const { least, most } = slopeOf(points);
    expect(slope).toBeCloseTo(3, 1);
    expect(most - slope).toBeCloseTo(studentT(58) * error, 6);
    expect(slope - least).toBeCloseTo(studentT(58) * error, 6);
  });

  it('holds 0 for a slow wave, which the plain one takes for growth', () => {
    const points = times.map((x) => ({ x, y: Math.sin((4 * Math.PI * x) / 60) }));
    const { slope, error } = lineThrough(points);
    const { least, most } = slopeOf(points);
    expect(Math.abs(slope)).toBeGreaterThan(studentT(58) * error);
    expect(least < 0 && most > 0).toBe(true);
  });

  it('does not hold 0 for growth beside noise', () => {
    const points = times.map((x) => ({ x, y: x / 10 + ((x * 7919) % 13) / 13 }));
    expect(slopeOf(points).least).toBeGreaterThan(0);
  });

  it('has no width for values on a line', () => {
    const { slope, least, most } = slopeOf(times.map((x) => ({ x, y: 5 })));
    expect([slope, least, most]).toEqual([0, 0, 0]);
  });
});
