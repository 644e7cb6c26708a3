import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startReplicatedDatabase, systemPostgres } from '../../src/server/testing/replicated-database.ts';
import type { Day } from './day.ts';
import { type Asked, askSteadily, longestMs, percent, type Sample, timeUntil } from './load.ts';
import { isWell } from './outage.ts';
import { setReplay } from './queries.ts';
import { addReaders, type Readers } from './readers.ts';
import { openSite, type Site } from './site.ts';

const perSecond = 50;
const lagMs = { short: 5_000, usual: 30_000, long: 120_000 };
const awayMs = { short: 5_000, usual: 20_000, long: 60_000 };
const isGood = ({ status }: Sample) => status === 200 || status === 204;
const isPolite = ({ status, retryAfter }: Sample) => status === 503 && retryAfter !== null && retryAfter >= 1;

export const replica: Day = {
  name: 'replica',
  what: 'The replica falls behind, goes and comes back; then the primary goes and comes back.',
  async play({ folder, size }) {
    if (systemPostgres === null)
      return { figures: {}, targets: {}, skipped: "all of it: no PostgreSQL of the system's packages is here" };
    const database = await startReplicatedDatabase();
    const settings = { DATABASE_URL: database.url, DATABASE_REPLICA_URL: database.replicaUrl };
    const site = await openSite(folder, settings);
    const behind = new pg.Client({ connectionString: database.replicaUrl });
    try {
      await site.start();
      const readers = await addReaders(site);
      await behind.connect();
      behind.on('error', () => {}); // it is stopped later on
      const read = async (forMs: number) => {
        const load = askSteadily(site, { perSecond, next: (count) => nextOf(readers, count) });
        const missed = countMissedWrites(site, { readers, forMs });
        await pause(forMs);
        return { samples: await load.stop(), missed: await missed };
      };
      await setReplay(behind, 'paused');
      const late = await read(lagMs[size]);
      await setReplay(behind, 'running').catch(() => {}); // what it replays at once may end the question
      database.stop('replica');
      const alone = await read(awayMs[size]);
      database.start('replica');
      const back = await read(awayMs[size]);
      const readsBefore = await readsOf(site);
      database.stop('primary');
      const outage = askSteadily(site, { perSecond, next: (count) => nextOf(readers, count) });
      await pause(awayMs[size]);
      const samples = await outage.stop();
      const readsAfter = await readsOf(site);
      database.start('primary');
      const goodAfterMs = await timeUntil(() => isWell(site, readers), 30_000);
      const of = (kind: string) => samples.filter((sample) => sample.kind === kind);
      const failed = (some: readonly Sample[]) => some.filter((sample) => !isGood(sample)).length;
      const all = [late, alone, back];
      return {
        figures: {
          questions: samples.length + all.reduce((sum, { samples: some }) => sum + some.length, 0),
          failed_while_late: failed(late.samples),
          failed_while_replica_away: failed(alone.samples),
          failed_when_it_came_back: failed(back.samples),
          own_writes_missed: all.reduce((sum, { missed }) => sum + missed, 0),
          replica_reads_in_outage: readsAfter - readsBefore,
          visitors_percent: percent(of('visitor'), isGood),
          failures_not_503: of('user').filter((sample) => !isGood(sample) && !isPolite(sample)).length,
          longest_ms: longestMs(samples),
          good_after_ms: goodAfterMs,
        },
        targets: {
          failed_while_late: { most: 0 },
          failed_while_replica_away: { most: 0 },
          failed_when_it_came_back: { most: 0 },
          own_writes_missed: { most: 0 },
          replica_reads_in_outage: { least: 10 },
          visitors_percent: { least: 99 },
          failures_not_503: { most: 0 },
          longest_ms: { most: 3000 },
          good_after_ms: { most: 3000 },
        },
      };
    } finally {
      await behind.end().catch(() => {});
      await site.close();
      database.remove();
    }
  },
};

/** Visitors' lists and books, those that a cache holds and others, and what a user reads and writes. */
function nextOf({ cached, chapterIds, bookIds, headers }: Readers, count: number): Asked {
  if (count % 5 === 0) return { kind: 'user', path: '/api/v1/user/progress', headers };
  if (count % 5 === 1) return { kind: 'user', path: `/api/v1/comics/chapter_comics/${chapterIds[3]}/en-us`, headers };
  if (count % 5 === 2) return { kind: 'visitor', path: `/api/v1/comics/book/search?page=${count}` };
  if (count % 5 === 3)
    return { kind: 'visitor', path: `/api/v1/comics/chapters/${bookIds[count % 3]}/en-us/desc/${count % 97}/10` };
  return { kind: 'visitor', path: cached[count % cached.length] ?? '/' };
}

/** A user who moves on again and again, and reads at once where they are. */
async function countMissedWrites(site: Site, given: { readers: Readers; forMs: number }): Promise<number> {
  const { bookIds, chapterIds, headers } = given.readers;
  const until = performance.now() + given.forMs;
  let missed = 0;
  while (performance.now() < until) {
    const updatedAt = new Date().toISOString();
    const fraction = Math.random();
    const furthest = { chapter_number: 1, index: 0, fraction: 1 };
    const place = { position: { index: 0, fraction }, furthest, updated_at: updatedAt };
    const items = [{ book_uuid: bookIds[0], chapter_uuid: chapterIds[0], ...place }];
    await site.call('POST', '/user/progress', { items }, headers);
    const { body } = await site.call('GET', '/user/progress', undefined, headers);
    if (!body.includes(updatedAt)) missed += 1;
    await pause(200);
  }
  return missed;
}

/** The questions that the replica has answered so far. */
async function readsOf(site: Site): Promise<number> {
  const { body } = await site.ask('/metrics');
  return Number(/^db_replica_reads_total\{to="replica"\} (\d+)/m.exec(body)?.[1] ?? 0);
}
