import type { Db } from '../../../server/database/db.ts';

/** The orders of known users that were paid in a span of time, refunded ones too. */
export async function listPayments(
  db: Db,
  span: { from: Date; to: Date },
): Promise<{ orderId: string; userId: string; at: Date }[]> {
  const { rows } = await db.query<{ orderId: string; userId: string; at: Date }>(
    `select id as "orderId", user_id as "userId", paid_at as at from payment_orders
     where paid_at >= $1 and paid_at < $2 and state in ('paid', 'refunded') and user_id is not null order by paid_at`,
    [span.from, span.to],
  );
  return rows;
}

/** The people who paid in each span, by currency; null: in whichever. */
export async function countBuyers(
  db: Db,
  periods: readonly { period: string; from: Date; to: Date }[],
): Promise<{ period: string; currency: string | null; buyers: number }[]> {
  const { rows } = await db.query<{ period: string; currency: string | null; buyers: number }>(
    `select p.period, o.currency, count(distinct o.user_id)::bigint as buyers
     from unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) as p (period, from_at, to_at)
     join payment_orders o on o.paid_at >= p.from_at and o.paid_at < p.to_at
     where o.state in ('paid', 'refunded')
     group by grouping sets ((p.period), (p.period, o.currency))`,
    [periods.map(({ period }) => period), periods.map(({ from }) => from), periods.map(({ to }) => to)],
  );
  return rows;
}

/** The money that came in and went back in a span of time, in minor units, of one currency. */
export interface RevenueRow {
  period: string;
  /** The plan or the method; null: all of them, or a sale of nothing that is a plan. */
  key: string | null;
  /** The order, where each of them is told. */
  orderId: string | null;
  currency: string;
  gross: number;
  refunds: number;
  payments: number;
}

const KEYS = { nothing: 'null::text', plan: 'o.plan', method: 'o.provider' };

/**
 * Revenue by the day of the payment, and refunds by the day of the refund. Of a sale's refunds that its provider tells
 * in one sum the day is that of the last.
 */
export async function listRevenue(
  db: Db,
  asked: { periods: readonly { period: string; from: Date; to: Date }[]; by: keyof typeof KEYS; eachOrder: boolean },
): Promise<RevenueRow[]> {
  const { rows } = await db.query<RevenueRow>(
    `with periods as (select * from unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) as p (period, from_at, to_at)),
     sold as (
       select p.period, ${KEYS[asked.by]} as key, case when $4 then o.id end as order_id, o.currency, o.amount_minor as gross, 0::bigint as refunds, 1 as payments
       from periods p join payment_orders o on o.paid_at >= p.from_at and o.paid_at < p.to_at
       where o.state in ('paid', 'refunded')),
     told as (
       select p.period, r.provider, r.order_key, r.state, r.amount_minor
       from periods p join payment_refunds r on r.occurred_at >= p.from_at and r.occurred_at < p.to_at
       where r.state in ('succeeded', 'total', 'lost')),
     returned as (
       select t.period, ${KEYS[asked.by]} as key, case when $4 then o.id end as order_id, o.currency, 0::bigint as gross,
         case t.state when 'succeeded' then t.amount_minor when 'total' then o.refunded_minor else o.amount_minor end
           as refunds, 0 as payments
       from told t join payment_orders o on o.provider = t.provider
         and (case o.provider when 'wechat' then o.reference else o.transaction_id end) = t.order_key
       where o.paid_at is not null and (t.state = 'lost' or not exists (
         select from payment_refunds other where other.provider = t.provider and other.order_key = t.order_key
           and (other.state = 'lost' or (t.state = 'succeeded' and other.state = 'total')))))
     select period, key, order_id as "orderId", currency, sum(gross)::bigint as gross, sum(refunds)::bigint as refunds,
       sum(payments)::bigint as payments
     from (select * from sold union all select * from returned) as moved
     group by 1, 2, 3, 4 order by 1, 2 nulls last, 4, 3`,
    [
      asked.periods.map(({ period }) => period),
      asked.periods.map(({ from }) => from),
      asked.periods.map(({ to }) => to),
      asked.eachOrder,
    ],
  );
  return rows;
}

/** A payment, in minor units; `isFirst`: the first one of its buyer. */
export interface Sale {
  orderId: string;
  /** Null: nobody knows whose it is. */
  userId: string | null;
  currency: string;
  amount: number;
  isFirst: boolean;
}

/** The payments of a span of time, refunded ones too. */
export async function listSales(db: Db, span: { from: Date; to: Date }): Promise<Sale[]> {
  const { rows } = await db.query<Sale>(
    `select o.id as "orderId", o.user_id as "userId", o.currency, o.amount_minor as amount,
       o.user_id is not null and not exists (
         select from payment_orders e where e.user_id = o.user_id and e.state in ('paid', 'refunded')
           and (e.paid_at, e.id) < (o.paid_at, o.id)) as "isFirst"
     from payment_orders o
     where o.paid_at >= $1 and o.paid_at < $2 and o.state in ('paid', 'refunded') order by o.paid_at`,
    [span.from, span.to],
  );
  return rows;
}

/** Those who paid for the first time in a month, by the plan of that payment, and how many paid in each later month. */
export interface CohortRow {
  /** The month's first day. */
  month: string;
  plan: string | null;
  members: number;
  /** How many paid so many months later; a number that is missing is 0. */
  paid: Record<string, number>;
}

/** The cohorts of all buyers, the newest first; months are those of the zone. */
export async function listCohorts(
  db: Db,
  asked: { timeZone: string; plan: string | null; months: number },
): Promise<CohortRow[]> {
  const { rows } = await db.query<CohortRow>(
    `with paid as (
       select user_id, plan, paid_at, id, date_trunc('month', paid_at at time zone $1)::date as month
       from payment_orders where state in ('paid', 'refunded') and user_id is not null),
     first as (select distinct on (user_id) user_id, plan, month from paid order by user_id, paid_at, id),
     member as (select * from first where $2::text is null or plan = $2),
     again as (
       select m.month, m.plan, count(distinct m.user_id) as people,
         (extract(year from age(p.month, m.month)) * 12 + extract(month from age(p.month, m.month)))::int as later
       from member m join paid p on p.user_id = m.user_id and p.month > m.month
       group by m.month, m.plan, later)
     select month::text, plan, count(*)::bigint as members,
       coalesce((select jsonb_object_agg(later, people) from again a
         where a.month = m.month and a.plan is not distinct from m.plan and later <= $3), '{}') as paid
     from member m group by month, plan order by month desc, plan nulls last`,
    [asked.timeZone, asked.plan, asked.months],
  );
  return rows;
}
