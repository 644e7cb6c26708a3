import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startNginx } from '../../src/app/testing/nginx.ts';
import { findFreePort } from '../../src/server/testing/loopback.ts';
import type { Day } from './day.ts';
import { type Asked, askSteadily, countEach, longestMs, type Sample } from './load.ts';
import { addReaders, type Readers } from './readers.ts';
import { type Answer, openSite, type Question, Site } from './site.ts';

const perSecond = 200;
/** Of each process; the first figure of all questions is the one that the target names. */
const restarts = { short: 1, usual: 5, long: 20 };
const least = { short: 1000, usual: 20_000, long: 80_000 };
/** nginx asks a process again so long after it was away (fail_timeout in deploy/nginx.conf): no other may go before. */
const restMs = 6000;
/** As docs/deploy.md says. */
const stopDelayS = '5';
const answersWithinMs = 20_000;

export const rolling: Day = {
  name: 'rolling',
  what: 'Two processes behind nginx are restarted one after the other, again and again, under 200 requests a second.',
  async play({ folder, size }) {
    if (isAbsent()) return { figures: {}, targets: {}, skipped: 'all of it: nginx or openssl is absent' };
    const [place, proxy] = [join(folder, 'site'), join(folder, 'proxy')];
    mkdirSync(place);
    mkdirSync(proxy);
    const site = await openSite(place);
    try {
      await site.run(['migrate']);
      return await site.withDatabase(async (_db, url) => {
        const settings = { DATABASE_URL: url, STOP_DELAY_S: stopDelayS, TRUST_PROXY: '1' };
        const make = async () => new Site({ dataDir: place, port: await findFreePort(), settings });
        const [one, two] = [await make(), await make()];
        const nginx = await startNginx({ folder: proxy, ports: [one.port, two.port] });
        const front = createFront(nginx.port);
        try {
          await Promise.all([one.start(), two.start()]);
          const readers = await addReaders(one);
          const load = askSteadily(front, { perSecond, next: (count) => nextOf(readers, count) });
          await pause(restMs / 2);
          for (let round = 0; round < restarts[size]; round += 1)
            for (const process of [one, two]) {
              await process.end();
              await process.start();
              await pause(restMs);
            }
          while (load.samples.length < least[size]) await pause(100);
          const samples = await load.stop();
          const failed = samples.filter(({ status }) => status < 200 || status > 299);
          return {
            figures: {
              restarts: 2 * restarts[size],
              questions: samples.length,
              failed: failed.length,
              ...countEach(failed),
              longest_gap_ms: longestGapMs(samples),
              longest_ms: longestMs(samples),
            },
            targets: {
              questions: { least: least[size] },
              failed: { most: 0 },
              longest_gap_ms: { most: 100 },
            },
            skipped: 'a restart from the version before: there is none yet',
          };
        } finally {
          front.close();
          await nginx.stop();
          await Promise.all([one.end(), two.end()]);
        }
      });
    } finally {
      await site.close();
    }
  },
};

function isAbsent(): boolean {
  return spawnSync('nginx', ['-v']).status !== 0 || spawnSync('openssl', ['version']).status !== 0;
}

/** Every second question is one that a cache may answer; the others reach a process. */
function nextOf({ cached, bookIds, chapterIds, headers }: Readers, count: number): Asked {
  const turn = Math.floor(count / 2);
  if (count % 2 === 0) return { kind: 'cached', path: cached[turn % cached.length] ?? '/' };
  const chapter = { book_uuid: bookIds[0], chapter_uuid: chapterIds[0] };
  const furthest = { chapter_number: 1, index: 0, fraction: 0.5 };
  const updatedAt = new Date().toISOString();
  const items = [{ ...chapter, position: { index: 0, fraction: 0.5 }, furthest, updated_at: updatedAt }];
  const own: readonly Asked[] = [
    { kind: 'chapter', path: `/api/v1/comics/chapter_comics/${chapterIds[3]}/en-us`, headers },
    { kind: 'list', path: `/api/v1/comics/book/search?page=${count}` },
    { kind: 'favor', path: '/api/v1/comics/chapter/favor', method: 'POST', payload: chapter, headers },
    { kind: 'progress', path: '/api/v1/user/progress', method: 'POST', payload: { items }, headers },
  ];
  return own[turn % own.length] ?? { kind: 'home', path: '/' };
}

/** Readers' browsers: their connections to nginx stay open. */
function createFront(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64, rejectUnauthorized: false });
  return {
    ask(path: string, { method = 'GET', headers = {}, payload }: Question = {}): Promise<Answer> {
      const began = performance.now();
      const body = payload === undefined ? null : JSON.stringify(payload);
      const sized =
        body === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
      return new Promise((resolve) => {
        const fail = () => resolve({ status: 0, ms: performance.now() - began, headers: {}, body: '' });
        const given = { host: '127.0.0.1', port, path, method, agent, timeout: answersWithinMs };
        const asked = request({ ...given, headers: { ...sized, ...headers } }, (answer) => {
          answer.on('data', () => {});
          answer.on('error', fail);
          answer.on('end', () => {
            const status = answer.complete ? (answer.statusCode ?? 0) : 0;
            resolve({ status, ms: performance.now() - began, headers: answer.headers, body: '' });
          });
        });
        asked.on('timeout', () => asked.destroy());
        asked.on('error', fail).end(body);
      });
    },
    close: () => agent.destroy(),
  };
}

/** The longest time in which no good answer came. */
function longestGapMs(samples: readonly Sample[]): number {
  const ends = samples
    .filter(({ status }) => status >= 200 && status <= 299)
    .map(({ at, ms }) => at + ms)
    .sort((one, other) => one - other);
  return Math.round(Math.max(0, ...ends.slice(1).map((end, index) => end - (ends[index] ?? end))));
}
