import { paths } from '../../../../shared/paths.ts';
import { tagOfWords } from '../../../../shared/text-language.ts';
import { writeDay } from '../../../../web/date-time.ts';
import { useText } from '../../../../web/i18n.tsx';
import { Link } from '../../../../web/router.tsx';
import card from '../../../../web/ui/Card.module.css';
import cardLink from '../../../../web/ui/CardLink.module.css';
import { classes } from '../../../../web/ui/classes.ts';
import type { Book } from '../../../catalog/contract.ts';
import { ChapterName } from '../chapter/ChapterName.tsx';
import { Cover } from '../chapter/PlaceCard.tsx';
import { ReadShare } from '../chapter/ReadShare.tsx';
import { useReadOn } from '../chapter/use-read-on.ts';
import { useMarks } from '../memory.ts';
import { markOf } from '../places/place-rules.ts';
import type { Place } from '../places/places.ts';
import styles from './ShelfCard.module.css';

/** A book as a shelf shows it. */
export type ShelfBook = Pick<Book, 'book_uuid' | 'language' | 'text_language' | 'status'> & {
  title: string;
  /** A small picture. */
  cover: string | null;
  /** Null while nobody knows. */
  chapters: number | null;
};

/** A moment, and what happened then. */
export interface ShelfDate {
  kind: 'added' | 'started' | 'read' | 'finished' | 'updated';
  at: string;
}

/** From here on a chapter counts as read to its end. */
const atEnd = 0.97;

interface CardProps {
  book: ShelfBook;
  /** Chapters that the reader has not read. */
  unread: number;
  date: ShelfDate;
  place: Place | null;
}

/** A book on a shelf: how far it is read, what is left, and one link around all of it that goes on reading. */
export function ShelfCard({ place, ...shown }: CardProps) {
  return place ? <Begun {...shown} place={place} /> : <Card {...shown} to={paths.book(shown.book.book_uuid)} />;
}

function Begun({ place, unread, ...shown }: Omit<CardProps, 'place'> & { place: Place }) {
  const { to, chapter } = useReadOn(place);
  const last = markOf(shown.book.chapters ?? 0, { place, marks: useMarks(place.bookUuid) });
  const isNearEnd = last.kind === 'begun' && (last.share ?? 0) >= atEnd;
  return (
    <Card
      {...shown}
      unread={isNearEnd ? Math.max(0, unread - 1) : unread}
      isAtEnd={isNearEnd || last.kind === 'read'}
      to={to ?? paths.book(place.bookUuid)}
    >
      {chapter && <ChapterName {...chapter} />}
    </Card>
  );
}

function Card({
  book,
  unread,
  date,
  to,
  isAtEnd = false,
  children,
}: Omit<CardProps, 'place'> & { to: string; isAtEnd?: boolean; children?: React.ReactNode }) {
  const { t, language } = useText();
  const { title, chapters } = book;
  const isUpToDate = book.status !== 'finished' && (isAtEnd || unread === 0);
  const percent = chapters ? Math.round(((chapters - unread) / chapters) * 100) : 0;
  return (
    <article className={classes(card.card, card.raised, styles.card)}>
      <Cover src={book.cover} title={title} />
      <div className={classes(card.words, card.lines)}>
        <h2 className={card.title}>
          <Link to={to} className={classes(cardLink.link, card.oneLine)}>
            <span dir="auto" lang={tagOfWords(book)}>
              {title}
            </span>
          </Link>
        </h2>
        <p className={styles.chapter}>
          {children ?? (chapters === null ? null : t('catalog.chapters', { count: chapters }))}
        </p>
        <p className={card.facts}>
          {chapters !== null && isUpToDate && <span>{t('library.caughtUp')}</span>}
          {unread > 0 && <span className={styles.unread}>{t('library.unreadChapters', { count: unread })}</span>}
          {chapters !== null && unread === 0 && !isUpToDate && <span>{t('library.allRead')}</span>}
          <time dateTime={date.at}>{t(`library.date.${date.kind}`, { date: writeDay(date.at, language) })}</time>
        </p>
        {chapters !== null && <ReadShare percent={percent} className={styles.share} />}
      </div>
    </article>
  );
}
