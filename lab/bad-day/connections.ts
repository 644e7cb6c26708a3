import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Day } from './day.ts';
import { outageTargets, playOutage } from './outage.ts';
import { endConnectionsOf } from './queries.ts';
import { addReaders } from './readers.ts';
import { openSite } from './site.ts';

const forMs = { short: 8_000, usual: 30_000, long: 60_000 };
const grabEveryMs = 5;
/** The site is as quick to open a connection as others are: it loses them for good after some rounds. */
const rounds = 20;
const roundMs = 50;

/** Takes each connection that the database gives, until it is told to leave them. */
function takeAll(url: string): { untilFull: Promise<void>; held(): number; leave(): Promise<void> } {
  const held = new Set<pg.Client>();
  let isOver = false;
  let tellFull = () => {};
  const untilFull = new Promise<void>((resolve) => {
    tellFull = resolve;
  });
  const taking = (async () => {
    while (!isOver) {
      const client = new pg.Client({ connectionString: url, application_name: 'somebody else' });
      client.on('error', () => held.delete(client));
      try {
        await client.connect();
        held.add(client);
      } catch {
        tellFull();
        await pause(grabEveryMs);
      }
    }
  })();
  return {
    untilFull,
    held: () => held.size,
    async leave() {
      isOver = true;
      await taking;
      await Promise.all([...held].map((client) => client.end().catch(() => {})));
    },
  };
}

export const connections: Day = {
  name: 'connections',
  what: "Others hold all of the database's connections, those of the site's requests included.",
  async play({ folder, size }) {
    const site = await openSite(folder);
    try {
      await site.start();
      const readers = await addReaders(site);
      // It holds its own connection from before, to cut those of the site when there are none left for it.
      return await site.withDatabase(async (pool, url) =>
        pool.withConnection(async (db) => {
          let others: ReturnType<typeof takeAll> | null = null;
          let most = 0;
          const begin = async () => {
            others = takeAll(url);
            await others.untilFull;
            for (let round = 0; round < rounds; round += 1) {
              await endConnectionsOf(db, 'longstrip web');
              await endConnectionsOf(db, 'longstrip jobs');
              await pause(roundMs);
            }
            most = others.held();
          };
          const end = async () => {
            most = Math.max(most, others?.held() ?? 0);
            await others?.leave();
            others = null;
          };
          const figures = await playOutage(site, readers, { begin, forMs: forMs[size], end }).finally(end);
          const targets = {
            ...outageTargets,
            longest_ms: { most: 2000 },
            held_by_others: { least: 100 },
            refused: { least: 1 },
          };
          return { figures: { held_by_others: most, ...figures }, targets };
        }),
      );
    } finally {
      await site.close();
    }
  },
};
