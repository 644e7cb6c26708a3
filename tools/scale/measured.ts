import { z } from 'zod';
import type { Figure } from '../../bench/figures.ts';
import { OperatorError } from '../../src/app/operator-error.ts';
import { type Draw, type Simulated, simulate, type Visit } from './simulate.ts';

const kind = z.object({
  /** How often a visit asks for it. */
  weight: z.number(),
  /** The time that an answer takes of the process, and of the database's processor. */
  serviceMs: z.number().positive(),
  databaseMs: z.number().nonnegative(),
  /** The times of answers to a single user: equal shares, sorted. */
  aloneMs: z.array(z.number().positive()).min(1),
  bytes: z.number(),
});
const load = z.object({ users: z.number(), pauseMs: z.number(), perSecond: z.number(), p99Ms: z.number() });
const parts = z.object({ kinds: z.record(z.string(), kind), full: load, busy: load });

export type Kind = z.infer<typeof kind>;
type Load = z.infer<typeof load>;

/** The bench's measurements of a process's answers, and of an image. */
export interface Measured extends z.infer<typeof parts> {
  imageMs: number;
  date: string;
  machine: string;
}

/** Takes what is needed of the kept figures; throws `OperatorError` where it is missing. */
export function readMeasured(figures: readonly Figure[]): Measured {
  const visits = figures.find(({ name }) => name === 'visits');
  const image = figures.find(({ name }) => name === 'hot-image');
  const read = parts.safeParse(visits?.parts);
  if (!read.success) throw new OperatorError('No service times are kept: npm run -s bench -- visits');
  if (!image?.ours) throw new OperatorError('The time of an image is not kept: npm run -s bench -- hot-image');
  return {
    ...read.data,
    imageMs: 1000 / image.ours,
    date: visits?.date ?? '',
    machine: visits?.machine ?? 'a machine that is not written down',
  };
}

const process = 0;
const database = 1;

/** Draws the course of one answer of this kind. */
export type Course = (draw: Draw) => readonly Visit[];

/**
 * The variation of answers to a single user is taken for work of the process; its mean is the measured service time. The rest of
 * the time alone is the database's work, and a delay (network, the caller) in which others are served.
 */
export function courseOf({ serviceMs, databaseMs, aloneMs }: Kind): Course {
  const mean = meanOf(aloneMs);
  const raw = aloneMs.map((ms) => Math.max(serviceMs / 5, ms - mean + serviceMs));
  const services = raw.map((ms) => (ms * serviceMs) / meanOf(raw));
  const delayMs = Math.max(0, mean - serviceMs - databaseMs);
  return (draw) => [
    { station: process, ms: services[Math.floor(draw() * services.length)] ?? serviceMs },
    { station: database, ms: databaseMs },
    { station: null, ms: delayMs },
  ];
}

/** Draws an answer of these kinds, each as often as its weight says. */
export function mixOf(kinds: readonly Kind[]): Course {
  const courses = kinds.map(courseOf);
  const all = kinds.reduce((sum, { weight }) => sum + weight, 0);
  return (draw) => {
    let drawn = draw() * all;
    const at = kinds.findIndex(({ weight }) => {
      drawn -= weight;
      return drawn < 0;
    });
    return courses[at]?.(draw) ?? [];
  };
}

export interface Compared {
  what: string;
  measured: number;
  simulated: number;
  /** How far the simulated figure is from the measured one, as a share of it. */
  off: number;
}

/** The simulation beside what was measured: one process and one core of a database, under the same users. */
export function compare(given: Measured): Compared[] {
  const next = mixOf(Object.values(given.kinds));
  const under = ({ users, pauseMs }: Load) =>
    simulate({ servers: [1, 1], arrivals: { users, pauseMs }, jobs: 100_000, seed: 1, next });
  const [full, busy]: [Simulated, Simulated] = [under(given.full), under(given.busy)];
  const line = (what: string, measured: number, simulated: number) => ({
    what,
    measured,
    simulated,
    off: simulated / measured - 1,
  });
  return [
    line('throughput_full', given.full.perSecond, full.perSecond),
    line('throughput_busy', given.busy.perSecond, busy.perSecond),
    line('p99_ms_busy', given.busy.p99Ms, busy.p99Ms),
  ];
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
