import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cachedForMs, grow, percentile, timeOf } from '../lib/grown.ts';
import { startDatabase, startLongstrip } from '../lib/longstrip.ts';
import type { BenchContext, Outcome, Row } from '../row.ts';

const api = '/api/v1/comics/book';
const books = 100_000;
const rounds = 5;

/** Beginnings of two to eight letters, frequent and rare, with and without a typo, in three scripts. */
const beginnings = [
  ...['th', 'sil', 'king', 'drago', 'dragno', 'zeppelin', 'le', 'nui', 'roi', 'el', 'lun', 'jacarand', 'qx'],
  ...['天', '重生', '江湖', '说书人', '慕容', '丂丂'],
  ...['ال', 'بغد', 'شهرزاد', 'ليلى', 'ظظ'],
];

const words = [
  ...['dragon', 'silent king', 'zeppelin', 'dragno', 'the', 'nuit', 'roi paris', 'luna', 'secreto', 'e'],
  ...['天', '传说', '重生江湖', '武神传'],
  ...['بغداد', 'ليل', 'شهرزاد'],
];
const filters = [
  'tags=玄幻奇幻&status=ongoing',
  'kind=comic&free=true',
  'in_language=zh-cn&status=finished',
  'without=末世&kind=novel',
];

/** Asks until the database has read what it needs from the disk: a search that takes too long is refused. */
async function warm(url: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(url);
    await answer.arrayBuffer();
    if (answer.ok) return;
    if (answer.status !== 503 || tries === 5) throw new Error(`${url} answered ${answer.status}`);
    await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1000);
  }
}

/** The p95 of these requests on a site of 100,000 books; no cache answers them. */
async function askAll(
  { scratch, log }: BenchContext,
  { name, paths }: { name: string; paths: readonly string[] },
): Promise<Outcome> {
  const dataDir = join(scratch, name);
  await grow(dataDir, books, log);
  const database = await startDatabase(join(dataDir, 'postgres'));
  const server = await startLongstrip({ dataDir, databaseUrl: database.url });
  try {
    const times: { path: string; ms: number }[] = [];
    for (const path of paths) await warm(server.url + path);
    for (let round = 0; round < rounds; round++) {
      await sleep(cachedForMs);
      for (const path of paths) times.push({ path, ms: await timeOf(server.url + path) });
    }
    const all = times.map(({ ms }) => ms);
    const slowest = times.toSorted((one, other) => other.ms - one.ms)[0];
    const told = decodeURIComponent(slowest?.path.split('?')[1] ?? '');
    const note = `p50 ${percentile(all, 0.5).toFixed(1)} ms, slowest ${slowest?.ms.toFixed(0)} ms: ${told}`;
    return { ours: percentile(all, 0.95), reference: null, note };
  } finally {
    await server.stop();
    await database.stop();
  }
}

export const suggest: Row = {
  name: 'suggest',
  what: 'p95 of suggestions for 2 to 8 letters, Latin, Han and Arabic, uncached, 100,000 books',
  against: 'its target',
  unit: 'ms',
  target: { kind: 'oursAtMost', value: 50 },
  run: (context) =>
    askAll(context, {
      name: 'suggest',
      paths: beginnings.map((q) => `${api}/suggest?language=en-us&q=${encodeURIComponent(q)}`),
    }),
};

export const searchRelevance: Row = {
  name: 'search-relevance',
  what: 'p95 of a page of 10 by relevance with two filters and facets, uncached, 100,000 books',
  against: 'its target',
  unit: 'ms',
  target: { kind: 'oursAtMost', value: 150 },
  run: (context) =>
    askAll(context, {
      name: 'search-relevance',
      paths: words.flatMap((q) =>
        filters.map(
          (filter) => `${api}/search?sort=relevance&facets=true&q=${encodeURIComponent(q)}&${encodeURI(filter)}`,
        ),
      ),
    }),
};
