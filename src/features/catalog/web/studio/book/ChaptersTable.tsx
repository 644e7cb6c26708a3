import { useMemo, useRef } from 'react';
import { languageNames, languages } from '../../../../../shared/languages.ts';
import { useText } from '../../../../../web/i18n.tsx';
import { Link } from '../../../../../web/router.tsx';
import { classes } from '../../../../../web/ui/classes.ts';
import { Picture } from '../../../../../web/ui/Picture.tsx';
import { studioPaths } from '../../../../studio/pages.ts';
import { ExactMoment, writeMoment } from '../../../../studio/web/Moment.tsx';
import { SelectAllBox, SelectBox } from '../../../../studio/web/SelectBox.tsx';
import { Sortable, SortableHandle, useSortableRow } from '../../../../studio/web/SortableList.tsx';
import type { Selection } from '../../../../studio/web/selection.ts';
import { useVirtualRows } from '../../../../studio/web/virtual-rows.ts';
import { isolate, useStudioText } from '../../../../studio/web/words.ts';
import type { ChapterRow } from '../../../studio-contract.ts';
import { type DotState, LanguageDots } from '../LanguageDots.tsx';
import styles from './ChaptersTable.module.css';

/**
 * The chapters of a book, thousands of them: a row is chosen by its box, opened by its title, and moved by drag or by keys
 * on "Move".
 */
export function ChaptersTable({
  rows,
  selection,
  onMove,
}: {
  rows: readonly ChapterRow[];
  selection: Selection;
  onMove: (from: number, to: number) => Promise<void>;
}) {
  return (
    <Sortable rows={rows} rowKey={keyOf} nameOf={({ title }) => title} onMove={onMove}>
      {(shown, movingKey) => <Rows rows={shown} movingKey={movingKey} selection={selection} />}
    </Sortable>
  );
}

const keyOf = ({ chapter_uuid: id }: ChapterRow) => id;
const columns = 8;

function Rows({
  rows,
  movingKey,
  selection,
}: {
  rows: readonly ChapterRow[];
  movingKey: string | null;
  selection: Selection;
}) {
  const { t } = useStudioText();
  const body = useRef<HTMLTableSectionElement>(null);
  const moving = useMemo(
    () => (movingKey === null ? [] : [rows.findIndex((row) => keyOf(row) === movingKey)]),
    [rows, movingKey],
  );
  const hasPictures = rows.some(({ thumbnail }) => thumbnail !== null);
  const { stretches, onFocus } = useVirtualRows(body, { count: rows.length, keep: moving });
  return (
    <table className={styles.table} aria-rowcount={rows.length + 1}>
      <caption className="visually-hidden">{t('books.chapters')}</caption>
      <thead>
        <tr aria-rowindex={1}>
          <td className={styles.box}>
            <SelectAllBox selection={selection} />
          </td>
          <th scope="col">{t('kit.chapter')}</th>
          <th scope="col">{t('books.languages')}</th>
          <th scope="col">{t('publishing.at')}</th>
          <th scope="col">{t('publishing.access')}</th>
          <th scope="col" className={styles.number}>
            {t('order.readings')}
          </th>
          <th scope="col" className={styles.number}>
            {t('order.likes')}
          </th>
          <td />
        </tr>
      </thead>
      <tbody ref={body} onFocus={onFocus}>
        {stretches.flatMap((stretch) =>
          stretch.kind === 'gap'
            ? [
                <tr key={`gap ${stretch.from}`} className={styles.gap}>
                  <td colSpan={columns} style={{ blockSize: stretch.height }} />
                </tr>,
              ]
            : rows
                .slice(stretch.from, stretch.to)
                .map((row, index) => (
                  <Row
                    key={keyOf(row)}
                    row={row}
                    at={stretch.from + index}
                    hasPictures={hasPictures}
                    isChosen={selection.has(keyOf(row))}
                    selection={selection}
                  />
                )),
        )}
      </tbody>
    </table>
  );
}

function Row({
  row,
  at,
  hasPictures,
  isChosen,
  selection,
}: {
  row: ChapterRow;
  at: number;
  /** Whether chapters of the book have any: a novel's have none. */
  hasPictures: boolean;
  isChosen: boolean;
  selection: Selection;
}) {
  const { t, number } = useStudioText();
  const { chapter_uuid: id, title, place, published_at: publishedAt } = row;
  const { row: given, handle, isTaken } = useSortableRow(id);
  return (
    <tr
      {...given}
      data-row=""
      data-at={at}
      data-chosen={isChosen || undefined}
      aria-rowindex={at + 2}
      className={classes(isTaken && styles.taken)}
    >
      <td className={styles.box}>
        <SelectBox selection={selection} id={id} name={title} />
      </td>
      <th scope="row" className={styles.name}>
        <span className={styles.chapter}>
          {hasPictures && (
            <Picture
              className={styles.thumbnail}
              art={row.thumbnail}
              alt=""
              sizes="40px"
              fallback={<span aria-hidden="true" />}
            />
          )}
          <span className={classes(styles.place, row.number === null && styles.few)}>
            {number(row.number ?? place)}
          </span>
          <Link to={studioPaths.chapter(row.book_uuid, id)} className={styles.title}>
            <bdi>{title}</bdi>
          </Link>
        </span>
      </th>
      <td className={styles.languages}>
        <Languages row={row} />
      </td>
      <td data-head={t('publishing.at')} className={styles.date}>
        {publishedAt ? (
          <ExactMoment at={publishedAt} />
        ) : (
          <span className={styles.few}>{t('publishing.states.draft')}</span>
        )}
      </td>
      <td data-head={t('publishing.access')} className={styles.access}>
        <span className={classes(row.access === 'rule' && styles.few)}>{t(`publishing.overrides.${row.access}`)}</span>
      </td>
      <td data-head={t('order.readings')} className={styles.number}>
        {number(row.readings_28d)}
      </td>
      <td data-head={t('order.likes')} className={styles.number}>
        {number(row.likes)}
      </td>
      <td className={styles.move}>
        <SortableHandle handle={handle} name={title} isTaken={isTaken} />
      </td>
    </tr>
  );
}

const dotOf = { published: 'full', scheduled: 'coming', draft: 'part' } as const satisfies Record<string, DotState>;

/** How the chapter stands in each language that the book may have. */
function Languages({ row }: { row: ChapterRow }) {
  const { t } = useStudioText();
  const { language: own } = useText();
  return (
    <LanguageDots
      dots={languages.map((language) => {
        const name = languageNames[language];
        const edition = row.editions.find((each) => each.language === language);
        if (!edition) return { language, state: 'none', words: t('books.empty', { language: name }) };
        const { state, published_at: at } = edition;
        const words = t('order.edition', { language: name, state: t(`publishing.states.${state}`) });
        const time = state === 'scheduled' && at ? `, ${isolate(writeMoment(at, own))}` : '';
        return { language, state: dotOf[state], words: words + time };
      })}
    />
  );
}
