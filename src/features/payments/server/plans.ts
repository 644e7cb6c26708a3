import type { Db } from '../../../server/database/db.ts';
import type { PlanName } from '../../../shared/plans.ts';
import { type Maker, writeAudit } from '../../studio/server/audit.ts';
import { etagOf as etagOfValue } from '../../studio/server/versions.ts';
import { isFixed, mostPlans, type Plan, type PlanCard } from '../plans.ts';
import type { PlanFields, StudioPlan } from '../studio-contract.ts';
import {
  closePlan,
  deletePlan,
  findPlan,
  insertPlan,
  isOrdered,
  listPlans,
  lockPlans,
  replaceCard,
  updatePlan,
} from './plan-queries.ts';

/** The reason why plans stay as they are (spec: payments.md#changing-plans). */
export type PlanRefusal =
  | 'plan_not_found'
  | 'plan_exists'
  /** `month` and `season` have their length and name for good, and stay. */
  | 'plan_fixed'
  /** There are orders of it. */
  | 'plan_in_use'
  | 'too_many_plans'
  /** Another plan sells by this payment link: a sale would not say which. */
  | 'link_in_use';

export type PlanSaved = { kind: 'saved'; plan: Plan; isChanged: boolean };

/** A new plan; without a place it stands last. */
export interface NewPlan {
  plan: string;
  months: number;
  amountMinor: number;
  name: PlanName;
  position?: number;
  isActive?: boolean;
  /** Not given: STRIPE_BUTTONS serves it; null: it has none. */
  card?: PlanCard | null;
}

export type PlanChange = Partial<Omit<NewPlan, 'plan'>>;

/** Adds a plan, in one transaction of the caller's; the same plan again changes nothing. */
export async function addPlan(
  tx: Db,
  { by, wanted }: { by: Maker; wanted: NewPlan },
): Promise<PlanSaved | { kind: PlanRefusal }> {
  await lockPlans(tx);
  const plans = await listPlans(tx);
  const known = plans.find(({ plan }) => plan === wanted.plan);
  if (known) return isAlike(known, wanted) ? { kind: 'saved', plan: known, isChanged: false } : { kind: 'plan_exists' };
  if (plans.length >= mostPlans) return { kind: 'too_many_plans' };
  if (wanted.card && isLinkTaken(plans, { ...wanted, card: wanted.card })) return { kind: 'link_in_use' };
  const position = wanted.position ?? Math.max(0, ...plans.map((each) => each.position)) + 1;
  await insertPlan(tx, { ...wanted, position, isActive: wanted.isActive ?? true });
  if (wanted.card !== undefined) await replaceCard(tx, { plan: wanted.plan, card: wanted.card });
  const plan = await getPlan(tx, wanted.plan);
  await writeAudit(tx, { by, action: 'site.plan_add', target: targetOf(plan), after: audited(plan) });
  return { kind: 'saved', plan, isChanged: true };
}

/**
 * Changes the given fields of a plan, in one transaction of the caller's; orders keep what they were made with.
 * `requireCurrent` may reject, with the plan as it stands.
 */
export async function changePlan(
  tx: Db,
  given: { by: Maker; plan: string; change: PlanChange; requireCurrent?: (known: Plan) => Promise<void> },
): Promise<PlanSaved | { kind: PlanRefusal }> {
  const { by, change } = given;
  await lockPlans(tx);
  const plans = await listPlans(tx);
  const known = plans.find(({ plan }) => plan === given.plan);
  if (!known) return { kind: 'plan_not_found' };
  await given.requireCurrent?.(known);
  if (isAlike(known, change)) return { kind: 'saved', plan: known, isChanged: false };
  const refusal = await refuseChange(tx, { known, change, plans });
  if (refusal) return { kind: refusal };
  const { card, ...fields } = change;
  await updatePlan(tx, { ...known, ...fields });
  if (card !== undefined && !isAlike(known, { card })) await replaceCard(tx, { plan: known.plan, card });
  const plan = await getPlan(tx, known.plan);
  const [before, after] = [audited(known), audited(plan)];
  await writeAudit(tx, { by, action: 'site.plan_edit', target: targetOf(plan), before, after });
  return { kind: 'saved', plan, isChanged: true };
}

/** The audit has no kind of its own for plans: they are the site's. */
export const targetOf = ({ plan, name }: Plan) => ({ kind: 'site', id: plan, name: name['en-us'] }) as const;

async function refuseChange(
  tx: Db,
  { known, change, plans }: { known: Plan; change: PlanChange; plans: readonly Plan[] },
): Promise<PlanRefusal | null> {
  const { months, name, card } = change;
  const hasOtherLength = months !== undefined && months !== known.months;
  const hasOtherName = name !== undefined && !isSame(name, known.name);
  if (isFixed(known.plan) && (hasOtherLength || hasOtherName)) return 'plan_fixed';
  if (hasOtherLength) await closePlan(tx, known.plan);
  if (hasOtherLength && (await isOrdered(tx, known.plan))) return 'plan_in_use';
  return card && isLinkTaken(plans, { plan: known.plan, card }) ? 'link_in_use' : null;
}

/** Removes a plan of which there was never an order, in one transaction of the caller's. */
export async function removePlan(
  tx: Db,
  { by, plan: code }: { by: Maker; plan: string },
): Promise<{ kind: 'removed' } | { kind: PlanRefusal }> {
  if (isFixed(code)) return { kind: 'plan_fixed' };
  await lockPlans(tx);
  const plan = await findPlan(tx, code);
  if (!plan) return { kind: 'plan_not_found' };
  await closePlan(tx, code);
  if (await isOrdered(tx, code)) return { kind: 'plan_in_use' };
  await deletePlan(tx, code);
  await writeAudit(tx, { by, action: 'site.plan_remove', target: targetOf(plan), before: audited(plan) });
  return { kind: 'removed' };
}

async function getPlan(tx: Db, code: string): Promise<Plan> {
  const plan = await findPlan(tx, code);
  if (!plan) throw new Error(`There is no plan ${code}, although it was just written`);
  return plan;
}

/** Whether a plan has all of these values already. */
function isAlike(known: Plan, { card, ...wanted }: Partial<NewPlan>): boolean {
  const isCardAlike = card === undefined || (known.cardSetAt !== null && isSame(card, known.card));
  return isCardAlike && isSame({ ...known, ...wanted }, known);
}

function isLinkTaken(plans: readonly Plan[], { plan, card }: { plan: string; card: PlanCard }): boolean {
  return plans.some((other) => other.plan !== plan && other.card?.paymentLink === card.paymentLink);
}

const isSame = (one: unknown, other: unknown): boolean => sorted(one) === sorted(other);

function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, part) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

/** A plan as operators see it; `etag` changes with every change of it. */
export function presentPlan(plan: Plan): StudioPlan {
  return { ...fieldsOf(plan), etag: etagOf(plan) };
}

function fieldsOf({ plan, months, amountMinor, name, card, position, isActive }: Plan): Omit<StudioPlan, 'etag'> {
  return {
    plan,
    months,
    amount: amountMinor,
    name,
    card: card && {
      payment_link: card.paymentLink,
      buy_button_id: card.buyButtonId,
      amount: card.amountMinor,
      currency: card.currency,
      url: card.url,
      button: card.hasButton,
    },
    order: position,
    active: isActive,
  };
}

/** The same for the audit, in which no field may be named as an address. */
function audited(plan: Plan) {
  const { card, ...fields } = fieldsOf(plan);
  if (!card) return { ...fields, card };
  const { url: address, ...rest } = card;
  return { ...fields, card: { ...rest, address } };
}

/** Also changes when a card that was never set is set to none, for that takes the settings' button away. */
export function etagOf(plan: Plan): string {
  return etagOfValue(sorted({ ...fieldsOf(plan), isCardSet: plan.cardSetAt !== null }));
}

/** The fields of a plan as operators write them, in our words. */
export function readPlanFields({ amount, order, active, card, ...same }: PlanFields): PlanChange {
  return {
    ...(same.months !== undefined && { months: same.months }),
    ...(same.name !== undefined && { name: same.name }),
    ...(amount !== undefined && { amountMinor: amount }),
    ...(order !== undefined && { position: order }),
    ...(active !== undefined && { isActive: active }),
    ...(card !== undefined && {
      card: card && {
        paymentLink: card.payment_link,
        buyButtonId: card.buy_button_id ?? null,
        ...{ url: card.url ?? null, hasButton: card.button ?? true },
        amountMinor: card.amount,
        currency: card.currency.toUpperCase(),
      },
    }),
  };
}
