import * as z from 'zod/mini';
import { defineCall } from '../../shared/calls.ts';
import { plan } from '../../shared/site.ts';
import { timestamp, uuid } from '../../shared/wire.ts';
import { mostOpenOrders, mostOrdersAnHour, payableMs } from './limits.ts';

/** The lengths by which the two plans that are always there can be ordered, beside their codes. */
const months = z.union([z.literal(1), z.literal(3)]);
/** Any text: a code that names no plan is not on sale. */
const wantedPlan = z.string();
const wantedCoupon = z.optional(z.string());

export const createOrderBody = z.object({
  months: z.optional(months),
  plan: z.optional(wantedPlan),
  coupon: wantedCoupon,
  gift: z.optional(z.boolean()),
});
export const createOrderAnswer = z.object({ qr_code: z.string(), order_id: uuid });

export const quoteBody = z.object({ plan: wantedPlan, coupon: wantedCoupon });
/** The price of an order at this moment, and without its coupon; in minor units. */
export const quoteAnswer = z.object({
  result: z.object({ amount: z.number(), full_amount: z.number(), currency: z.string() }),
});

/** How an order stands for its buyer (spec: payments.md#order-status). */
export const orderStatus = z.enum(['requires_action', 'processing', 'succeeded', 'canceled', 'refunded']);
export const orderStatusAnswer = z.object({ result: z.object({ completed: z.boolean(), status: orderStatus }) });
/** Any text: an id that names no order of the caller's always gets the same answer. */
export const orderParams = z.object({ order_id: z.string() });

export const provider = z.enum(['wechat', 'stripe']);

export const giftState = z.enum(['unredeemed', 'redeemed', 'expired', 'refunded']);
/** A paid gift, as its buyer sees it; `code` only while it can be given away. */
export const gift = z.object({ state: giftState, expires_at: timestamp, code: z.nullable(z.string()) });

/** One sale, as its buyer sees it; amounts in minor units of the currency. */
export const order = z.object({
  order_id: uuid,
  provider,
  plan,
  months: z.number(),
  amount: z.number(),
  /** The plan's price, without the discount. */
  full_amount: z.number(),
  currency: z.string(),
  status: orderStatus,
  /** Null: the order is no gift, or it is not paid yet. */
  gift: z.nullable(gift),
  created_at: timestamp,
  paid_at: z.nullable(timestamp),
});
export const ordersAnswer = z.object({ result: z.array(order) });

export type CreateOrderAnswer = z.infer<typeof createOrderAnswer>;
export type Quote = z.infer<typeof quoteAnswer>['result'];
export type OrderStatus = z.infer<typeof orderStatus>;
export type OrderStatusAnswer = z.infer<typeof orderStatusAnswer>;
export type Provider = z.infer<typeof provider>;
export type Gift = z.infer<typeof gift>;
export type Order = z.infer<typeof order>;

export const paymentCalls = {
  createOrder: defineCall({
    method: 'POST',
    path: '/payment/wechat/payment/china_book_membership/create',
    who: 'user',
    summary: 'Order a membership, to be paid with WeChat Pay',
    description: `The image is a QR code to be scanned within ${payableMs / 60_000} minutes. At most ${mostOpenOrders} open orders, ${mostOrdersAnHour} an hour.`,
    body: createOrderBody,
    answer: createOrderAnswer,
    failures: [403, 409, 410, 502],
  }),
  quote: defineCall({
    method: 'POST',
    path: '/payment/quote',
    who: 'user',
    summary: 'What an order would cost, with a coupon or without',
    description: 'It holds nothing. A wrong code counts as at the redeeming of coupons.',
    body: quoteBody,
    answer: quoteAnswer,
    failures: [403, 409, 410],
  }),
  getOrderStatus: defineCall({
    method: 'GET',
    path: '/payment/wechat/payment/status/:order_id',
    who: 'user',
    summary: "How one of the caller's orders stands",
    params: orderParams,
    answer: orderStatusAnswer,
    failures: [404],
  }),
  listOrders: defineCall({
    method: 'GET',
    path: '/payment/orders',
    who: 'user',
    summary: "The caller's orders, newest first",
    answer: ordersAnswer,
  }),
};

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    payments: typeof paymentCalls;
  }
}
