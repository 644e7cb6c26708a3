import type { Db } from '../../../server/database/db.ts';
import { hasRight } from '../../studio/rules.ts';
import type { Staff } from '../../studio/server/studio-api.ts';
import { dayOfNumber, numberOfDay } from '../rules.ts';
import type { Home } from '../studio-contract.ts';
import { listBounds } from './day-queries.ts';
import { visitRows } from './figures.ts';
import type { NumberSources, Span } from './sources.ts';

const shownDays = 28;
const weekDays = 7;

/** The figures of the studio's first page that the role may see; `today` is a day of the zone (spec: studio.md#home). */
export async function readHome(
  db: Db,
  asked: { role: Staff['role']; today: string; timeZone: string; sources: NumberSources },
): Promise<Home> {
  const { role, today, timeZone, sources } = asked;
  const days = { from: dayOfNumber((numberOfDay(today) ?? 0) - shownDays + 1), to: today };
  const bounds = await listBounds(db, { ...days, timeZone });
  const spanOf = (from: number, to?: number): Span => {
    const those = bounds.slice(from, to);
    const [first, last] = [those.at(0), those.at(-1)];
    if (!first || !last) throw new Error('The days of the studio have no bounds');
    return { from: first.from, to: last.to };
  };
  const week = spanOf(-weekDays);
  const [sales, readers, accounts] = await Promise.all([
    hasRight(role, 'revenue') ? readSales(db, { week, before: spanOf(-2 * weekDays, -weekDays), sources }) : null,
    hasRight(role, 'numbers')
      ? visitRows(db, { ...days, group: 'day', bounds, partial: true }, { bookId: null, language: null, by: null })
      : null,
    hasRight(role, 'people') ? sources.countRegistrations(db, week) : null,
  ]);
  const counts = readers?.map((row) => row.readers) ?? [];
  return {
    ...(sales && { sales }),
    ...(readers && { readers: { today: counts.at(-1) ?? 0, previous: counts.at(-2) ?? 0, days: counts } }),
    ...(accounts !== null && { accounts: { new: accounts } }),
  };
}

/** The sales of a week, those of the currency that sold most with the ones of the week before. */
async function readSales(
  db: Db,
  { week, before, sources }: { week: Span; before: Span; sources: NumberSources },
): Promise<Home['sales']> {
  const periods = [
    { period: 'week', ...week },
    { period: 'before', ...before },
  ];
  const [revenue, buyers] = await Promise.all([
    sources.listRevenue(db, { periods, by: 'nothing', eachOrder: false }),
    sources.countBuyers(db, periods),
  ]);
  const sumsIn = (period: string, currency: string | null) => {
    const row = revenue.find((each) => each.period === period && each.currency === currency);
    const { gross = 0, refunds: refunded = 0 } = row ?? {};
    const count = buyers.find((each) => each.period === period && each.currency === currency)?.buyers ?? 0;
    return { net: gross - refunded, gross, refunded, buyers: count };
  };
  const byCurrency = revenue
    .filter(({ period }) => period === 'week')
    .sort((one, other) => other.gross - one.gross)
    .map(({ currency }) => ({ currency, ...sumsIn('week', currency) }));
  const currency = byCurrency[0]?.currency ?? null;
  const buyersOf = (period: string) => buyers.find((each) => each.period === period && each.currency === null)?.buyers;
  return {
    ...sumsIn('week', currency),
    buyers: buyersOf('week') ?? 0,
    currency,
    by_currency: byCurrency,
    previous: { ...sumsIn('before', currency), buyers: buyersOf('before') ?? 0 },
  };
}
