import { type ReactNode, useRef } from 'react';
import { paths } from '../../../shared/paths.ts';
import { displayText } from '../../../shared/text.ts';
import { tagOfWords } from '../../../shared/text-language.ts';
import { writeAge } from '../../../web/age.ts';
import { useNow } from '../../../web/clock.tsx';
import { useText } from '../../../web/i18n.tsx';
import { Link } from '../../../web/router.tsx';
import { Badge } from '../../../web/ui/Badge.tsx';
import cardLink from '../../../web/ui/CardLink.module.css';
import { classes } from '../../../web/ui/classes.ts';
import { Skeleton } from '../../../web/ui/Skeleton.tsx';
import type { Book, RecommendedBook } from '../contract.ts';
import { freeLabel, isNewBook, showsLikes, tierOf } from '../rules.ts';
import styles from './BookCard.module.css';
import { BookCover } from './BookCover.tsx';
import { type CoverPlace, openCover, wasOpened } from './cover-transition.ts';
import { LateOpenings } from './openings/LateOpenings.tsx';

/** The class of a grid of cards. */
export const cardGrid = styles.grid;

/**
 * Two columns up to 480 px, three up to 768, four above, on a page of at most 1200 px; gutters are in the share of the
 * window. It is short, because each picture of the document repeats it.
 */
export const gridSizes = '(max-width:480px) 45vw,(max-width:768px) 30vw,(max-width:1200px) 22vw,270px';

export const firstRow = 4;

type Loading = { sizes: string; eager?: boolean; urgent?: boolean };

/** A book of the list: the facts that help to choose it, inside one link. */
export function BookCard({ book, ...loading }: { book: Book } & Loading) {
  const text = useText();
  const { t } = text;
  const now = useNow();
  const tier = tierOf(book.chapter_number);
  const isNew = isNewBook({ chapterCount: book.chapter_number, updatedAt: book.updated_at }, now);
  return (
    <Card
      book={book}
      list="grid"
      tags={[book.tag1, book.tag2, book.tag3]}
      marks={isNew && book.status !== 'finished' && <Badge tone="accent">{t('catalog.new')}</Badge>}
      likes={showsLikes(book.total_likes) && <Likes count={book.total_likes} />}
      {...loading}
    >
      <p className={styles.facts}>
        <span>{t('catalog.chapters', { count: book.chapter_number })}</span>
        <time dateTime={book.updated_at}>{writeAge(text, book.updated_at, now)}</time>
      </p>
      <p className={styles.labels}>
        <span className={classes(styles.tier, styles[tier])}>{t(`catalog.tier.${tier}`)}</span>
        <FreeLabel chapterCount={book.chapter_number} publicFreeChapters={book.public_free_chapters} />
      </p>
      <LateOpenings book={book} className={styles.openings} />
    </Card>
  );
}

/** A book of the carousel, mostly its cover. */
export function RecommendedCard({ book, ...loading }: { book: RecommendedBook } & Loading) {
  const { t } = useText();
  return (
    <Card book={book} list="recommended" tags={[book.tag1, book.tag2]} {...loading}>
      <p className={styles.facts}>
        <span>{t('catalog.chapters', { count: book.chapterNumber })}</span>
        <FreeLabel chapterCount={book.chapterNumber} publicFreeChapters={book.public_free_chapters} />
      </p>
      <LateOpenings book={book} className={styles.openings} />
    </Card>
  );
}

function Card({
  book,
  list,
  tags,
  marks,
  likes,
  sizes,
  eager = false,
  urgent = false,
  children,
}: {
  book: Book | RecommendedBook;
  list: CoverPlace['list'];
  tags: string[];
  marks?: ReactNode;
  likes?: ReactNode;
  children: ReactNode;
} & Loading) {
  const { t, language } = useText();
  const cover = useRef<HTMLDivElement>(null);
  const title = displayText(book.book_title);
  const place = { bookUuid: book.book_uuid, list };
  const isFinished = book.status === 'finished';
  const isForeign = book.language !== language;
  return (
    <article className={styles.card}>
      <div className={styles.art}>
        <BookCover
          ref={cover}
          book={{ uuid: book.book_uuid, title, cover: book.cover }}
          sizes={sizes}
          eager={eager}
          urgent={urgent}
          grows={wasOpened(place)}
        />
        {(isFinished || marks || isForeign) && (
          <p className={styles.marks}>
            {isFinished && <Badge>{t('catalog.status.finished')}</Badge>}
            {marks}
            {isForeign && <Badge>{t(`catalog.edition.${book.language}`)}</Badge>}
          </p>
        )}
        {likes}
      </div>
      <h3 className={styles.title}>
        <Link
          to={paths.book(book.book_uuid)}
          className={classes(cardLink.link, cardLink.twoLines, styles.link)}
          dir="auto"
          lang={tagOfWords(book)}
          onClick={() => openCover(place, cover.current)}
        >
          {title}
        </Link>
      </h3>
      <Tags tags={tags} />
      {children}
    </article>
  );
}

function Tags({ tags }: { tags: string[] }) {
  const { genre } = useText();
  const named = tags.filter((tag) => tag !== '');
  if (named.length === 0) return null;
  return (
    <p className={styles.tags}>
      {named.map((tag) => (
        <bdi key={tag}>{displayText(genre(tag))}</bdi>
      ))}
    </p>
  );
}

function Likes({ count }: { count: number }) {
  const { t, number } = useText();
  return (
    <Badge tone="accent" speech className={styles.likes}>
      <span className={styles.heart} />
      <span aria-hidden="true">{number(count)}</span>
      <span className="visually-hidden">{t('catalog.likes', { count })}</span>
    </Badge>
  );
}

function FreeLabel(book: { chapterCount: number; publicFreeChapters: number | null }) {
  const { t } = useText();
  const label = freeLabel(book);
  switch (label.kind) {
    case 'none':
      return null;
    case 'first':
      return <span className={styles.free}>{t('catalog.freeFirst')}</span>;
    case 'all':
      return <span className={styles.free}>{t('catalog.freeAll')}</span>;
    case 'some':
      return <span className={styles.free}>{t('catalog.freeSome', { count: label.count })}</span>;
  }
}

/** The placeholder of a card that is loading. */
export function BookCardSkeleton() {
  return (
    <div className={styles.card}>
      <Skeleton className={styles.artSkeleton} />
      <Skeleton className={styles.lineSkeleton} />
      <Skeleton className={classes(styles.lineSkeleton, styles.shortSkeleton)} />
    </div>
  );
}
