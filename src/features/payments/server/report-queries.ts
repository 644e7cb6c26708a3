import type { Db } from '../../../server/database/db.ts';
import type { Provider } from '../contract.ts';
import { type OrderRow, orderColumns } from './queries.ts';

export interface SaleRow extends OrderRow {
  disputedAt: Date | null;
  /** The order was made instead of another one, and both were paid. */
  isPaidTwice: boolean;
  /** A user paid for two orders within a day, one by card: a button's order cannot replace another order. */
  isBoughtTwice: boolean;
}

/** From here on the transaction sees the books of one moment, even if payments are settled meanwhile. */
export async function freezeView(tx: Db): Promise<void> {
  await tx.query('set transaction isolation level repeatable read, read only');
}

/**
 * Sales that a person should look at, and the sales of these ids, in the order of their ids. The sales that a user paid
 * for within a day are found once for all.
 */
export async function listSalesToLookAt(
  db: Db,
  page: { after: string; limit: number; also: readonly string[] },
): Promise<SaleRow[]> {
  const { rows } = await db.query<SaleRow>(
    `with bought_twice as materialized (
       select distinct sale.id from payment_orders sale
       join payment_orders other on other.user_id = sale.user_id and other.id <> sale.id
       where sale.state = 'paid' and other.state = 'paid' and (sale.provider = 'stripe' or other.provider = 'stripe')
         and other.paid_at between sale.paid_at - interval '1 day' and sale.paid_at + interval '1 day'),
     replaced as materialized (
       select unnest(array[earlier.id, later.id]) as id from payment_orders earlier
       join payment_orders later on later.id = earlier.superseded_by
       where earlier.superseded_by is not null and earlier.state = 'paid' and later.state = 'paid')
     select ${orderColumns}, disputed_at as "disputedAt", id in (select id from replaced) as "isPaidTwice",
       id in (select id from bought_twice) as "isBoughtTwice"
     from payment_orders sale
     where id > $1 and (review is not null or disputed_at is not null
       or (state = 'paid' and (refunded_minor > 0 or user_id is null or grants = 0))
       or id in (select id from replaced) or id in (select id from bought_twice) or id = any($3::uuid[]))
     order by id limit $2`,
    [page.after, page.limit, page.also],
  );
  return rows;
}

/** The grants that the ledger must hold for paid orders, in the order of their ids; null: nothing was granted. */
export async function listCausesDue(
  db: Db,
  page: { after: string; limit: number },
): Promise<{ id: string; cause: string | null }[]> {
  const { rows } = await db.query<{ id: string; cause: string | null }>(
    `select id, case when grants = 1 then provider || ':' || id
       when grants > 1 then provider || ':' || id || ':' || grants end as cause
     from payment_orders where id > $1 and state = 'paid' and (grants > 0 or user_id is not null)
     order by id limit $2`,
    [page.after, page.limit],
  );
  return rows;
}

/** How often each of these orders was granted, of the paid ones. */
export async function listPaidCauses(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; provider: Provider; grants: number }[]> {
  const { rows } = await db.query<{ id: string; provider: Provider; grants: number }>(
    `select id, provider, grants from payment_orders where id = any($1::uuid[]) and state = 'paid'`,
    [ids],
  );
  return rows;
}

/** How many orders a person should look at. */
export async function countReviews(db: Db): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select (select count(*) from payment_orders where review is not null)
       + (select count(*) from payment_events where outcome like 'malformed%') as count`,
  );
  return rows[0]?.count ?? 0;
}
