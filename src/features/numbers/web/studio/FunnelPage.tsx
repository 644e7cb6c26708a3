import { useStudioQuery } from '../../../studio/web/calls.ts';
import { SaveCsv, useFiltered } from '../../../studio/web/Filters.tsx';
import { Loaded, Page, Section, studioPage } from '../../../studio/web/Page.tsx';
import { Table } from '../../../studio/web/Table.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import type { Group } from '../../rules.ts';
import type { FunnelRow } from '../../studio-contract.ts';
import { BeforeLine } from './BeforeLine.tsx';
import { Figure } from './Figure.tsx';
import { NumbersNav } from './NumbersNav.tsx';
import { RangeFilters } from './RangeFilters.tsx';
import { type Figures, rangeKeys, usePeriodName, useRangeQuery } from './range-query.ts';
import { percentOf, rangeBefore } from './ranges.ts';

/** The steps from a visit to a payment. */
function FunnelPage() {
  const { t } = useStudioText();
  const { group, range } = useRangeQuery();
  const given = { query: { ...range, group } };
  const asked = useStudioQuery('/studio/numbers/funnel', given);
  return (
    <Page
      title={t('numbers.funnel')}
      actions={<SaveCsv path="/studio/numbers/funnel" given={given} />}
      lead={t('numbers.funnelText')}
    >
      <NumbersNav />
      <RangeFilters shown={asked.data?.data} group={group} />
      <Loaded asked={asked}>
        {({ data }) => (
          <>
            <Steps funnel={data} />
            <ByPeriod rows={data.result} group={group} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

type Step = 'visitors' | 'lock_seen' | 'registered' | 'paid';
const steps: readonly Step[] = ['visitors', 'lock_seen', 'registered', 'paid'];
const sumOf = (rows: readonly FunnelRow[], step: Step) => rows.reduce((sum, row) => sum + (row[step] ?? 0), 0);

function Steps({ funnel }: { funnel: Figures<FunnelRow> }) {
  const { t, number } = useStudioText();
  const { rangeOf } = useRangeQuery();
  const earlier = useStudioQuery('/studio/numbers/funnel', { query: rangeOf(rangeBefore(funnel)) });
  const withPaid = funnel.result.some(({ paid }) => paid !== undefined);
  const shown = steps.filter((step) => step !== 'paid' || withPaid);
  const end = withPaid ? 'paid' : 'registered';
  const rows = shown.map((step, at) => {
    const count = sumOf(funnel.result, step);
    const before = shown[at - 1];
    return { step, count, share: before ? percentOf(count, sumOf(funnel.result, before)) : null };
  });
  const locks = sumOf(funnel.result, 'lock_seen');
  const reached = sumOf(funnel.result, end);
  return (
    <Figure
      title={t('numbers.funnel')}
      point={
        locks > 0 ? t(`numbers.funnelPoint.${end}`, { share: percentOf(reached, locks) }) : t('numbers.funnelNothing')
      }
      before={
        <BeforeLine
          shown={funnel}
          now={reached}
          before={earlier.data ? sumOf(earlier.data.data.result, end) : null}
          write={(value) => t(`numbers.stepCount.${end}`, { count: value })}
        />
      }
      points={rows.map(({ step }) => t(`numbers.steps.${step}`))}
      series={[{ name: t('numbers.people'), form: 'bars', values: rows.map(({ count }) => count) }]}
      write={number}
      rows={rows}
      rowKey={({ step }) => step}
      columns={[
        { head: t('numbers.step'), cell: ({ step }) => t(`numbers.steps.${step}`) },
        { head: t('numbers.people'), isNumber: true, cell: ({ count }) => number(count) },
        {
          head: t('numbers.ofStepBefore'),
          isNumber: true,
          cell: ({ share }) => (share === null ? '' : t('numbers.percent', { number: share })),
        },
      ]}
    />
  );
}

function ByPeriod({ rows, group }: { rows: readonly FunnelRow[]; group: Group }) {
  const { t, number } = useStudioText();
  const nameOf = usePeriodName(group);
  const filtered = useFiltered();
  const withPaid = rows.some(({ paid }) => paid !== undefined);
  const own = rows.filter((row) => row.visitors + row.lock_seen + row.registered + (row.paid ?? 0) > 0).toReversed();
  return (
    <Section title={t('numbers.overTime')}>
      <Table
        caption={t('numbers.overTime')}
        rows={own}
        rowKey={({ period }) => period}
        empty={{ title: t('numbers.nothing') }}
        filtered={filtered}
        columns={[
          { head: t('numbers.period'), cell: ({ period }) => nameOf(period) },
          { head: t('numbers.steps.visitors'), isNumber: true, cell: (row) => number(row.visitors) },
          { head: t('numbers.steps.lock_seen'), isNumber: true, isWanted: true, cell: (row) => number(row.lock_seen) },
          {
            head: t('numbers.steps.registered'),
            isNumber: true,
            isWanted: true,
            cell: (row) => number(row.registered),
          },
          { head: t('numbers.registeredNew'), isNumber: true, cell: (row) => number(row.registered_new) },
          ...(withPaid
            ? [
                {
                  head: t('numbers.steps.paid'),
                  isNumber: true,
                  isWanted: true,
                  cell: (row: FunnelRow) => number(row.paid ?? 0),
                },
              ]
            : []),
        ]}
      />
    </Section>
  );
}

export const funnelPage = studioPage(FunnelPage, rangeKeys);
