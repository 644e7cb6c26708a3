import { join } from 'node:path';
import { makeKey } from '../../../src/features/doors/testing/keys.ts';
import type { DbPool } from '../../../src/server/database/db.ts';
import { percentile } from '../lib/grown.ts';
import { fillCatalogue, startDatabase, startLongstrip } from '../lib/longstrip.ts';
import { register } from '../lib/member.ts';
import type { Row } from '../row.ts';

/** In two languages each. */
const books = 50_000;
const chaptersOfBook = 3;
const pageSize = 20;
const asks = 200;
const orders = ['metadata.titleSort,asc', 'lastModifiedDate,desc', 'createdDate,desc'] as const;

export const komgaList: Row = {
  name: 'komga-list',
  what: `${pageSize} of ${books * 2} series of the Komga shape for a member, by turns in the orders of Mihon, the 95th percentile`,
  against: 'its target',
  unit: 'ms',
  target: { kind: 'oursAtMost', value: 60 },
  async run({ scratch }) {
    const dataDir = join(scratch, 'komga-list');
    const database = await startDatabase(join(dataDir, 'postgres'));
    const ours = await startLongstrip({ dataDir, databaseUrl: database.url });
    try {
      await fill(database.db);
      await register(ours.url, database, 'reader');
      const { rows } = await database.db.query<{ id: string }>('select id from users');
      const key = await makeKey(database.db, { userId: rows[0]?.id ?? '', scopes: ['read'] });
      const times: number[] = [];
      for (let turn = 0; turn < asks + orders.length; turn++) {
        const query = `page=${turn % 5}&size=${pageSize}&sort=${orders[turn % orders.length]}`;
        const began = performance.now();
        const answer = await fetch(`${ours.url}/komga/api/v1/series?${query}`, { headers: { 'X-API-Key': key } });
        const list = (await answer.json()) as { content: unknown[]; totalElements: number };
        times.push(performance.now() - began);
        if (list.content.length !== pageSize || list.totalElements !== books * 2) throw new Error('Series are missing');
      }
      const [first = Number.NaN] = times;
      const later = times.slice(orders.length);
      const note = `median ${percentile(later, 0.5).toFixed(0)} ms, first ${first.toFixed(0)} ms`;
      return { ours: percentile(later, 0.95), reference: null, note };
    } finally {
      await ours.stop();
      await database.stop();
    }
  },
};

async function fill(db: DbPool): Promise<void> {
  await fillCatalogue(db, books);
  await db.query(
    `insert into chapters (book_id, number, source_key, created_at)
     select id, n, 'chapter ' || n, updated_at from books cross join generate_series(1, $1::int) n`,
    [chaptersOfBook],
  );
  await db.query(
    `insert into chapter_editions (chapter_id, language, title, has_content)
     select id, language, 'The storm', true from chapters cross join unnest(array['zh-cn', 'en-us']) language`,
  );
  await db.query(
    `update books set kind = 'comic', chapter_count = $1, first_published_at = updated_at, read_in = array['zh-cn', 'en-us']`,
    [chaptersOfBook],
  );
  await db.query('vacuum analyze');
}
