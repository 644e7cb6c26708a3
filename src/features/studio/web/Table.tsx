import type { ReactNode } from 'react';
import { Link } from '../../../web/router.tsx';
import { classes } from '../../../web/ui/classes.ts';
import type { Filtered } from './Filters.tsx';
import { type Empty, Nothing } from './Nothing.tsx';
import { SelectAllBox, SelectBox } from './SelectBox.tsx';
import type { Selection } from './selection.ts';
import styles from './Table.module.css';

export interface Column<Row> {
  /** The column's name, and its key. */
  head: string;
  cell: (row: Row) => ReactNode;
  /** What stands behind the row's name, outside of its link. */
  beside?: (row: Row) => ReactNode;
  /** Numbers stand at the end, in figures of one width. */
  isNumber?: boolean;
  /** One of the facts that a card on a small screen shows beside the row's name; the others are left out there. */
  isWanted?: boolean;
  /** Buttons: a card shows them without the column's name. */
  isAction?: boolean;
  /** A press on the column's name sorts by it, or turns the order round; null: it is not sorted by it now. */
  sort?: { now: 'asc' | 'desc' | null; act(): void };
}

/**
 * A table of rows of 40 px; on a small screen each row is a card with its name and its most wanted facts. The first
 * column names the row; with `to` it is a link to the row's page.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  to,
  empty,
  filtered,
  choosing,
}: {
  /** The name of the table for those who do not see it. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  to?: (row: Row) => string | null;
  empty: Empty;
  /** The filters of the address, where the rows are those that fit them. */
  filtered?: Filtered | undefined;
  /** Rows can be chosen, by the keys of `rowKey`. */
  choosing?: { selection: Selection; nameOf: (row: Row) => string };
}) {
  if (rows.length === 0) return <Nothing empty={empty} filtered={filtered} />;
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {choosing && (
              <td className={styles.box}>
                <SelectAllBox selection={choosing.selection} />
              </td>
            )}
            {columns.map(({ head, isNumber, sort }) => (
              <th
                key={head}
                scope="col"
                className={classes(isNumber && styles.number)}
                aria-sort={sort?.now ? (sort.now === 'asc' ? 'ascending' : 'descending') : undefined}
              >
                {sort ? (
                  <button type="button" className={styles.sort} onClick={sort.act}>
                    {head}
                    <span aria-hidden="true">{sort.now && (sort.now === 'asc' ? ' ↑' : ' ↓')}</span>
                  </button>
                ) : (
                  head
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} data-row="" data-chosen={choosing?.selection.has(rowKey(row)) || undefined}>
              {choosing && (
                <td className={styles.box}>
                  <SelectBox selection={choosing.selection} id={rowKey(row)} name={choosing.nameOf(row)} />
                </td>
              )}
              {columns.map((column, at) => (
                <Cell key={column.head} column={column} row={row} isName={at === 0} to={at === 0 ? to?.(row) : null} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell<Row>({
  column: { head, cell, beside, isNumber, isWanted, isAction },
  row,
  isName,
  to,
}: {
  column: Column<Row>;
  row: Row;
  isName: boolean;
  to: string | null | undefined;
}) {
  const content = cell(row);
  if (isName)
    return (
      <th scope="row" className={styles.name}>
        {to ? (
          <Link to={to} className={styles.link}>
            {content}
          </Link>
        ) : (
          content
        )}
        {beside?.(row)}
      </th>
    );
  return (
    <td
      data-head={isAction ? '' : head}
      className={classes(isNumber && styles.number, isAction && styles.actions, !isWanted && !isAction && styles.spare)}
    >
      {isAction ? content : <div className={styles.content}>{content}</div>}
    </td>
  );
}
