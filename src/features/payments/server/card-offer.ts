import type { StripeConfig } from '../../../server/config/payments.ts';
import type { Db } from '../../../server/database/db.ts';
import { findCardCodes } from '../../membership/server/discounts.ts';
import { type CardButton, type CardOffer, type Plan, type PlanCard, planCurrency } from '../plans.ts';
import { listCards, listPlans } from './plan-queries.ts';
import { promotionCodesIn } from './stripe/mapping.ts';

/** The card buttons of these plans, in their order: a plan's own card, or those of the settings if it was never set. */
export function listButtons(plans: readonly Plan[], config: Pick<StripeConfig, 'buttons' | 'isSandbox'>): CardButton[] {
  return plans.flatMap((plan) => {
    const cards = plan.cardSetAt === null ? buttonsOfSettings(plan, config) : plan.card ? [plan.card] : [];
    return cards.map((card) => ({ plan: plan.plan, ...card }));
  });
}

/** The sandbox has a button for every plan, at the plan's own price. */
function buttonsOfSettings(
  { plan, amountMinor }: Plan,
  { buttons, isSandbox }: Pick<StripeConfig, 'buttons' | 'isSandbox'>,
): PlanCard[] {
  if (isSandbox)
    return [
      {
        paymentLink: `plink_sandbox_${plan}`,
        buyButtonId: `buy_btn_sandbox_${plan}`,
        ...{ url: null, hasButton: true },
        amountMinor,
        currency: planCurrency,
      },
    ];
  return buttons
    .filter((button) => button.plan === plan)
    .map(
      ({
        payment_link: paymentLink,
        buy_button_id: buyButtonId = null,
        amount,
        currency,
        url = null,
        button = true,
      }) => ({
        ...{ paymentLink, buyButtonId, url, hasButton: button },
        amountMinor: amount,
        currency: currency.toUpperCase(),
      }),
    );
}

/** The offer of this moment, with the codes of ours that the subject of an event names. */
export async function readOfferFor(
  db: Db,
  config: Parameters<typeof readCardOffer>[1],
  subject: unknown,
): Promise<CardOffer> {
  const names = promotionCodesIn(subject);
  return { ...(await readCardOffer(db, config)), codes: await findCardCodes(db, names) };
}

/**
 * Reads the offer of this moment. A link of the settings has its price until the plan's card is first set; paused plans
 * are in it too, for a checkout may be open.
 */
export async function readCardOffer(
  db: Db,
  config: Pick<StripeConfig, 'buttons' | 'isSandbox' | 'publishableKey'>,
): Promise<CardOffer> {
  const plans = await listPlans(db);
  const kept = await listCards(db);
  const monthsOf = new Map(plans.map(({ plan, months }) => [plan, months]));
  const prices = kept.flatMap((card) => {
    const months = monthsOf.get(card.plan);
    return months === undefined ? [] : [{ ...card, months }];
  });
  const ofSettings = plans.flatMap((plan) =>
    buttonsOfSettings(plan, config).map(({ paymentLink, amountMinor, currency }) => ({
      plan: plan.plan,
      months: plan.months,
      paymentLink,
      amountMinor,
      currency,
      since: null,
      until: plan.cardSetAt,
    })),
  );
  return { publishableKey: config.publishableKey, prices: [...prices, ...ofSettings] };
}
