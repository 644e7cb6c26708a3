import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../../../web/ui/Button.tsx';
import type { Column } from '../../../studio/web/Table.tsx';
import { Table } from '../../../studio/web/Table.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import styles from './Figure.module.css';
import { Legend, type Mark, Plot, type PlotValues } from './Plot.tsx';

/**
 * A plot with its name and its main point in a sentence; the time before stands in a grey line. The table behind it is
 * always there for screen readers, and for all by a press.
 */
export function Figure<Row>({
  title,
  point,
  before,
  points,
  series,
  write,
  marks,
  isLastPartial = false,
  rows,
  rowKey,
  columns,
}: {
  title: string;
  point: ReactNode;
  before?: ReactNode;
  points: readonly string[];
  series: readonly PlotValues[];
  write: (value: number) => string;
  marks?: readonly Mark[];
  isLastPartial?: boolean;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
}) {
  const { t } = useStudioText();
  const id = useId();
  const [isShown, setShown] = useState(false);
  const hasValues = series.some(({ values }) => values.some((value) => value !== null && value > 0));
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption className={styles.words}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <p className={styles.point}>{point}</p>
        {before && <p className={styles.before}>{before}</p>}
      </figcaption>
      {hasValues && (
        <>
          <Legend series={series} />
          <Plot
            name={title}
            points={points}
            series={series}
            write={write}
            isLastPartial={isLastPartial}
            {...(marks && { marks })}
          />
        </>
      )}
      <div>
        <Button aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          {t('numbers.asTable')}
        </Button>
      </div>
      <div className={isShown ? styles.table : 'visually-hidden'}>
        <Table
          caption={title}
          columns={columns.map((column) => ({ ...column, isWanted: true }))}
          rows={rows}
          rowKey={rowKey}
          empty={{ title: t('numbers.nothing') }}
        />
      </div>
    </figure>
  );
}
