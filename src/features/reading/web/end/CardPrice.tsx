import { useApi } from '../../../../web/api.tsx';
import { useText } from '../../../../web/i18n.tsx';
import { writeMoney } from '../../../../web/money.ts';
import { useQuery } from '../../../../web/query.ts';

/**
 * The way to open a chapter for members, and its price where that is known. Our own prices are those of WeChat Pay,
 * which the Chinese page offers. The payment provider says the price of a card button.
 */
export function CardPrice() {
  const { t, language } = useText();
  const api = useApi();
  const card = useQuery({
    queryKey: ['month-by-wechat'],
    queryFn: async () => {
      const { wechat, plans } = await api.get('/site');
      return (wechat && plans.find(({ plan }) => plan === 'month')) || null;
    },
    enabled: language === 'zh-cn',
  }).data;
  if (!card) return <>{t('reading.opensWithAnyCard')}</>;
  return <>{t('reading.opensWithCard', { price: writeMoney(card.amount, card.currency, language) })}</>;
}
