import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Question, Site } from './site.ts';

export interface Sample {
  kind: string;
  /** The time of the question, in milliseconds of `performance.now()`. */
  at: number;
  ms: number;
  status: number;
  retryAfter: number | null;
}

export interface Asked extends Question {
  kind: string;
  path: string;
}

/** Asks so often a second, by turns, whether or not earlier questions were answered; `stop` waits for all answers. */
export function askSteadily(site: Pick<Site, 'ask'>, given: { perSecond: number; next: (count: number) => Asked }) {
  const samples: Sample[] = [];
  const underWay = new Set<Promise<void>>();
  const began = performance.now();
  let count = 0;
  let isOver = false;

  function ask(): void {
    const asked = given.next(count);
    const at = performance.now();
    count += 1;
    const answered = site.ask(asked.path, asked).then((answer) => {
      samples.push(sampleOf(asked.kind, at, answer));
      underWay.delete(answered);
    });
    underWay.add(answered);
  }

  const running = (async () => {
    while (!isOver) {
      const due = Math.floor(((performance.now() - began) / 1000) * given.perSecond);
      while (count < due) ask();
      await pause(5);
    }
  })();

  return {
    samples,
    async stop(): Promise<Sample[]> {
      isOver = true;
      await running;
      await Promise.all(underWay);
      return samples;
    },
  };
}

function sampleOf(kind: string, at: number, { ms, status, headers }: Answer): Sample {
  const { 'retry-after': wait } = headers;
  return { kind, at, ms, status, retryAfter: typeof wait === 'string' ? Number(wait) : null };
}

/** The part of the samples that fits, in percent; of none it is 100. */
export function percent<S>(samples: readonly S[], fits: (sample: S) => boolean): number {
  if (samples.length === 0) return 100;
  return Math.round((10_000 * samples.filter(fits).length) / samples.length) / 100;
}

/** How many there are of each kind and status: of failures, it tells where to look. */
export function countEach(samples: readonly Sample[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind, status } of samples) counts[`${kind}_${status}`] = (counts[`${kind}_${status}`] ?? 0) + 1;
  return counts;
}

/** The time that so many percent of the samples keep to, in milliseconds; of none it is 0. */
export function percentile(samples: readonly Pick<Sample, 'ms'>[], share: number): number {
  const times = samples.map(({ ms }) => ms).sort((one, other) => one - other);
  return times[Math.min(times.length - 1, Math.floor((share / 100) * times.length))] ?? 0;
}

export function longestMs(samples: readonly Sample[]): number {
  return Math.round(Math.max(0, ...samples.map(({ ms }) => ms)));
}

/** Waits until `check` holds; returns the milliseconds that it took, at most `withinMs`. */
export async function timeUntil(check: () => Promise<boolean>, withinMs: number, everyMs = 20): Promise<number> {
  const began = performance.now();
  while (!(await check())) {
    if (performance.now() - began > withinMs) return withinMs;
    await pause(everyMs);
  }
  return Math.round(performance.now() - began);
}
