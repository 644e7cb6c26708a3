import { plans } from '../../../../shared/plans.ts';
import { useApi } from '../../../../web/api.tsx';
import { useText } from '../../../../web/i18n.tsx';
import { writeMoney } from '../../../../web/money.ts';
import { useQuery } from '../../../../web/query.ts';

/**
 * What opens a chapter for members, and for how much where that is known: our own plans are what WeChat Pay takes, which
 * the Chinese page offers. What a card button takes is the payment provider's to say.
 */
export function CardPrice() {
  const { t, language } = useText();
  const api = useApi();
  const paysOurPrice = useQuery({
    queryKey: ['pays-by-wechat'],
    queryFn: async () => (await api.get<{ wechat: boolean }>('/site')).wechat,
    enabled: language === 'zh-cn',
  }).data;
  const [card] = plans;
  if (!paysOurPrice) return <>{t('reading.opensWithAnyCard')}</>;
  return <>{t('reading.opensWithCard', { price: writeMoney(card.amount, card.currency, language) })}</>;
}
