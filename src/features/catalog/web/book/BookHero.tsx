import { type CSSProperties, Fragment, type ReactNode } from 'react';
import { languageNames, languageTags } from '../../../../shared/languages.ts';
import { paths } from '../../../../shared/paths.ts';
import { displayText } from '../../../../shared/text.ts';
import { tagOfWords } from '../../../../shared/text-language.ts';
import { useText } from '../../../../web/i18n.tsx';
import { Link } from '../../../../web/router.tsx';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { chipClass } from '../../../../web/ui/Chip.tsx';
import { classes } from '../../../../web/ui/classes.ts';
import { iconButtonClass } from '../../../../web/ui/IconButton.tsx';
import { BackIcon, HeartIcon } from '../../../../web/ui/icons.tsx';
import { Skeleton } from '../../../../web/ui/Skeleton.tsx';
import type { BookDetail } from '../../contract.ts';
import { isLongTitle, showsLikes } from '../../rules.ts';
import { BookCover } from '../BookCover.tsx';
import { LateOpenings } from '../openings/LateOpenings.tsx';
import { LateRhythm } from '../openings/LateRhythm.tsx';
import { selectionAddress } from '../selection.ts';
import styles from './BookHero.module.css';
import { Introduction } from './Introduction.tsx';
import { readableTint, tintInk } from './tint.ts';

export const bookCoverSizes = '(max-width: 480px) 128px, (max-width: 768px) 196px, 256px';

/** The facts about a book, on a background in its cover's colour. */
export function BookHero({ book, action }: { book: BookDetail; action: ReactNode }) {
  const { t, genre, language } = useText();
  const title = displayText(book.book_title);
  return (
    <Ground color={book.cover?.color}>
      <div className={styles.cover}>
        <BookCover
          book={{ uuid: book.book_uuid, title, cover: book.cover }}
          sizes={bookCoverSizes}
          eager
          urgent
          grows
        />
      </div>
      <div className={styles.name}>
        <h1 className={classes(styles.title, isLongTitle(title) && styles.longTitle)}>
          <bdi lang={tagOfWords(book)}>{title}</bdi>
        </h1>
        {book.author !== '' && (
          <p className={styles.author}>{isolated(t('catalog.author'), '{author}', [book.author])}</p>
        )}
        {book.aliases.length > 0 && <p>{isolated(t('catalog.alsoKnownAs'), '{names}', book.aliases)}</p>}
        <Facts book={book} />
        <LateOpenings book={book} className={styles.openings} />
        <LateRhythm book={book} />
        {book.language !== language && (
          <p>
            <Badge tone="line">{t(`catalog.edition.${book.language}`)}</Badge>
          </p>
        )}
        <AlsoIn book={book} />
      </div>
      <div className={styles.about}>
        {book.book_tags.length > 0 && (
          <ul className={styles.tags} aria-label={t('catalog.tags')}>
            {book.book_tags.map((tag) => (
              <li key={tag}>
                <Link
                  to={selectionAddress(paths.home(), { tag, order: 'updated_at', words: '' })}
                  className={classes(chipClass(), styles.tag)}
                >
                  <bdi>{displayText(genre(tag))}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        )}
        <Introduction text={displayText(book.book_introduction)} words={book} />
        {action}
      </div>
    </Ground>
  );
}

function Facts({ book }: { book: BookDetail }) {
  const { t, number } = useText();
  return (
    <p className={styles.facts}>
      <span>{t(`catalog.status.${book.status}`)}</span>
      <span>{t('catalog.chapters', { count: book.total_chapters })}</span>
      {showsLikes(book.total_likes) && (
        <span className={styles.likes}>
          <HeartIcon filled />
          <span aria-hidden="true">{number(book.total_likes)}</span>
          <span className="visually-hidden">{t('catalog.likes', { count: book.total_likes })}</span>
        </span>
      )}
    </p>
  );
}

/** The other languages that the book can be read in. */
function AlsoIn({ book }: { book: BookDetail }) {
  const { t } = useText();
  const others = book.languages.filter((other) => other !== book.language);
  if (others.length === 0) return null;
  const [before, after] = t('catalog.alsoIn').split('{languages}');
  return (
    <p className={styles.alsoIn}>
      {before}
      {others.map((other) => (
        <a
          key={other}
          href={`${paths.book(book.book_uuid)}?lang=${other}`}
          lang={languageTags[other]}
          hrefLang={languageTags[other]}
          // Another language comes with a document of its own: the router does not follow this link.
          onClick={(event) => event.stopPropagation()}
        >
          {languageNames[other]}
        </a>
      ))}
      {after}
    </p>
  );
}

/** The sentence with the names isolated in it, so that each keeps its own script's direction. */
function isolated(sentence: string, place: string, names: readonly string[]): ReactNode {
  const [before = '', after = ''] = sentence.split(place);
  return (
    <>
      {before}
      {names.map((name, at) => (
        <Fragment key={name}>
          {at > 0 && ' · '}
          <bdi>{displayText(name)}</bdi>
        </Fragment>
      ))}
      {after}
    </>
  );
}

function Ground({ color, children }: { color?: string | undefined; children: ReactNode }) {
  const { t } = useText();
  return (
    <div className={styles.ground} style={{ '--tint': readableTint(color), '--tint-ink': tintInk } as CSSProperties}>
      <div className={styles.inner}>
        <Link to={paths.home()} className={classes(iconButtonClass, styles.back)} aria-label={t('catalog.back')}>
          <BackIcon />
        </Link>
        {children}
      </div>
    </div>
  );
}

/** The placeholder of a book that is loading. */
export function BookHeroSkeleton() {
  return (
    <Ground>
      <div className={styles.cover}>
        <Skeleton className={styles.coverSkeleton} />
      </div>
      <div className={styles.name}>
        <Skeleton className={styles.titleSkeleton} />
        <Skeleton className={styles.lineSkeleton} />
      </div>
      <div className={styles.about}>
        <Skeleton className={styles.textSkeleton} />
      </div>
    </Ground>
  );
}
