import { createHash } from 'node:crypto';
import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import type { Language } from '../../../shared/languages.ts';
import { type ReadSetting, siteNameIn } from '../../../shared/site-settings.ts';
import { namesOfUsers } from '../../accounts/server/accounts.ts';
import { listWaived } from '../../documents/server/documents.ts';
import type { Order, WithdrawalAnswer } from '../contract.ts';
import { withdrawableUntil } from '../rules.ts';
import type { WithdrawalOnWire } from '../studio-contract.ts';
import { findPlan } from './plan-queries.ts';
import { findOrderOfUser, lockOrder, type OrderRow } from './queries.ts';
import { confirmationOf } from './withdrawal-page.ts';
import {
  countWithdrawals,
  findWithdrawal,
  insertWithdrawal,
  listWithdrawalRows,
  listWithdrawalsOf,
  updateConfirmation,
  type Withdrawal,
} from './withdrawal-queries.ts';

export interface WithdrawalDeps {
  db: DbPool;
  setting: ReadSetting;
  clock: () => Date;
}

type Confirmation = WithdrawalAnswer['result'];

export type Withdrew =
  /** `over`: too old, not paid, refunded, waived, or the site offers none. */
  { kind: 'unknown_order' | 'over' } | { kind: 'withdrawn'; isNew: boolean; withdrawal: Confirmation };

/**
 * Notes that a buyer withdraws from an order of theirs, with a confirmation to keep; a repetition finds the first one. No
 * grant changes: an operator gives the money back.
 */
export function withdraw(
  { db, setting, clock }: WithdrawalDeps,
  asked: { orderId: string; userId: string; language: Language },
): Promise<Withdrew> {
  const { orderId: id, userId, language } = asked;
  return withTransaction(db, async (tx) => {
    const found = await findOrderOfUser(tx, { id, userId });
    const order = found && (await lockOrder(tx, found));
    if (order?.userId !== userId) return { kind: 'unknown_order' };
    const known = await findWithdrawal(tx, id);
    if (known) return { kind: 'withdrawn', isNew: false, withdrawal: present(known, known.content) };
    const at = clock();
    const waived = await listWaived(tx, userId);
    if (!withdrawableUntil(order, { days: setting('withdrawal_days'), isWaived: waived.has(id), now: at }))
      return { kind: 'over' };
    const noted = await insertWithdrawal(tx, { orderId: id, at });
    const content = await confirm(tx, { noted, order, userId, setting, language });
    await updateConfirmation(tx, { id: noted.id, content });
    return { kind: 'withdrawn', isNew: true, withdrawal: present(noted, content) };
  });
}

async function confirm(
  tx: Db,
  given: { noted: Withdrawal; order: OrderRow; userId: string; setting: ReadSetting; language: Language },
): Promise<string> {
  const { noted, order, userId, setting, language } = given;
  const plan = order.plan === null ? null : await findPlan(tx, order.plan);
  const withdrawn = {
    ...{ number: numberOf(noted), at: noted.at, orderId: order.id, orderedAt: order.createdAt },
    plan: plan?.name ?? { 'en-us': order.plan ?? '' },
    ...{ amountMinor: order.amountMinor, currency: order.currency },
    username: (await namesOfUsers(tx, [userId])).get(userId) ?? userId,
    ...{ siteName: siteNameIn(setting, language), seller: setting('seller') },
  };
  return confirmationOf(withdrawn, language);
}

const numberOf = ({ id }: Pick<Withdrawal, 'id'>) => `W${id}`;

function present(withdrawal: Withdrawal, content: string): Confirmation {
  const { at, orderId } = withdrawal;
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { number: numberOf(withdrawal), at: at.toISOString(), order_id: orderId, sha256 };
}

/** The confirmation of a buyer's withdrawal, as it was given to them; null: there is none. */
export async function readConfirmation(
  db: Db,
  asked: { orderId: string; userId: string },
): Promise<{ number: string; content: string } | null> {
  const order = await findOrderOfUser(db, { id: asked.orderId, userId: asked.userId });
  const withdrawal = order && (await findWithdrawal(db, order.id));
  return withdrawal && { number: numberOf(withdrawal), content: withdrawal.content };
}

/** How the withdrawal from each of a user's orders stands: until when they may, or what they have declared. */
export async function readStandings(
  { db, setting, clock }: WithdrawalDeps,
  { userId, orders }: { userId: string; orders: readonly OrderRow[] },
): Promise<(order: OrderRow) => Order['withdrawal']> {
  const days = setting('withdrawal_days');
  const now = clock();
  const declared = await listWithdrawalsOf(
    db,
    orders.map(({ id }) => id),
  );
  const waived = days > 0 ? await listWaived(db, userId) : new Set<string>();
  return (order) => {
    const known = declared.get(order.id);
    if (known) return { number: numberOf(known), at: known.at.toISOString() };
    const until = withdrawableUntil(order, { days, isWaived: waived.has(order.id), now });
    return until && { until: until.toISOString() };
  };
}

/** A page of all withdrawals, the newest first. */
export async function listWithdrawals(
  db: Db,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ result: WithdrawalOnWire[]; total: number }> {
  const rows = await listWithdrawalRows(db, { offset: page * pageSize, limit: pageSize });
  const names = await namesOfUsers(db, [...new Set(rows.flatMap(({ userId }) => userId ?? []))]);
  const result = rows.map((row) => {
    const username = row.userId === null ? undefined : names.get(row.userId);
    return {
      ...{ number: numberOf(row), order_id: row.orderId, at: row.at.toISOString(), refunded: row.isRefunded },
      user: row.userId === null || username === undefined ? null : { uuid: row.userId, username },
    };
  });
  return { result, total: await countWithdrawals(db) };
}
