import { writeMoney } from '../../../../web/money.ts';
import { useSearch } from '../../../../web/router.tsx';
import { studioPaths } from '../../../studio/pages.ts';
import { useStudioQuery } from '../../../studio/web/calls.ts';
import { SaveCsv } from '../../../studio/web/Filters.tsx';
import { ExactMoment } from '../../../studio/web/Moment.tsx';
import { Loaded, Page, studioPage } from '../../../studio/web/Page.tsx';
import { Pager } from '../../../studio/web/Pager.tsx';
import { Table } from '../../../studio/web/Table.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import { numberOfOrder } from '../../rules.ts';
import { OrderNumber } from './OrderNumber.tsx';

/** The fapiao that buyers ask for, the newest first. They are issued elsewhere. */
function FapiaoPage() {
  const { t, language } = useStudioText();
  const search = useSearch();
  const asked = useStudioQuery('/studio/fapiao', { search });
  return (
    <Page
      title={t('fapiao.title')}
      lead={t('fapiao.lead')}
      actions={<SaveCsv path="/studio/fapiao" given={{ search }} />}
    >
      <Loaded asked={asked}>
        {({ data: { result, total } }) => (
          <>
            <Table
              caption={t('fapiao.title')}
              rows={result}
              rowKey={({ order_id: id }) => id}
              to={({ order_id: id }) => studioPaths.order(id)}
              empty={{ title: t('fapiao.none'), text: t('fapiao.noneText') }}
              columns={[
                { head: t('sales.number'), cell: ({ order_id: id }) => <OrderNumber number={numberOfOrder(id)} /> },
                { head: t('fapiao.name'), isWanted: true, cell: ({ name }) => <bdi>{name}</bdi> },
                { head: t('fapiao.type'), cell: ({ type }) => t(`fapiao.types.${type}`) },
                {
                  head: t('fapiao.taxpayer'),
                  isWanted: true,
                  cell: ({ taxpayer_id: id }) => <bdi dir="ltr">{id}</bdi>,
                },
                {
                  head: t('fapiao.more'),
                  cell: ({ address, phone, bank }) => <bdi>{[address, phone, bank].filter(Boolean).join(' · ')}</bdi>,
                },
                {
                  head: t('sales.amount'),
                  isNumber: true,
                  isWanted: true,
                  cell: ({ amount, refunded, currency }) => writeMoney(amount - refunded, currency, language),
                },
                { head: t('fapiao.at'), cell: ({ at }) => <ExactMoment at={at} /> },
              ]}
            />
            <Pager total={total} page={Number(search.get('page') ?? 0)} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

export const fapiaoPage = studioPage(FapiaoPage, ['page']);
