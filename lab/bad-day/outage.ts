import { setTimeout as pause } from 'node:timers/promises';
import type { Target } from './day.ts';
import { askSteadily, longestMs, percent, type Sample, timeUntil } from './load.ts';
import type { Readers } from './readers.ts';
import type { Site } from './site.ts';

const perSecond = 30;
const isGood = ({ status }: Sample) => status >= 200 && status < 400;
const isPolite = ({ status, retryAfter }: Sample) => status === 503 && retryAfter !== null && retryAfter >= 1;

export const outageTargets: Record<string, Target> = {
  longest_ms: { most: 3000 },
  cached_percent: { least: 99 },
  failures_not_503: { most: 0 },
  healthz_percent: { least: 100 },
  readyz_503_after_ms: { most: 3000 },
  good_after_ms: { most: 3000 },
};

/** Fills the cache as visitors would, then takes the database away, and measures what its readers see. */
export async function playOutage(
  site: Site,
  readers: Readers,
  outage: { begin(): Promise<void>; forMs: number; end(): Promise<void> },
): Promise<Record<string, number>> {
  for (const path of readers.cached) {
    const { status } = await site.ask(path);
    if (status !== 200) throw new Error(`${path} was answered ${status} before the outage`);
  }
  await outage.begin();
  const load = askSteadily(site, { perSecond, next: (count) => nextQuestion(readers, count) });
  const notReady = timeUntil(async () => (await site.ask('/readyz')).status === 503, outage.forMs);
  await pause(outage.forMs);
  const samples = await Promise.all([load.stop(), notReady]).then(([all]) => all);
  await outage.end();
  const goodAfterMs = await timeUntil(() => isWell(site, readers), 30_000);
  const of = (kind: string) => samples.filter((sample) => sample.kind === kind);
  const others = samples.filter(({ kind }) => kind !== 'cached' && kind !== 'healthz');
  return {
    questions: samples.length,
    longest_ms: longestMs(samples),
    cached_percent: percent(of('cached'), isGood),
    healthz_percent: percent(of('healthz'), isGood),
    refused: others.filter(isPolite).length,
    failures_not_503: samples.filter((sample) => !isGood(sample) && !isPolite(sample)).length,
    readyz_503_after_ms: await notReady,
    good_after_ms: goodAfterMs,
  };
}

function nextQuestion(readers: Readers, count: number) {
  if (count % 15 === 0) return { kind: 'healthz', path: '/healthz' };
  if (count % 3 === 0) return readers.other(count / 3);
  return { kind: 'cached', path: readers.cached[count % readers.cached.length] ?? '/' };
}

/** The site answers what needs the database. */
export async function isWell(site: Site, { guest, headers }: Readers): Promise<boolean> {
  const answers = await Promise.all([
    site.ask('/readyz'),
    site.call('GET', `/comics/book/search?page=${Math.floor(performance.now())}`),
    site.call('GET', '/user/progress', undefined, headers),
    site.call('POST', '/user/login', guest),
  ]);
  return answers.every(({ status }) => status === 200);
}
