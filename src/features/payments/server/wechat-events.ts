import type { EventAbout } from './event-queries.ts';
import { done, type Followed } from './events.ts';
import { recordRefund } from './payments.ts';
import type { WechatNotification } from './wechat/notification.ts';
import type { WechatRefundFact } from './wechat/wechat-pay.ts';
import { settleWechat, type WechatOrderDeps } from './wechat-orders.ts';

export type GenuineNotification = Exclude<WechatNotification, { kind: 'refused' }>;

/** WeChat Pay names no currency for a refund, because it refunds in the currency of the payment. */
const refundCurrency = 'CNY';

/** The facts about money in a notification. */
export function aboutNotification(notification: GenuineNotification): EventAbout {
  switch (notification.kind) {
    case 'paid': {
      const { orderNumber: reference, amountMinor, currency } = notification.fact;
      return { reference, amountMinor, currency };
    }
    case 'refund':
      return {
        reference: notification.fact.orderNumber,
        amountMinor: notification.fact.amountMinor,
        currency: refundCurrency,
      };
    case 'not_paid':
      return { reference: notification.orderNumber, amountMinor: null, currency: null };
    case 'other':
      return { reference: null, amountMinor: null, currency: null };
  }
}

/** Follows a genuine notification; one about another merchant's money is not ours to settle. */
export async function followNotification(
  wechat: WechatOrderDeps,
  notification: GenuineNotification,
): Promise<Followed> {
  switch (notification.kind) {
    case 'paid':
      return followPayment(wechat, notification);
    case 'refund':
      return followRefund(wechat, notification);
    case 'not_paid':
    case 'other':
      return done('nothing');
  }
}

async function followPayment(
  wechat: WechatOrderDeps,
  { fact }: Extract<GenuineNotification, { kind: 'paid' }>,
): Promise<Followed> {
  const { kind } = await settleWechat(wechat, fact);
  switch (kind) {
    case 'unknown_order':
      if (fact.merchantId !== wechat.merchant.mchId) return done('foreign_merchant', 'foreign_merchant');
      return { outcome: null, unsettled: 'no_order', counted: 'no_order' };
    case 'review':
    case 'contradicted':
      return done(kind, 'review');
    case 'already':
      return done(kind, 'repeated');
    case 'granted':
    case 'unattributed':
    case 'refunded':
      return done(kind);
  }
}

async function followRefund(
  { db, setting, merchant, log }: WechatOrderDeps,
  { fact, writtenAt }: Extract<GenuineNotification, { kind: 'refund' }>,
): Promise<Followed> {
  const { merchantId, orderNumber } = fact;
  if (merchantId !== null && merchantId !== merchant.mchId) {
    log.error({ event: 'foreign refund', orderNumber }, 'a refund names another merchant, so nothing follows from it');
    return done('foreign_merchant', 'foreign_merchant');
  }
  const hasOrder = await recordRefund({ db, setting }, refundOf(fact, writtenAt));
  if (hasOrder) return done('refund');
  log.error({ event: 'refund without order', orderNumber }, 'a refund names an order that we do not know');
  return { outcome: null, unsettled: 'refund_without_order', counted: 'no_order' };
}

/** WeChat Pay's refund in the terms of our books. */
export function refundOf(fact: WechatRefundFact, writtenAt: Date) {
  const states = {
    succeeded: 'succeeded',
    failed: 'failed',
    closed: 'failed',
    processing: 'pending',
    unknown: 'pending',
  } as const;
  return {
    provider: 'wechat' as const,
    refundId: fact.refundNumber,
    orderKey: fact.orderNumber,
    amountMinor: fact.amountMinor,
    state: states[fact.state],
    occurredAt: fact.refundedAt ?? writtenAt,
  };
}
