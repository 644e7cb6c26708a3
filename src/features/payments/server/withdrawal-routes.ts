import type { Db } from '../../../server/database/db.ts';
import { AppError, notFound, wrongFields } from '../../../server/http/errors.ts';
import type { Platform } from '../../../server/http/platform.ts';
import type { Language } from '../../../shared/languages.ts';
import type { ReadSetting } from '../../../shared/site-settings.ts';
import { parseUuid } from '../../../shared/wire.ts';
import { noteWaiver } from '../../documents/server/documents.ts';
import { paymentCalls, waiver } from '../contract.ts';
import { readConfirmation, type WithdrawalDeps, withdraw } from './withdrawals.ts';

/** The calls by which a buyer withdraws (spec: payments.md#withdrawal). */
export function mountWithdrawals(users: Platform<{ userId: string }>['users'], deps: WithdrawalDeps): void {
  users.add(paymentCalls.withdraw, async ({ viewer: { userId }, params, language, noteRepeated }) => {
    const orderId = parseUuid(params.order_id);
    const asked = orderId === null ? null : await withdraw(deps, { orderId, userId, language });
    if (!asked || asked.kind === 'unknown_order') throw notFound('order_not_found', 'Order not found');
    if (asked.kind !== 'withdrawn')
      throw new AppError(409, 'withdrawal_over', 'This purchase can no longer be withdrawn from');
    if (!asked.isNew) noteRepeated();
    return { result: asked.withdrawal };
  });

  users.addFile(paymentCalls.getWithdrawalFile, async ({ viewer: { userId }, params }) => {
    const orderId = parseUuid(params.order_id);
    const kept = orderId === null ? null : await readConfirmation(deps.db, { orderId, userId });
    if (!kept) throw notFound('order_not_found', 'Order not found');
    const bytes = Buffer.from(kept.content, 'utf8');
    return { type: 'text/html; charset=utf-8', name: `withdrawal-${kept.number}.html`, bytes };
  });
}

/**
 * Ends the request with 400 where one box of the waiver is ticked and not the other; what it gives notes that the buyer
 * gives up the withdrawal. While the site offers none, whatever is said of it means nothing.
 */
export function requireWaiver(
  setting: ReadSetting,
  given: unknown,
): (tx: Db, order: { userId: string; language: Language; orderId: string }) => Promise<void> {
  const nothing = async () => {};
  if (setting('withdrawal_days') === 0 || given === undefined) return nothing;
  const { data: ticked } = waiver.safeParse(given);
  if (!ticked || ticked.begin !== ticked.loss)
    throw wrongFields([{ path: 'waiver', code: 'invalid', message: 'has both boxes ticked, or none' }]);
  return ticked.begin ? noteWaiver : nothing;
}
