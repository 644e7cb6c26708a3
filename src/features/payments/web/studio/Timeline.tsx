import { useState } from 'react';
import { writeUtcDay } from '../../../../web/date-time.ts';
import { writeMoney } from '../../../../web/money.ts';
import { Link } from '../../../../web/router.tsx';
import { studioPaths } from '../../../studio/pages.ts';
import { useStudioQuery } from '../../../studio/web/calls.ts';
import { ExactMoment } from '../../../studio/web/Moment.tsx';
import { Loaded, Section } from '../../../studio/web/Page.tsx';
import { Pager, pageSize } from '../../../studio/web/Pager.tsx';
import { Table } from '../../../studio/web/Table.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import type { TimelineRow } from '../../studio-contract.ts';
import { CopyNumber } from './OrderNumber.tsx';

/** What happened to a person, the newest first. */
export function Timeline({ uuid }: { uuid: string }) {
  const { t, language } = useStudioText();
  const [page, setPage] = useState(0);
  const asked = useStudioQuery('/studio/users/:uuid/timeline', { params: { uuid }, query: { page } });
  const whatOf = useWhat();
  return (
    <Section title={t('people.timeline')}>
      <Loaded asked={asked}>
        {({ data: { result, total } }) => (
          <>
            <Table
              caption={t('people.timeline')}
              rows={result.map((row, at) => ({ ...row, key: `${at} ${row.at}` }))}
              rowKey={({ key }) => key}
              empty={{ title: t('audit.noneYet') }}
              columns={[
                {
                  head: t('people.event'),
                  cell: (row) =>
                    row.order_id && row.number ? (
                      <>
                        {whatOf(row)}{' '}
                        <Link to={studioPaths.order(row.order_id)}>{t('sales.numbered', { number: row.number })}</Link>
                        <CopyNumber number={row.number} />
                      </>
                    ) : (
                      whatOf(row)
                    ),
                },
                {
                  head: t('sales.amount'),
                  isNumber: true,
                  isWanted: true,
                  cell: ({ amount, currency }) =>
                    amount === null || currency === null ? '' : writeMoney(amount, currency, language),
                },
                { head: t('kit.reason'), cell: ({ reason }) => <bdi>{reason ?? ''}</bdi> },
                { head: t('audit.user'), cell: ({ by }) => <bdi>{by ?? ''}</bdi> },
                { head: t('audit.at'), isWanted: true, cell: ({ at }) => <ExactMoment at={at} /> },
              ]}
            />
            {total > pageSize && <Pager total={total} page={page} onPage={setPage} />}
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** An event in words, with what it gave. */
function useWhat(): (row: TimelineRow) => string {
  const { t, language } = useStudioText();
  const givenBy = ({ months, days, until, role, kind }: TimelineRow) => {
    if (kind === 'role') return role === null ? t('roles.none') : t(`roles.${role}`);
    if (until !== null) return t('people.setTo', { day: writeUtcDay(until, language) });
    if (months !== null) return t('people.months', { count: months });
    return days === null ? null : t('numbers.days', { count: days });
  };
  return (row) => [t(`people.events.${row.kind}`), givenBy(row)].filter((each) => each !== null).join(' · ');
}
