import { receiptPath } from '../../../../shared/paths.ts';
import { writeMoney } from '../../../../web/money.ts';
import { useSearch } from '../../../../web/router.tsx';
import { studioPaths } from '../../../studio/pages.ts';
import { useStudioQuery } from '../../../studio/web/calls.ts';
import { FilterDay, Filters, SaveCsv, useFiltered } from '../../../studio/web/Filters.tsx';
import { ExactMoment } from '../../../studio/web/Moment.tsx';
import { Loaded, Page, studioPage } from '../../../studio/web/Page.tsx';
import { Pager } from '../../../studio/web/Pager.tsx';
import { Table } from '../../../studio/web/Table.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import styles from './ReceiptsPage.module.css';

/** Every receipt, the newest first. */
function ReceiptsPage() {
  const { t, language } = useStudioText();
  const search = useSearch();
  const filtered = useFiltered();
  const asked = useStudioQuery('/studio/receipts', { search });
  return (
    <Page
      title={t('receipts.title')}
      lead={t('receipts.lead')}
      actions={<SaveCsv path="/studio/receipts" given={{ search }} />}
    >
      <Filters>
        <FilterDay name="from" label={t('kit.from')} value={search.get('from') ?? ''} />
        <FilterDay name="to" label={t('kit.to')} value={search.get('to') ?? ''} />
      </Filters>
      <Loaded asked={asked}>
        {({ data: { result, total } }) => (
          <>
            <Table
              caption={t('receipts.title')}
              rows={result}
              rowKey={({ number }) => number}
              to={({ order_id: id }) => studioPaths.order(id)}
              empty={{ title: t('receipts.none'), text: t('receipts.noneText') }}
              filtered={filtered}
              columns={[
                {
                  head: t('receipts.number'),
                  isWanted: true,
                  cell: ({ number }) => <bdi dir="ltr">{number}</bdi>,
                  beside: ({ number, order_id: id }) => (
                    <a
                      className={styles.open}
                      href={receiptPath(id)}
                      target="_blank"
                      rel="noopener"
                      aria-label={t('receipts.open', { number })}
                    >
                      ↗
                    </a>
                  ),
                },
                { head: t('receipts.kind'), cell: ({ kind }) => t(`receipts.kinds.${kind}`) },
                {
                  head: t('kit.person'),
                  isWanted: true,
                  cell: ({ user }) => (user ? <bdi>{user.username}</bdi> : t('sales.nobody')),
                },
                {
                  head: t('sales.amount'),
                  isNumber: true,
                  isWanted: true,
                  cell: ({ amount, currency }) => writeMoney(amount, currency, language),
                },
                {
                  head: t('receipts.tax'),
                  isNumber: true,
                  cell: ({ tax, currency }) => (tax ? writeMoney(tax.amount, currency, language) : '–'),
                },
                { head: t('receipts.issued'), cell: ({ issued_at: at }) => <ExactMoment at={at} /> },
              ]}
            />
            <Pager total={total} page={Number(search.get('page') ?? 0)} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

export const receiptsPage = studioPage(ReceiptsPage, ['from', 'to', 'page']);
