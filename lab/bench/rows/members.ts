import { join } from 'node:path';
import { missingForLoad, p99OfPacedRequests, requestsPerSecond } from '../lib/load.ts';
import { type Database, startDatabase, startLongstrip } from '../lib/longstrip.ts';
import { logIn, publishChapter, register, triesToLogIn } from '../lib/member.ts';
import type { Running } from '../lib/processes.ts';
import { interleave, median, type Row } from '../row.ts';

const chapterCall = (chapter: string) => `/api/v1/comics/chapter_comics/${chapter}/en-us`;
const tokenOf = (token: string) => ({ Authorization: `Token ${token}` });

export const memberChapter: Row = {
  name: 'member-chapter',
  what: 'a member asks again for a chapter of 30 images: session and right asked each time',
  against: 'the same process answering a select by primary key',
  unit: 'req/s',
  target: { kind: 'ratioAtLeast', value: 0.4 },
  async run({ scratch }) {
    const missing = missingForLoad();
    if (missing) return { skipped: missing };
    const folder = join(scratch, 'member-chapter');
    const database = await startDatabase(join(folder, 'postgres'));
    const command = [process.execPath, '--import', 'tsx', 'lab/bench/lib/server-with-select.ts'];
    const server = await startLongstrip({ dataDir: folder, databaseUrl: database.url, command });
    try {
      const chapter = await publishChapter(database, { isFree: false });
      await register(server.url, database, 'reader');
      const path = chapterCall(chapter);
      const headers = tokenOf(await logIn(server.url, 'reader'));
      const again = () => requestsPerSecond(server.url + path, { headers });
      const select = () => requestsPerSecond(`${server.url}/select/${chapter}`);
      await again();
      await select();
      const measured = await interleave(3, again, select);
      const firstMs = await firstRequestMs(server, path);
      return { ...measured, note: `a session's first request for the chapter: ${firstMs.toFixed(1)} ms` };
    } finally {
      await server.stop();
      await database.stop();
    }
  },
};

/** The median over ten new sessions, whose addresses are not signed yet. */
async function firstRequestMs(server: Running, path: string): Promise<number> {
  const times: number[] = [];
  for (let session = 0; session < 10; session++) {
    const headers = tokenOf(await logIn(server.url, 'reader'));
    const began = performance.now();
    const response = await fetch(server.url + path, { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`The first request answered ${response.status}`);
    times.push(performance.now() - began);
  }
  return median(times);
}

const readings = { seconds: 8 };
const loginEveryMs = 50;

export const loginsBeside: Row = {
  name: 'logins-beside',
  what: 'p99 of a member reading, about 300 requests a second, beside 20 logins a second',
  against: 'the same reading without logins',
  unit: 'ms',
  target: { kind: 'ratioAtMost', value: 2 },
  async run({ scratch }) {
    const missing = missingForLoad();
    if (missing) return { skipped: missing };
    const folder = join(scratch, 'logins-beside');
    const database = await startDatabase(join(folder, 'postgres'));
    // On every core, as in production: hashing uses threads.
    const server = await startLongstrip({ dataDir: folder, databaseUrl: database.url, pin: false });
    try {
      return await readBesideLogins(server, database);
    } finally {
      await server.stop();
      await database.stop();
    }
  },
};

async function readBesideLogins(server: Running, database: Database) {
  const chapter = await publishChapter(database, { isFree: false });
  // Two users: only the newest fifty sessions of a user stay, and the reading session must not end.
  await register(server.url, database, 'reader');
  await register(server.url, database, 'comer');
  const load = { ...readings, headers: tokenOf(await logIn(server.url, 'reader')) };
  const read = () => p99OfPacedRequests(server.url + chapterCall(chapter), load);
  let [logins, refused] = [0, 0];
  const readBeside = async () => {
    const begun: Promise<boolean>[] = [];
    const timer = setInterval(() => begun.push(triesToLogIn(server.url, 'comer')), loginEveryMs);
    const p99 = await read();
    clearInterval(timer);
    logins += begun.length;
    refused += (await Promise.all(begun)).filter((isIn) => !isIn).length;
    return p99;
  };
  await readBeside();
  [logins, refused] = [0, 0];
  const measured = await interleave(5, readBeside, read);
  return { ...measured, note: `${logins} logins in ${5 * readings.seconds} s, ${refused} of them refused as too many` };
}
