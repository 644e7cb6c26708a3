import { join } from 'node:path';
import { openBrowser, phone } from '../lib/browser.ts';
import { fillCatalogue, fillChapters, startDatabase, startLongstrip } from '../lib/longstrip.ts';
import { longestOf, timeTasks } from '../lib/tasks.ts';
import type { Row } from '../row.ts';
import { fling } from './reading.ts';

const rowsOfBook = 5000;
/** Each brings a list's next pages; more would not end. */
const mostFlings = 1500;

export const chapterRows: Row = {
  name: 'chapter-rows',
  what: `longest main-thread task while flinging through ${rowsOfBook} chapter rows, CPU 4× slower`,
  against: 'its target',
  unit: 'ms',
  target: { kind: 'oursAtMost', value: 50 },
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
      const session = await page.context().newCDPSession(page);
      const shown = () => page.locator('[data-chapter]').count();
      let flings = 0;
      const tasks = await timeTasks(session, async () => {
        while ((await shown()) < rowsOfBook && flings < mostFlings) flings += await fling(page, session, 5);
      });
      const { note, ...longest } = longestOf(tasks);
      return { ...longest, note: `${note}; ${await shown()} rows` };
    } finally {
      await browser.close();
      await server.stop();
      await database.stop();
    }
  },
};
