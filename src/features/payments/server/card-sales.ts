import { randomUUID } from 'node:crypto';
import { type DbPool, withTransaction } from '../../../server/db.ts';
import type { Log } from '../../../server/log.ts';
import { plans } from '../../../shared/plans.ts';
import type { RefundState } from '../rules.ts';
import { recordRefund, settle } from './payments.ts';
import { failOrder, insertOrder, lockOrder, type OrderRow, unreadOutcome, updateOrder } from './queries.ts';
import type { CardFact, CardSale } from './stripe/mapping.ts';

export interface CardSalesDeps {
  db: DbPool;
  log: Pick<Log, 'warn' | 'error' | 'info'>;
  /** Whether there is such a user: whom a page named may be nobody. */
  userExists(userId: string): Promise<boolean>;
}

/** Follows what Stripe told; what came of it, for the event's record. Whatever is told twice changes nothing twice. */
export async function followCardFact(deps: CardSalesDeps, fact: CardFact): Promise<string> {
  const { db, log } = deps;
  const refund = (
    what: { refundId: string; state: RefundState },
    { paymentId: orderKey, amountMinor }: { paymentId: string; amountMinor: number },
  ) => recordRefund(db, { provider: 'stripe', ...what, orderKey, amountMinor, occurredAt: fact.occurredAt });
  const { occurredAt } = fact;
  switch (fact.kind) {
    case 'paid':
      return keepSale(deps, { sale: fact.sale, paidAt: occurredAt, doubt: null });
    case 'doubtful':
      return keepSale(deps, { sale: fact.sale, paidAt: occurredAt, doubt: fact.doubt });
    case 'pending':
      await noteSale(deps, fact.sale);
      return fact.kind;
    case 'failed': {
      const { id } = await noteSale(deps, fact.sale);
      await failOrder(db, id);
      return fact.kind;
    }
    case 'expired':
      return fact.kind;
    case 'refunded':
      await refund({ refundId: fact.chargeId, state: 'total' }, fact);
      return fact.kind;
    case 'refund_failed':
      await refund({ refundId: fact.refundId, state: 'failed' }, fact);
      return fact.kind;
    case 'dispute_opened':
      await refund({ refundId: fact.disputeId, state: 'disputed' }, fact);
      return fact.kind;
    case 'dispute_closed':
      await refund({ refundId: fact.disputeId, state: fact.isLost ? 'lost' : 'won' }, fact);
      return fact.isLost ? 'dispute lost' : 'dispute won';
    case 'fraud_warning':
      log.error({ event: 'fraud warning', paymentId: fact.paymentId }, 'the card issuer suspects fraud');
      return fact.kind;
    case 'ignored':
      return `ignored: ${fact.reason}`;
    case 'malformed':
      log.error({ event: 'strange event', fields: fact.fields }, 'an event of a known type has an unknown shape');
      return `${unreadOutcome}: ${fact.fields.join(', ')}`;
  }
}

/** Settles a sale, or leaves it to the operator: one that is not noted would be money without a book. */
async function keepSale(
  deps: CardSalesDeps,
  given: { sale: CardSale; paidAt: Date; doubt: string | null },
): Promise<string> {
  const { sale, paidAt, doubt } = given;
  const { sessionId, amountMinor, currency } = sale;
  const transactionId = sale.paymentId ?? sessionId;
  const { id, state } = await noteSale(deps, sale);
  if (doubt !== null) {
    if (state === 'new' || state === 'failed') await updateOrder(deps.db, id, { review: doubt, transactionId });
    deps.log.error({ event: 'sale to look at', sessionId, doubt }, 'a card sale differs from what its button sells');
    return `review: ${doubt}`;
  }
  const paid = { provider: 'stripe' as const, reference: sessionId, transactionId, amountMinor, currency, paidAt };
  const settled = await settle(deps.db, paid);
  if (settled.kind !== 'granted' && settled.kind !== 'already')
    deps.log.error({ event: 'sale to look at', sessionId, outcome: settled.kind }, 'a card sale was not granted');
  return settled.kind;
}

/** The order of a sale, made when it is first heard of. */
async function noteSale(deps: CardSalesDeps, sale: CardSale): Promise<OrderRow> {
  const { userId, plan, amountMinor, currency } = sale;
  const isKnown = userId !== null && (await deps.userExists(userId));
  const order = { provider: 'stripe' as const, reference: sale.sessionId };
  return withTransaction(deps.db, async (tx) => {
    await insertOrder(tx, {
      ...order,
      id: randomUUID(),
      userId: isKnown ? userId : null,
      plan,
      months: plan && (plans.find((each) => each.plan === plan)?.months ?? null),
      amountMinor,
      currency,
      state: 'new',
      expiresAt: null,
      nextCheckAt: null,
    });
    const kept = await lockOrder(tx, order);
    if (!kept) throw new Error(`The sale ${sale.sessionId} was not kept`);
    return kept;
  });
}
