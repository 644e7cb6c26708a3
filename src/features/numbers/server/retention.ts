import type { Retention } from '../../../server/jobs/retention.ts';
import { dropDayEvents, findOldDays } from './day-queries.ts';
import { lookBackDays } from './numbers.ts';

const eventDays = 9;
const dayMs = 24 * 60 * 60 * 1000;

const before = (now: Date) => new Date(now.getTime() - eventDays * dayMs);

/** Raw events stay for nine days, and until no day that is to be closed looks back to them. */
export const numbersRetentions: readonly Retention[] = [
  {
    table: 'number_events',
    takesParts: true,
    async count(db, now) {
      const old = await findOldDays(db, { before: before(now), back: lookBackDays });
      return old.reduce((sum, { rows }) => sum + rows, 0);
    },
    async removeSome(db, { now }) {
      const [oldest, second] = await findOldDays(db, { before: before(now), back: lookBackDays });
      if (!oldest) return { removed: 0, next: null };
      await dropDayEvents(db, oldest.day);
      return { removed: oldest.rows, next: second?.day ?? null };
    },
  },
];
