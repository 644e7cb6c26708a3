import * as z from 'zod/mini';
import { planPattern } from '../../shared/plans.ts';
import { givenUuid, storable, timestamp, uuid } from '../../shared/wire.ts';
import { isTimeZone } from '../../shared/zoned-time.ts';
import { compared, csvFields, listOf, oneOf, pageFields, reason, role } from '../studio/contract.ts';
import { defineStudioCall } from '../studio/rules.ts';
import {
  campaignPattern,
  isCampaignWord,
  mostAmountMinor,
  mostCampaigns,
  mostPercent,
  mostTrialDays,
  normaliseCoupon,
} from './rules.ts';

const wholeTo = (most: number) => z.int().check(z.minimum(1), z.maximum(most));
const mostMonths = 36;
const mostDays = 1100;
const mostCodes = 1000;
const mostUses = 1_000_000_000;
const longestNote = 500;
const planCode = z.string().check(z.regex(planPattern, 'must be the code of a plan'));
const note = z.string().check(z.maxLength(longestNote), storable);
const word = z
  .string()
  .check(
    z.refine(
      (text) => isCampaignWord(normaliseCoupon(text)),
      'must have 4 to 40 letters A–Z and digits, but not 16, which are for codes that are drawn',
    ),
  );

/** New coupons: one of `months`, `days`, `percent` and `amount` (in fen) says what each gives. */
export const couponsBody = z
  .object({
    request_id: givenUuid,
    months: z.optional(z.nullable(wholeTo(mostMonths))),
    days: z.optional(z.nullable(wholeTo(mostDays))),
    percent: z.optional(z.nullable(wholeTo(mostPercent))),
    amount: z.optional(z.nullable(wholeTo(mostAmountMinor))),
    plan: z.optional(z.nullable(planCode)),
    count: z._default(wholeTo(mostCodes), 1),
    max_uses: z._default(wholeTo(mostUses), 1),
    expires_at: z.optional(z.nullable(z.string().check(z.maxLength(60)))),
    time_zone: z.optional(z.string().check(z.refine(isTimeZone, 'must be the name of a time zone'))),
    new_users: z._default(z.boolean(), false),
    code: z.optional(z.nullable(word)),
    note: z.optional(z.nullable(note)),
    /** By what an order with it is paid. */
    ways: z._default(z.array(z.enum(['wechat', 'card'])).check(z.minLength(1), z.maxLength(2)), ['wechat']),
    /** Of `amount`, for cards. */
    currency: z.optional(z.nullable(z.string().check(z.regex(/^[a-z]{3}$/i, 'must be a currency of three letters')))),
    /** Its code at Stripe, where the site has no key to make it. */
    promotion_code: z.optional(z.nullable(z.string().check(z.regex(/^promo_[A-Za-z0-9]{1,200}$/, 'must be promo_…')))),
  })
  .check(
    z.refine(
      ({ months, days, percent, amount }) =>
        [months, days, percent, amount].filter((given) => typeof given === 'number').length === 1,
      { error: 'give one of months, days, percent and amount', path: ['months'] },
    ),
    z.refine(({ plan, percent, amount }) => typeof plan !== 'string' || typeof (percent ?? amount) === 'number', {
      error: 'is for percent and amount',
      path: ['plan'],
    }),
    z.refine(({ code, count }) => typeof code !== 'string' || count === 1, {
      error: 'must be 1 beside a word',
      path: ['count'],
    }),
    z.refine(({ ways }) => new Set(ways).size === ways.length, { error: 'names a way twice', path: ['ways'] }),
    z.refine(({ ways, percent, amount }) => !ways.includes('card') || typeof (percent ?? amount) === 'number', {
      error: 'are for percent and amount',
      path: ['ways'],
    }),
    z.refine(
      ({ ways, amount, currency }) =>
        !ways.includes('card') || typeof amount !== 'number' || typeof currency === 'string',
      {
        error: 'is wanted for an amount by card',
        path: ['currency'],
      },
    ),
    z.refine(
      ({ ways, amount, currency }) =>
        typeof currency !== 'string' ||
        (typeof amount === 'number' && (!ways.includes('wechat') || currency.toLowerCase() === 'cny')),
      { error: 'is for an amount by card; by WeChat Pay it is cny', path: ['currency'] },
    ),
    z.refine(
      ({ ways, count, promotion_code: code }) => typeof code !== 'string' || (ways.includes('card') && count === 1),
      {
        error: 'is for one code by card',
        path: ['promotion_code'],
      },
    ),
  );

const number = z.nullable(z.number());
/** A code and its terms, told this once. */
const newCoupon = z.object({
  code: z.string(),
  months: number,
  days: number,
  max_uses: z.number(),
  expires_at: z.nullable(timestamp),
  percent: number,
  amount: number,
  plan: z.nullable(z.string()),
  ways: z.array(z.enum(['wechat', 'card'])),
  currency: z.nullable(z.string()),
});
/** `coupons` is null where the request is repeated. */
export const couponsAnswer = oneOf(z.object({ batch: uuid, coupons: z.nullable(z.array(newCoupon)) }));

export const keptBatch = z.object({ batch: uuid });

export type CouponsBody = z.infer<typeof couponsBody>;

export const peopleFilter = z.enum(['member', 'expired', 'never', 'banned', 'staff']);
export const peopleQuery = z.object({
  ...pageFields,
  ...csvFields,
  q: compared,
  filter: z.optional(peopleFilter),
});

/** Somebody with an account; without a membership `expire_at` is null. */
export const personRow = z.object({
  uuid,
  username: z.string(),
  role: z.nullable(role),
  banned: z.boolean(),
  expire_at: z.nullable(timestamp),
  is_expired: z.boolean(),
  created_at: timestamp,
});
export const peopleAnswer = listOf(personRow);
export type PersonOnWire = z.infer<typeof personRow>;

/** Any text: what is no UUID names no user, and gets the same answer. */
export const personParams = z.object({ uuid: z.string() });

/** A row of a ledger. `by`: the name of who decided it in the studio; `counts`: it was not taken back. */
export const ledgerRow = z.object({
  id: z.number(),
  at: timestamp,
  kind: z.enum(['extend', 'set', 'revoke']),
  source: z.enum(['wechat', 'stripe', 'coupon', 'invite', 'operator', 'import', 'trial']),
  cause: z.string(),
  months: number,
  days: number,
  until: z.nullable(timestamp),
  reason: z.nullable(z.string()),
  by: z.nullable(z.string()),
  counts: z.boolean(),
});
export type LedgerRowOnWire = z.infer<typeof ledgerRow>;
const whatRowsGive = z.pick(ledgerRow, { kind: true, source: true, months: true, days: true, until: true });
const span = z.extend(whatRowsGive, { from: timestamp, to: timestamp, entry: z.number() });
export type SpanOnWire = z.infer<typeof span>;
export const ledgerQuery = z.object({ ...pageFields, ...csvFields });
export const ledgerAnswer = z.extend(listOf(ledgerRow), { spans: z.array(span) });

const duration = z.object({ months: z.optional(wholeTo(mostMonths)), days: z.optional(wholeTo(mostDays)) }).check(
  z.refine(({ months, days }) => (months === undefined) !== (days === undefined), {
    error: 'give one of months and days',
    path: ['months'],
  }),
);

/** A change of a membership by hand: one of the four. */
export const membershipBody = z
  .object({
    request_id: givenUuid,
    reason,
    extend: z.optional(duration),
    until: z.optional(z.string().check(z.maxLength(60))),
    revoke: z.optional(z.int().check(z.minimum(1))),
    end: z.optional(z.literal(true)),
  })
  .check(
    z.refine(
      ({ extend, until, revoke, end }) =>
        [extend, until, revoke, end].filter((given) => given !== undefined).length === 1,
      { error: 'give one of extend, until, revoke and end', path: ['extend'] },
    ),
  );
export type MembershipBody = z.infer<typeof membershipBody>;

/** Null: nothing is left of the membership. */
export const changedMembership = z.object({ expire_at: z.nullable(timestamp), is_expired: z.boolean() });
export const changedMembershipAnswer = oneOf(changedMembership);

/** A coupon of a batch: a word as it was typed; a code that was drawn is told to nobody again, but for its last symbols. */
const batchCoupon = z.object({
  id: uuid,
  code: z.nullable(z.string()),
  last_four: z.string(),
  used: z.number(),
  stopped: z.boolean(),
});
/**
 * Coupons that were made together: how many codes, how often they were used, and how often they still can be. `created_by`
 * is the name of who made them in the studio.
 */
export const couponBatch = z.object({
  batch: uuid,
  made: z.number(),
  used: z.number(),
  left: z.number(),
  months: number,
  days: number,
  percent: number,
  amount: number,
  plan: z.nullable(z.string()),
  ways: z.array(z.enum(['wechat', 'card'])),
  currency: z.nullable(z.string()),
  max_uses: z.number(),
  new_users: z.boolean(),
  expires_at: z.nullable(timestamp),
  note: z.nullable(z.string()),
  created_by: z.nullable(z.string()),
  created_at: timestamp,
  coupons: z.array(batchCoupon),
});
export type CouponBatch = z.infer<typeof couponBatch>;
export const batchesQuery = z.object({ ...pageFields, ...csvFields });
export const batchesAnswer = listOf(couponBatch);
export const batchAnswer = oneOf(couponBatch);
/** Any text: what is no UUID names nothing, and gets the same answer. */
export const batchParams = z.object({ batch: z.string() });
export const batchCouponParams = z.object({ batch: z.string(), id: z.string() });

/** The days that a new account gets once, and the words that give them. `used`: how often somebody registered by it. */
const trialTerms = z.object({
  trial_days: z.number(),
  open: z.boolean(),
  campaigns: z.array(z.object({ word: z.string(), until: timestamp, count: z.number(), used: z.number() })),
});
export type TrialTerms = z.infer<typeof trialTerms>;
const givenCampaign = z.strictObject({
  word: z.string().check(z.regex(campaignPattern, 'must have 2 to 32 small letters, digits and hyphens')),
  /** Without an offset it is on the clocks of the site. */
  until: z.string().check(z.maxLength(100), storable),
  count: z.int().check(z.minimum(1), z.maximum(1_000_000)),
  /** As GET tells it; it is counted, not set. */
  used: z.optional(z.number()),
});
const isTwice = (campaigns: readonly { word: string }[]) =>
  new Set(campaigns.map(({ word }) => word)).size < campaigns.length;
const givenTrialTerms = z.strictObject({
  trial_days: z.nullish(z.int().check(z.minimum(0), z.maximum(mostTrialDays))),
  open: z.nullish(z.boolean()),
  campaigns: z.nullish(
    z.array(givenCampaign).check(
      z.maxLength(mostCampaigns),
      z.refine((campaigns) => !isTwice(campaigns), 'must not name a word twice'),
    ),
  ),
});
export type GivenTrialTerms = z.infer<typeof givenTrialTerms>;

export const membershipStudioCalls = {
  getTrial: defineStudioCall({
    method: 'GET',
    path: '/studio/trial',
    summary: 'The days of trial for new accounts and their campaigns, with an ETag',
    right: 'settings',
    answer: oneOf(trialTerms),
  }),
  changeTrial: defineStudioCall({
    method: 'PUT',
    path: '/studio/trial',
    summary: 'Change the days of trial, for whom they are, or the list of campaigns',
    description: 'What is not given stays, and null clears. `campaigns` is the whole list.',
    right: 'settings',
    body: givenTrialTerms,
    answer: oneOf(trialTerms),
    failures: [412, 428],
  }),
  createCoupons: defineStudioCall({
    method: 'POST',
    path: '/studio/coupons',
    summary: 'Make coupons, whose codes are told this once',
    description:
      'One of `months`, `days`, `percent` and `amount`; the last two lower the price of an order, of `plan` alone if it ' +
      'is given. The same `request_id` again makes no more, and has `coupons` null.',
    right: 'money',
    body: couponsBody,
    answer: couponsAnswer,
    status: 201,
    failures: [409, 502],
  }),
  listBatches: defineStudioCall({
    method: 'GET',
    path: '/studio/coupons',
    summary: 'The coupons that were made, by batch, the last made first',
    description:
      'Drawn codes are never told again: `last_four` has the last symbols, `code` a word as it was typed. The list has 1,000 coupons of a batch.',
    right: 'money',
    query: batchesQuery,
    answer: batchesAnswer,
  }),
  getBatch: defineStudioCall({
    method: 'GET',
    path: '/studio/coupons/:batch',
    summary: 'A batch with all its coupons',
    right: 'money',
    params: batchParams,
    answer: batchAnswer,
    failures: [404],
  }),
  stopBatch: defineStudioCall({
    method: 'POST',
    path: '/studio/coupons/:batch/stop',
    summary: 'Stop all coupons of a batch: nobody can use them from now on',
    description: 'Who has used one keeps what it gave.',
    right: 'money',
    params: batchParams,
    answer: batchAnswer,
    failures: [404],
  }),
  stopCoupon: defineStudioCall({
    method: 'POST',
    path: '/studio/coupons/:batch/:id/stop',
    summary: 'Stop one coupon of a batch',
    right: 'money',
    params: batchCouponParams,
    answer: batchAnswer,
    failures: [404],
  }),
  listPeople: defineStudioCall({
    method: 'GET',
    path: '/studio/users',
    summary: 'Everybody with an account, in the order of their names',
    description:
      '`q` is a part of a name (of one or two letters its beginning), the id of an account, an order by its id, number, ' +
      'receipt, reference or payment, or a code that somebody has used.',
    right: 'people',
    query: peopleQuery,
    answer: peopleAnswer,
  }),
  listLedger: defineStudioCall({
    method: 'GET',
    path: '/studio/users/:uuid/ledger',
    summary: 'What a membership consists of, in the order in which it was decided',
    description:
      '`spans` are the times of the membership, each with the id of the row that it comes from and what that gives, whatever the page.',
    right: 'people',
    params: personParams,
    query: ledgerQuery,
    answer: ledgerAnswer,
    failures: [404],
  }),
  changeMembership: defineStudioCall({
    method: 'POST',
    path: '/studio/users/:uuid/membership',
    summary: 'Extend a membership, set its end, take back a row of its ledger, or end it now',
    right: 'people',
    params: personParams,
    body: membershipBody,
    answer: changedMembershipAnswer,
    failures: [404, 409],
  }),
};

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    membershipStudio: typeof membershipStudioCalls;
  }
}
