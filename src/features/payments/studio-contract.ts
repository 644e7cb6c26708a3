import * as z from 'zod/mini';
import { planPattern } from '../../shared/plans.ts';
import { planName } from '../../shared/site.ts';
import { listOf, oneOf, pageFields } from '../studio/contract.ts';
import { lastPosition, mostFen, mostMonths } from './plans.ts';

const card = z.object({
  payment_link: z.string().check(z.regex(/^plink_\w{1,200}$/, 'must be plink_…')),
  buy_button_id: z.string().check(z.regex(/^buy_btn_\w{1,200}$/, 'must be buy_btn_…')),
  amount: z.int().check(z.positive(), z.maximum(99_999_999)),
  currency: z.string().check(z.regex(/^[a-z]{3}$/i, 'must be a currency of three letters')),
});
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
/** Any text: a code that names no plan always gets the same answer. */
export const planParams = z.object({ code: z.string() });
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
