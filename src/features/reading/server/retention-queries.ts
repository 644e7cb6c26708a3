import { countOrEstimate } from '../../../server/database/db.ts';
import { type Retention, whereOver } from '../../../server/jobs/retention.ts';
import { dayOf } from './event-queries.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** The hours of chapters name nobody (spec: reading.md#events). */
const hourDays = 60;

export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * dayMs);
const dayBefore = (now: Date) => dayOf(daysBefore(now, 1));

export const oldHours = whereOver({
  ...{ table: 'chapter_hours', by: 'hour' },
  over: 'hour < $1',
  limitOf: (now) => daysBefore(now, hourDays),
});

/** Readings are not deleted while an older tally waits for its score, since that score needs them. */
export const oldReadings: Retention = {
  ...whereOver({
    ...{ table: 'reading_counts', by: 'day' },
    over: `day < $1 and (select count(*) from (select told_at from book_tallies order by id limit 1) as oldest
             where told_at < $1::date::timestamp at time zone 'utc') = 0`,
    limitOf: dayBefore,
  }),
  count: (db, now) => countOrEstimate(db, 'select from reading_counts where day < $1', [dayBefore(now)]),
};

export const oldSalts = whereOver({ table: 'daily_salts', by: 'day', over: 'day < $1', limitOf: dayBefore });
