import { setTimeout as pause } from 'node:timers/promises';
import type { Day } from './day.ts';
import { askSteadily, longestMs, percent, timeUntil } from './load.ts';
import { isWell } from './outage.ts';
import { addReaders } from './readers.ts';
import { openSite, signal } from './site.ts';

const rounds = { short: 1, usual: 3, long: 10 };
/** How PostgreSQL names these signals. */
const ways = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;
const perSecond = 30;
/** Readers come back before the next restart: what was kept from before the last one may be out of date. */
const restMs = 3_000;

export const restartDatabase: Day = {
  name: 'restart-db',
  what: 'The database is shut down in its fast and its immediate way; the server starts it again by itself.',
  async play({ folder, size }) {
    const site = await openSite(folder);
    const figures: Record<string, number> = { good_after_ms: 0 };
    try {
      await site.start();
      const readers = await addReaders(site);
      for (const path of readers.cached) await site.ask(path);
      const load = askSteadily(site, {
        perSecond,
        next: (count) =>
          count % 3 === 0
            ? readers.other(count / 3)
            : { kind: 'cached', path: readers.cached[count % readers.cached.length] ?? '/' },
      });
      for (let round = 0; round < rounds[size]; round += 1)
        for (const name of Object.values(ways)) {
          const [before = 0] = site.databasePids();
          signal([before], name);
          await timeUntil(async () => ![undefined, before].includes(site.databasePids()[0]), 60_000, 5);
          const goodAfterMs = await timeUntil(() => isWell(site, readers), 30_000);
          figures.good_after_ms = Math.max(figures.good_after_ms ?? 0, goodAfterMs);
          await pause(restMs);
        }
      const samples = await load.stop();
      figures.questions = samples.length;
      figures.longest_ms = longestMs(samples);
      const good = ({ status }: { status: number }) => status >= 200 && status < 400;
      figures.cached_percent = percent(
        samples.filter(({ kind }) => kind === 'cached'),
        good,
      );
      figures.failures_not_503 = samples.filter(
        (sample) => !good(sample) && !(sample.status === 503 && sample.retryAfter !== null),
      ).length;
      return {
        figures,
        targets: {
          good_after_ms: { most: 3000 },
          longest_ms: { most: 3000 },
          cached_percent: { least: 99 },
          failures_not_503: { most: 0 },
        },
      };
    } finally {
      await site.close();
    }
  },
};
