import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openBrowser, phone } from '../lib/browser.ts';
import { fillCatalogue, fillChapters, startDatabase, startLongstrip } from '../lib/longstrip.ts';
import { longestOf, timeTasks } from '../lib/tasks.ts';
import type { Row } from '../row.ts';
import { fling } from './reading.ts';

const rowsOfBook = 5000;

export const chapterRows: Row = {
  name: 'chapter-rows',
  what: `longest main-thread task while a list grows to ${rowsOfBook} chapter rows and is flung through, CPU 4× slower`,
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
      await page.evaluate(growTo, rowsOfBook - 200);
      const tasks = await timeTasks(session, async () => {
        for (let tries = 0; !(await isListed(page, rowsOfBook)); tries++) {
          if (tries === 60) throw new Error(`The list has no row ${rowsOfBook}`);
          await fling(page, session, { most: 1, towards: 'end' });
        }
        await fling(page, session, { most: 40, towards: 'top' });
      });
      return longestOf(tasks);
    } finally {
      await browser.close();
      await server.stop();
      await database.stop();
    }
  },
};

function isListed(page: Page, chapter: number): Promise<boolean> {
  return page.evaluate((number) => document.querySelector(`[data-chapter="${number}"]`) !== null, chapter);
}

/** Runs in the page: stays at the list's end until that row or a later one has loaded. */
async function growTo(chapter: number): Promise<void> {
  // No named function here: the compiler adds a helper to name it, which the page lacks.
  while (!(Number([...document.querySelectorAll<HTMLElement>('[data-chapter]')].at(-1)?.dataset.chapter) >= chapter)) {
    scrollTo(0, document.documentElement.scrollHeight);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
