import { type CSSProperties, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import type { Language } from '../../../../shared/languages.ts';
import { paths } from '../../../../shared/paths.ts';
import { printedName, printedNumber } from '../../../../shared/printed-name.ts';
import { displayText } from '../../../../shared/text.ts';
import { useApi } from '../../../../web/api.tsx';
import type { ApiClient } from '../../../../web/api-client.ts';
import { useText } from '../../../../web/i18n.tsx';
import { queryOptions, useQuery } from '../../../../web/query.ts';
import { Link } from '../../../../web/router.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { classes } from '../../../../web/ui/classes.ts';
import { LockIcon } from '../../../../web/ui/icons.tsx';
import type { ChapterListItem } from '../../../catalog/contract.ts';
import { AccessLabel } from '../../../catalog/web/openings/AccessLabel.tsx';
import { OwnMark } from '../../../library/web/chapter/OwnMark.tsx';
import { tagOf } from '../chapter/chapter-place.ts';
import { useReader } from '../chapter/reader.ts';
import styles from './ChapterDrawer.module.css';
import { rowPx, rowsPerPage } from './chapter-rows.ts';

interface RowsOfPage {
  chapters: ChapterListItem[];
  total: number;
  publicFreeChapters: number | null;
}

function rowsQuery(api: ApiClient, asked: { bookUuid: string; language: Language; page: number }) {
  const { bookUuid, language, page } = asked;
  return queryOptions({
    queryKey: ['reader-chapters', bookUuid, language, page],
    queryFn: async (): Promise<RowsOfPage> => {
      const params = { bookId: bookUuid, language, direction: 'asc', page, pageSize: rowsPerPage } as const;
      const { result } = await api.get('/comics/chapters/:bookId/:language/:direction/:page/:pageSize', { params });
      return {
        chapters: result?.chapters ?? [],
        total: result?.total_chapters ?? 0,
        publicFreeChapters: result?.public_free_chapters ?? null,
      };
    },
  });
}

interface ChapterRowsProps {
  page: number;
  /** How many rows the page will have, as far as anybody knows. */
  expected: number;
  /** The chapter that the reader has asked for: its row takes the focus. */
  wanted: number | null;
  onTotal: (total: number) => void;
}

/** One page of the list, in its place; the room of its rows is there before they are. */
export function ChapterRows({ page, expected, wanted, onTotal }: ChapterRowsProps) {
  const { place } = useReader();
  const { t, language } = useText();
  const query = useQuery(rowsQuery(useApi(), { bookUuid: place.bookUuid, language, page }));
  const { data } = query;
  const tell = useEffectEvent(onTotal);
  useEffect(() => {
    if (data && data.total > 0) tell(data.total);
  }, [data]);

  const top = page * rowsPerPage * rowPx;
  if (!data && query.isError && !query.isFetching) {
    return (
      <li className={styles.failed} style={{ insetBlockStart: top }} role="alert">
        {t('reading.listFailed')}
        <Button onClick={() => void query.refetch()}>{t('reading.retry')}</Button>
      </li>
    );
  }
  if (!data) {
    return Array.from({ length: expected }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rooms of chapters that nobody knows yet
      <li key={index} className={styles.row} style={placeOfRow(top, index)} aria-hidden="true">
        <span className={styles.waiting} />
      </li>
    ));
  }
  return data.chapters.map((chapter, index) => (
    <Row
      key={chapter.chapter_uuid}
      style={placeOfRow(top, index)}
      isFree={chapter.access.state === 'free'}
      beginsSeason={Boolean(chapter.season) && chapter.season !== data.chapters[index - 1]?.season}
      isWanted={wanted === chapter.chapter_number}
      isCurrent={chapter.chapter_uuid === place.chapterUuid}
      total={data.total}
      bookUuid={place.bookUuid}
      chapter={chapter}
    />
  ));
}

interface RowProps {
  chapter: ChapterListItem;
  bookUuid: string;
  style: CSSProperties;
  total: number;
  isFree: boolean;
  beginsSeason: boolean;
  isCurrent: boolean;
  isWanted: boolean;
}

function Row({ chapter, bookUuid, style, total, isFree, beginsSeason, isCurrent, isWanted }: RowProps) {
  const text = useText();
  const { t, number } = text;
  const cell = useRef<HTMLLIElement>(null);
  const { chapter_uuid: chapterUuid, chapter_number: chapterNumber } = chapter;
  useEffect(() => {
    if (isWanted) cell.current?.querySelector('a')?.focus({ preventScroll: true });
  }, [isWanted]);
  const title = displayText(chapter.title).trim() || printedName(text, { ...chapter, number: chapterNumber });
  const printed = printedNumber({ ...chapter, number: chapterNumber });
  const ordinal = typeof printed === 'number' ? number(printed) : printed;
  return (
    <li ref={cell} className={styles.row} style={style} aria-setsize={total} aria-posinset={chapterNumber}>
      <Link
        to={paths.chapter({ bookUuid, chapterUuid, number: chapterNumber })}
        className={classes(styles.link, isCurrent && styles.current)}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <span className={styles.ordinal}>{ordinal}</span>
        <div className={styles.words}>
          {beginsSeason && (
            <span className={styles.season}>{t('catalog.season', { season: chapter.season ?? 0 })}</span>
          )}
          <bdi className={styles.title} lang={tagOf(chapter)}>
            {title}
          </bdi>
          <AccessLabel access={chapter.access} className={styles.label} />
        </div>
        {isCurrent && <span className={styles.here}>{t('reading.youAreHere')}</span>}
        {!isCurrent && <OwnMark bookUuid={bookUuid} chapterNumber={chapterNumber} placement="line" />}
        {!isFree && <Sign words={t('reading.membersOnly')} icon={<LockIcon />} />}
      </Link>
    </li>
  );
}

function Sign({ words, icon }: { words: string; icon: ReactNode }) {
  return (
    <span className={styles.sign} title={words}>
      {icon}
      <span className="visually-hidden">{words}</span>
    </span>
  );
}

const placeOfRow = (top: number, index: number): CSSProperties => ({ insetBlockStart: top + index * rowPx });
