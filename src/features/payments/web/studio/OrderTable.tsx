import { writeMoney } from '../../../../web/money.ts';
import { studioPaths } from '../../../studio/pages.ts';
import type { Filtered } from '../../../studio/web/Filters.tsx';
import { ExactMoment } from '../../../studio/web/Moment.tsx';
import { State } from '../../../studio/web/Page.tsx';
import { usePlanName } from '../../../studio/web/plan-names.ts';
import { Table } from '../../../studio/web/Table.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import type { StudioOrder } from '../../studio-contract.ts';
import { CopyNumber, OrderNumber, OrderReference } from './OrderNumber.tsx';

/** Orders as rows, each a link to its page. */
export function OrderTable({
  orders,
  withPerson = true,
  filtered,
}: {
  orders: readonly StudioOrder[];
  withPerson?: boolean;
  filtered?: Filtered | undefined;
}) {
  const { t, language } = useStudioText();
  const nameOf = usePlanName();
  return (
    <Table
      caption={t('sales.title')}
      rows={orders}
      rowKey={({ order_id: id }) => id}
      to={({ order_id: id }) => studioPaths.order(id)}
      empty={{ title: t('sales.noneYet'), text: t('sales.nothingText') }}
      filtered={filtered}
      columns={[
        {
          head: t('sales.number'),
          cell: ({ number }) => <OrderNumber number={number} />,
          beside: ({ number }) => <CopyNumber number={number} />,
        },
        { head: t('sales.reference'), cell: ({ reference }) => <OrderReference reference={reference} /> },
        ...(withPerson
          ? [
              {
                head: t('kit.person'),
                isWanted: true,
                cell: ({ user }: StudioOrder) => (user ? <bdi>{user.username}</bdi> : t('sales.nobody')),
              },
            ]
          : []),
        {
          head: t('sales.amount'),
          isNumber: true,
          isWanted: true,
          cell: ({ amount, currency }) => writeMoney(amount, currency, language),
        },
        { head: t('kit.state'), isWanted: true, cell: (order) => <OrderState {...order} /> },
        { head: t('sales.provider'), cell: ({ provider }) => t(`sales.providers.${provider}`) },
        { head: t('sales.plan'), cell: ({ plan }) => <bdi>{plan === null ? '–' : nameOf(plan)}</bdi> },
        { head: t('sales.at'), cell: ({ created_at: at }) => <ExactMoment at={at} /> },
      ]}
    />
  );
}

/** How an order stands, as a word. */
export function OrderState({ status, review }: Pick<StudioOrder, 'status' | 'review'>) {
  const { t } = useStudioText();
  if (review !== null) return <State tone="warning">{t('sales.inReview')}</State>;
  return <State tone={status === 'succeeded' ? 'good' : 'plain'}>{t(`sales.states.${status}`)}</State>;
}
