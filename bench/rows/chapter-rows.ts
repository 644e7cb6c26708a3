import { join } from 'node:path';
import { openBrowser, phone } from '../lib/browser.ts';
import { fillCatalogue, fillChapters, startDatabase, startLongstrip } from '../lib/longstrip.ts';
import type { Row } from '../row.ts';
import { fling, slowDown, watchTasks } from './reading.ts';

const rowsOfBook = 5000;

export const chapterRows: Row = {
  name: 'chapter-rows',
  what: `main-thread tasks over 50 ms while flinging through ${rowsOfBook} chapter rows on a slow phone (CPU 4× slower)`,
  against: 'its target',
  unit: 'tasks',
  target: { kind: 'oursAtMost', value: 0 },
  async run({ scratch }) {
    const folder = join(scratch, 'chapter-rows');
    const database = await startDatabase(join(folder, 'postgres'));
    await fillCatalogue(database.db, 1);
    await fillChapters(database.db, rowsOfBook);
    const server = await startLongstrip({ dataDir: folder, databaseUrl: database.url });
    const browser = await openBrowser();
    try {
      const page = await (await browser.newContext(phone)).newPage();
      const { rows } = await database.db.query<{ id: string }>('select id from books');
      await page.goto(`${server.url}/book/chapters/${rows[0]?.id}`, { waitUntil: 'networkidle' });
      const session = await slowDown(page);
      const tasks = await watchTasks(page);
      const shown = () => page.locator('main li').count();
      let flings = 0;
      while ((await shown()) < rowsOfBook && flings < 2000) flings += await fling(page, session, 5);
      const long = await tasks();
      const seen = `${await shown()} rows after ${flings} flings`;
      return { ours: long.length, reference: null, note: `${seen}; ${long.join(', ') || 'none'} ms` };
    } finally {
      await browser.close();
      await server.stop();
      await database.stop();
    }
  },
};
