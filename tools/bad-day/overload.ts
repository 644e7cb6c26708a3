import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/server/package-root.ts';
import { paths } from '../../src/shared/paths.ts';
import type { Day } from './day.ts';
import type { Ammunition, Pressing, Shots } from './generator.ts';
import { askSteadily, percent, percentile, timeUntil } from './load.ts';
import { addReaders, type Readers } from './readers.ts';
import { openSite, type Site } from './site.ts';

const times = { short: 5_000, usual: 20_000, long: 60_000 };
const capacityMs = { short: 5_000, usual: 10_000, long: 30_000 };
/** Before its capacity is measured, a process has had so many questions of each kind: its code is compiled then. */
const warmUpMs = { short: 5_000, usual: 15_000, long: 15_000 };
/** Callers who ask again as soon as they are answered: enough to keep the process busy, too few to overload it. */
const callers = 24;
const oftenEnough = 5000;
/** As many as wait in all browsers; more would only wait in the system's queue. */
const mostConnections = 2000;
const normalWithinMs = 500;
const isGood = ({ status }: { status: number }) => status === 200;
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
      const askAgainAndAgain = (forMs: number) =>
        fire(site, readers, { perSecond: oftenEnough, forMs, mostConnections: callers });
      await askAgainAndAgain(warmUpMs[size]);
      const { shots: calm } = await askAgainAndAgain(capacityMs[size]);
      const peak = Math.round((1000 * calm.filter(isGood).length) / capacityMs[size]);
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
        ...(isPinned ? {} : { skipped: 'a core of its own for the process: taskset or a second core is absent' }),
      };
    } finally {
      await site.close();
    }
  },
};

/** Keeps a process on that core; false where that cannot be. */
function pin(pid: number, core: string): boolean {
  return cpus().length > 1 && spawnSync('taskset', ['-a', '-cp', core, String(pid)]).status === 0;
}

/** Mostly pages that no cache holds, and now and then a member's chapter. */
function ammunitionOf({ chapterIds, headers }: Readers): Ammunition[] {
  const get = (path: string, head = '') => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${head}\r\n`;
  const own = `Authorization: ${headers.authorization}\r\n`;
  const run = `${Date.now()}x#`;
  return [
    { kind: 'last', times: 1, request: get(`/api/v1/comics/chapter_comics/${chapterIds[3]}/en-us`, own) },
    { kind: 'search', times: 3, request: get(`/api/v1/comics/book/search?q=night${run}`) },
    { kind: 'call', times: 3, request: get('/api/v1/user/progress', own) },
    { kind: 'list', times: 3, request: get('/api/v1/comics/book/search?page=#') },
    { kind: 'page', times: 15, request: get(`${paths.home()}?tag=word${run}`) },
  ];
}

/** Asks from a process of its own, on a core of its own where there is one. */
async function fire(site: Site, readers: Readers, given: Omit<Pressing, 'port' | 'ammunition'>): Promise<Shots> {
  const generator = fork(join(packageRoot, 'tools/bad-day/generator.ts'), { execArgv: ['--import', 'tsx'] });
  pin(generator.pid ?? 0, '1');
  const pressing: Pressing = { port: site.port, ammunition: ammunitionOf(readers), ...given };
  generator.send(pressing);
  const [shots]: [Shots] = (await once(generator, 'message')) as [Shots]; // as: it sends nothing else
  return shots;
}

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
