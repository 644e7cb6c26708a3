import type { Db } from '../../../server/database/db.ts';
import type { Touches } from '../../../shared/touch.ts';
import { type AttributedBy, keyOfTouch } from '../rules.ts';
import type { AttributionRow } from '../studio-contract.ts';
import type { NumberSources, Span } from './sources.ts';
import { listTouchesOfOrders, listTouchesOfUsers } from './touch-queries.ts';

/**
 * Who registered in a span of time, who paid for the first time, and what was paid, by where they came from. A payment
 * counts by its own touch, else by that of the registration. Who told nothing counts under null: so by source, by
 * campaign and by book the sums are the same.
 */
export async function attributionRows(
  db: Db,
  span: Span,
  asked: { touch: keyof Touches; by: AttributedBy } & Pick<NumberSources, 'listRegistrations' | 'listSales'>,
): Promise<AttributionRow[]> {
  const { touch, by, listRegistrations, listSales } = asked;
  const [registrations, sales] = await Promise.all([listRegistrations(db, span), listSales(db, span)]);
  const users = new Set([...registrations, ...sales].flatMap(({ userId }) => userId ?? []));
  const [ofUsers, ofOrders] = await Promise.all([
    listTouchesOfUsers(db, [...users]),
    listTouchesOfOrders(
      db,
      sales.map(({ orderId }) => orderId),
    ),
  ]);
  const rows = new Map<string | null, { signUps: number; firstPayments: number; revenue: Map<string, number> }>();
  const rowOf = (touches: Touches | undefined) => {
    const key = keyOfTouch(touches?.[touch] ?? null, by);
    const row = rows.get(key) ?? { signUps: 0, firstPayments: 0, revenue: new Map() };
    rows.set(key, row);
    return row;
  };
  for (const { userId } of registrations) rowOf(ofUsers.get(userId)).signUps += 1;
  for (const { orderId, userId, amount, currency, isFirst } of sales) {
    const row = rowOf(ofOrders.get(orderId) ?? (userId === null ? undefined : ofUsers.get(userId)));
    if (isFirst) row.firstPayments += 1;
    row.revenue.set(currency, (row.revenue.get(currency) ?? 0) + amount);
  }
  return [...rows]
    .map(([key, { signUps, firstPayments, revenue }]) => ({
      key,
      sign_ups: signUps,
      first_payments: firstPayments,
      revenue: Array.from(revenue, ([currency, amount]) => ({ currency, amount })).sort(byCurrency),
    }))
    .sort((one, other) => other.sign_ups - one.sign_ups || other.first_payments - one.first_payments);
}

const byCurrency = (one: { currency: string }, other: { currency: string }) => (one.currency < other.currency ? -1 : 1);

/** The rows of a file: one for each currency. People stand in the first of them alone, so that columns add up. */
export function rowsByCurrency({ revenue, ...row }: AttributionRow) {
  const [first = { currency: null, amount: null }, ...others] = revenue;
  return [{ ...row, ...first }, ...others.map((sum) => ({ key: row.key, ...sum }))];
}
