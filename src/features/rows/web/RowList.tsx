import { useId } from 'react';
import { pages, paths } from '../../../shared/paths.ts';
import { tagName } from '../../../shared/tags.ts';
import { displayText } from '../../../shared/text.ts';
import { tagOfWords } from '../../../shared/text-language.ts';
import { useText } from '../../../web/i18n.tsx';
import { Link } from '../../../web/router.tsx';
import cardLink from '../../../web/ui/CardLink.module.css';
import { classes } from '../../../web/ui/classes.ts';
import type { BookOfRow, Row } from '../contract.ts';
import styles from './RowList.module.css';

const sizes = '(max-width:480px) 132px,160px';

/** The nth run of rows with books: without code, each scrolls by itself. */
export function RowList({ rows, run }: { rows: readonly Row[]; run: number }) {
  const runs = rows.map(({ books }, at) => (books && !rows[at - 1]?.books ? 1 : 0));
  const runOf = (at: number) => runs.slice(0, at + 1).reduce<number>((sum, one) => sum + one, 0) - 1;
  return rows.map(({ books, ...row }, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows of an answer never change places
    books && runOf(at) === run ? <BookRow key={at} row={row} books={books} /> : null,
  );
}

function BookRow({ row: { kind, title, tag }, books }: { row: Omit<Row, 'books'>; books: readonly BookOfRow[] }) {
  const { t, language } = useText();
  const id = useId();
  const name = title ?? (tag === null ? t(`catalog.rows.${kindOf(kind)}`) : displayText(tagName(tag, language)));
  const all = addressOf(kind, tag);
  return (
    <section className={styles.row} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.heading}>
          {name}
        </h2>
        {all && (
          <Link to={all} className={styles.all} aria-label={t('catalog.rows.allOf', { name })}>
            {t('catalog.rows.all')}
          </Link>
        )}
      </div>
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
  const { cover } = book;
  const title = displayText(book.book_title);
  return (
    <>
      {cover ? (
        <img
          {...{ src: cover.src, srcSet: cover.srcset, sizes }}
          alt=""
          loading="lazy"
          style={{ background: cover.color }}
        />
      ) : (
        <span className={styles.none} aria-hidden="true">
          {title.match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? '?'}
        </span>
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
