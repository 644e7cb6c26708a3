import { useId } from 'react';
import { displayText } from '../../../../shared/text.ts';
import { useApi } from '../../../../web/api.tsx';
import { useText } from '../../../../web/i18n.tsx';
import { useQuery } from '../../../../web/query.ts';
import { BookCard } from '../../../catalog/web/BookCard.tsx';
import type { SimilarBook } from '../../contract.ts';
import styles from './SimilarBooks.module.css';

const coverSizes = '(max-width: 480px) 40vw, 180px';

export interface SimilarProps {
  bookUuid: string;
  /** As it is shown. */
  title: string;
}

/** Books that readers of this one may like, each with the reason; nothing where there are none, or none came. */
export function SimilarBooks({ bookUuid, title }: SimilarProps) {
  const { t, genre, language } = useText();
  const api = useApi();
  const heading = useId();
  const { data } = useQuery({
    queryKey: ['similar-books', bookUuid, language],
    queryFn: () => api.get('/comics/book/similar/:bookId/:language', { params: { bookId: bookUuid, language } }),
  });
  if (!data || data.result.length === 0) return null;
  const reasonFor = ({ reason }: SimilarBook) =>
    reason.kind === 'readers'
      ? t('library.similarReaders', { title: `\u2068${title}\u2069` })
      : t('library.similarTag', { tag: `\u2068${displayText(genre(reason.tag))}\u2069` });
  return (
    <section className={styles.similar} aria-labelledby={heading}>
      <h2 id={heading}>{t('library.similarBooks')}</h2>
      <ul className={styles.books}>
        {data.result.map((book) => (
          <li key={book.book_uuid}>
            <BookCard book={book} sizes={coverSizes} />
            <p className={styles.reason}>{reasonFor(book)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
