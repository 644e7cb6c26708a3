import { memo, type ReactNode, type RefCallback, useEffect, useId, useRef, useState } from 'react';
import type { Language } from '../../../../shared/languages.ts';
import { useText } from '../../../../web/i18n.tsx';
import type { InfiniteQueryResult } from '../../../../web/query.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { Chip } from '../../../../web/ui/Chip.tsx';
import { classes } from '../../../../web/ui/classes.ts';
import { EmptyState } from '../../../../web/ui/EmptyState.tsx';
import { ChevronDownIcon, ChevronUpIcon } from '../../../../web/ui/icons.tsx';
import { LoadWhenSeen } from '../../../../web/ui/LoadWhenSeen.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { useNear } from '../../../../web/ui/use-near.ts';
import type { BookDetail, ChapterListItem, ChaptersAnswer } from '../../contract.ts';
import { chapterRange, pageOfChapter } from '../../rules.ts';
import { ChapterCard, ChapterCardSkeleton } from './ChapterCard.tsx';
import styles from './ChapterList.module.css';
import { type ChapterSelection, chapterPageSize } from './chapter-queries.ts';
import { NumberJump } from './NumberJump.tsx';
import { PageJump } from './PageJump.tsx';
import { usePageInView } from './use-page-in-view.ts';

type Chapters = InfiniteQueryResult<ChaptersAnswer>;

/**
 * The parts that other features put into a chapter's row; while they show the same, the functions must stay the same.
 */
export interface ChapterSlots {
  /** Shown on the chapter's picture. */
  mark?: (chapter: ChapterListItem) => ReactNode;
  /** Shown at the row's end. */
  beside?: (chapter: ChapterListItem) => ReactNode;
}

/** The place that a reader asked for: a page, or a chapter in it. */
interface Wanted {
  page: number;
  chapter: number | null;
}

/** A row's picture is loaded and drawn so many pixels before the row is seen. */
const reachOfRows = 1000;
/** Many rows at once would stop a fast scroll on a cheap phone. */
const rowsAtOnce = 2;
/** In pixels. Only the rows of nearer groups are observed: observing thousands would cost time in every frame. */
const reachOfStretch = 2000;

/** So many pages are in one contained box: five hundred separate boxes would cost time in every frame. */
const pagesOfStretch = 5;

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

  function jumpTo(target: number) {
    setOpen(true);
    if (pages.some((each) => each.page === target)) setWanted({ page: target, chapter: null });
    else onSelect({ ...selection, startPage: target });
  }

  function jumpToNumber(number: number) {
    const target = pageOfChapter({
      number,
      total: book.total_chapters,
      pageSize: chapterPageSize,
      direction: selection.direction,
    });
    setOpen(true);
    setWanted({ page: target, chapter: number });
    if (!pages.some((each) => each.page === target)) onSelect({ ...selection, startPage: target });
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
        />
        {book.total_chapters > chapterPageSize && (
          <>
            <PageJump total={book.total_chapters} direction={selection.direction} page={page} onJump={jumpTo} />
            <NumberJump total={book.total_chapters} onJump={jumpToNumber} />
          </>
        )}
        {book.total_chapters > collapsedCount && (
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
        {open && <Before book={book} chapters={chapters} selection={selection} first={pages[0]?.page ?? 0} />}
        {pages.length > 0 && (
          // Many elements between the list and its items; an `ol` allows for none.
          // biome-ignore lint/a11y/useSemanticElements: see above
          <div role="list" aria-labelledby={`${listId}-heading`}>
            {stretchesOf(open ? pages : pages.slice(0, 1)).map(([stretch, within]) => (
              <Stretch
                key={`${listName} ${stretch}`}
                pages={within}
                most={open ? null : collapsedCount}
                total={book.total_chapters}
                bookUuid={book.book_uuid}
                bookLanguage={book.language}
                publicFreeChapters={book.public_free_chapters}
                slots={slots}
                isFirst={within[0]?.page === pages[0]?.page}
                watch={watch}
              />
            ))}
          </div>
        )}
        {open && <After chapters={chapters} />}
      </div>
    </section>
  );
}

interface RowsProps {
  /** The number of chapters in the whole book. */
  total: number;
  slots: ChapterSlots | undefined;
  bookUuid: string;
  bookLanguage: Language;
  publicFreeChapters: number | null;
  watch: RefCallback<HTMLElement>;
}

/** Some pages in one contained box; their rows are observed only while the box is near the screen. */
function Stretch({
  pages,
  most,
  isFirst,
  ...of
}: RowsProps & {
  pages: readonly ListedPage[];
  /** The number of rows of the first page; null: all of them. */
  most: number | null;
  /** The first stretch is drawn in full at once. */
  isFirst: boolean;
}) {
  const box = useRef<HTMLDivElement>(null);
  const isNear = useNear(box, { reach: reachOfStretch, atFirst: isFirst });
  return (
    <div ref={box} className={styles.stretch}>
      {pages.map(({ page, items }, index) => (
        <ChapterPage
          key={page}
          page={page}
          items={items}
          most={most}
          isFirst={isFirst && index === 0}
          isWatched={isNear}
          {...of}
        />
      ))}
    </div>
  );
}

/** Rendered once: a list of thousands grows page by page, and the pages that are there are not rendered again. */
const ChapterPage = memo(function ChapterPage({
  page,
  items,
  most,
  ...of
}: RowsProps & {
  page: number;
  items: readonly ChapterListItem[];
  most: number | null;
  isFirst: boolean;
  isWatched: boolean;
}) {
  return partsOf(items.slice(0, most ?? undefined)).map((part, index) => (
    <Rows
      // biome-ignore lint/suspicious/noArrayIndexKey: parts never change places
      key={index}
      page={page}
      place={page * chapterPageSize + index * rowsAtOnce}
      items={part}
      {...of}
    />
  ));
});

/** A row far from the screen has only the words that can be found and read out. */
function Rows({
  page,
  place,
  items,
  total,
  slots,
  isFirst,
  isWatched,
  watch,
  ...book
}: RowsProps & {
  page: number;
  /** The number of rows of the book before these. */
  place: number;
  items: readonly ChapterListItem[];
  isFirst: boolean;
  isWatched: boolean;
}) {
  const box = useRef<HTMLDivElement>(null);
  const isNear = useNear(box, { reach: reachOfRows, atFirst: isFirst, isWatched });
  useEffect(() => (isNear && box.current ? watch(box.current) : undefined), [isNear, watch]);
  return (
    <div ref={box} data-page={page} className={classes(styles.list, isWatched && styles.near)}>
      {items.map((chapter, index) => (
        // biome-ignore lint/a11y/useSemanticElements: an item of the list above
        <div
          key={chapter.chapter_uuid}
          role="listitem"
          aria-setsize={total}
          aria-posinset={place + index + 1}
          data-chapter={chapter.chapter_number}
        >
          <ChapterCard
            {...book}
            chapter={chapter}
            isNear={isNear}
            mark={isNear && slots?.mark?.(chapter)}
            beside={slots?.beside && isNear && slots.beside(chapter)}
          />
        </div>
      ))}
    </div>
  );
}

/**
 * A page's rows in the parts in which they are drawn: few at once, and an even number, because two may be in one line.
 */
function partsOf(items: readonly ChapterListItem[]): (readonly ChapterListItem[])[] {
  const count = Math.ceil(items.length / rowsAtOnce);
  return Array.from({ length: count }, (_, part) => items.slice(part * rowsAtOnce, (part + 1) * rowsAtOnce));
}

function Order({
  selection: { direction },
  onSelect,
}: {
  selection: ChapterSelection;
  onSelect: (selection: ChapterSelection) => void;
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

/** After a jump, or a change of order, the reader wants to see the list's new beginning. */
function useScrollToStart(section: { readonly current: HTMLElement | null }, selection: ChapterSelection) {
  const { direction, startPage } = selection;
  const shown = useRef(startPage);
  /** Back leads to the reader's former place; after a press on an order the reader wants the beginning. */
  const isPressed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each selection
  useEffect(() => {
    const isPassed = (section.current?.getBoundingClientRect().top ?? 0) < 0;
    if (shown.current !== startPage || (isPressed.current && isPassed)) {
      section.current?.scrollIntoView({ block: 'start' });
    }
    shown.current = startPage;
    isPressed.current = false;
  }, [section, startPage, direction]);
  return (next: ChapterSelection) => {
    isPressed.current = next.direction !== direction;
  };
}

/** Scrolls to the requested place as soon as it is loaded. */
function useArrivalAt(
  section: { readonly current: HTMLElement | null },
  { wanted, shown, onArrived }: { wanted: Wanted | null; shown: string; onArrived: () => void },
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again when other chapters are shown
  useEffect(() => {
    if (!wanted) return;
    const page = `[data-page="${wanted.page}"]`;
    const isPage = wanted.chapter === null;
    const found = section.current?.querySelector(isPage ? page : `${page} [data-chapter="${wanted.chapter}"]`);
    if (!found) return;
    found.scrollIntoView({ block: isPage ? 'start' : 'center' });
    if (!isPage) found.querySelector('a')?.focus({ preventScroll: true });
    onArrived();
  }, [wanted, shown]);
}

function pagesOf(data: Chapters['data']) {
  return (data?.pages ?? []).flatMap((answer, index) => {
    const page = data?.pageParams[index];
    return answer.result && typeof page === 'number' ? [{ page, items: answer.result.chapters }] : [];
  });
}

type ListedPage = ReturnType<typeof pagesOf>[number];

/** The loaded pages in groups of `pagesOfStretch`. */
function stretchesOf(pages: readonly ListedPage[]): [number, ListedPage[]][] {
  const stretches = new Map<number, ListedPage[]>();
  for (const page of pages) {
    const stretch = Math.floor(page.page / pagesOfStretch);
    stretches.set(stretch, [...(stretches.get(stretch) ?? []), page]);
  }
  return [...stretches];
}
