import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/server/process/package-root.ts';
import { paths } from '../../src/shared/paths.ts';
import type { Size } from './day.ts';
import type { Ammunition, Pressing, Shots } from './generator.ts';
import { timeUntil } from './load.ts';
import { countPendingAvif } from './queries.ts';
import type { Readers } from './readers.ts';
import type { Site } from './site.ts';

const capacityMs = { short: 5_000, usual: 10_000, long: 30_000 };
/** Before its capacity is measured, a process has had so many questions of each kind: its code is compiled then. */
const warmUpMs = { short: 5_000, usual: 15_000, long: 15_000 };
/** Callers who ask again as soon as they are answered: enough to keep the process busy, too few to overload it. */
const callers = 24;
const oftenEnough = 5000;

export const withoutCore = 'a core of its own for the process: taskset or a second core is absent';

export const isGood = ({ status }: { status: number }) => status === 200;

/** Keeps a process on that core; false where that cannot be. */
export function pin(pid: number, core: string): boolean {
  return cpus().length > 1 && spawnSync('taskset', ['-a', '-cp', core, String(pid)]).status === 0;
}

const picturesWithinMs = 900_000;

/** Waits until no picture is made in the background, which takes time from what is measured; a short day does not wait. */
export async function untilPicturesAreMade(site: Site, size: Size): Promise<void> {
  if (size === 'short') return;
  const areMade = await site.withDatabase(async (db) => {
    const isOver = async () => (await countPendingAvif(db)) === 0;
    return (await timeUntil(isOver, picturesWithinMs, 500)) < picturesWithinMs;
  });
  if (!areMade) throw new Error('The pictures were not made in time');
}

/** The good answers a second of a process that always has something to do. */
export async function measureCapacity(site: Site, readers: Readers, size: Size): Promise<number> {
  const ask = (forMs: number) => fire(site, readers, { perSecond: oftenEnough, forMs, mostConnections: callers });
  await ask(warmUpMs[size]);
  const { shots } = await ask(capacityMs[size]);
  return Math.round((1000 * shots.filter(isGood).length) / capacityMs[size]);
}

/** Mostly pages that no cache holds, and now and then a member's chapter. */
function ammunitionOf({ chapterIds, headers }: Readers): Ammunition[] {
  const asBrowsers = 'Accept-Encoding: gzip, deflate, br, zstd\r\n';
  const get = (path: string, head = '') => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${asBrowsers}${head}\r\n`;
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

/** `isEven`: each kind of question comes as often as another. */
type Firing = Omit<Pressing, 'port' | 'ammunition'> & { isEven?: boolean };

/** Asks from a process of its own, on a core of its own where there is one. */
export async function fire(site: Site, readers: Readers, { isEven = false, ...given }: Firing): Promise<Shots> {
  const generator = fork(join(packageRoot, 'lab/bad-day/generator.ts'), { execArgv: ['--import', 'tsx'] });
  pin(generator.pid ?? 0, '1');
  const usual = ammunitionOf(readers);
  const ammunition = isEven ? usual.map((each) => ({ ...each, times: 1 })) : usual;
  const pressing: Pressing = { port: site.port, ammunition, ...given };
  generator.send(pressing);
  const [shots]: [Shots] = (await once(generator, 'message')) as [Shots]; // as: it sends nothing else
  return shots;
}
