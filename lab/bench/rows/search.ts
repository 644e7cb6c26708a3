import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { missingForLoad, requestsPerSecond, serverCore } from '../lib/load.ts';
import { fillCatalogue, startDatabase, startLongstrip } from '../lib/longstrip.ts';
import { interleave, type Row } from '../row.ts';

const run = promisify(execFile);

export const search: Row = {
  name: 'search',
  what: 'search page of 10 by tag and date, uncached, 100,000 books',
  against: 'the same query through the driver without HTTP',
  unit: 'req/s',
  target: { kind: 'ratioAtLeast', value: 0.5 },
  async run({ scratch }) {
    const missing = missingForLoad();
    if (missing) return { skipped: missing };
    const folder = join(scratch, 'search');
    const database = await startDatabase(join(folder, 'postgres'));
    await fillCatalogue(database.db, 100_000);
    const ours = await startLongstrip({ dataDir: folder, databaseUrl: database.url });
    const asked = () =>
      requestsPerSecond(ours.url, { script: 'lab/bench/lib/search.lua', headers: { 'Accept-Encoding': 'br' } });
    const throughDriver = async () => {
      const args = [
        '-c',
        serverCore,
        'node',
        '--import',
        'tsx',
        'lab/bench/lib/search-through-driver.ts',
        database.url,
        '4',
      ];
      return Number((await run('taskset', args)).stdout);
    };
    try {
      await asked();
      return await interleave(3, asked, throughDriver);
    } finally {
      await ours.stop();
      await database.stop();
    }
  },
};
