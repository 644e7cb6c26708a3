import type { Day } from './day.ts';
import type { Shots } from './generator.ts';
import { askSteadily, percent, percentile, timeUntil } from './load.ts';
import { fire, isGood, measureCapacity, pin, untilPicturesAreMade, withoutCore } from './press.ts';
import { addReaders, type Readers } from './readers.ts';
import { openSite, type Site } from './site.ts';

const times = { short: 5_000, usual: 20_000, long: 60_000 };
/** As many as wait in all browsers; more would only wait in the system's queue. */
const mostConnections = 2000;
const normalWithinMs = 500;
const isRefused = ({ status }: { status: number }) => status === 503;

export const overload: Day = {
  name: 'overload',
  what: 'Five and ten times as many questions come as a process can answer, most of them for what no cache holds.',
  async play({ folder, size }) {
    // The limits of an address are far away, for all callers have the same; without limits nothing would be refused.
    const site = await openSite(folder, { RATE_LIMIT_SCALE: '100000' });
    try {
      await site.run(['seed']);
      await site.start();
      const isPinned = pin(site.pid, '0');
      const readers = await addReaders(site);
      await untilPicturesAreMade(site, size);
      const peak = await measureCapacity(site, readers, size);
      const press = (factor: number) => pressOn(site, readers, { perSecond: factor * peak, forMs: times[size] });
      const five = await press(5);
      const afterMs = await timeUntil(() => isNormal(site, readers), 30_000);
      const ten = await press(10);
      const all = [...five.shots, ...ten.shots];
      const refused = all.filter(isRefused);
      const goodput = ({ shots }: Shots) =>
        Math.round((1000 * shots.filter(isGood).length) / (times[size] / 1000) / peak) / 10;
      return {
        figures: {
          capacity_per_s: peak,
          due_5: five.due,
          asked_5: five.shots.length,
          due_10: ten.due,
          asked_10: ten.shots.length,
          asked_late_ms: Math.max(five.latestMs, ten.latestMs),
          goodput_5_percent: goodput(five),
          goodput_10_percent: goodput(ten),
          refused: refused.length,
          refusals_p95_ms: Math.round(percentile(refused, 95)),
          refused_without_retry_after: refused.filter(({ hasRetryAfter }) => !hasRetryAfter).length,
          other_failures: all.filter((one) => !isGood(one) && !isRefused(one)).length,
          last_class_percent: percent(
            five.shots.filter(({ kind }) => kind === 'last'),
            isGood,
          ),
          healthz_percent: Math.min(five.healthz, ten.healthz),
          normal_after_ms: afterMs,
        },
        targets: {
          goodput_5_percent: { least: 90 },
          goodput_10_percent: { least: 80 },
          refusals_p95_ms: { most: 50 },
          refused_without_retry_after: { most: 0 },
          last_class_percent: { least: 99 },
          healthz_percent: { least: 100 },
          normal_after_ms: { most: 10_000 },
        },
        ...(isPinned ? {} : { skipped: withoutCore }),
      };
    } finally {
      await site.close();
    }
  },
};

async function pressOn(site: Site, readers: Readers, given: { perSecond: number; forMs: number }) {
  const health = askSteadily(site, { perSecond: 5, next: () => ({ kind: 'healthz', path: '/healthz' }) });
  const shots = await fire(site, readers, { ...given, mostConnections });
  return { ...shots, healthz: percent(await health.stop(), isGood) };
}

/** Nothing is refused, and everything is answered as usual. */
async function isNormal(site: Site, readers: Readers): Promise<boolean> {
  const { shots } = await fire(site, readers, { perSecond: 20, forMs: 1000, mostConnections: 20 });
  return shots.every((shot) => isGood(shot) && shot.ms <= normalWithinMs);
}
