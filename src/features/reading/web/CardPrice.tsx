import { plans } from '../../../shared/plans.ts';
import { useText } from '../../../web/i18n.tsx';
import { writeMoney } from '../../../web/money.ts';

/** What opens a chapter for members, and for how much. */
export function CardPrice() {
  const { t, language } = useText();
  const [card] = plans;
  return <>{t('reading.opensWithCard', { price: writeMoney(card.amount, card.currency, language) })}</>;
}
