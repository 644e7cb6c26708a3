import { useStudioText } from '../../../studio/web/words.ts';
import type { BookRow } from '../../studio-contract.ts';
import { BookCover } from '../BookCover.tsx';
import styles from './BookLine.module.css';

/** A book in a list: its cover, its title in the operator's language, and below it the original one where it differs. */
export function BookLine({
  book,
  hasState = false,
}: {
  book: Pick<BookRow, 'book_uuid' | 'title' | 'original_title' | 'cover'> & Partial<Pick<BookRow, 'state'>>;
  /** Whether it says of a book that readers do not see why. */
  hasState?: boolean;
}) {
  const { t } = useStudioText();
  const { book_uuid: uuid, title, original_title: original, cover, state } = book;
  const below = [
    original,
    hasState && state !== undefined && state !== 'shown' ? t(`books.states.${state}`) : null,
  ].filter((each) => each !== null);
  return (
    <span className={styles.line}>
      <span className={styles.cover}>
        <BookCover book={{ uuid, title, cover }} sizes="40px" />
      </span>
      <span className={styles.words}>
        <bdi className={styles.title}>{title}</bdi>
        {below.map((words) => (
          <bdi key={words} className={styles.below}>
            {words}
          </bdi>
        ))}
      </span>
    </span>
  );
}
