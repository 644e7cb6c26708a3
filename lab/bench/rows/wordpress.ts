import { join } from 'node:path';
import { missingForLoad, requestsPerSecond } from '../lib/load.ts';
import { fillCatalogue, startDatabase, startLongstrip } from '../lib/longstrip.ts';
import { missingForWordpress, startWordpress } from '../lib/wordpress.ts';
import { interleave, type Row } from '../row.ts';

const headers = { 'Accept-Encoding': 'gzip, deflate, br' };
/** The entries of a home page of either site. */
const entries = 24;

export const homeWordpress: Row = {
  name: 'home-wordpress',
  what: 'the home page, cached, as browsers ask for it',
  against: `WordPress's home page with ${entries} posts behind nginx (cache of 5 s, gzip), one worker`,
  unit: 'req/s',
  target: { kind: 'ratioAtLeast', value: 5 },
  async run({ scratch }) {
    const missing = missingForLoad('nginx');
    if (missing) return { skipped: missing };
    const packages = missingForWordpress();
    if (packages.length > 0) return { skipped: `needs Debian's packages ${packages.join(', ')}` };
    const folder = join(scratch, 'home-wordpress');
    const database = await startDatabase(join(folder, 'postgres'));
    await fillCatalogue(database.db, 1000);
    const ours = await startLongstrip({ dataDir: folder, databaseUrl: database.url });
    try {
      const theirs = await startWordpress(join(folder, 'wordpress'), { posts: entries });
      try {
        const [own, other] = [`${ours.url}/?lang=en-us`, `${theirs.url}/`];
        await requestsPerSecond(own, { seconds: 10, headers });
        await requestsPerSecond(other, { headers });
        const measured = await interleave(
          5,
          () => requestsPerSecond(own, { headers }),
          () => requestsPerSecond(other, { headers }),
        );
        return { ...measured, note: `pages of ${await bytesOf(own)} and ${await bytesOf(other)} bytes of HTML` };
      } finally {
        await theirs.stop();
      }
    } finally {
      await ours.stop();
      await database.stop();
    }
  },
};

async function bytesOf(url: string): Promise<number> {
  return (await (await fetch(url)).arrayBuffer()).byteLength;
}
