import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Day } from './day.ts';
import { countDoubleGrants, countHalfBooks, countKept, listMissingUsers } from './queries.ts';
import { addReaders, password, type Readers } from './readers.ts';
import { addNovels, openSite, type Site, signal, writeNovel } from './site.ts';

const kills = { short: 4, usual: 20, long: 1000 };
const victims = ['worker', 'parent', 'database', 'both'] as const;
const writers = 4;
const chaptersOfNovel = 4;
/** More than the writers redeem until a kill. */
const codesOfKill = 25;
const codesOfCommand = 1000;

/** The writes that the server has confirmed, by the names of the users who wrote it. */
interface Acknowledged {
  register: string[];
  like: string[];
  progress: string[];
  coupon: string[];
}

export const kill: Day = {
  name: 'kill',
  what: 'A worker, the parent, the database or both are killed (-9) amid registers, likes, places, coupons, imports and backups.',
  async play({ folder, size }) {
    const place = join(folder, 'site');
    mkdirSync(place);
    const site = await openSite(place, { WORKERS: '2' });
    const acknowledged: Acknowledged = { register: [], like: [], progress: [], coupon: [] };
    let slowestMs = 0;
    try {
      await site.start();
      const readers = await addReaders(site);
      const codes = await drawCodes(site, kills[size] * codesOfKill);
      for (let round = 0; round < kills[size]; round += 1) {
        const writing = writeOn(site, { readers, codes, acknowledged, round });
        const command = beginCommand(site, round);
        await pause(300 + Math.random() * 1500);
        const victim = victims[round % victims.length] ?? 'both';
        await strike(site, victim);
        command.kill('SIGKILL');
        await writing.stop();
        slowestMs = Math.max(slowestMs, await serveAgain(site, victim));
      }
      await addNovels(
        site,
        Array.from({ length: kills[size] }, (_, round) => titleOf(round)),
      );
      const figures = await site.withDatabase(async (db) => {
        const lost = (await listMissingUsers(db, acknowledged.register)).length;
        const kept = await Promise.all(
          (['like', 'progress', 'coupon'] as const).map(
            async (kind) => acknowledged[kind].length - (await countKept(db, { kind, names: acknowledged[kind] })),
          ),
        );
        return {
          lost_writes: kept.reduce((sum, count) => sum + count, lost),
          double_grants: await countDoubleGrants(db),
          half_books: await countHalfBooks(db, chaptersOfNovel),
        };
      });
      const written = Object.values(acknowledged).reduce((sum, { length }) => sum + length, 0);
      return {
        figures: {
          kills: kills[size],
          acknowledged: written,
          ...figures,
          part_backups: await countPartBackups(site, folder),
          serving_ms: Math.round(slowestMs),
        },
        targets: {
          acknowledged: { least: kills[size] },
          lost_writes: { most: 0 },
          double_grants: { most: 0 },
          half_books: { most: 0 },
          part_backups: { most: 0 },
          serving_ms: { most: 5000 },
        },
        skipped: 'notifications: they are killed amid by `npm run histories`; a DATABASE_URL of its own',
      };
    } finally {
      await site.close();
    }
  },
};

const titleOf = (round: number) => `Killed ${round}`;
const backupOf = (site: Site, round: number) => join(site.dataDir, `backup-${round}.tar`);

async function drawCodes(site: Site, count: number): Promise<string[]> {
  const codes: string[] = [];
  while (codes.length < count) {
    const many = Math.min(count - codes.length, codesOfCommand);
    const said = await site.run(['coupon', 'create', '--months', '1', '--count', String(many), '--json']);
    const made: { code: string }[] = JSON.parse(said);
    codes.push(...made.map(({ code }) => code));
  }
  return codes;
}

/** Users who register, and then like, read and redeem, one after another, until the server is gone. */
function writeOn(
  site: Site,
  given: { readers: Readers; codes: string[]; acknowledged: Acknowledged; round: number },
): { stop(): Promise<void> } {
  const { readers, codes, acknowledged, round } = given;
  let isOver = false;
  const [bookId = ''] = readers.bookIds;
  const [chapterId = ''] = readers.chapterIds;

  async function live(name: string): Promise<void> {
    const made = await site.call('POST', '/user/register', { username: name, password, invite_code: '' });
    if (made.status !== 200) return;
    acknowledged.register.push(name);
    const entered = await site.call('POST', '/user/login', { username: name, password });
    if (entered.status !== 200) return;
    const headers = { authorization: `Token ${JSON.parse(entered.body).data.jwt_token}` };
    const position = { index: 1, fraction: 0.5 };
    const furthest = { ...position, chapter_number: 1 };
    const place = { book_uuid: bookId, chapter_uuid: chapterId, position, furthest };
    const items = [{ ...place, updated_at: new Date().toISOString() }];
    const favor = { book_uuid: bookId, chapter_uuid: chapterId };
    const answers = [
      ['like', await site.call('POST', '/comics/chapter/favor', favor, headers)],
      ['progress', await site.call('POST', '/user/progress', { items }, headers)],
      ['coupon', await site.call('POST', '/user/coupon/redeem', { code: codes.pop() ?? '' }, headers)],
    ] as const;
    for (const [kind, { status }] of answers) if (status === 200 || status === 204) acknowledged[kind].push(name);
  }

  const lives = Array.from({ length: writers }, async (_, writer) => {
    for (let count = 0; !isOver; count += 1) {
      await live(`writer${round}x${writer}x${count}`);
      await pause(5); // a server that is gone refuses at once
    }
  });
  return {
    async stop() {
      isOver = true;
      await Promise.all(lives);
    },
  };
}

/** An import or, by turns, a backup that is under way at the kill. */
function beginCommand(site: Site, round: number) {
  if (round % 2 === 1) return site.begin(['backup', backupOf(site, round)]);
  return site.begin(['import', writeNovel(site, titleOf(round))]);
}

async function strike(site: Site, victim: (typeof victims)[number]): Promise<void> {
  const workers = site.workerPids();
  const database = site.databasePids();
  if (victim === 'worker') signal(workers.slice(0, 1), 'SIGKILL');
  if (victim === 'database') signal(database, 'SIGKILL');
  if (victim === 'both') signal(database, 'SIGKILL');
  if (victim === 'parent' || victim === 'both') await site.end('SIGKILL');
}

/** The milliseconds until the site serves again; where its parent was killed, from its next start. */
async function serveAgain(site: Site, victim: (typeof victims)[number]): Promise<number> {
  if (victim === 'parent' || victim === 'both') return site.start();
  const began = performance.now();
  await site.untilReady();
  return performance.now() - began;
}

/** Backups that stand there under their name and cannot be restored. */
async function countPartBackups(site: Site, folder: string): Promise<number> {
  let broken = 0;
  for (let round = 0; existsSync(folder) && round < kills.long; round += 1) {
    const file = backupOf(site, round);
    if (!existsSync(file)) continue;
    const place = join(folder, `restored-${round}`);
    mkdirSync(place);
    const other = await openSite(place);
    if ((await other.command(['restore', file])).status !== 0) broken += 1;
    await other.close();
  }
  return broken;
}
