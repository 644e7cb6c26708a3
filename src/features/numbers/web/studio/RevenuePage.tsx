import { useState } from 'react';
import { isLanguage, languageNames } from '../../../../shared/languages.ts';
import { useText } from '../../../../web/i18n.tsx';
import { writeMoney } from '../../../../web/money.ts';
import { useStudioQuery } from '../../../studio/web/calls.ts';
import { SaveCsv, useFiltered } from '../../../studio/web/Filters.tsx';
import { Nothing } from '../../../studio/web/Nothing.tsx';
import { OpenTabs } from '../../../studio/web/OpenTabs.tsx';
import { Loaded, Page, Section, studioPage } from '../../../studio/web/Page.tsx';
import { usePlanName } from '../../../studio/web/plan-names.ts';
import { Table } from '../../../studio/web/Table.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import type { Group } from '../../rules.ts';
import type { RevenueRow } from '../../studio-contract.ts';
import { BeforeLine } from './BeforeLine.tsx';
import { Figure } from './Figure.tsx';
import { NumbersNav } from './NumbersNav.tsx';
import { RangeFilters } from './RangeFilters.tsx';
import { type Figures, rangeKeys, usePeriodName, useRangeQuery } from './range-query.ts';
import { rangeBefore } from './ranges.ts';

/** Payments and refunds, each currency by itself. */
function RevenuePage() {
  const { t } = useStudioText();
  const { group, range } = useRangeQuery();
  const filtered = useFiltered();
  const given = { query: { ...range, group } };
  const asked = useStudioQuery('/studio/numbers/revenue', given);
  return (
    <Page title={t('numbers.revenue')} actions={<SaveCsv path="/studio/numbers/revenue" given={given} />}>
      <NumbersNav />
      <RangeFilters shown={asked.data?.data} group={group} />
      <Loaded asked={asked}>
        {({ data }) => {
          const currencies = [...new Set(data.result.map(({ currency }) => currency))];
          if (currencies.length === 0)
            return (
              <Nothing
                empty={{ title: t('numbers.revenueNothing'), text: t('numbers.revenueNothingText') }}
                filtered={filtered}
              />
            );
          return currencies.map((currency) => (
            <OfCurrency key={currency} currency={currency} revenue={data} group={group} />
          ));
        }}
      </Loaded>
      <Breakdown />
    </Page>
  );
}

const sumOf = (rows: readonly RevenueRow[], field: 'gross' | 'refunds' | 'payments') =>
  rows.reduce((sum, row) => sum + row[field], 0);

function OfCurrency({ currency, revenue, group }: { currency: string; revenue: Figures<RevenueRow>; group: Group }) {
  const { t, number } = useStudioText();
  const { language } = useText();
  const { rangeOf } = useRangeQuery();
  const nameOf = usePeriodName(group);
  const earlier = useStudioQuery('/studio/numbers/revenue', { query: rangeOf(rangeBefore(revenue)) });
  const own = (rows: readonly RevenueRow[]) => rows.filter((row) => row.currency === currency);
  const rows = own(revenue.result);
  const write = (value: number) => writeMoney(value, currency, language);
  return (
    <Figure
      title={t('numbers.revenueIn', { currency })}
      point={t('numbers.revenuePoint', {
        count: sumOf(rows, 'payments'),
        gross: write(sumOf(rows, 'gross')),
        refunds: write(sumOf(rows, 'refunds')),
      })}
      before={
        <BeforeLine
          shown={revenue}
          now={sumOf(rows, 'gross')}
          before={earlier.data ? sumOf(own(earlier.data.data.result), 'gross') : null}
          write={write}
        />
      }
      points={rows.map(({ period }) => nameOf(period))}
      series={[
        { name: t('numbers.gross'), form: 'bars', values: rows.map(({ gross }) => gross) },
        { name: t('numbers.refunds'), form: 'dashes', values: rows.map(({ refunds }) => refunds) },
      ]}
      write={write}
      isLastPartial={revenue.partial}
      rows={rows}
      rowKey={({ period }) => period}
      columns={[
        { head: t('numbers.period'), cell: ({ period }) => nameOf(period) },
        { head: t('numbers.gross'), isNumber: true, cell: ({ gross }) => write(gross) },
        { head: t('numbers.refunds'), isNumber: true, cell: ({ refunds }) => write(refunds) },
        { head: t('numbers.payments'), isNumber: true, cell: ({ payments }) => number(payments) },
      ]}
    />
  );
}

const kinds = ['plan', 'method', 'language'] as const;

function Breakdown() {
  const { t, number } = useStudioText();
  const { language } = useText();
  const { range } = useRangeQuery();
  const filtered = useFiltered();
  const [by, setBy] = useState<(typeof kinds)[number]>('plan');
  const asked = useStudioQuery('/studio/numbers/revenue', { query: { ...range, by } });
  const nameOfPlan = usePlanName();
  const nameOf = (key: string | null) => {
    if (key === null || key === 'unknown') return t('numbers.unknown');
    if (by === 'method' && (key === 'wechat' || key === 'stripe')) return t(`sales.providers.${key}`);
    if (by === 'plan') return nameOfPlan(key);
    return isLanguage(key) ? languageNames[key] : key;
  };
  return (
    <Section title={t('numbers.breakdown')}>
      <OpenTabs
        label={t('numbers.breakdown')}
        tabs={kinds.map((value) => ({ value, label: t(`numbers.by.${value}`) }))}
        value={by}
        onChange={setBy}
      >
        <Loaded asked={asked}>
          {({ data: { result } }) => (
            <Table
              caption={t('numbers.breakdown')}
              rows={result.toSorted((a, b) => b.gross - a.gross)}
              rowKey={(row) => `${row.key} ${row.currency}`}
              empty={{ title: t('numbers.nothing') }}
              filtered={filtered}
              columns={[
                { head: t(`numbers.by.${by}`), cell: ({ key }) => <bdi>{nameOf(key)}</bdi> },
                {
                  head: t('numbers.gross'),
                  isNumber: true,
                  isWanted: true,
                  cell: (row) => writeMoney(row.gross, row.currency, language),
                },
                {
                  head: t('numbers.refunds'),
                  isNumber: true,
                  cell: (row) => writeMoney(row.refunds, row.currency, language),
                },
                { head: t('numbers.payments'), isNumber: true, isWanted: true, cell: (row) => number(row.payments) },
              ]}
            />
          )}
        </Loaded>
      </OpenTabs>
    </Section>
  );
}

export const revenuePage = studioPage(RevenuePage, rangeKeys);
