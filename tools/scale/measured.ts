import { z } from 'zod';
import type { Figure } from '../../bench/figures.ts';
import { OperatorError } from '../../src/app/operator-error.ts';
import { type Simulated, simulate, type Visit } from './simulate.ts';

const kind = z.object({
  /** How often a visit asks for it. */
  weight: z.number(),
  /** The time that an answer takes of the process, and of the database's processor. */
  serviceMs: z.number().positive(),
  databaseMs: z.number().nonnegative(),
  /** The usual time of an answer to a single user. */
  aloneMs: z.number().positive(),
  bytes: z.number(),
});
const load = z.object({ users: z.number(), pauseMs: z.number(), perSecond: z.number(), p99Ms: z.number() });
/** The times from one answer to the next while the process is never without work, in their order. */
const gapsMs = z.array(z.number().nonnegative()).min(1);
const parts = z.object({ kinds: z.record(z.string(), kind), full: load.extend({ gapsMs }), busy: load });

export type Kind = z.infer<typeof kind>;
type Load = z.infer<typeof load>;

/** The bench's measurements of a process's answers, and of images. */
export interface Measured extends z.infer<typeof parts> {
  /** The time that an image takes of a process, from its memory. */
  imageMs: number;
  /** The most that one takes that nobody has asked for before, from a folder. */
  coldImageMs: number;
  date: string;
  machine: string;
}

/** Takes what is needed of the kept figures; throws `OperatorError` where it is missing. */
export function readMeasured(figures: readonly Figure[]): Measured {
  const visits = figures.find(({ name }) => name === 'visits');
  const image = figures.find(({ name }) => name === 'hot-image');
  const cold = figures.find(({ name }) => name === 'image-s3-cold');
  const read = parts.safeParse(visits?.parts);
  if (!read.success) throw new OperatorError('No service times are kept: npm run -s bench -- visits');
  if (!image?.ours) throw new OperatorError('The time of an image is not kept: npm run -s bench -- hot-image');
  if (!cold?.reference)
    throw new OperatorError('The time of a cold image is not kept: npm run -s bench -- image-s3-cold');
  return {
    ...read.data,
    imageMs: 1000 / image.ours,
    coldImageMs: 1000 / cold.reference,
    date: visits?.date ?? '',
    machine: visits?.machine ?? 'a machine that is not written down',
  };
}

const process = 0;
const database = 1;

/** Where a process stands in the course of its answers. */
export interface Place {
  at: number;
}

/**
 * Gives a process's answers in the order in which they were measured: it is held now and then, by the collection of
 * garbage or by a page that is rendered. Those who come meanwhile wait together, which single times drawn by chance do
 * not show. The mean is that of the measured service times. Beside the process's work there are the database's and a delay
 * (network, the caller) in which others are served.
 */
export function createCourse({ kinds, full: { gapsMs } }: Measured): (place: Place) => readonly Visit[] {
  const each = Object.values(kinds);
  const weights = sum(each.map(({ weight }) => weight));
  const mean = (figure: (kind: Kind) => number) => sum(each.map((kind) => kind.weight * figure(kind))) / weights;
  const serviceMs = mean((kind) => kind.serviceMs);
  const databaseMs = mean((kind) => kind.databaseMs);
  const delayMs = mean((kind) => Math.max(0, kind.aloneMs - kind.serviceMs - kind.databaseMs));
  const services = withMean(gapsMs, serviceMs);
  return (place) => {
    place.at = (place.at + 1) % services.length;
    return [
      { station: process, ms: services[place.at] ?? 0 },
      { station: database, ms: databaseMs },
      { station: null, ms: delayMs },
    ];
  };
}

/** These times with another mean: each loses the same step, the caller's own work, but none becomes negative. */
function withMean(times: readonly number[], mean: number): number[] {
  let step = 0;
  const moved = () => times.map((ms) => Math.max(0, ms - step));
  for (let round = 0; round < 100; round += 1) step += sum(moved()) / times.length - mean;
  return moved();
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
  const course = createCourse(given);
  const under = ({ users, pauseMs }: Load) => {
    const place = { at: 0 };
    return simulate({
      servers: [1, 1],
      arrivals: { users, pauseMs },
      jobs: 100_000,
      seed: 1,
      next: () => course(place),
    });
  };
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

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
