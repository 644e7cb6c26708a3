import { countOrEstimate, type Db } from '../../../server/database/db.ts';

export interface Withdrawal {
  id: number;
  orderId: string;
  at: Date;
}

const columns = 'id, order_id as "orderId", at';

/** The withdrawals of these orders, by order. */
export async function listWithdrawalsOf(db: Db, orderIds: readonly string[]): Promise<Map<string, Withdrawal>> {
  const { rows } = await db.query<Withdrawal>(`select ${columns} from withdrawals where order_id = any($1::uuid[])`, [
    orderIds,
  ]);
  return new Map(rows.map((row) => [row.orderId, row]));
}

/** The withdrawal of an order with its confirmation; null: there is none. */
export async function findWithdrawal(db: Db, orderId: string): Promise<(Withdrawal & { content: string }) | null> {
  const { rows } = await db.query<Withdrawal & { content: string }>(
    `select ${columns}, content from withdrawals where order_id = $1`,
    [orderId],
  );
  return rows[0] ?? null;
}

/** Notes a withdrawal; its confirmation follows in the same transaction. */
export async function insertWithdrawal(tx: Db, given: { orderId: string; at: Date }): Promise<Withdrawal> {
  const { rows } = await tx.query<Withdrawal>(
    `insert into withdrawals (order_id, at) values ($1, $2) returning ${columns}`,
    [given.orderId, given.at],
  );
  if (!rows[0]) throw new Error('No withdrawal was noted');
  return rows[0];
}

export async function updateConfirmation(tx: Db, given: { id: number; content: string }): Promise<void> {
  await tx.query('update withdrawals set content = $2 where id = $1', [given.id, given.content]);
}

export interface WithdrawalRow extends Withdrawal {
  userId: string | null;
  isRefunded: boolean;
}

/** All withdrawals, the newest first. */
export async function listWithdrawalRows(
  db: Db,
  { offset, limit }: { offset: number; limit: number },
): Promise<WithdrawalRow[]> {
  const { rows } = await db.query<WithdrawalRow>(
    `select withdrawals.id, order_id as "orderId", at, user_id as "userId", state = 'refunded' as "isRefunded"
     from withdrawals join payment_orders sold on sold.id = order_id
     order by at desc, withdrawals.id desc offset $1 limit $2`,
    [offset, limit],
  );
  return rows;
}

export function countWithdrawals(db: Db): Promise<number> {
  return countOrEstimate(db, 'select from withdrawals', []);
}

/** How many withdrawals wait for their money. */
export async function countUnrefunded(db: Db): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*) as count from withdrawals join payment_orders sold on sold.id = order_id where state <> 'refunded'`,
  );
  return rows[0]?.count ?? 0;
}
