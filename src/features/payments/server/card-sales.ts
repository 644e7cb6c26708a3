import { randomUUID } from 'node:crypto';
import { type DbPool, withTransaction } from '../../../server/db.ts';
import type { Log } from '../../../server/log.ts';
import { plans } from '../../../shared/plans.ts';
import { recordDispute, recordRefund, settleLocked } from './payments.ts';
import { insertOrder, lockOrder, updateOrder } from './queries.ts';
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
  switch (fact.kind) {
    case 'paid': {
      const { sale } = fact;
      return keepSale(deps, { sale, plan: sale.plan, paidAt: fact.occurredAt, doubt: null });
    }
    case 'doubtful': {
      const { sale, doubt } = fact;
      if (sale.plan === null) {
        log.error({ event: 'foreign sale', sessionId: sale.sessionId, doubt }, 'a card sale is no button of ours');
        return `doubtful: ${doubt}`;
      }
      return keepSale(deps, { sale, plan: sale.plan, paidAt: fact.occurredAt, doubt });
    }
    case 'pending':
    case 'failed':
    case 'expired':
      return fact.kind;
    case 'refunded':
      await recordRefund(db, {
        provider: 'stripe',
        refundId: fact.chargeId,
        orderKey: fact.paymentId,
        amountMinor: fact.amountMinor,
        state: 'total',
        occurredAt: fact.occurredAt,
      });
      return fact.kind;
    case 'refund_failed':
      await recordRefund(db, {
        provider: 'stripe',
        refundId: fact.refundId,
        orderKey: fact.paymentId,
        amountMinor: fact.amountMinor,
        state: 'failed',
        occurredAt: fact.occurredAt,
      });
      return fact.kind;
    case 'dispute_opened':
      await recordDispute(db, { provider: 'stripe', orderKey: fact.paymentId });
      return fact.kind;
    case 'dispute_closed':
      if (!fact.isLost) return 'dispute won';
      await recordRefund(db, {
        provider: 'stripe',
        refundId: fact.disputeId,
        orderKey: fact.paymentId,
        amountMinor: fact.amountMinor,
        state: 'lost',
        occurredAt: fact.occurredAt,
      });
      return 'dispute lost';
    case 'fraud_warning':
      log.error({ event: 'fraud warning', paymentId: fact.paymentId }, 'the card issuer suspects fraud');
      return fact.kind;
    case 'ignored':
      return `ignored: ${fact.reason}`;
    case 'malformed':
      log.error({ event: 'strange event', fields: fact.fields }, 'an event of a known type has an unknown shape');
      return fact.kind;
  }
}

/** Notes the sale and settles it, or leaves it to the operator: a sale that is not noted would be money without a book. */
async function keepSale(
  deps: CardSalesDeps,
  given: { sale: CardSale; plan: 'month' | 'season'; paidAt: Date; doubt: string | null },
): Promise<string> {
  const { sale, plan, paidAt, doubt } = given;
  const months = plans.find((each) => each.plan === plan)?.months ?? 1;
  const isKnown = sale.userId !== null && (await deps.userExists(sale.userId));
  const order = { provider: 'stripe' as const, reference: sale.sessionId };
  const outcome = await withTransaction(deps.db, async (tx) => {
    await insertOrder(tx, {
      ...order,
      id: randomUUID(),
      userId: isKnown ? sale.userId : null,
      plan,
      months,
      amountMinor: sale.amountMinor,
      currency: sale.currency,
      state: 'open',
      expiresAt: null,
      nextCheckAt: null,
    });
    const kept = await lockOrder(tx, order);
    if (!kept) throw new Error(`The sale ${sale.sessionId} was not kept`);
    if (doubt !== null) {
      if (kept.state === 'open') await updateOrder(tx, kept.id, { review: doubt });
      return `review: ${doubt}`;
    }
    const { amountMinor, currency } = sale;
    const transactionId = sale.paymentId ?? sale.sessionId;
    const settled = await settleLocked(tx, kept, { ...order, transactionId, amountMinor, currency, paidAt });
    return settled.kind;
  });
  if (outcome !== 'granted' && outcome !== 'already')
    deps.log.error({ event: 'sale to look at', sessionId: sale.sessionId, outcome }, 'a card sale was not granted');
  return outcome;
}
