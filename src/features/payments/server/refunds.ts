import type { Log } from '../../../server/config/log.ts';
import { type Db, withTransaction } from '../../../server/database/db.ts';
import { findGifts } from '../../membership/server/gifts.ts';
import { causeOf, leftToRefund, stateOfAsked } from '../rules.ts';
import { type Books, recordRefund } from './payments.ts';
import { findOrder, lockOrder, type OrderRow } from './queries.ts';
import {
  type AskedRow,
  claimDueRefunds,
  findAsked,
  listAsked,
  listKnownRefunds,
  lockMoney,
  updateRefused,
  updateTaken,
  upsertAsked,
} from './refund-queries.ts';
import type { CardRefunds } from './stripe/refund-client.ts';
import { refundOf } from './wechat-events.ts';
import type { WechatOrderDeps } from './wechat-orders.ts';

/** The ways of giving money back; null: that provider is not configured for it. */
export interface RefundDeps extends Books {
  wechat: WechatOrderDeps | null;
  card: CardRefunds | null;
  log: Pick<Log, 'warn'>;
}

export type RefundState = 'pending' | 'succeeded' | 'failed';

export type RefundRefusal =
  /** `gift_redeemed`: somebody has what was paid for. */
  | { kind: 'unknown_order' | 'not_paid' | 'not_configured' | 'gift_redeemed' | 'too_large' }
  /** Without a key only Stripe's dashboard can refund card money. */
  | { kind: 'card_sale'; paymentId: string };

export interface NotedRefund {
  kind: 'noted';
  refundId: string;
  order: OrderRow;
  amountMinor: number;
  /** False: it was noted before. */
  isNew: boolean;
}

/**
 * Notes a refund before its provider is asked: from then on no other refund can take its money. Without an amount it is
 * all that is left. The transaction is the caller's; `sendRefund` sends what was noted once it is committed.
 */
export async function noteRefund(
  tx: Db,
  deps: Pick<RefundDeps, 'wechat' | 'card'>,
  given: { order: string; amountMinor: number | null; refundId: (order: OrderRow) => string },
): Promise<NotedRefund | RefundRefusal> {
  const order = await lockWithMoney(tx, given.order);
  if (!order) return { kind: 'unknown_order' };
  const refusal = await refuse(tx, deps, order);
  if (refusal) return refusal;
  const refundId = given.refundId(order);
  const asked = await listAsked(tx, order.id);
  const same = asked.find((each) => each.refundId === refundId && !each.isRefused);
  if (same) return { kind: 'noted', refundId, order, amountMinor: same.amountMinor, isNew: false };
  const left = leftToRefund(order, { refunds: await listKnownRefunds(tx, moneyOf(order)), asked });
  const amountMinor = given.amountMinor ?? left;
  if (left === 0 || amountMinor > left) return { kind: 'too_large' };
  await upsertAsked(tx, { refundId, orderId: order.id, amountMinor });
  return { kind: 'noted', refundId, order, amountMinor, isNew: true };
}

async function lockWithMoney(tx: Db, name: string): Promise<OrderRow | null> {
  const found = await findOrder(tx, name);
  if (!found) return null;
  await lockMoney(tx, moneyOf(found));
  return lockOrder(tx, found);
}

/** The name by which refunds know the order. */
export function moneyOf({ provider, reference, transactionId }: OrderRow) {
  return { provider, orderKey: provider === 'wechat' ? reference : (transactionId ?? reference) };
}

async function refuse(
  tx: Db,
  { wechat, card }: Pick<RefundDeps, 'wechat' | 'card'>,
  order: OrderRow,
): Promise<RefundRefusal | null> {
  const { state, provider, isGift } = order;
  if (state !== 'paid' && state !== 'refunded') return { kind: 'not_paid' };
  const cause = causeOf(order, order.grants);
  if (isGift && (await findGifts(tx, [cause])).get(cause)?.state === 'redeemed') return { kind: 'gift_redeemed' };
  if (provider === 'stripe' && !card) return { kind: 'card_sale', paymentId: moneyOf(order).orderKey };
  return provider === 'wechat' && !wechat ? { kind: 'not_configured' } : null;
}

/** How a refund stands. `unknown`: its provider gave no answer, and is asked again later. */
export type Sent = { state: RefundState; isUnknown: boolean; reason: string | null };

/**
 * Asks the provider for a noted refund, and books its answer. However often it is sent, it is one refund. A grant is taken
 * back once the provider says that all of the money is back.
 */
export async function sendRefund(deps: RefundDeps, refundId: string): Promise<Sent> {
  const asked = await findAsked(deps.db, refundId);
  const order = asked && (await findOrder(deps.db, asked.orderId));
  if (!asked || !order) throw new Error(`The refund ${refundId} was not noted`);
  if (asked.providerRefundId !== null || asked.isRefused) return standing(deps.db, { refundId, order });
  const answer =
    order.provider === 'wechat' ? await sendToWechat(deps, asked, order) : await sendToCard(deps, asked, order);
  if (answer.kind === 'declined') await updateRefused(deps.db, refundId);
  if (answer.kind !== 'ok')
    deps.log.warn({ event: 'refund not taken', refundId, reason: answer.reason }, 'a provider took no refund');
  const reason = answer.kind === 'ok' ? null : answer.reason;
  return { ...(await standing(deps.db, { refundId, order })), isUnknown: answer.kind === 'unknown', reason };
}

async function standing(db: Db, { refundId, order }: { refundId: string; order: OrderRow }): Promise<Sent> {
  const asked = await findAsked(db, refundId);
  const refunds = await listKnownRefunds(db, moneyOf(order));
  return { state: asked ? stateOfAsked(asked, refunds) : 'pending', isUnknown: false, reason: null };
}

type Told = { kind: 'ok' } | { kind: 'declined' | 'unknown'; reason: string };

async function sendToWechat({ db, setting, wechat }: RefundDeps, asked: AskedRow, order: OrderRow): Promise<Told> {
  if (!wechat) return { kind: 'unknown', reason: 'not configured' };
  const { refundId } = asked;
  const answer = await wechat.wechat.refund({
    orderNumber: order.reference,
    refundNumber: refundId,
    amountMinor: asked.amountMinor,
    orderAmountMinor: order.amountMinor,
    notifyUrl: wechat.notifyUrl,
  });
  if (answer.kind === 'declined') {
    // Nothing final follows from an answer that anybody may have given, nor from one about our keys
    // (spec: payments.md#signatures): an earlier try may have been taken.
    const isFinal = answer.isSigned && answer.status !== 401;
    return { kind: isFinal ? 'declined' : 'unknown', reason: answer.code };
  }
  if (answer.kind === 'unknown') return { kind: 'unknown', reason: answer.cause };
  await recordRefund({ db, setting }, refundOf(answer.fact, wechat.clock()));
  await updateTaken(db, { refundId, providerRefundId: refundId });
  return { kind: 'ok' };
}

async function sendToCard({ db, setting, card }: RefundDeps, asked: AskedRow, order: OrderRow): Promise<Told> {
  if (!card) return { kind: 'unknown', reason: 'not configured' };
  const { refundId, amountMinor, createdAt: askedAt } = asked;
  const { provider, orderKey } = moneyOf(order);
  const answer = await card.refund({ refundId, paymentId: orderKey, amountMinor, askedAt });
  if (answer.kind === 'declined') return { kind: 'declined', reason: answer.code };
  if (answer.kind === 'unknown') return { kind: 'unknown', reason: answer.cause };
  const { id, state, createdAt: occurredAt } = answer.refund;
  await recordRefund({ db, setting }, { provider, refundId: id, orderKey, amountMinor, state, occurredAt });
  await updateTaken(db, { refundId, providerRefundId: id });
  return { kind: 'ok' };
}

const refundsAtOnce = 20;

/** Goes on with refunds that were noted and whose provider has not answered: a crash or an outage came between. */
export async function finishRefunds(deps: RefundDeps, signal?: AbortSignal): Promise<void> {
  let found = refundsAtOnce;
  while (found === refundsAtOnce && !signal?.aborted) {
    const due = await claimDueRefunds(deps.db, refundsAtOnce);
    found = due.length;
    for (const { refundId } of due) {
      if (signal?.aborted) return;
      await sendRefund(deps, refundId);
    }
  }
}

export type RefundAsked =
  | RefundRefusal
  | { kind: 'asked'; order: OrderRow; state: RefundState }
  | { kind: 'refused'; reason: string };

/**
 * Refunds all that is left of an order. A second call is the same refund: nobody is paid back twice. `also` runs inside
 * the noting, so that both happen or neither does.
 */
export async function refundOrder(
  deps: RefundDeps,
  given: { order: string; also?: (tx: Db, noted: NotedRefund) => Promise<void> },
): Promise<RefundAsked> {
  const noted = await withTransaction(deps.db, async (tx) => {
    const result = await noteRefund(tx, deps, { order: given.order, amountMinor: null, refundId: nameOfWhole });
    if (result.kind === 'noted' && result.isNew) await given.also?.(tx, result);
    return result;
  });
  if (noted.kind !== 'noted') return noted;
  const { state, isUnknown, reason } = await sendRefund(deps, noted.refundId);
  if (reason !== null && (isUnknown || state === 'failed')) return { kind: 'refused', reason };
  return { kind: 'asked', order: noted.order, state };
}

/** At most 64 letters and digits, for WeChat Pay takes no others. */
const nameOfWhole = ({ provider, reference, id }: OrderRow) =>
  provider === 'wechat' ? `R${reference}` : `R${id.replaceAll('-', '')}`;
