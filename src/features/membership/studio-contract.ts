import * as z from 'zod/mini';
import { planPattern } from '../../shared/plans.ts';
import { givenUuid, timestamp, uuid } from '../../shared/wire.ts';
import { isTimeZone } from '../../shared/zoned-time.ts';
import { oneOf } from '../studio/contract.ts';
import { isCampaignWord, mostAmountMinor, mostPercent, normaliseCoupon } from './rules.ts';

const wholeTo = (most: number) => z.int().check(z.minimum(1), z.maximum(most));
const mostMonths = 36;
const mostDays = 1100;
const mostCodes = 1000;
const mostUses = 1_000_000_000;
const longestNote = 500;
const planCode = z.string().check(z.regex(planPattern, 'must be the code of a plan'));
const note = z.string().check(
  z.maxLength(longestNote),
  z.refine((text) => !/[\p{Surrogate}\0]/u.test(text), 'has characters that cannot be stored'),
);
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
});
/** `coupons` is null where the request is repeated. */
export const couponsAnswer = oneOf(z.object({ batch: uuid, coupons: z.nullable(z.array(newCoupon)) }));

export const keptBatch = z.object({ batch: uuid });

export type CouponsBody = z.infer<typeof couponsBody>;
