import { countOrEstimate, type Db } from '../../../server/database/db.ts';

/** Whom a fapiao is for. */
export interface FapiaoTitle {
  orderId: string;
  type: 'INDIVIDUAL' | 'ORGANIZATION';
  name: string;
  taxpayerId: string;
  address: string | null;
  phone: string | null;
  bank: string | null;
}

/** Notes what a buyer asks for; asked again, the last title counts. */
export async function upsertFapiao(tx: Db, title: FapiaoTitle): Promise<void> {
  await tx.query(
    `insert into fapiao_requests (order_id, type, name, taxpayer_id, address, phone, bank)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (order_id) do update set type = excluded.type, name = excluded.name, taxpayer_id = excluded.taxpayer_id,
       address = excluded.address, phone = excluded.phone, bank = excluded.bank, requested_at = now()`,
    [title.orderId, title.type, title.name, title.taxpayerId, title.address, title.phone, title.bank],
  );
}

/** A place in the list, with its time as exactly as the database has it. */
export interface FapiaoMark {
  at: string;
  orderId: string;
}

export interface FapiaoRow extends FapiaoTitle {
  at: Date;
  userId: string | null;
  amountMinor: number;
  refundedMinor: number;
  currency: string;
  mark: FapiaoMark;
}

/** What was asked for, the newest first; `after` is the last one that is known. */
export async function listFapiaoRows(
  db: Db,
  { after, offset, limit }: { after: FapiaoMark | null; offset: number; limit: number },
): Promise<FapiaoRow[]> {
  const { rows } = await db.query<FapiaoRow>(
    `select order_id as "orderId", type, name, taxpayer_id as "taxpayerId", address, phone, bank, requested_at as at,
       user_id as "userId", amount_minor as "amountMinor", refunded_minor as "refundedMinor", currency,
       json_build_object('at', requested_at::text, 'orderId', order_id) as mark
     from fapiao_requests join payment_orders sold on sold.id = order_id
     where $1::timestamptz is null or (requested_at, order_id) < ($1, $2::uuid)
     order by requested_at desc, order_id desc offset $3 limit $4`,
    [after?.at ?? null, after?.orderId ?? null, offset, limit],
  );
  return rows;
}

export function countFapiao(db: Db): Promise<number> {
  return countOrEstimate(db, 'select from fapiao_requests', []);
}
