import { useSearch } from '../../../../web/router.tsx';
import { studioPaths } from '../../../studio/pages.ts';
import { useStudioQuery } from '../../../studio/web/calls.ts';
import { SaveCsv } from '../../../studio/web/Filters.tsx';
import { ExactMoment, Moment } from '../../../studio/web/Moment.tsx';
import { Loaded, Page, studioPage } from '../../../studio/web/Page.tsx';
import { Pager } from '../../../studio/web/Pager.tsx';
import { Table } from '../../../studio/web/Table.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import { CouponMaker } from './CouponMaker.tsx';
import { useTerms } from './coupon-terms.ts';

/** Coupons in the batches in which they were made. */
function CouponsPage() {
  const { t, number } = useStudioText();
  const search = useSearch();
  const termsOf = useTerms();
  const asked = useStudioQuery('/studio/coupons', { search });
  return (
    <Page
      title={t('coupons.title')}
      actions={
        <>
          <SaveCsv path="/studio/coupons" given={{}} />
          <CouponMaker onMade={() => void asked.refetch()} />
        </>
      }
    >
      <Loaded asked={asked}>
        {({ data: { result, total } }) => (
          <>
            <Table
              caption={t('coupons.title')}
              rows={result}
              rowKey={({ batch }) => batch}
              to={({ batch }) => studioPaths.couponBatch(batch)}
              empty={{ title: t('coupons.nothing'), text: t('coupons.nothingText') }}
              columns={[
                { head: t('coupons.gives'), cell: termsOf },
                { head: t('coupons.codes'), isNumber: true, cell: ({ made }) => number(made) },
                { head: t('coupons.used'), isNumber: true, isWanted: true, cell: ({ used }) => number(used) },
                { head: t('coupons.left'), isNumber: true, isWanted: true, cell: ({ left }) => number(left) },
                {
                  head: t('coupons.expires'),
                  cell: ({ expires_at: at }) => (at ? <ExactMoment at={at} /> : '–'),
                },
                { head: t('coupons.note'), cell: ({ note }) => <bdi>{note ?? ''}</bdi> },
                {
                  head: t('coupons.madeBy'),
                  cell: ({ created_by: by, created_at: at }) => (
                    <>
                      <bdi>{by ?? t('audit.command_line')}</bdi> · <Moment at={at} />
                    </>
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

export const couponsPage = studioPage(CouponsPage, ['page']);
