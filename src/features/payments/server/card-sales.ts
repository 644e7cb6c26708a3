import { randomUUID } from 'node:crypto';
import type { Log } from '../../../server/config/log.ts';
import { withTransaction } from '../../../server/database/db.ts';
import type { RefundState } from '../rules.ts';
import { reviewOutcome, unreadOutcome } from './event-queries.ts';
import { done, type Followed } from './events.ts';
import { type Books, doubt, recordRefund, settle } from './payments.ts';
import { failOrder, insertOrder, lockOrder, type OrderRow } from './queries.ts';
import type { CardFact, CardSale } from './stripe/mapping.ts';

export interface CardSalesDeps extends Books {
  log: Pick<Log, 'warn' | 'error' | 'info'>;
  /** Whether there is such a user: the id that a page named may be nobody's. */
  hasUser(userId: string): Promise<boolean>;
}

/** Follows an event of Stripe's. An event that comes twice changes nothing twice. */
export async function followCardFact(deps: CardSalesDeps, fact: CardFact): Promise<Followed> {
  const { db, log } = deps;
  const refund = (
    what: { refundId: string; state: RefundState },
    { paymentId: orderKey, amountMinor }: { paymentId: string; amountMinor: number },
  ) => recordRefund(deps, { provider: 'stripe', ...what, orderKey, amountMinor, occurredAt: fact.occurredAt });
  const { occurredAt } = fact;
  switch (fact.kind) {
    case 'paid':
      return keepSale(deps, { sale: fact.sale, paidAt: occurredAt, doubt: null });
    case 'doubtful':
      return keepSale(deps, { sale: fact.sale, paidAt: occurredAt, doubt: fact.doubt });
    case 'pending':
      await noteSale(deps, fact.sale);
      return done(fact.kind);
    case 'failed': {
      const { id } = await noteSale(deps, fact.sale);
      await failOrder(db, id);
      return done(fact.kind);
    }
    case 'expired':
      return done(fact.kind);
    case 'refunded':
      await refund({ refundId: fact.chargeId, state: 'total' }, fact);
      return done(fact.kind);
    case 'refund_failed':
      await refund({ refundId: fact.refundId, state: 'failed' }, fact);
      return done(fact.kind);
    case 'dispute_opened':
      await refund({ refundId: fact.disputeId, state: 'disputed' }, fact);
      return done(fact.kind);
    case 'dispute_closed':
      await refund({ refundId: fact.disputeId, state: fact.isLost ? 'lost' : 'won' }, fact);
      return done(fact.isLost ? 'dispute lost' : 'dispute won');
    case 'fraud_warning':
      log.error({ event: 'fraud warning', paymentId: fact.paymentId }, 'the card issuer suspects fraud');
      return done(fact.kind);
    case 'ignored':
      return done(`ignored: ${fact.reason}`);
    case 'malformed':
      log.error({ event: 'strange event', fields: fact.fields }, 'an event of a known type has an unknown shape');
      return done(`${unreadOutcome}: ${fact.fields.join(', ')}`, 'review');
  }
}

/** Settles a sale, or leaves it to the operator. Each sale is stored: money of one that was not would be in no book. */
async function keepSale(
  deps: CardSalesDeps,
  given: { sale: CardSale; paidAt: Date; doubt: string | null },
): Promise<Followed> {
  const { sale, paidAt } = given;
  const { sessionId, amountMinor, currency, plan, months } = sale;
  const transactionId = sale.paymentId ?? sessionId;
  const provider = 'stripe' as const;
  const { userId } = await noteSale(deps, sale);
  if (given.doubt !== null || plan === null || months === null) {
    const reason = given.doubt ?? 'wrong_plan';
    const isInDoubt = await doubt(deps, { provider, reference: sessionId, transactionId, reason });
    // An earlier event of the sale was granted, and its button has been removed since.
    if (!isInDoubt) return done('contradicted', 'repeated');
    deps.log.error(
      { event: 'sale to look at', sessionId, doubt: reason },
      'a card sale differs from what its button sells',
    );
    return done(`${reviewOutcome}: ${reason}`, 'review');
  }
  const terms = { userId, plan, months };
  const settled = await settle(deps, {
    provider,
    reference: sessionId,
    transactionId,
    amountMinor,
    currency,
    paidAt,
    terms,
  });
  if (['review', 'contradicted', 'unattributed'].includes(settled.kind))
    deps.log.error({ event: 'sale to look at', sessionId, outcome: settled.kind }, 'a card sale was not granted');
  if (settled.kind === 'review') return done(`${reviewOutcome}: ${settled.reason}`, 'review');
  if (settled.kind === 'contradicted') return done(settled.kind, 'review');
  return done(settled.kind, settled.kind === 'already' ? 'repeated' : 'taken');
}

/** The order of a sale; the first event of the sale makes it. */
async function noteSale(deps: CardSalesDeps, sale: CardSale): Promise<OrderRow> {
  const { userId, plan, months, isGift, amountMinor, fullAmountMinor, couponId, currency } = sale;
  const isKnown = userId !== null && (await deps.hasUser(userId));
  const order = { provider: 'stripe' as const, reference: sale.sessionId };
  return withTransaction(deps.db, async (tx) => {
    await insertOrder(tx, {
      ...order,
      id: randomUUID(),
      userId: isKnown ? userId : null,
      plan,
      months,
      amountMinor,
      fullAmountMinor,
      couponId,
      isGift,
      ...{ way: 'card', appId: null },
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
