import type { Db } from '../../../server/database/db.ts';
import type { CohortRow } from '../studio-contract.ts';
import type { NumberSources } from './sources.ts';

/** So many months after their first payment members are counted. */
export const countedMonths = 12;

/** Of those who paid first in a month, how many paid in each of the 12 months after it; null: a month that is not over. */
export async function cohortRows(
  db: Db,
  asked: { today: string; timeZone: string; plan: string | null } & Pick<NumberSources, 'listCohorts'>,
): Promise<CohortRow[]> {
  const { today, timeZone, plan, listCohorts } = asked;
  const present = monthOf(today);
  const rows = await listCohorts(db, { timeZone, plan, months: countedMonths });
  return rows.map(({ month, plan: first, members, paid }) => ({
    ...{ month: month.slice(0, 7), plan: first, members },
    months: Array.from({ length: countedMonths }, (_, at) => {
      const later = at + 1;
      if (monthOf(month) + later >= present) return { month: later, count: null, share: null };
      const count = paid[later] ?? 0;
      return { month: later, count, share: count / members };
    }),
  }));
}

/** The months since the year 0. */
function monthOf(day: string): number {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return year * 12 + month - 1;
}
