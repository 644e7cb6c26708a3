import { setTimeout as sleep } from 'node:timers/promises';
import { cachedForMs, type GrownSites, timeOf } from '../lib/grown.ts';
import { forgetPeak, memoryMb } from '../lib/memory.ts';
import { median, type Row } from '../row.ts';

const notAtSize = { skipped: 'at size only: npm run -s bench -- --grown' };
/** So many files are requested, evenly from the first to the last. */
const filesAsked = 40;
const rounds = 3;

async function sitemapFiles(url: string): Promise<string[]> {
  const index = await (await fetch(`${url}/sitemap.xml`)).text();
  const files = [...index.matchAll(/<loc>[^<]*(\/sitemap-\d+\.xml)<\/loc>/g)].map(([, path]) => path ?? '');
  const step = Math.max(1, Math.floor(files.length / filesAsked));
  const asked = files.filter((_, place) => place % step === 0 || place === files.length - 1);
  return ['/sitemap.xml', ...asked];
}

export const sitemapTime: Row = {
  name: 'sitemap-time',
  what: 'the slowest file of the sitemap, at size',
  against: 'its target',
  unit: 'ms',
  isAtSize: true,
  target: { kind: 'oursAtMost', value: 100 },
  async run({ grown }) {
    if (!grown) return notAtSize;
    const { url } = (await grown.large()).server;
    const files = await sitemapFiles(url);
    const times = new Map(files.map((file) => [file, [] as number[]]));
    for (let round = 0; round < rounds; round++) {
      await sleep(cachedForMs);
      for (const file of files) times.get(file)?.push(await timeOf(url + file));
    }
    const medians = [...times].map(([file, all]) => ({ file, ms: median(all) }));
    const slowest = medians.toSorted((one, other) => other.ms - one.ms)[0];
    return { ours: slowest?.ms ?? Number.NaN, reference: null, note: `${slowest?.file} of ${files.length} asked` };
  },
};

export const sitemapMemory: Row = {
  name: 'sitemap-memory',
  what: 'further memory of the server while it gives the sitemap, at size',
  against: 'its target',
  unit: 'MB',
  isAtSize: true,
  target: { kind: 'oursAtMost', value: 20 },
  async run({ grown }) {
    if (!grown) return notAtSize;
    return { ours: await furtherMemory(grown), reference: null };
  },
};

/** The memory in MB beyond that of a warm server. */
async function furtherMemory(grown: GrownSites): Promise<number> {
  const { url, pid } = (await grown.large()).server;
  const files = await sitemapFiles(url);
  for (const file of files) await timeOf(url + file);
  await sleep(cachedForMs);
  forgetPeak(pid);
  const before = memoryMb(pid, 'VmRSS');
  for (const file of files) await timeOf(url + file);
  return Math.max(0, memoryMb(pid, 'VmHWM') - before);
}
