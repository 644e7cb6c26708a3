import { useSearch } from '../../../../web/router.tsx';
import { studioPaths } from '../../../studio/pages.ts';
import { useStudioQuery } from '../../../studio/web/calls.ts';
import { ExactMoment } from '../../../studio/web/Moment.tsx';
import { Loaded, Page, State, studioPage } from '../../../studio/web/Page.tsx';
import { Pager } from '../../../studio/web/Pager.tsx';
import { Table } from '../../../studio/web/Table.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import { numberOfOrder } from '../../rules.ts';
import { OrderNumber } from './OrderNumber.tsx';

/** The purchases that buyers have withdrawn from, the newest first; each leads to its order, where it is refunded. */
function WithdrawalsPage() {
  const { t } = useStudioText();
  const search = useSearch();
  const asked = useStudioQuery('/studio/withdrawals', { search });
  return (
    <Page title={t('withdrawals.title')} lead={t('withdrawals.lead')}>
      <Loaded asked={asked}>
        {({ data: { result, total } }) => (
          <>
            <Table
              caption={t('withdrawals.title')}
              rows={result}
              rowKey={({ number }) => number}
              to={({ order_id: id }) => studioPaths.order(id)}
              empty={{ title: t('withdrawals.none'), text: t('withdrawals.noneText') }}
              columns={[
                { head: t('withdrawals.number'), isWanted: true, cell: ({ number }) => <bdi dir="ltr">{number}</bdi> },
                { head: t('sales.number'), cell: ({ order_id: id }) => <OrderNumber number={numberOfOrder(id)} /> },
                {
                  head: t('kit.person'),
                  isWanted: true,
                  cell: ({ user }) => (user ? <bdi>{user.username}</bdi> : t('sales.nobody')),
                },
                { head: t('withdrawals.at'), isWanted: true, cell: ({ at }) => <ExactMoment at={at} /> },
                {
                  head: t('kit.state'),
                  isWanted: true,
                  cell: ({ refunded }) => (
                    <State tone={refunded ? 'good' : 'warning'}>
                      {t(refunded ? 'withdrawals.refunded' : 'withdrawals.waits')}
                    </State>
                  ),
                },
              ]}
            />
            <Pager total={total} page={Number(search.get('page') ?? 0)} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

export const withdrawalsPage = studioPage(WithdrawalsPage, ['page']);
