import type { Retention } from '../../../server/retention.ts';
import { dayOf, dropEventsDay, listEventsDays } from './event-queries.ts';
import {
  countOldHours,
  countOldReadings,
  countOldSalts,
  deleteOldHours,
  deleteOldReadings,
  deleteOldSalts,
} from './retention-queries.ts';

const dayMs = 24 * 60 * 60 * 1000;
/**
 * Events are believed for seven days, so an older event cannot arrive again; two more days are for clocks that differ.
 */
const eventDays = 9;
/** The hours of chapters name nobody (spec: reading.md#events). */
const hourDays = 60;

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * dayMs);

/**
 * Events stay for nine days. Rows that name readers, even hashed, are removed after a day: not before the next day's
 * readings can no longer change them, and their figures are summed.
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
  {
    table: 'chapter_hours',
    count: (db, now) => countOldHours(db, daysBefore(now, hourDays)),
    removeSome: (db, { now, ...part }) => deleteOldHours(db, { before: daysBefore(now, hourDays), ...part }),
  },
  {
    table: 'reading_counts',
    count: (db, now) => countOldReadings(db, dayOf(daysBefore(now, 1))),
    removeSome: (db, { now, ...part }) => deleteOldReadings(db, { beforeDay: dayOf(daysBefore(now, 1)), ...part }),
  },
  {
    table: 'daily_salts',
    count: (db, now) => countOldSalts(db, dayOf(daysBefore(now, 1))),
    removeSome: (db, { now, limit }) => deleteOldSalts(db, { beforeDay: dayOf(daysBefore(now, 1)), limit }),
  },
];
