import type { Db } from '../../../server/database/db.ts';
import type { PlanName } from '../../../shared/plans.ts';
import type { Plan, PlanCard } from '../plans.ts';

/** Makes other changes of plans wait until the transaction ends. */
export async function lockPlans(tx: Db): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('longstrip plans'))`);
}

interface PlanRow extends Omit<Plan, 'card'> {
  paymentLink: string | null;
  buyButtonId: string | null;
  cardUrl: string | null;
  hasButton: boolean | null;
  cardAmountMinor: number | null;
  cardCurrency: string | null;
}

const columns = `p.plan, p.months, p.amount_minor as "amountMinor", p.name, p.position, p.active as "isActive",
  p.card_set_at as "cardSetAt", p.created_at as "createdAt", c.payment_link as "paymentLink", c.buy_button_id as "buyButtonId",
  c.url as "cardUrl", c.button as "hasButton",
  c.amount_minor as "cardAmountMinor", c.currency as "cardCurrency"`;
const joined = 'plans p left join plan_cards c on c.plan = p.plan and c.until is null';

/** All plans, paused ones too, in the order in which they are shown. */
export async function listPlans(db: Db): Promise<Plan[]> {
  const { rows } = await db.query<PlanRow>(`select ${columns} from ${joined} order by p.position, p.plan`);
  return rows.map(planFrom);
}

export async function findPlan(db: Db, plan: string): Promise<Plan | null> {
  const { rows } = await db.query<PlanRow>(`select ${columns} from ${joined} where p.plan = $1`, [plan]);
  return rows[0] ? planFrom(rows[0]) : null;
}

function planFrom(row: PlanRow): Plan {
  const { paymentLink, buyButtonId, cardUrl: url, hasButton, cardAmountMinor, cardCurrency, ...plan } = row;
  const hasCard = paymentLink !== null && cardAmountMinor !== null && cardCurrency !== null;
  const bought = { buyButtonId, url, hasButton: hasButton ?? true };
  return {
    ...plan,
    card: hasCard ? { paymentLink, ...bought, amountMinor: cardAmountMinor, currency: cardCurrency } : null,
  };
}

/** Nobody removes the plan until the transaction ends. */
export async function holdPlan(tx: Db, plan: string): Promise<void> {
  await tx.query('select from plans where plan = $1 for key share', [plan]);
}

/** Nobody orders the plan until the transaction ends. */
export async function closePlan(tx: Db, plan: string): Promise<void> {
  await tx.query('select from plans where plan = $1 for update', [plan]);
}

export async function insertPlan(
  tx: Db,
  plan: { plan: string; months: number; amountMinor: number; name: PlanName; position: number; isActive: boolean },
): Promise<void> {
  await tx.query(
    'insert into plans (plan, months, amount_minor, name, position, active) values ($1, $2, $3, $4, $5, $6)',
    [plan.plan, plan.months, plan.amountMinor, JSON.stringify(plan.name), plan.position, plan.isActive],
  );
}

export async function updatePlan(tx: Db, plan: Omit<Plan, 'card' | 'cardSetAt' | 'createdAt'>): Promise<void> {
  await tx.query(
    'update plans set months = $2, amount_minor = $3, name = $4, position = $5, active = $6 where plan = $1',
    [plan.plan, plan.months, plan.amountMinor, JSON.stringify(plan.name), plan.position, plan.isActive],
  );
}

/** Ends the card that is in force, if there is one, and puts the other in its place; null: none. */
export async function replaceCard(tx: Db, { plan, card }: { plan: string; card: PlanCard | null }): Promise<void> {
  await tx.query('update plans set card_set_at = coalesce(card_set_at, now()) where plan = $1', [plan]);
  await tx.query('update plan_cards set until = now() where plan = $1 and until is null', [plan]);
  if (!card) return;
  await tx.query(
    `insert into plan_cards (plan, payment_link, buy_button_id, amount_minor, currency, url, button)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [plan, card.paymentLink, card.buyButtonId, card.amountMinor, card.currency, card.url, card.hasButton],
  );
}

export async function deletePlan(tx: Db, plan: string): Promise<void> {
  await tx.query('delete from plans where plan = $1', [plan]);
}

/** Whether there was ever an order of the plan. */
export async function isOrdered(tx: Db, plan: string): Promise<boolean> {
  const { rows } = await tx.query<{ isOrdered: boolean }>(
    'select exists (select from payment_orders where plan = $1) as "isOrdered"',
    [plan],
  );
  return rows[0]?.isOrdered === true;
}

export interface KeptCard {
  plan: string;
  paymentLink: string;
  amountMinor: number;
  currency: string;
  since: Date;
  until: Date | null;
}

/** The cards that plans have or had, the newest first. */
export async function listCards(db: Db): Promise<KeptCard[]> {
  const { rows } = await db.query<KeptCard>(
    `select plan, payment_link as "paymentLink", amount_minor as "amountMinor", currency, since, until
     from plan_cards order by id desc`,
  );
  return rows;
}
