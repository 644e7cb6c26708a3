import { useStudioQuery } from '../../../studio/web/calls.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import type { Group } from '../../rules.ts';
import type { VisitsRow } from '../../studio-contract.ts';
import { BeforeLine } from './BeforeLine.tsx';
import { Figure } from './Figure.tsx';
import { type Figures, usePeriodName, useRangeQuery } from './range-query.ts';
import { daysIn, rangeBefore } from './ranges.ts';

/** Visits over time, of the site or of one book, with the time before. */
export function VisitsFigure({ visits, group, bookId }: { visits: Figures<VisitsRow>; group: Group; bookId?: string }) {
  const { t, number } = useStudioText();
  const { rangeOf } = useRangeQuery();
  const nameOf = usePeriodName(group);
  const earlier = useStudioQuery('/studio/numbers/visits', {
    query: { ...rangeOf(rangeBefore(visits)), book_uuid: bookId },
  });
  const rows = visits.result;
  const sum = (of: readonly VisitsRow[]) => of.reduce((total, row) => total + row.visits, 0);
  return (
    <Figure
      title={t('numbers.visitsOverTime')}
      point={t('numbers.visitsPoint', { count: sum(rows), days: t('numbers.days', { count: daysIn(visits) }) })}
      before={
        <BeforeLine
          shown={visits}
          now={sum(rows)}
          before={earlier.data ? sum(earlier.data.data.result) : null}
          write={number}
        />
      }
      points={rows.map(({ period }) => nameOf(period))}
      series={[
        { name: t('numbers.visits'), form: 'bars', values: rows.map((row) => row.visits) },
        { name: t('numbers.readers'), form: 'line', values: rows.map((row) => row.readers) },
      ]}
      write={number}
      isLastPartial={visits.partial}
      rows={rows}
      rowKey={({ period }) => period}
      columns={[
        { head: t('numbers.period'), cell: ({ period }) => nameOf(period) },
        { head: t('numbers.visits'), isNumber: true, cell: (row) => number(row.visits) },
        { head: t('numbers.readers'), isNumber: true, cell: (row) => number(row.readers) },
        { head: t('numbers.views'), isNumber: true, cell: (row) => number(row.views) },
      ]}
    />
  );
}
