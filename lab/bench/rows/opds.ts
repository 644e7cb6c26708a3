import { join } from 'node:path';
import { missingForLoad, requestsPerSecond } from '../lib/load.ts';
import { runLongstrip, startDatabase, startLongstrip } from '../lib/longstrip.ts';
import { interleave, type Row } from '../row.ts';
import { besideAnother } from './cached.ts';
import { drawNoise, findChapter, imageNearest, nearestOf } from './image.ts';

export const opdsFeed: Row = {
  name: 'opds-feed',
  what: 'cached OPDS feed of 30 books, pre-compressed',
  against: 'a cached search JSON of about the same size',
  unit: 'req/s',
  target: { kind: 'ratioAtLeast', value: 0.7 },
  run: (context) =>
    besideAnother(
      context,
      '/opds/v1.2/updated?language=en-us',
      '/api/v1/comics/book/search?language=en-us&page=0&page_size=30',
    ),
};

const drawnPages = 5;

export const opdsPage: Row = {
  name: 'opds-page',
  what: "a page's JPEG of about 300 kB, made before",
  against: 'a hot page image of about the same size',
  unit: 'req/s',
  target: { kind: 'ratioAtLeast', value: 0.9 },
  async run({ scratch }) {
    const missing = missingForLoad();
    if (missing) return { skipped: missing };
    const folder = join(scratch, 'opds-page');
    // Of these one has a JPEG, and one an image, of about 300 kB.
    await drawNoise(join(folder, 'book', '001'), [10, 16, 20, 30, 40]);
    const database = await startDatabase(join(folder, 'postgres'));
    await runLongstrip(['import', join(folder, 'book')], { dataDir: folder, databaseUrl: database.url });
    const ours = await startLongstrip({ dataDir: folder, databaseUrl: database.url });
    try {
      const door = `/opds/pages/${await findChapter(ours.url, 1)}/en-us`;
      const jpegs = Array.from({ length: drawnPages }, (_, page) => `${door}/${page}.jpg`);
      const page = await nearestOf(ours.url, jpegs);
      const image = await imageNearest(ours.url, { chapter: 1 });
      await requestsPerSecond(ours.url + page.path, { seconds: 10 });
      await requestsPerSecond(ours.url + image.path, { seconds: 5 });
      const measured = await interleave(
        5,
        () => requestsPerSecond(ours.url + page.path),
        () => requestsPerSecond(ours.url + image.path),
      );
      return { ...measured, note: `${page.bytes.length} bytes, against ${image.bytes.length}` };
    } finally {
      await ours.stop();
      await database.stop();
    }
  },
};
