import { useStudioText } from '../../../studio/web/words.ts';
import type { StopsRow } from '../../studio-contract.ts';
import { Figure } from './Figure.tsx';

/** Where users stand who have not read on for a while. */
export function Stops({ rows }: { rows: readonly StopsRow[] }) {
  const { t, number } = useStudioText();
  const most = rows.reduce<StopsRow | null>((found, row) => (row.users > (found?.users ?? 0) ? row : found), null);
  return (
    <Figure
      title={t('numbers.stops')}
      point={most ? t('numbers.stopsPoint', { count: most.users, chapter: most.number }) : t('numbers.stopsNothing')}
      before={t('numbers.stopsText')}
      points={rows.map((row) => number(row.number))}
      series={[{ name: t('numbers.users'), form: 'bars', values: rows.map(({ users }) => users) }]}
      write={number}
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
        { head: t('numbers.users'), isNumber: true, cell: ({ users }) => number(users) },
      ]}
    />
  );
}
