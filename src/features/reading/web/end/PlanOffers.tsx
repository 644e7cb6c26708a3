import type { Language } from '../../../../shared/languages.ts';
import { useText } from '../../../../web/i18n.tsx';
import { writeMoney } from '../../../../web/money.ts';
import type { PlanOnSale } from '../../contract.ts';
import type { LockOffer } from '../chapter/lock-offer.ts';
import styles from './ChapterLock.module.css';

/** The plans that can be bought on this page, each at the price of a way that is offered here. */
export function PlanOffers({ offer: { plans, ways } }: { offer: LockOffer }) {
  const { t, language } = useText();
  const offered = plans.flatMap((plan) => {
    const price = priceOf(plan, { ways, language });
    return price === null ? [] : [{ plan, price }];
  });
  if (offered.length === 0) return null;
  return (
    <ul className={styles.plans}>
      {offered.map(({ plan, price }) => (
        <li key={plan.plan} className={styles.plan}>
          <span className={styles.name}>{nameOf(plan, language) ?? t(`payments.plan.${plan.plan}`)}</span>
          {/* A name and a price that a screen reader runs together would be one word. */}{' '}
          <span className={styles.price}>{price.amount}</span>
        </li>
      ))}
    </ul>
  );
}

interface Price {
  /** Empty where only the provider's own button tells it. */
  amount: string;
}

/** Our own prices are those of WeChat Pay, which the Chinese page offers; a card button has its own. Null: no way. */
function priceOf(
  { plan, amount, currency }: PlanOnSale,
  { ways, language }: { ways: LockOffer['ways']; language: Language },
): Price | null {
  if (ways.wechat && language === 'zh-cn') return { amount: writeMoney(amount, currency, language) };
  const button: CardButton | undefined = ways.stripe?.buttons.find((each) => each.plan === plan);
  if (!button) return null;
  const isPriced = button.amount !== undefined && button.currency !== undefined;
  return { amount: isPriced ? writeMoney(button.amount ?? 0, button.currency ?? '', language) : '' };
}

/** A button, and its price where the site knows it. */
type CardButton = { plan: string; amount?: number; currency?: string };

/** The name that its operator gave a plan, where there is one. */
function nameOf(plan: PlanOnSale & { name?: Record<string, string> }, language: Language): string | null {
  return plan.name?.[language] ?? plan.name?.['en-us'] ?? null;
}
