import { announce } from '../../../server/command/announce.ts';
import type { CommandSite } from '../../../server/command/command.ts';
import { OperatorError } from '../../../server/command/operator-error.ts';
import { readWhole } from '../../../server/command/options.ts';
import { type Db, withTransaction } from '../../../server/database/db.ts';
import { writeAmount } from '../../../shared/currencies.ts';
import { commandLine } from '../../studio/server/audit.ts';
import { lastPosition, mostFen, mostMonths, mostOfCard, mostPlans } from '../plans.ts';
import { listPlans } from '../server/plan-queries.ts';
import { addPlan, changePlan, type PlanRefusal, type PlanSaved, presentPlan, readPlanFields } from '../server/plans.ts';
import { type PlanFields, planCode, planFields } from '../studio-contract.ts';

type Json = { json?: true };

/** `longstrip plan list`: all plans, paused ones too, in the order in which they are shown. */
export function runPlanList(site: CommandSite, options: Json): Promise<void> {
  return site.withDatabase(async (db) => {
    const plans = (await listPlans(db)).map(presentPlan);
    if (options.json) console.log(JSON.stringify(plans));
    else for (const plan of plans) console.log(write(plan));
  });
}

function write({ plan, months, amount, name, card, active }: ReturnType<typeof presentPlan>): string {
  const byCard = card ? `, by card ${writeAmount(card.amount, card.currency)}` : '';
  const paused = active ? '' : ', paused';
  return `${plan} (${name['en-us']}): ${months} ${months === 1 ? 'month' : 'months'}, ${writeAmount(amount, 'CNY')}${byCard}${paused}`;
}

/** `--card` with its four values, `--no-card`, or neither. */
interface ShownOptions extends Json {
  card?: string[] | false;
  order?: string;
}

export interface SetOptions extends ShownOptions {
  amount?: string;
}

export interface AddOptions extends ShownOptions {
  months: string;
  amount: string;
  name: string;
}

/** `longstrip plan set`: changes the given fields; what was ordered stays as it was. */
export function runPlanSet(site: CommandSite, plan: string, options: SetOptions): Promise<void> {
  const change = readPlanFields(readFields(options));
  return save(site, { plan, options }, (tx) => changePlan(tx, { by: commandLine, plan, change }));
}

/** `longstrip plan add`. */
export function runPlanAdd(site: CommandSite, plan: string, options: AddOptions): Promise<void> {
  if (!planCode.safeParse(plan).success)
    throw new OperatorError(
      `A plan's code has 2 to 32 of a–z, 0–9, _ and -, and begins with a letter, unlike ${JSON.stringify(plan)}.`,
    );
  const { amount: amountMinor, card, order } = readFields(options);
  const { position, card: kept } = readPlanFields({ card, order });
  const wanted = {
    plan,
    months: readWhole('--months', options.months, { most: mostMonths }),
    amountMinor: amountMinor ?? 0,
    name: { 'en-us': options.name },
  };
  requireValid({ months: wanted.months, name: wanted.name, amount: wanted.amountMinor });
  return save(site, { plan, options }, (tx) =>
    addPlan(tx, {
      by: commandLine,
      wanted: {
        ...wanted,
        ...(position !== undefined && { position }),
        ...(kept !== undefined && { card: kept }),
      },
    }),
  );
}

/** `longstrip plan pause`: takes a plan off sale, or with --resume puts it back. */
export function runPlanPause(site: CommandSite, plan: string, options: Json & { resume?: true }): Promise<void> {
  const change = { isActive: options.resume === true };
  return save(site, { plan, options }, (tx) => changePlan(tx, { by: commandLine, plan, change }));
}

function readFields({ amount, card, order }: SetOptions): PlanFields {
  return requireValid({
    ...(amount !== undefined && { amount: readWhole('--amount', amount, { most: mostFen }) }),
    ...(order !== undefined && { order: readWhole('--order', order, { least: 0, most: lastPosition }) }),
    ...(card !== undefined && { card: card === false ? null : readCard(card) }),
  });
}

function readCard(given: readonly string[]): NonNullable<PlanFields['card']> {
  const [link, button, amount, currency, url, ...more] = given;
  if (link === undefined || button === undefined || amount === undefined || currency === undefined || more.length > 0)
    throw new OperatorError(
      '--card wants four values or five: plink_… buy_btn_… AMOUNT CURRENCY [https://buy.stripe.com/…].',
    );
  return {
    payment_link: link,
    buy_button_id: button === '-' ? null : button,
    amount: readWhole('--card', amount, { most: mostOfCard }),
    currency,
    ...(url !== undefined && { url }),
    ...(button === '-' && { button: false }),
  };
}

function requireValid(fields: PlanFields): PlanFields {
  const read = planFields.safeParse(fields);
  if (read.success) return read.data;
  const [fault] = read.error.issues;
  throw new OperatorError(`--${fault?.path.join(' ')}: ${fault?.message}.`);
}

/** Repeating a command changes nothing and is no fault. */
function save(
  site: CommandSite,
  { plan, options }: { plan: string; options: Json },
  work: (tx: Db) => Promise<PlanSaved | { kind: PlanRefusal }>,
): Promise<void> {
  return site.withDatabase(async (db) => {
    const saved = await withTransaction(db, work);
    if (saved.kind !== 'saved') throw new OperatorError(refusals[saved.kind](JSON.stringify(plan)));
    const shown = presentPlan(saved.plan);
    console.log(options.json ? JSON.stringify(shown) : write(shown));
    if (!saved.isChanged) announce('It was so already: nothing was changed.');
  });
}

const refusals: Record<PlanRefusal, (plan: string) => string> = {
  plan_not_found: (plan) => `There is no plan ${plan}.`,
  plan_exists: (plan) => `This plan exists already, with other values: ${plan}.`,
  plan_fixed: (plan) => `This plan can only be repriced or paused: ${plan}.`,
  plan_in_use: (plan) => `This plan has orders: pause it (${plan}).`,
  too_many_plans: () => `There are ${mostPlans} plans already, and no more are possible.`,
  link_in_use: () => 'Another plan sells by this payment link.',
};
