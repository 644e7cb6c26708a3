import { type ReactNode, useId, useRef, useState } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import type { InfiniteQueryResult } from '../../../../web/infinite-query.ts';
import { usePart } from '../../../../web/part.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { Chip } from '../../../../web/ui/Chip.tsx';
import { EmptyState } from '../../../../web/ui/EmptyState.tsx';
import { ChevronDownIcon, ChevronUpIcon } from '../../../../web/ui/icons.tsx';
import { LoadWhenSeen } from '../../../../web/ui/LoadWhenSeen.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import type { BookDetail, ChaptersAnswer } from '../../contract.ts';
import { chapterRange, filtersOf } from '../../rules.ts';
import { ChapterCardSkeleton } from './ChapterCard.tsx';
import { ChapterGroup, type ChapterSlots, groupsOf, type ListedPage } from './ChapterGroup.tsx';
import styles from './ChapterList.module.css';
import { type ChapterSelection, chapterPageSize } from './chapter-queries.ts';
import { jumpsPart } from './list-parts.ts';
import { useArrivalAt, useScrollToStart, type Wanted } from './use-arrival.ts';
import { usePageInView } from './use-page-in-view.ts';

type Chapters = InfiniteQueryResult<ChaptersAnswer>;

/** The number of chapters that a collapsed list shows. */
const collapsedCount = 3;

/** A book's chapters in either order, from any page on, and more of them as the reader scrolls. */
export function ChapterList({
  book,
  chapters,
  selection,
  slots,
  onSelect,
}: {
  book: BookDetail;
  chapters: Chapters;
  selection: ChapterSelection;
  slots?: ChapterSlots | undefined;
  onSelect: (selection: ChapterSelection) => void;
}) {
  const { t, language } = useText();
  const [open, setOpen] = useState(true);
  const [isFiltered, setFiltered] = useState(false);
  const { Component: Jumps } = usePart(jumpsPart, { isWanted: book.total_chapters > chapterPageSize });
  const { Component: Filters } = usePart(slots?.filters ?? null);
  const filtering = slots && { book, direction: selection.direction, slots, onFilter: setFiltered };
  const listId = useId();
  const section = useRef<HTMLElement>(null);
  const pages = pagesOf(chapters.data);
  const { page: seen, watch } = usePageInView();
  const page = (pages.some((each) => each.page === seen) ? seen : pages[0]?.page) ?? selection.startPage;
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const beginAnew = useScrollToStart(section, selection);
  useArrivalAt(section, { wanted, shown: `${pages[0]?.page} ${pages.length}`, onArrived: () => setWanted(null) });

  const listName = [book.book_uuid, language, selection.direction, open ? '' : 'folded'].join(' ');

  if (book.total_chapters === 0) {
    return <EmptyState title={t('catalog.noChapters')}>{t('catalog.noChaptersText')}</EmptyState>;
  }

  function jumpTo(target: Wanted) {
    const isLoaded = pages.some((each) => each.page === target.page);
    setOpen(true);
    if (isLoaded || target.chapter !== null) setWanted(target);
    if (!isLoaded) onSelect({ ...selection, startPage: target.page });
  }

  return (
    <section ref={section} aria-labelledby={`${listId}-heading`}>
      <div className={styles.bar}>
        <h2 id={`${listId}-heading`} className={styles.heading}>
          {t('catalog.chapterList')}
        </h2>
        <Order
          selection={selection}
          onSelect={(next) => {
            beginAnew(next);
            onSelect(next);
          }}
        >
          {Filters && filtering ? (
            <Filters {...filtering} look="choices" />
          ) : (
            // Their room, until their code has come.
            filtersOf(book).map((word) => (
              <Chip key={word} active={false} disabled>
                {t(`catalog.${word}`)}
              </Chip>
            ))
          )}
        </Order>
        {Jumps && book.total_chapters > chapterPageSize && (
          <Jumps
            {...{ page, isFiltered, bookUuid: book.book_uuid, total: book.total_chapters }}
            direction={selection.direction}
            onJump={jumpTo}
          />
        )}
        {!isFiltered && book.total_chapters > collapsedCount && (
          <Button
            variant="quiet"
            className={styles.fold}
            aria-expanded={open}
            aria-controls={listId}
            onClick={() => setOpen(!open)}
          >
            {t(open ? 'catalog.collapse' : 'catalog.more')}
            {open ? <ChevronUpIcon /> : <ChevronDownIcon />}
          </Button>
        )}
      </div>
      <div id={listId} className={styles.chapters}>
        <div ref={watch} className={styles.above} aria-hidden="true" />
        {isFiltered && Filters && filtering && <Filters {...filtering} look="list" />}
        {open && !isFiltered && (
          <Before book={book} chapters={chapters} selection={selection} first={pages[0]?.page ?? 0} />
        )}
        {!isFiltered && pages.length > 0 && (
          // Many elements between the list and its items; an `ol` allows for none.
          // biome-ignore lint/a11y/useSemanticElements: see above
          <div role="list" aria-labelledby={`${listId}-heading`}>
            {groupsOf(open ? pages : pages.slice(0, 1)).map(([group, within]) => (
              <ChapterGroup
                key={`${listName} ${group}`}
                pages={within}
                most={open ? null : collapsedCount}
                total={book.total_chapters}
                bookUuid={book.book_uuid}
                numbering={book.numbering}
                bookLanguage={book.language}
                publicFreeChapters={book.public_free_chapters}
                slots={slots}
                isFirst={within[0]?.page === pages[0]?.page}
                watch={watch}
              />
            ))}
          </div>
        )}
        {open && !isFiltered && <After chapters={chapters} />}
      </div>
    </section>
  );
}

function Order({
  selection: { direction },
  onSelect,
  children,
}: {
  selection: ChapterSelection;
  onSelect: (selection: ChapterSelection) => void;
  children: ReactNode;
}) {
  const { t } = useText();
  return (
    <fieldset className={styles.order}>
      <legend className="visually-hidden">{t('catalog.chapterOrder')}</legend>
      <Chip active={direction === 'asc'} onClick={() => onSelect({ direction: 'asc', startPage: 0 })}>
        {t('catalog.oldestFirst')}
      </Chip>
      <Chip active={direction === 'desc'} onClick={() => onSelect({ direction: 'desc', startPage: 0 })}>
        {t('catalog.newestFirst')}
      </Chip>
      {children}
    </fieldset>
  );
}

/** Loads the chapters before the page that a jump led to. */
function Before({
  book,
  chapters,
  selection,
  first,
}: {
  book: BookDetail;
  chapters: Chapters;
  selection: ChapterSelection;
  first: number;
}): ReactNode {
  const { t } = useText();
  if (!chapters.hasPreviousPage) return null;
  const range = chapterRange({
    page: first - 1,
    total: book.total_chapters,
    pageSize: chapterPageSize,
    direction: selection.direction,
  });
  return (
    <Button
      className={styles.before}
      disabled={chapters.isFetchingPreviousPage}
      onClick={() => void chapters.fetchPreviousPage()}
    >
      <ChevronUpIcon />
      {chapters.isFetchPreviousPageError ? t('catalog.retry') : t('catalog.before', range)}
    </Button>
  );
}

function After({ chapters }: { chapters: Chapters }): ReactNode {
  const { t } = useText();
  const retry = { label: t('catalog.retry'), busy: chapters.isFetching };
  if (!chapters.data && chapters.isError) {
    return <Notice action={{ ...retry, act: () => void chapters.refetch() }}>{t('catalog.chaptersFailed')}</Notice>;
  }
  if (!chapters.data || chapters.isFetchingNextPage) {
    return (
      <div role="status" className={styles.list}>
        <span className="visually-hidden">{t('catalog.loading')}</span>
        {Array.from({ length: chapters.data ? 2 : chapterPageSize }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are all alike and never change places
          <ChapterCardSkeleton key={index} />
        ))}
      </div>
    );
  }
  if (chapters.isFetchNextPageError) {
    return (
      <Notice action={{ ...retry, act: () => void chapters.fetchNextPage() }}>{t('catalog.moreChaptersFailed')}</Notice>
    );
  }
  if (chapters.hasNextPage) return <LoadWhenSeen load={() => void chapters.fetchNextPage()} />;
  return (
    <p role="status" className={styles.end}>
      {t('catalog.allLoaded')}
    </p>
  );
}

/** The pages that are there, in the list's order. */
function pagesOf(data: Chapters['data']): ListedPage[] {
  return (data?.pages ?? []).flatMap((answer, index) => {
    const page = data?.pageParams[index];
    const above = data?.pages[index - 1]?.result?.chapters.at(-1);
    return answer.result && typeof page === 'number' ? [{ page, items: answer.result.chapters, above }] : [];
  });
}
