import { findGifts } from '../../membership/server/gifts.ts';
import { causeOf } from '../rules.ts';
import { recordRefund } from './payments.ts';
import { findOrder, type OrderRow } from './queries.ts';
import { refundOf } from './wechat-events.ts';
import type { WechatOrderDeps } from './wechat-orders.ts';

export type RefundAsked =
  /** `gift_redeemed`: somebody has what was paid for. */
  | { kind: 'unknown_order' | 'not_paid' | 'not_configured' | 'gift_redeemed' }
  /** Only Stripe's dashboard can refund card money. */
  | { kind: 'card_sale'; paymentId: string }
  | { kind: 'asked'; order: OrderRow; state: 'pending' | 'succeeded' | 'failed' }
  | { kind: 'refused'; reason: string };

/** Refunds all of an order's money. A second call is the same refund: nobody is paid back twice. */
export async function refundOrder(
  db: WechatOrderDeps['db'],
  wechat: WechatOrderDeps | null,
  name: string,
): Promise<RefundAsked> {
  const order = await findOrder(db, name);
  if (!order) return { kind: 'unknown_order' };
  if (order.state !== 'paid' && order.state !== 'refunded') return { kind: 'not_paid' };
  const cause = causeOf(order, order.grants);
  if (order.isGift && (await findGifts(db, [cause])).get(cause)?.state === 'redeemed') return { kind: 'gift_redeemed' };
  if (order.provider === 'stripe') return { kind: 'card_sale', paymentId: order.transactionId ?? order.reference };
  if (!wechat) return { kind: 'not_configured' };
  const answer = await wechat.wechat.refund({
    orderNumber: order.reference,
    refundNumber: `R${order.reference}`,
    amountMinor: order.amountMinor,
    orderAmountMinor: order.amountMinor,
    notifyUrl: wechat.notifyUrl,
  });
  if (answer.kind !== 'ok') return { kind: 'refused', reason: answer.kind === 'declined' ? answer.code : answer.cause };
  const refund = refundOf(answer.fact, wechat.clock());
  await recordRefund(db, refund);
  return { kind: 'asked', order, state: refund.state };
}
