import type { Language } from '../../../../shared/languages.ts';
import { writeMoney } from '../../../../web/money.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import type { CouponBatch } from '../../studio-contract.ts';

/** How a language names a discount: Chinese by the tenths of the price that stay, 25 % off as 7.5折. */
export function percentIn(language: Language, percent: number): number {
  return language === 'zh-cn' ? (100 - percent) / 10 : percent;
}

/** Writes what each coupon of a batch gives: "20% off", "7 days". */
export function useTerms(): (batch: CouponBatch) => string {
  const { t, language } = useStudioText();
  return ({ months, days, percent, amount, currency, plan }) => {
    const terms = [
      months !== null && t('people.months', { count: months }),
      days !== null && t('numbers.days', { count: days }),
      percent !== null && t('coupons.percentOff', { number: percentIn(language, percent) }),
      amount !== null && t('coupons.amountOff', { amount: writeMoney(amount, currency ?? 'CNY', language) }),
      plan !== null && `(\u2068${plan}\u2069)`,
    ];
    return terms.filter(Boolean).join(' ');
  };
}
