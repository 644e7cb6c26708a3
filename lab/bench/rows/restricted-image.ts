import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingForLoad, requestsPerSecond } from '../lib/load.ts';
import { runLongstrip, startDatabase, startLongstrip } from '../lib/longstrip.ts';
import { logIn, register } from '../lib/member.ts';
import { interleave, type Row } from '../row.ts';
import { drawNoise, imageNearest } from './image.ts';

export const restrictedImage: Row = {
  name: 'restricted-image',
  what: "a 300 kB page image for members only, by a member's signed address",
  against: 'a hot public one of the same server',
  unit: 'req/s',
  target: { kind: 'ratioAtLeast', value: 0.7 },
  async run({ scratch }) {
    const missing = missingForLoad();
    if (missing) return { skipped: missing };
    const folder = join(scratch, 'restricted-image');
    const book = join(folder, 'book');
    await drawNoise(join(book, '001'));
    await drawNoise(join(book, '002'));
    writeFileSync(join(book, 'book.yaml'), 'public_free_chapters: 1\n');
    const database = await startDatabase(join(folder, 'postgres'));
    await runLongstrip(['import', book], { dataDir: folder, databaseUrl: database.url });
    const server = await startLongstrip({ dataDir: folder, databaseUrl: database.url });
    try {
      await register(server.url, database, 'reader');
      const token = await logIn(server.url, 'reader');
      const hot = await imageNearest(server.url, { chapter: 1 });
      const restricted = await imageNearest(server.url, { chapter: 2, token });
      const ask = (path: string) => requestsPerSecond(server.url + path);
      await ask(hot.path);
      await ask(restricted.path);
      const measured = await interleave(
        5,
        () => ask(restricted.path),
        () => ask(hot.path),
      );
      return { ...measured, note: `${restricted.bytes.length} bytes beside ${hot.bytes.length}` };
    } finally {
      await server.stop();
      await database.stop();
    }
  },
};
