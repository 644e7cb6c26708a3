import type { Day } from './day.ts';
import { timeUntil } from './load.ts';
import { endConnectionsOf } from './queries.ts';
import { addReaders } from './readers.ts';
import { openSite, type Site } from './site.ts';

const changes = { short: 4, usual: 20, long: 200 };
const cutEveryMs = 100;
/** New connections go to the workers by turns: so many meet each of them. */
const asked = 12;

export const notify: Day = {
  name: 'notify',
  what: "The connections by which processes hear of an operator's changes are cut ten times a second.",
  async play({ folder, size }) {
    const site = await openSite(folder, { WORKERS: '2' });
    try {
      await site.start();
      const { bookIds } = await addReaders(site);
      const [bookId = ''] = bookIds;
      return await site.withDatabase(async (db) => {
        const cutting = setInterval(() => void endConnectionsOf(db, 'longstrip changes').catch(() => {}), cutEveryMs);
        try {
          let slowest = 0;
          for (let change = 0; change < changes[size]; change += 1) {
            const isHidden = change % 2 === 0;
            await timeUntil(() => isSeen(site, bookIds.length - (isHidden ? 0 : 1)), 10_000);
            await site.run(['book', isHidden ? 'hide' : 'show', bookId]);
            const seenMs = await timeUntil(() => isSeen(site, bookIds.length - (isHidden ? 1 : 0)), 20_000);
            slowest = Math.max(slowest, seenMs);
          }
          return {
            figures: { changes: changes[size], slowest_seen_ms: slowest },
            targets: { slowest_seen_ms: { most: 5000 } },
          };
        } finally {
          clearInterval(cutting);
        }
      });
    } finally {
      await site.close();
    }
  },
};

async function isSeen(site: Site, total: number): Promise<boolean> {
  const path = '/api/v1/comics/book/search?page=0&page_size=10';
  const answers = await Promise.all(Array.from({ length: asked }, () => site.ask(path)));
  return answers.every(({ status, body }) => status === 200 && JSON.parse(body).data.total === total);
}
