import * as z from 'zod/mini';
import { cardUrlPattern, planPattern } from '../../shared/plans.ts';
import { planName } from '../../shared/site.ts';
import { givenUuid, languageCode, storable, timestamp, uuid } from '../../shared/wire.ts';
import { membership } from '../membership/contract.ts';
import { ledgerRow, personParams, personRow } from '../membership/studio-contract.ts';
import {
  compared,
  csvFields,
  dayOrTime,
  listOf,
  noteOnWire,
  oneOf,
  pageFields,
  person,
  reason,
  role,
} from '../studio/contract.ts';
import { defineStudioCall } from '../studio/rules.ts';
import { fapiaoTitle, gift, orderStatus, orderWay, provider, receipt } from './contract.ts';
import { lastPosition, mostFen, mostMonths, mostOfCard, mostPlans } from './plans.ts';

const card = z
  .object({
    payment_link: z.string().check(z.regex(/^plink_\w{1,200}$/, 'must be plink_…')),
    /** Null or absent: it has no button. */
    buy_button_id: z.optional(z.nullable(z.string().check(z.regex(/^buy_btn_\w{1,200}$/, 'must be buy_btn_…')))),
    amount: z.int().check(z.positive(), z.maximum(mostOfCard)),
    currency: z.string().check(z.regex(/^[a-z]{3}$/i, 'must be a currency of three letters')),
    url: z.optional(z.nullable(z.string().check(z.regex(cardUrlPattern, 'must be https://buy.stripe.com/…')))),
    button: z.optional(z.boolean()),
  })
  .check(
    z.refine((given) => given.button !== false || typeof given.url === 'string', {
      error: 'is wanted where there is no button',
      path: ['url'],
    }),
    z.refine((given) => given.button === false || typeof given.buy_button_id === 'string', {
      error: 'is wanted for the button',
      path: ['buy_button_id'],
    }),
  );
const fields = {
  months: z.int().check(z.minimum(1), z.maximum(mostMonths)),
  amount: z.int().check(z.minimum(1), z.maximum(mostFen)),
  name: planName,
  card: z.nullable(card),
  order: z.int().check(z.minimum(0), z.maximum(lastPosition)),
  active: z.boolean(),
};
/** The fields of a plan that operators change; a field that is absent stays (spec: payments.md#changing-plans). */
export const planFields = z.object({
  months: z.optional(fields.months),
  amount: z.optional(fields.amount),
  name: z.optional(fields.name),
  card: z.optional(fields.card),
  order: z.optional(fields.order),
  active: z.optional(fields.active),
});
export const planCode = z.string().check(z.regex(planPattern));
/** A plan as operators see it; the amount in fen, that of the card in minor units of its currency. */
export const studioPlan = z.object({ plan: planCode, ...fields, etag: z.string() });

export const plansQuery = z.object(pageFields);
export const plansAnswer = listOf(studioPlan);
export const planNamesAnswer = listOf(z.object({ plan: planCode, name: fields.name, active: fields.active }));
/** Any text: a code that names no plan always gets the same answer. */
export const planParams = z.object({ code: z.string().check(storable) });
export const newPlanBody = z.object({
  plan: planCode,
  months: fields.months,
  amount: fields.amount,
  name: fields.name,
  card: z.optional(fields.card),
  order: z.optional(fields.order),
  active: z.optional(fields.active),
});
export const planAnswer = oneOf(studioPlan);

export type PlanFields = z.infer<typeof planFields>;
export type StudioPlan = z.infer<typeof studioPlan>;

const yesOrNo = z.pipe(
  z.enum(['true', 'false']),
  z.transform((text) => text === 'true'),
);
export const ordersQuery = z.object({
  ...pageFields,
  ...csvFields,
  status: z.optional(orderStatus),
  provider: z.optional(provider),
  plan: compared,
  currency: compared,
  q: compared,
  from: z.optional(dayOrTime),
  to: z.optional(dayOrTime),
  review: z.optional(yesOrNo),
});

/** An order as those who run the site see it; `review` says why somebody should look at it. */
const studioOrder = z.object({
  order_id: uuid,
  /** What it is called: the first 8 signs of its id, as on its buyer's receipt. */
  number: z.string(),
  provider,
  way: orderWay,
  plan: z.nullable(z.string()),
  months: z.nullable(z.number()),
  amount: z.number(),
  full_amount: z.number(),
  discount: z.number(),
  currency: z.string(),
  status: orderStatus,
  gift: z.nullable(gift),
  created_at: timestamp,
  paid_at: z.nullable(timestamp),
  user: z.nullable(person),
  reference: z.string(),
  review: z.nullable(z.string()),
});
export type StudioOrder = z.infer<typeof studioOrder>;
export const ordersAnswer = listOf(studioOrder);

/** A receipt as those who run the site see it. */
const studioReceipt = z.extend(receipt, { user: z.nullable(person) });
export type StudioReceipt = z.infer<typeof studioReceipt>;

/** A fapiao that a buyer asks for; `refunded`: how much of the amount went back. */
const fapiao = z.extend(fapiaoTitle, {
  user: z.nullable(person),
  at: timestamp,
  amount: z.number(),
  currency: z.string(),
  refunded: z.number(),
});
export type FapiaoOnWire = z.infer<typeof fapiao>;

/** A withdrawal; `refunded`: all the money went back. */
const withdrawal = z.object({
  number: z.string(),
  order_id: uuid,
  user: z.nullable(person),
  at: timestamp,
  refunded: z.boolean(),
});
export type WithdrawalOnWire = z.infer<typeof withdrawal>;

/** Any text: what is no UUID names no order, and gets the same answer. */
export const studioOrderParams = z.object({ id: z.string() });

/** Also how much of the money is back, and how much could still go back. */
const studioOrderDetail = z.extend(studioOrder, {
  payment: z.nullable(z.string()),
  refunded: z.number(),
  left: z.number(),
  disputed_at: z.nullable(timestamp),
  events: z.array(
    z.object({
      at: timestamp,
      kind: z.string(),
      outcome: z.nullable(z.string()),
      amount: z.nullable(z.number()),
      currency: z.nullable(z.string()),
    }),
  ),
  refunds: z.array(
    z.object({
      refund_id: z.string(),
      state: z.enum(['pending', 'succeeded', 'failed', 'total', 'disputed', 'lost', 'won']),
      amount: z.number(),
      at: timestamp,
    }),
  ),
  ledger: z.array(ledgerRow),
});
export type StudioOrderDetail = z.infer<typeof studioOrderDetail>;
export const orderAnswer = oneOf(studioOrderDetail);

/** Without an amount all that is left goes back. */
export const refundBody = z.object({
  request_id: givenUuid,
  amount: z.optional(z.nullable(z.int().check(z.minimum(1)))),
  reason,
});
export const keptRefund = z.object({ refund_id: z.string(), amount: z.number(), currency: z.string() });
export const refundAnswer = oneOf(z.extend(keptRefund, { state: z.enum(['pending', 'succeeded', 'failed']) }));

export const resolveBody = z.object({ request_id: givenUuid, outcome: z.enum(['grant', 'close', 'note']), reason });
export const keptResolution = z.object({ order_id: uuid, status: orderStatus });
export const resolveAnswer = oneOf(keptResolution);

export const assignBody = z.object({
  request_id: givenUuid,
  user_uuid: givenUuid,
  months: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(mostMonths)))),
  reason,
});
/** `expire_at` is null for a gift, whose code the user finds among their orders. */
export const keptAssignment = z.object({
  order_id: uuid,
  user: person,
  months: z.number(),
  expire_at: z.nullable(timestamp),
});
export const assignAnswer = oneOf(keptAssignment);

const reportLines = z.array(
  z.object({
    order_id: z.nullable(uuid),
    number: z.nullable(z.string()),
    reference: z.string(),
    username: z.nullable(z.string()),
    amount: z.nullable(z.number()),
    currency: z.nullable(z.string()),
    reason: z.string(),
  }),
);
export const reportAnswer = oneOf(
  z.object({
    paid_not_granted: reportLines,
    granted_not_paid: reportLines,
    unattributed: reportLines,
    in_review: reportLines,
    partly_refunded: reportLines,
    disputed: reportLines,
    paid_twice: reportLines,
    unsettled: reportLines,
  }),
);

/** What Stripe knows of our links, and the sales that no webhook had told of. */
const askedSales = z.object({
  links: z.number(),
  sessions: z.number(),
  found: z.array(
    z.object({
      order_id: uuid,
      reference: z.string(),
      username: z.nullable(z.string()),
      amount: z.number(),
      currency: z.string(),
      outcome: z.enum(['granted', 'review', 'unattributed']),
    }),
  ),
});
export type AskedSales = z.infer<typeof askedSales>;

export const resolvePaymentBody = z.object({
  reference: z.string().check(z.minLength(1), z.maxLength(500), storable),
  reason,
});
export const resolvePaymentAnswer = oneOf(z.object({ reference: z.string(), resolved: z.literal(true) }));

const number = z.nullable(z.number());
/** What a person has agreed to, and with which order; null: with the registration. */
const personConsent = z.object({
  document: z.string(),
  version: number,
  language: languageCode,
  at: timestamp,
  order_id: z.nullable(uuid),
});
export type PersonConsent = z.infer<typeof personConsent>;
const somebody = z.extend(personRow, {
  membership: z.nullable(membership),
  /** `by`: who banned; null: nobody who is still there. */
  ban: z.nullable(z.object({ since: timestamp, reason: z.string(), by: z.nullable(z.string()) })),
  sessions: z.array(z.object({ id: uuid, created_at: timestamp, last_seen_at: timestamp, device: z.string() })),
  orders: z.array(studioOrder),
  /** `rewarded`: null while it is not decided, else whether the inviter got the reward. */
  invites: z.object({
    invited_by: z.nullable(person),
    invited: z.array(
      z.object({ uuid, username: z.string(), created_at: timestamp, rewarded: z.nullable(z.boolean()) }),
    ),
  }),
  coupons: z.array(
    z.object({
      ...{ id: uuid, batch: uuid, last_four: z.string(), redeemed_at: timestamp, months: number, days: number },
    }),
  ),
  notices: z.array(z.object({})),
  note: noteOnWire,
  consents: z.array(personConsent),
});

/** The kinds of what happened to a person. */
export const timelineKinds = [
  'payment',
  'gift',
  'refund',
  'grant',
  'revoke',
  'coupon',
  'invite',
  'role',
  'note',
  'ban',
  'unban',
  'password_link',
  'end_sessions',
] as const;
/** `gift`: one that they bought (with its price) or redeemed; `months`, `days` and `until` are of a membership, `role` of one that was given. */
const timelineRow = z.object({
  at: timestamp,
  kind: z.enum(timelineKinds),
  amount: number,
  currency: z.nullable(z.string()),
  order_id: z.nullable(uuid),
  number: z.nullable(z.string()),
  months: number,
  days: number,
  until: z.nullable(timestamp),
  role: z.nullable(role),
  reason: z.nullable(z.string()),
  by: z.nullable(z.string()),
});
export type TimelineRow = z.infer<typeof timelineRow>;

export const paymentStudioCalls = {
  listPlans: defineStudioCall({
    method: 'GET',
    path: '/studio/plans',
    summary: 'All plans, paused ones too, in the order in which they are shown',
    right: 'prices',
    query: plansQuery,
    answer: plansAnswer,
  }),
  namePlans: defineStudioCall({
    method: 'GET',
    path: '/studio/named_plans',
    summary: 'The names of all plans, for who sees orders and makes codes',
    right: 'money',
    answer: planNamesAnswer,
  }),
  createPlan: defineStudioCall({
    method: 'POST',
    path: '/studio/plans',
    summary: 'Put another plan on sale',
    description: `\`card\` absent: STRIPE_BUTTONS serves it; null: it has none. At most ${mostPlans} plans.`,
    right: 'prices',
    wants: 'sensitive',
    body: newPlanBody,
    answer: planAnswer,
    status: 201,
    failures: [409],
  }),
  changePlan: defineStudioCall({
    method: 'PUT',
    path: '/studio/plans/:code',
    summary: 'Reprice, pause or change a plan',
    description: 'Fields that are absent stay. No order changes.',
    right: 'prices',
    wants: 'sensitive',
    params: planParams,
    body: planFields,
    answer: planAnswer,
    failures: [404, 409, 412, 428],
  }),
  deletePlan: defineStudioCall({
    method: 'DELETE',
    path: '/studio/plans/:code',
    summary: 'Remove a plan that was never ordered',
    right: 'prices',
    wants: 'sensitive',
    params: planParams,
    failures: [404, 409],
  }),
  getTimeline: defineStudioCall({
    method: 'GET',
    path: '/studio/users/:uuid/timeline',
    summary: 'What happened to a person, the newest first: payments, grants, gifts, refunds, roles, notes',
    right: 'people',
    params: personParams,
    query: z.object(pageFields),
    answer: listOf(timelineRow),
    failures: [404],
  }),
  listOrders: defineStudioCall({
    method: 'GET',
    path: '/studio/orders',
    summary: 'All orders, the newest first',
    description:
      '`q` is an order by its id, its number or that of a receipt, its reference or payment, the code that it holds, or its ' +
      'buyer by id or a part of the name. `from` and `to` are days or times of the order, both days inside.',
    right: 'money',
    query: ordersQuery,
    answer: ordersAnswer,
  }),
  listReceipts: defineStudioCall({
    method: 'GET',
    path: '/studio/receipts',
    summary: 'All receipts, the newest first',
    description: '`from` and `to` are days or times of the receipt, both days inside.',
    right: 'settings',
    query: z.object({ ...pageFields, ...csvFields, from: z.optional(dayOrTime), to: z.optional(dayOrTime) }),
    answer: listOf(studioReceipt),
  }),
  listFapiao: defineStudioCall({
    method: 'GET',
    path: '/studio/fapiao',
    summary: 'The fapiao that buyers ask for, the newest first',
    right: 'money',
    query: z.object({ ...pageFields, ...csvFields }),
    answer: listOf(fapiao),
  }),
  listWithdrawals: defineStudioCall({
    method: 'GET',
    path: '/studio/withdrawals',
    summary: 'The purchases that buyers have withdrawn from, the newest first',
    right: 'money',
    query: z.object(pageFields),
    answer: listOf(withdrawal),
  }),
  getOrder: defineStudioCall({
    method: 'GET',
    path: '/studio/orders/:id',
    summary: 'An order with its events, its refunds and its rows of the ledger',
    right: 'money',
    params: studioOrderParams,
    answer: orderAnswer,
    failures: [404],
  }),
  refundOrder: defineStudioCall({
    method: 'POST',
    path: '/studio/orders/:id/refund',
    summary: 'Give money back, all that is left or a part',
    description:
      'The membership is corrected once all of the money is back. After 502 the provider is asked again, also by the ' +
      'same request.',
    right: 'money',
    wants: 'sensitive',
    params: studioOrderParams,
    body: refundBody,
    answer: refundAnswer,
    status: 202,
    failures: [404, 409, 502],
  }),
  getReport: defineStudioCall({
    method: 'GET',
    path: '/studio/payments/report',
    summary: 'Sales that do not add up or need a look',
    right: 'money',
    answer: reportAnswer,
  }),
  askStripe: defineStudioCall({
    method: 'POST',
    path: '/studio/payments/ask',
    summary: 'Ask Stripe for sales of our links that no webhook has told of',
    right: 'money',
    answer: oneOf(askedSales),
    failures: [409, 502],
  }),
  resolve: defineStudioCall({
    method: 'POST',
    path: '/studio/payments/resolve',
    summary: 'Note that what is unsettled or in review under a reference was settled by hand',
    right: 'money',
    body: resolvePaymentBody,
    answer: resolvePaymentAnswer,
    failures: [404],
  }),
  resolveOrder: defineStudioCall({
    method: 'POST',
    path: '/studio/orders/:id/resolve',
    summary: 'End the review of an order',
    description: '`grant` gives it to its buyer, `close` counts it as unpaid, `note` changes nothing else.',
    right: 'money',
    params: studioOrderParams,
    body: resolveBody,
    answer: resolveAnswer,
    failures: [404, 409],
  }),
  getPerson: defineStudioCall({
    method: 'GET',
    path: '/studio/users/:uuid',
    summary: 'What there is about somebody: membership, role, ban, sessions, orders, invites and coupons',
    description: 'Orders, invited users and coupons: the last 200 of each.',
    right: 'people',
    params: personParams,
    answer: oneOf(somebody),
    failures: [404],
  }),
  assignOrder: defineStudioCall({
    method: 'POST',
    path: '/studio/orders/:id/assign',
    summary: 'Give a paid sale that names no user to the user who bought it',
    description: '`months` is wanted where the sale names no plan.',
    right: 'money',
    params: studioOrderParams,
    body: assignBody,
    answer: assignAnswer,
    failures: [404, 409],
  }),
};

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    paymentsStudio: typeof paymentStudioCalls;
  }
}
