import type { Day } from './day.ts';
import { outageTargets, playOutage } from './outage.ts';
import { addReaders } from './readers.ts';
import { openSite, signal } from './site.ts';

const forMs = { short: 8_000, usual: 30_000, long: 60_000 };

export const freeze: Day = {
  name: 'freeze',
  what: 'All processes of the database are stopped (SIGSTOP) for a while, under readers, logins, likes and orders.',
  async play({ folder, size }) {
    const site = await openSite(folder);
    try {
      await site.start();
      const readers = await addReaders(site);
      let frozen: number[] = [];
      const begin = async () => {
        frozen = site.databasePids();
        signal(frozen, 'SIGSTOP');
      };
      const end = async () => signal(frozen, 'SIGCONT');
      const figures = await playOutage(site, readers, { begin, forMs: forMs[size], end }).finally(end);
      return { figures: { frozen_ms: forMs[size], ...figures }, targets: outageTargets };
    } finally {
      await site.close();
    }
  },
};
