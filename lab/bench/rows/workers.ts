import { cpus } from 'node:os';
import { join } from 'node:path';
import { missingForLoad, requestsPerSecond } from '../lib/load.ts';
import { fillCatalogue, startDatabase, startLongstrip } from '../lib/longstrip.ts';
import { interleave, type Row } from '../row.ts';

/** The cores of the two workers, and that of the generator; the database and this process have the one between. */
const cores = { workers: '0,2', generator: 3 };
const path = '/?lang=en-us';

export const workers2: Row = {
  name: 'workers-2',
  what: 'cached book-list HTML by two workers, each with a core of its own',
  against: 'one worker',
  unit: 'req/s',
  target: { kind: 'ratioAtLeast', value: 1.8 },
  async run({ scratch }) {
    const missing = missingForLoad();
    if (missing) return { skipped: missing };
    if (cpus().length <= cores.generator) {
      const needs = 'two workers, the generator and the database need a core each';
      return { skipped: `${needs}, and this machine has ${cpus().length}` };
    }
    const folder = join(scratch, 'workers-2');
    const database = await startDatabase(join(folder, 'postgres'));
    await fillCatalogue(database.db, 1000);
    const rateOf = async (workers: string) => {
      const server = await startLongstrip({
        dataDir: folder,
        databaseUrl: database.url,
        settings: { WORKERS: workers },
        command: ['taskset', '-c', cores.workers, process.execPath, 'bin/longstrip.mjs', 'start'],
        pin: false,
      });
      try {
        const load = { headers: { 'Accept-Encoding': 'br' }, core: cores.generator };
        await requestsPerSecond(server.url + path, load);
        return await requestsPerSecond(server.url + path, load);
      } finally {
        await server.stop();
      }
    };
    try {
      return await interleave(
        3,
        () => rateOf('2'),
        () => rateOf('1'),
      );
    } finally {
      await database.stop();
    }
  },
};
