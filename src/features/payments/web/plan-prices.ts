import type { Language } from '../../../shared/languages.ts';
import type { SiteInfo } from '../../../shared/site.ts';

interface Price {
  way: 'wechat' | 'card';
  /** In minor units of the currency. */
  amount: number;
  currency: string;
  /** Of plans over one month. */
  perMonth: number | null;
  /** In whole percent against the plan `month` for so many months by the same way; null: nothing that is worth a word. */
  saving: number | null;
}

/** A plan on sale with its price by each way that a language's page offers. */
export interface PlanPrices extends Pick<SiteInfo['plans'][number], 'plan' | 'name'> {
  prices: Price[];
}

/**
 * The plans with the prices of that language's page: Chinese ones by WeChat and by card, others by card. `isElsewhere`: only
 * WeChat Pay is offered, on the Chinese page, whose prices are shown.
 */
export function pricesOfPlans(
  { plans, wechat, stripe }: Pick<SiteInfo, 'plans' | 'wechat' | 'stripe'>,
  language: Language,
): { plans: PlanPrices[]; isElsewhere: boolean } {
  const isElsewhere = wechat && stripe === null && language !== 'zh-cn';
  const byWechat = wechat && (language === 'zh-cn' || isElsewhere);
  type Offer = Pick<Price, 'way' | 'amount' | 'currency'>;
  const offersOf = (plan: string): Offer[] => [
    ...(byWechat
      ? plans.filter((each) => each.plan === plan).map((each) => ({ ...each, way: 'wechat' as const }))
      : []),
    ...(stripe?.buttons ?? []).filter((each) => each.plan === plan).map((each) => ({ ...each, way: 'card' as const })),
  ];
  const ofMonth = offersOf('month');
  const priceOf = ({ way, amount, currency }: Offer, months: number): Price => {
    const month = ofMonth.find((each) => each.way === way && each.currency === currency);
    const share = month ? Math.floor(((month.amount * months - amount) * 100) / (month.amount * months)) : 0;
    return {
      ...{ way, amount, currency },
      perMonth: months > 1 ? Math.round(amount / months) : null,
      saving: months > 1 && share >= 1 ? share : null,
    };
  };
  const priced = plans.map(({ plan, name, months }) => ({
    ...{ plan, name },
    prices: offersOf(plan).map((offer) => priceOf(offer, months)),
  }));
  return { plans: priced.filter(({ prices }) => prices.length > 0), isElsewhere };
}
