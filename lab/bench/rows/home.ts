import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { languages } from '../../../src/shared/languages.ts';
import { tagNames } from '../../../src/shared/tags.ts';
import { deployedRuntime } from '../../../tools/deployed.ts';
import { cachedForMs, grow, timeOf } from '../lib/grown.ts';
import { startDatabase, startLongstrip } from '../lib/longstrip.ts';
import { forgetPeak, memoryMb } from '../lib/memory.ts';
import { type BenchContext, interleave, type Row } from '../row.ts';

const books = 200;
const missRounds = 7;
const loadMs = 60_000;
const readers = 16;

const tags = Object.keys(tagNames);

const grown = new Map<string, Promise<string>>();

/** A data folder with 200 books, made once a run. */
function smallSite({ scratch, log }: BenchContext): Promise<string> {
  const dataDir = join(scratch, 'home');
  const known = grown.get(dataDir) ?? grow(dataDir, books, log).then(() => dataDir);
  grown.set(dataDir, known);
  return known;
}

export const homeBytes: Row = {
  name: 'home-bytes',
  what: `bytes of the home page's HTML at ${books} books as the server compresses it with Brotli: the longest of the five languages`,
  against: 'its target',
  unit: 'kB',
  target: { kind: 'oursAtMost', value: 17 },
  async run(context) {
    const server = await startLongstrip({ dataDir: await smallSite(context) });
    try {
      const sizes: number[] = [];
      for (const language of languages) {
        sizes.push((await compressedBytes(`${server.url}/?lang=${language}`)) / 1000);
      }
      return { ours: Math.max(...sizes), reference: null };
    } finally {
      await server.stop();
    }
  },
};

const mostKilobytes = 22;
const rowKinds = ['newest', 'updated', 'popular', 'finished', 'free_now'];

export const homeRows: Row = {
  name: 'home-rows',
  what: `a home page of 12 rows at ${books} books that no cache has, at most ${mostKilobytes} kB in Brotli`,
  against: 'the same with one row',
  unit: 'ms',
  target: { kind: 'ratioAtMost', value: 1.3 },
  async run(context) {
    const dataDir = await smallSite(context);
    const database = await startDatabase(join(dataDir, 'postgres'));
    const server = await startLongstrip({ dataDir, databaseUrl: database.url });
    const { db } = database;
    try {
      const ofTags = tags.slice(0, 12 - rowKinds.length).map((tag) => ({ kind: 'tag', tag }));
      const all = [...rowKinds.map((kind) => ({ kind })), ...ofTags];
      const address = `${server.url}/?lang=en-us`;
      const timeWith = (shown: readonly object[]) => async () => {
        await db.query(
          "insert into site_settings values ('rows', $1) on conflict (key) do update set value = excluded.value",
          [JSON.stringify(shown)],
        );
        await sleep(cachedForMs);
        return timeOf(address);
      };
      const [twelve, one] = [timeWith(all), timeWith(all.slice(0, 1))];
      const measured = await interleave(missRounds, twelve, one);
      await twelve();
      const kilobytes = (await compressedBytes(address)) / 1000;
      const note = `${kilobytes.toFixed(1)} kB in Brotli`;
      return { ...measured, ...(kilobytes > mostKilobytes && { ratio: Number.NaN }), note };
    } finally {
      await server.stop();
      await database.stop();
    }
  },
};

/** The bytes of an answer in Brotli, which `fetch` would unpack. */
async function compressedBytes(url: string): Promise<number> {
  const [response] = (await once(get(url, { headers: { 'Accept-Encoding': 'br' } }), 'response')) as [IncomingMessage]; // node's event
  if (response.headers['content-encoding'] !== 'br') throw new Error(`${url} is not in Brotli`);
  let bytes = 0;
  for await (const part of response) bytes += part.length;
  return bytes;
}

export const loadMemory: Row = {
  name: 'load-memory',
  what: `most resident memory in a minute of lists and pages that no cache has, ${readers} at a time, started as deploy/ does, without the database`,
  against: 'its target',
  unit: 'MB',
  target: { kind: 'oursAtMost', value: 200 },
  async run(context) {
    const server = await startLongstrip({ dataDir: await smallSite(context), settings: deployedRuntime() });
    try {
      forgetPeak(server.pid);
      const end = performance.now() + loadMs;
      let asked = 0;
      const read = async () => {
        while (performance.now() < end) {
          const response = await fetch(server.url + coldPath(asked++), { headers: { 'accept-encoding': 'br' } });
          await response.arrayBuffer();
          if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
        }
      };
      await Promise.all(Array.from({ length: readers }, read));
      return { ours: memoryMb(server.pid, 'VmHWM'), reference: null, note: `${asked} answers` };
    } finally {
      await server.stop();
    }
  },
};

/** Pages and lists in turn, so many different ones that hardly any is in a cache when it is asked for. */
function coldPath(number: number): string {
  const language = languages[number % languages.length];
  const order = number % 2 === 0 ? 'updated_at' : 'popularity';
  const tag = encodeURIComponent(tags[number % tags.length] ?? '');
  if (number % 3 === 0) return `/?lang=${language}&order=${order}&tag=${tag}`;
  const page = `page=${number % 19}&page_size=${9 + (number % 11)}`;
  return `/api/v1/comics/book/search?language=${language}&order_by=${order}&${page}`;
}
