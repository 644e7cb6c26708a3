import { useText } from '../../../web/i18n.tsx';
import type { InfiniteQueryResult } from '../../../web/infinite-query.ts';
import { SharedItem } from '../../../web/shared-markup.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { EmptyState } from '../../../web/ui/EmptyState.tsx';
import { LoadWhenSeen } from '../../../web/ui/LoadWhenSeen.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import type { Book, SearchAnswer } from '../contract.ts';
import { BookCard, BookCardSkeleton, cardGrid, firstRow, gridSizes } from './BookCard.tsx';
import styles from './BookGrid.module.css';
import { hasOpenings } from './openings/LateOpenings.tsx';

/** A list of books; more are loaded as the reader comes near the end. */
export function BookGrid({
  list,
  tellsCount,
  nothing,
  onShowAll,
}: {
  list: InfiniteQueryResult<SearchAnswer>;
  tellsCount: boolean;
  /** What an empty list says. */
  nothing: string;
  /** Leads out of an empty list; absent where all books are asked for. */
  onShowAll: (() => void) | undefined;
}) {
  const { t } = useText();
  const books = distinct(list.data?.pages.flatMap((page) => page.result ?? []) ?? []);
  const { total, total_capped: isCapped } = list.data?.pages[0] ?? {};
  const retry = { label: t('catalog.retry'), busy: list.isFetching };

  if (!list.data && list.isError) {
    return (
      <Notice className={styles.notice} action={{ ...retry, act: () => void list.refetch() }}>
        {t('catalog.booksFailed')}
      </Notice>
    );
  }
  return (
    <>
      <p role="status" className={styles.count}>
        {tellsCount && total !== undefined && t(isCapped ? 'catalog.moreResults' : 'catalog.results', { count: total })}
        {!list.data && <span className="visually-hidden">{t('catalog.loading')}</span>}
      </p>
      {list.data && books.length === 0 ? (
        <EmptyState
          title={t('catalog.noContent')}
          action={onShowAll && <Button onClick={onShowAll}>{t('catalog.showAll')}</Button>}
        >
          {nothing}
        </EmptyState>
      ) : (
        <ul className={cardGrid} aria-label={t('catalog.books')} aria-busy={list.isFetching}>
          {books.map((book, index) => (
            <SharedItem
              key={book.book_uuid}
              shows={hasOpenings(book) ? null : book}
              look={index < firstRow ? 'first row' : 'row'}
            >
              <BookCard book={book} sizes={gridSizes} eager={index < firstRow} />
            </SharedItem>
          ))}
          {(!list.data || list.isFetchingNextPage) && <Skeletons count={list.data ? firstRow : 2 * firstRow} />}
        </ul>
      )}
      {list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError && (
        <LoadWhenSeen load={() => void list.fetchNextPage()} />
      )}
      {list.isFetchNextPageError && (
        <Notice className={styles.notice} action={{ ...retry, act: () => void list.fetchNextPage() }}>
          {t('catalog.moreBooksFailed')}
        </Notice>
      )}
      {list.data && !list.hasNextPage && books.length > 0 && (
        <p role={tellsCount ? undefined : 'status'} className={styles.end}>
          {t('catalog.allLoaded')}
        </p>
      )}
    </>
  );
}

function Skeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are all alike and never change places
    <li key={index}>
      <BookCardSkeleton />
    </li>
  ));
}

/** A book that moved between two pages while they were loaded is shown once. */
function distinct(books: Book[]): Book[] {
  return [...new Map(books.map((book) => [book.book_uuid, book])).values()];
}
