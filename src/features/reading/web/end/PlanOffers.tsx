import type { Language } from '../../../../shared/languages.ts';
import { nameOfPlan } from '../../../../shared/plans.ts';
import { useText } from '../../../../web/i18n.tsx';
import { writeMoney } from '../../../../web/money.ts';
import type { PlanOnSale } from '../../contract.ts';
import type { LockOffer } from '../chapter/lock-offer.ts';
import styles from './ChapterLock.module.css';

/** The plans that can be bought on this page, each with its price by a way of payment offered here. */
export function PlanOffers({ offer: { plans, ways } }: { offer: LockOffer }) {
  const { language } = useText();
  const offered = plans.flatMap((plan) => {
    const price = priceOf(plan, { ways, language });
    return price === null ? [] : [{ plan, price }];
  });
  if (offered.length === 0) return null;
  return (
    <ul className={styles.plans}>
      {offered.map(({ plan, price }) => (
        <li key={plan.plan} className={styles.plan}>
          <span className={styles.name}>{nameOfPlan(plan.name, language)}</span>
          {/* A name and a price that a screen reader runs together would be one word. */}{' '}
          <span className={styles.price}>{price}</span>
        </li>
      ))}
    </ul>
  );
}

/**
 * Our own prices are those of WeChat Pay, which the Chinese page offers; card buttons have others. Null: cannot be paid
 * here.
 */
function priceOf(
  { plan, amount, currency }: PlanOnSale,
  { ways, language }: { ways: LockOffer['ways']; language: Language },
): string | null {
  if (ways.wechat && language === 'zh-cn') return writeMoney(amount, currency, language);
  const button = ways.stripe?.buttons.find((each) => each.plan === plan);
  return button ? writeMoney(button.amount, button.currency, language) : null;
}
