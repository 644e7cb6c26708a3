import { useStudioText } from '../../../studio/web/words.ts';
import type { ChaptersRow } from '../../studio-contract.ts';
import { Figure } from './Figure.tsx';
import { percentOf, steepestLoss } from './ranges.ts';

/** How many of those who start the first chapter start and finish each other one. */
export function DropOff({
  rows,
  locked,
}: {
  rows: readonly ChaptersRow[];
  /** The chapters that are locked now, by their ids. */
  locked: ReadonlySet<string>;
}) {
  const { t, number } = useStudioText();
  const all = rows[0]?.started ?? 0;
  const share = (value: number) => percentOf(value, all);
  const write = (value: number) => t('numbers.percent', { number: value });
  // The furthest chapter that at least one of a hundred finishes.
  const last = rows.findLast(({ finished }) => share(finished) > 0);
  const loss = steepestLoss(rows.map(({ started }) => started));
  const lossAt = loss && rows[loss.at];
  const firstLocked = rows.findIndex((row) => locked.has(row.chapter_uuid));
  return (
    <Figure
      title={t('numbers.dropOff')}
      point={
        all > 0 && last
          ? t('numbers.dropOffPoint', { share: share(last.finished), chapter: last.number })
          : t('numbers.dropOffNothing')
      }
      before={
        loss && lossAt && t('numbers.lossPoint', { count: loss.lost, chapter: lossAt.number, share: share(loss.lost) })
      }
      points={rows.map((row) => number(row.number))}
      series={[
        { name: t('numbers.started'), form: 'line', values: rows.map(({ started }) => share(started)) },
        { name: t('numbers.finished'), form: 'dashes', values: rows.map(({ finished }) => share(finished)) },
      ]}
      marks={[
        ...(firstLocked >= 0 ? [{ at: firstLocked, text: t('numbers.firstLocked') }] : []),
        ...(loss ? [{ at: loss.at, text: t('numbers.steepest') }] : []),
      ]}
      write={write}
      rows={rows}
      rowKey={(row) => row.chapter_uuid}
      columns={[
        {
          head: t('kit.chapter'),
          cell: (row) => (
            <>
              {number(row.number)}. <bdi>{row.title}</bdi>
            </>
          ),
        },
        { head: t('numbers.opened'), isNumber: true, cell: ({ opened }) => number(opened) },
        { head: t('numbers.started'), isNumber: true, cell: ({ started }) => number(started) },
        { head: t('numbers.finished'), isNumber: true, cell: ({ finished }) => number(finished) },
        { head: t('numbers.ofFirst'), isNumber: true, cell: ({ started }) => write(share(started)) },
      ]}
    />
  );
}
