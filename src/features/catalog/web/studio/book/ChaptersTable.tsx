import { useMemo, useRef } from 'react';
import { type Language, languageNames, languages } from '../../../../../shared/languages.ts';
import { useText } from '../../../../../web/i18n.tsx';
import { Link } from '../../../../../web/router.tsx';
import { classes } from '../../../../../web/ui/classes.ts';
import { Picture } from '../../../../../web/ui/Picture.tsx';
import { studioPaths } from '../../../../studio/pages.ts';
import { useStudioQuery } from '../../../../studio/web/calls.ts';
import { ExactMoment, writeMoment } from '../../../../studio/web/Moment.tsx';
import { SelectAllBox, SelectBox } from '../../../../studio/web/SelectBox.tsx';
import { Sortable, SortableHandle, useSortableRow } from '../../../../studio/web/SortableList.tsx';
import type { Selection } from '../../../../studio/web/selection.ts';
import { useVirtualRows } from '../../../../studio/web/virtual-rows.ts';
import { isolate, useStudioText } from '../../../../studio/web/words.ts';
import type { ChapterInOrder, ChapterRow } from '../../../studio-contract.ts';
import { type DotState, LanguageDots } from '../LanguageDots.tsx';
import styles from './ChaptersTable.module.css';

interface ChaptersGiven {
  bookId: string;
  /** All of them; what else their rows say is asked for where they are shown. */
  rows: readonly ChapterInOrder[];
  /** Whether the chapters are pictures. */
  hasPictures: boolean;
  selection: Selection;
}

/**
 * The chapters of a book, thousands of them: a row is chosen by its box, opened by its title, and moved by drag or by keys
 * on "Move".
 */
export function ChaptersTable({
  rows,
  onMove,
  ...given
}: ChaptersGiven & {
  onMove: (from: number, to: number) => Promise<void>;
}) {
  return (
    <Sortable rows={rows} rowKey={keyOf} nameOf={({ title }) => title} onMove={onMove}>
      {(shown, movingKey) => <Rows {...given} rows={shown} movingKey={movingKey} />}
    </Sortable>
  );
}

const keyOf = ({ chapter_uuid: id }: { chapter_uuid: string }) => id;
const columns = 8;
/** So many rows are asked for at once. */
const pageSize = 50;

function Rows({ movingKey, ...given }: ChaptersGiven & { movingKey: string | null }) {
  const { rows, selection } = given;
  const { t } = useStudioText();
  const body = useRef<HTMLTableSectionElement>(null);
  const moving = useMemo(
    () => (movingKey === null ? [] : [rows.findIndex((row) => keyOf(row) === movingKey)]),
    [rows, movingKey],
  );
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
            : pagesOf(stretch).map((piece) => <Piece key={`page ${piece.from}`} {...given} {...piece} />),
        )}
      </tbody>
    </table>
  );
}

/** The rows of a stretch by the pages on which their answers come. */
function pagesOf({ from, to }: { from: number; to: number }): { page: number; from: number; to: number }[] {
  const first = Math.floor(from / pageSize);
  const count = Math.ceil(to / pageSize) - first;
  return Array.from({ length: count }, (_, at) => {
    const page = first + at;
    return { page, from: Math.max(from, page * pageSize), to: Math.min(to, (page + 1) * pageSize) };
  });
}

/** What a page of the rows asks for. */
export const queryOfPage = (page: number, language: Language) => ({ language, page, page_size: pageSize });

/** Rows of one page of the answers, which fill them once they are there. */
function Piece({ bookId, rows, page, from, to, ...given }: ChaptersGiven & { page: number; from: number; to: number }) {
  const { language } = useText();
  const query = queryOfPage(page, language);
  const { data } = useStudioQuery('/studio/books/:uuid/chapters', { params: { uuid: bookId }, query });
  const known = useMemo(() => new Map(data?.data.result.map((row) => [keyOf(row), row])), [data]);
  return rows
    .slice(from, to)
    .map((row, index) => (
      <Row
        key={keyOf(row)}
        {...given}
        bookId={bookId}
        row={row}
        more={known.get(keyOf(row))}
        at={from + index}
        isChosen={given.selection.has(keyOf(row))}
      />
    ));
}

function Row({
  bookId,
  row,
  more,
  at,
  hasPictures,
  isChosen,
  selection,
}: Omit<ChaptersGiven, 'rows'> & {
  row: ChapterInOrder;
  /** Undefined until it is there. */
  more: ChapterRow | undefined;
  at: number;
  isChosen: boolean;
}) {
  const { t, number } = useStudioText();
  const { chapter_uuid: id, title, place } = row;
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
              art={more?.thumbnail ?? null}
              alt=""
              sizes="40px"
              fallback={<span aria-hidden="true" />}
            />
          )}
          <span className={classes(styles.place, row.number === null && styles.few)}>
            {number(row.number ?? place)}
          </span>
          <Link to={studioPaths.chapter(bookId, id)} className={styles.title}>
            <bdi>{title}</bdi>
          </Link>
        </span>
      </th>
      <td className={styles.languages}>{more && <Languages row={more} />}</td>
      <td data-head={t('publishing.at')} className={styles.date}>
        {more?.published_at ? (
          <ExactMoment at={more.published_at} />
        ) : (
          (row.state === 'draft' || row.state === null) && (
            <span className={styles.few}>{t('publishing.states.draft')}</span>
          )
        )}
      </td>
      <td data-head={t('publishing.access')} className={styles.access}>
        <span className={classes(row.access === 'rule' && styles.few)}>{t(`publishing.overrides.${row.access}`)}</span>
      </td>
      <td data-head={t('order.readings')} className={styles.number}>
        {more && number(more.readings_28d)}
      </td>
      <td data-head={t('order.likes')} className={styles.number}>
        {more && number(more.likes)}
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
