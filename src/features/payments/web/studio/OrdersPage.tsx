import { useSearch } from '../../../../web/router.tsx';
import { useStudioQuery } from '../../../studio/web/calls.ts';
import { FilterDay, FilterSelect, Filters, FindField, SaveCsv, useFiltered } from '../../../studio/web/Filters.tsx';
import { Loaded, Page, studioPage } from '../../../studio/web/Page.tsx';
import { Pager } from '../../../studio/web/Pager.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import { OrderTable } from './OrderTable.tsx';

const states = ['succeeded', 'requires_action', 'processing', 'canceled', 'refunded'] as const;
const providers = ['wechat', 'stripe'] as const;

/** Every order and sale, the newest first. */
function OrdersPage() {
  const { t } = useStudioText();
  const search = useSearch();
  const chosen = (name: string) => search.get(name) ?? '';
  const filtered = useFiltered();
  const asked = useStudioQuery('/studio/orders', { search });
  const all = { value: '', label: t('kit.all') };
  return (
    <Page title={t('sales.title')} actions={<SaveCsv path="/studio/orders" given={{ search }} />}>
      <Filters>
        <FindField label={t('sales.find')} hint={t('sales.findHint')} value={chosen('q')} />
        <FilterSelect
          name="status"
          label={t('kit.state')}
          value={chosen('status')}
          options={[all, ...states.map((value) => ({ value, label: t(`sales.states.${value}`) }))]}
        />
        <FilterSelect
          name="review"
          label={t('sales.review')}
          value={chosen('review')}
          options={[all, { value: 'true', label: t('sales.inReview') }, { value: 'false', label: t('kit.no') }]}
        />
        <FilterSelect
          name="provider"
          label={t('sales.provider')}
          value={chosen('provider')}
          options={[all, ...providers.map((value) => ({ value, label: t(`sales.providers.${value}`) }))]}
        />
        <FilterDay name="from" label={t('kit.from')} value={chosen('from')} />
        <FilterDay name="to" label={t('kit.to')} value={chosen('to')} />
      </Filters>
      <Loaded asked={asked}>
        {({ data: { result, total } }) => (
          <>
            <OrderTable orders={result} filtered={filtered} />
            <Pager total={total} page={Number(search.get('page') ?? 0)} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

export const ordersPage = studioPage(OrdersPage, ['q', 'status', 'review', 'provider', 'from', 'to', 'page']);
