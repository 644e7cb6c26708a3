import { useId, useState } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import type { QueryResult } from '../../../../web/query.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { Carousel } from '../../../../web/ui/Carousel.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import type { Book } from '../../../catalog/contract.ts';
import { BookCard } from '../../../catalog/web/BookCard.tsx';
import styles from './FollowedBooks.module.css';

const firstShown = 12;
const cardSizes = '148px';

/** The books that a user follows, the last followed first: a row of the first, or all of them. Absent where none is. */
export function FollowedBooks({ followed }: { followed: QueryResult<Book[]> }) {
  const { t } = useText();
  const id = useId();
  const [showsAll, setShowsAll] = useState(false);
  if (!followed.data) {
    if (!followed.isError) return null;
    const retry = { label: t('library.retry'), busy: followed.isFetching, act: () => void followed.refetch() };
    return <Notice action={retry}>{t('library.followedFailed')}</Notice>;
  }
  const books = followed.data;
  if (books.length === 0) return null;
  const cards = (showsAll ? books : books.slice(0, firstShown)).map((book) => (
    <li key={book.book_uuid} className={styles.item}>
      <BookCard book={book} sizes={cardSizes} />
    </li>
  ));
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.heading}>
          {t('library.followed')}
        </h2>
        <p className={styles.count}>{t('library.followedCount', { count: books.length })}</p>
        {books.length > firstShown && (
          <Button
            variant="quiet"
            className={styles.all}
            aria-expanded={showsAll}
            onClick={() => setShowsAll(!showsAll)}
          >
            {t(showsAll ? 'library.showFewer' : 'library.showAll')}
          </Button>
        )}
      </div>
      {showsAll ? (
        <ul className={styles.grid} aria-label={t('library.followed')}>
          {cards}
        </ul>
      ) : (
        <Carousel
          label={t('library.followed')}
          backLabel={t('library.continueBack')}
          forwardLabel={t('library.continueForward')}
          step={(rowWidth) => rowWidth * 0.8}
          className={styles.row}
        >
          {cards}
        </Carousel>
      )}
    </section>
  );
}
