import * as z from 'zod/mini';
import { defineCall } from '../../shared/calls.ts';
import { plan, planName } from '../../shared/site.ts';
import { sellerOnWire } from '../../shared/site-settings.ts';
import { languageCode, storable, textOf, timestamp, uuid } from '../../shared/wire.ts';
import { mostOpenOrders, mostOrdersAnHour, payableMs } from './limits.ts';

const longestNext = 2000;
const longestCode = 512;

/** The lengths by which the two plans that are always there can be ordered, beside their codes. */
const months = z.union([z.literal(1), z.literal(3)]);
/** Any text: a code that names no plan is not on sale. */
const wantedPlan = z.string().check(storable);
const wantedCoupon = z.optional(z.string());

/** How WeChat Pay is called up: by a code for another device, from a phone's browser, or inside WeChat. */
export const wechatWay = z.enum(['qr', 'h5', 'jsapi']);
export const orderWay = z.enum(['qr', 'h5', 'jsapi', 'card']);

export const createOrderBody = z.object({
  months: z.optional(months),
  plan: z.optional(wantedPlan),
  coupon: wantedCoupon,
  gift: z.optional(z.boolean()),
  way: z.optional(wechatWay),
  /** The versions of the documents that the buyer agrees to; anything where the site asks for none. */
  accept: z.optional(z.unknown()),
  /** Both boxes ticked, the buyer gives up the withdrawal; anything where the site offers none. */
  waiver: z.optional(z.unknown()),
  /** Where the buyer came from, as their browser tells it; wrong parts are dropped. */
  touch: z.optional(z.unknown()),
});
/** That the membership begins at once, and that the right to withdraw is lost thereby. */
export const waiver = z.object({ begin: z.boolean(), loss: z.boolean() });
/** What a page hands to WeChat so that it asks for the payment; all are strings. */
export const jsapiCall = z.object({
  ...{ appId: z.string(), timeStamp: z.string(), nonceStr: z.string(), package: z.string() },
  ...{ signType: z.string(), paySign: z.string() },
});
/** `h5_url` and `jsapi` of their ways alone, which have no code. */
export const createOrderAnswer = z.object({
  qr_code: z.nullable(z.string()),
  order_id: uuid,
  h5_url: z.optional(z.string()),
  jsapi: z.optional(jsapiCall),
});

export const quoteBody = z.object({
  plan: wantedPlan,
  coupon: wantedCoupon,
  /** By what it shall be paid. */
  way: z.optional(z.enum(['wechat', 'card'])),
});
/** The price of an order at this moment, and without its coupon; in minor units. */
export const quoteAnswer = z.object({
  result: z.object({ amount: z.number(), full_amount: z.number(), currency: z.string() }),
});

/** `next`: the page that the browser goes on to, by its path. */
export const authorizeBody = z.object({ next: z.optional(z.string().check(z.maxLength(longestNext))) });
export const authorizeAnswer = z.object({ url: z.string(), state: z.string() });
export const openidBody = z.object({
  code: z.string().check(z.maxLength(longestCode)),
  state: z.string().check(z.maxLength(longestCode)),
});
export const doneAnswer = z.object({ result: z.literal(true) });

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
  way: orderWay,
  plan,
  months: z.number(),
  amount: z.number(),
  /** The plan's price, without the discount. */
  full_amount: z.number(),
  /** What a code took off. */
  discount: z.number(),
  currency: z.string(),
  status: orderStatus,
  /** Null: the order is no gift, or it is not paid yet. */
  gift: z.nullable(gift),
  /** Until when the buyer may withdraw, or that they have; null: not, or no more. */
  withdrawal: z.nullable(z.union([z.object({ until: timestamp }), z.object({ number: z.string(), at: timestamp })])),
  created_at: timestamp,
  paid_at: z.nullable(timestamp),
});
export const ordersAnswer = z.object({ result: z.array(order) });

export const withdrawalBody = z.object({ confirm: z.literal(true) });
export const withdrawalAnswer = z.object({
  result: z.object({ number: z.string(), at: timestamp, order_id: uuid, sha256: z.string() }),
});

const line = (most: number) => textOf(most).check(z.regex(/^\P{Cc}*$/u, 'must be one line'));
const fapiaoDetails = {
  name: line(256).check(z.minLength(1)),
  address: z.optional(z.nullable(line(256))),
  phone: z.optional(z.nullable(line(64))),
  bank: z.optional(z.nullable(line(256))),
};
/** Whom a fapiao is for; somebody on their own may have no number, which is then empty. */
export const fapiaoBody = z.union([
  z.object({ type: z.literal('ORGANIZATION'), taxpayer_id: line(64).check(z.minLength(1)), ...fapiaoDetails }),
  z.object({ type: z.literal('INDIVIDUAL'), taxpayer_id: line(64), ...fapiaoDetails }),
]);
const given = z.nullable(z.string());
/** What was asked for. */
export const fapiaoTitle = z.object({
  ...{ order_id: uuid, type: z.enum(['INDIVIDUAL', 'ORGANIZATION']), name: z.string(), taxpayer_id: z.string() },
  ...{ address: given, phone: given, bank: given },
});

/** Who sold something, as they were then, and their language. */
const receiptSeller = z.extend(sellerOnWire, { language: languageCode });
/** A numbered receipt: of a sale, or of what went back of it. Amounts in minor units. */
export const receipt = z.object({
  number: z.string(),
  kind: z.enum(['sale', 'refund']),
  issued_at: timestamp,
  order_id: uuid,
  item: z.object({ plan: z.string(), name: planName, months: z.number(), gift: z.boolean() }),
  /** What the sale granted, as it was granted; null: a gift, or nothing yet. */
  period: z.nullable(z.object({ from: timestamp, to: timestamp })),
  full_amount: z.number(),
  discount: z.number(),
  /** Of a refund what went back; below 0: it failed in the end. */
  amount: z.number(),
  currency: z.string(),
  /** The tax in the amount; null: not applicable. */
  tax: z.nullable(z.object({ rate: z.number(), amount: z.number() })),
  provider,
  way: orderWay,
  seller: receiptSeller,
});
export const receiptsAnswer = z.object({ result: z.array(receipt) });

export type ReceiptSeller = z.infer<typeof receiptSeller>;
export type WithdrawalAnswer = z.infer<typeof withdrawalAnswer>;
export type Receipt = z.infer<typeof receipt>;
export type CreateOrderAnswer = z.infer<typeof createOrderAnswer>;
export type Quote = z.infer<typeof quoteAnswer>['result'];
export type OrderStatus = z.infer<typeof orderStatus>;
export type OrderStatusAnswer = z.infer<typeof orderStatusAnswer>;
export type WechatWay = z.infer<typeof wechatWay>;
export type OrderWay = z.infer<typeof orderWay>;
export type JsapiCall = z.infer<typeof jsapiCall>;
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
  authorizeWechat: defineCall({
    method: 'POST',
    path: '/payment/wechat/authorize',
    who: 'user',
    summary: 'Where a browser inside WeChat goes so that an order can be made for it',
    description: 'The state is good once, for this session, within 10 minutes.',
    body: authorizeBody,
    answer: authorizeAnswer,
    failures: [409],
  }),
  takeOpenid: defineCall({
    method: 'POST',
    path: '/payment/wechat/openid',
    who: 'user',
    summary: 'Take what a browser brought back from WeChat',
    description: 'The session can order inside WeChat for 30 minutes.',
    body: openidBody,
    answer: doneAnswer,
    failures: [409, 502],
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
  getPaymentReturn: defineCall({
    method: 'GET',
    path: '/payment/return/:order_id',
    who: 'anyone',
    summary: 'How an order stands, for the page to which WeChat sends a browser back',
    params: orderParams,
    answer: orderStatusAnswer,
    failures: [404],
    counts: 'payment-return',
  }),
  listOrders: defineCall({
    method: 'GET',
    path: '/payment/orders',
    who: 'user',
    summary: "The caller's orders, newest first",
    answer: ordersAnswer,
  }),
  withdraw: defineCall({
    method: 'POST',
    path: '/payment/orders/:order_id/withdrawal',
    who: 'user',
    summary: 'Withdraw from a purchase',
    description: 'It changes no membership by itself: the money is given back by those who run the site.',
    params: orderParams,
    body: withdrawalBody,
    answer: withdrawalAnswer,
    status: 201,
    repeats: true,
    failures: [404, 409],
  }),
  getWithdrawalFile: defineCall({
    method: 'GET',
    path: '/payment/orders/:order_id/withdrawal/file',
    who: 'user',
    summary: 'The confirmation of a withdrawal, as a page to keep',
    params: orderParams,
    failures: [404],
  }),
  askFapiao: defineCall({
    method: 'POST',
    path: '/payment/orders/:order_id/fapiao',
    who: 'user',
    summary: 'Ask for a fapiao of an order; asked again, the last title counts',
    params: orderParams,
    body: fapiaoBody,
    answer: z.object({ result: fapiaoTitle }),
    status: 201,
    failures: [404, 409],
  }),
  getCardReceipt: defineCall({
    method: 'GET',
    path: '/payment/orders/:order_id/card_receipt',
    who: 'user',
    summary: "Stripe's own receipt of an order that was paid by card",
    description: 'Null where there is none, or the site may not read it.',
    params: orderParams,
    answer: z.object({ result: z.nullable(z.object({ url: z.string() })) }),
    failures: [404],
  }),
  getReceipts: defineCall({
    method: 'GET',
    path: '/payment/receipts/:order_id',
    who: 'user',
    summary: 'The receipts of an order, for its buyer and owners of the site',
    params: orderParams,
    answer: receiptsAnswer,
    failures: [404],
  }),
};

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    payments: typeof paymentCalls;
  }
}
