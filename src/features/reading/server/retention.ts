import type { Retention } from '../../../server/jobs/retention.ts';
import { dayOf, dropEventsDay, listEventsDays } from './event-queries.ts';
import { daysBefore, oldHours, oldReadings, oldSalts } from './retention-queries.ts';

/** Events are believed for seven days, so an older event cannot arrive again; two more days allow for wrong clocks. */
const eventDays = 9;

/**
 * Events stay for nine days. Rows that name readers, even by a hash, go when the day after theirs is over: by then no
 * reading can change them any more, and their figures are summed.
 */
export const readingRetentions: readonly Retention[] = [
  {
    table: 'book_events',
    takesParts: true,
    async count(db, now) {
      const over = dayOf(daysBefore(now, eventDays));
      return (await listEventsDays(db)).reduce((sum, { day, rows }) => (day < over ? sum + rows : sum), 0);
    },
    async removeSome(db, { now }) {
      const over = dayOf(daysBefore(now, eventDays));
      const [oldest, second] = await listEventsDays(db);
      if (!oldest || oldest.day >= over) return { removed: 0, next: null };
      await dropEventsDay(db, oldest.day);
      return { removed: oldest.rows, next: second && second.day < over ? second.day : null };
    },
  },
  ...[oldHours, oldReadings, oldSalts],
];
