import type { Db } from '../../../server/database/db.ts';

/**
 * What is wrong with the receipts of a site: series with gaps, paid orders without a number, and orders whose receipts do
 * not add up to their money; empty: nothing.
 */
export async function faultsOfReceipts(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ fault: string }>(
    `select 'series ' || prefix || year || ': ' || numbers || ' numbers up to ' || coalesce(highest, 0) || ', ' || last || ' taken' as fault
     from receipt_series left join lateral (
       select count(*) as numbers, max(n) as highest from (
         select substring(number from length(prefix || year) + 2)::int as n from receipts
         where number ~ ('^' || prefix || year || '-[0-9]+$')) as its) as kept on true
     where numbers <> last or highest is distinct from last
     union all
     select 'order ' || payment_orders.id || ' has ' || count(receipts.id) || ' receipts of its sale' from payment_orders
     left join receipts on order_id = payment_orders.id and kind = 'sale'
     group by payment_orders.id having count(receipts.id) <> (paid_at is not null)::int
     union all
     select 'order ' || id || ' gave ' || refunded_minor || ' back, its receipts say ' || told from payment_orders
     cross join lateral (
       select coalesce(sum(receipts.amount_minor), 0) as told from receipts where order_id = payment_orders.id and kind = 'refund') as refunds
     where paid_at is not null and refunded_minor <> told`,
  );
  return rows.map(({ fault }) => fault);
}
