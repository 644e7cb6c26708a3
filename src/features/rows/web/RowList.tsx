import { pages, paths } from '../../../shared/paths.ts';
import { displayText } from '../../../shared/text.ts';
import { tagOfWords } from '../../../shared/text-language.ts';
import { useText } from '../../../web/i18n.tsx';
import { Link } from '../../../web/router.tsx';
import { SharedItem } from '../../../web/shared-markup.tsx';
import cardLink from '../../../web/ui/CardLink.module.css';
import { RowHead } from '../../../web/ui/Carousel.tsx';
import { classes } from '../../../web/ui/classes.ts';
import type { BookOfRow, Row } from '../contract.ts';
import styles from './RowList.module.css';

/** The nth run of rows with books: without code, each scrolls by itself. The server keeps the markup of each row. */
export function RowList({ rows, run }: { rows: readonly Row[]; run: number }) {
  const begins = rows.map(({ books }, at) => books !== null && !rows[at - 1]?.books);
  const runOf = (at: number) => begins.slice(0, at + 1).filter(Boolean).length - 1;
  return (
    <ul className={styles.rows}>
      {rows.map((row, at) =>
        row.books && runOf(at) === run ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of an answer never change places
          <SharedItem key={at} shows={row} look={`row ${at}`}>
            <BookRow id={`row-${at}`} row={row} books={row.books} />
          </SharedItem>
        ) : null,
      )}
    </ul>
  );
}

function BookRow({ id, row: { kind, title, tag }, books }: { id: string; row: Row; books: readonly BookOfRow[] }) {
  const { t, genre } = useText();
  const name = title ?? (tag === null ? t(`catalog.rows.${kindOf(kind)}`) : displayText(genre(tag)));
  const all = addressOf(kind, tag);
  return (
    <section className={styles.row} aria-labelledby={id}>
      <RowHead id={id} title={name}>
        {all && (
          <Link to={all} aria-label={t('catalog.rows.allOf', { name })}>
            {t('catalog.rows.all')}
          </Link>
        )}
      </RowHead>
      <ul className={styles.books}>
        {books.map((book) => (
          <li key={book.book_uuid}>
            <Card book={book} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Card({ book }: { book: BookOfRow }) {
  const title = displayText(book.book_title);
  return (
    <>
      {book.cover === null ? (
        <span className={styles.none} aria-hidden="true">
          {title.match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? '?'}
        </span>
      ) : (
        <img src={book.cover} alt="" loading="lazy" />
      )}
      <Link
        to={paths.book(book.book_uuid)}
        className={classes(cardLink.link, cardLink.twoLines)}
        dir="auto"
        lang={tagOfWords(book)}
      >
        {title}
      </Link>
    </>
  );
}

/** Where a row's whole list is; null: nowhere. */
function addressOf(kind: Row['kind'], tag: string | null): string | null {
  switch (kind) {
    case 'newest':
      return `${paths.search()}?sort=newest`;
    case 'updated':
      return pages.books;
    case 'popular':
      return `${pages.books}?sort=popularity`;
    case 'finished':
      return `${paths.search()}?status=finished`;
    case 'free_now':
      return `${paths.search()}?free=true`;
    case 'tag':
      return `${pages.books}?tag=${encodeURIComponent(tag ?? '')}`;
    case 'continue':
    case 'new_for_you':
    case 'recommended':
    case 'picked':
      return null;
  }
}

/** The kind whose usual title a row has; those that other parts of the page show never come here. */
const kindOf = (kind: Row['kind']) =>
  kind === 'newest' || kind === 'updated' || kind === 'popular' || kind === 'finished' || kind === 'free_now'
    ? kind
    : 'picked';
