import { setTimeout as sleep } from 'node:timers/promises';
import { countFiles, idsOfFile } from '../../../src/app/rendering/sitemap.ts';
import { estimateCatalogue } from '../../../src/features/catalog/server/catalog.ts';
import { giveContent } from '../../../src/features/catalog/testing/content.ts';
import { cachedForMs, type GrownSite, type GrownSites, timeOf } from '../lib/grown.ts';
import { forgetPeak, memoryMb } from '../lib/memory.ts';
import { median, type Row } from '../row.ts';

const notAtSize = { skipped: 'at size only: npm run -s bench -- --grown' };
/** So many files are requested, evenly from the first to the last. */
const filesAsked = 40;
/** Every tenth request or so meets the garbage collector, which adds 60 ms: nine rounds tell a slow file from such a one. */
const rounds = 9;

/** The files that are asked for. Each of their chapters is there in every language, so that they are as long as any. */
async function sitemapFiles({ server, database }: GrownSite): Promise<string[]> {
  const index = await (await fetch(`${server.url}/sitemap.xml`)).text();
  const numbers = [...index.matchAll(/<loc>[^<]*\/sitemap-(\d+)\.xml<\/loc>/g)].map(([, number]) => Number(number));
  const step = Math.max(1, Math.floor(numbers.length / filesAsked));
  const asked = numbers.filter((_, place) => place % step === 0 || place === numbers.length - 1);
  const files = countFiles(await estimateCatalogue(database.db));
  if (!files || files.books + files.chapters !== numbers.length) throw new Error('The index names other files');
  for (const number of asked)
    if (number > files.books) await giveContent(database.db, idsOfFile(number - files.books, files.chapters));
  return ['/sitemap.xml', ...asked.map((number) => `/sitemap-${number}.xml`)];
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
    const site = await grown.large();
    const files = await sitemapFiles(site);
    const times = new Map(files.map((file) => [file, [] as number[]]));
    for (let round = 0; round < rounds; round++) {
      await sleep(cachedForMs);
      for (const file of inAnyOrder(files)) times.get(file)?.push(await timeOf(site.server.url + file));
    }
    const medians = [...times].map(([file, all]) => ({ file, ms: median(all) }));
    const slowest = medians.toSorted((one, other) => other.ms - one.ms)[0];
    return { ours: slowest?.ms ?? Number.NaN, reference: null, note: `${slowest?.file} of ${files.length} asked` };
  },
};

/** In one order the collector would come at the same files in each round. */
function inAnyOrder(files: readonly string[]): string[] {
  const placed = files.map((file) => ({ file, place: Math.random() }));
  return placed.toSorted((one, other) => one.place - other.place).map(({ file }) => file);
}

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
  const site = await grown.large();
  const { url, pid } = site.server;
  const files = await sitemapFiles(site);
  for (const file of files) await timeOf(url + file);
  await sleep(cachedForMs);
  forgetPeak(pid);
  const before = memoryMb(pid, 'VmRSS');
  for (const file of files) await timeOf(url + file);
  return Math.max(0, memoryMb(pid, 'VmHWM') - before);
}
