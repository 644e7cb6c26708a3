import type { ReactNode } from 'react';
import type { Language } from '../../../../shared/languages.ts';
import { paths } from '../../../../shared/paths.ts';
import { printedNumber } from '../../../../shared/printed-name.ts';
import { displayText } from '../../../../shared/text.ts';
import { tagOfWords } from '../../../../shared/text-language.ts';
import { writeAge } from '../../../../web/age.ts';
import { useByMinute } from '../../../../web/clock.tsx';
import { useText } from '../../../../web/i18n.tsx';
import { Link } from '../../../../web/router.tsx';
import { Badge } from '../../../../web/ui/Badge.tsx';
import card from '../../../../web/ui/Card.module.css';
import cardLink from '../../../../web/ui/CardLink.module.css';
import { classes } from '../../../../web/ui/classes.ts';
import { LockIcon } from '../../../../web/ui/icons.tsx';
import { Picture } from '../../../../web/ui/Picture.tsx';
import { Skeleton } from '../../../../web/ui/Skeleton.tsx';
import type { ChapterListItem } from '../../contract.ts';
import { LateAccess } from '../openings/LateAccess.tsx';
import styles from './ChapterCard.module.css';

interface ChapterCardProps {
  bookUuid: string;
  bookLanguage: Language;
  publicFreeChapters: number | null;
  chapter: ChapterListItem;
  /** False: only its name and link are drawn, in a row of the same height. */
  isNear: boolean;
  /** Shown on the picture. */
  mark?: ReactNode;
  /** A control at the row's end. */
  beside?: ReactNode;
}

/** A chapter of the list: its picture, number, title, age, and whether or when it is free; inside one link. */
export function ChapterCard({ isNear, mark, beside, ...of }: ChapterCardProps) {
  const { t, number, language } = useText();
  const { chapter } = of;
  const isFree = chapter.access.state === 'free';
  // One tree for both states: the words stay in place, and the browser need not measure them again.
  return (
    <article
      className={
        isNear
          ? classes(card.card, styles.card)
          : classes(styles.far, !isFree && styles.farLocked, beside !== undefined && styles.farBeside)
      }
    >
      {isNear && (
        <div className={styles.art}>
          <Picture
            art={chapter.cover_image === null ? null : { src: chapter.cover_image }}
            alt=""
            sizes="96px"
            className={styles.picture}
            fallback={
              <span className={card.plate} aria-hidden="true">
                {number(chapter.chapter_number)}
              </span>
            }
          />
          {mark}
        </div>
      )}
      <div className={card.words}>
        <ChapterName {...of} className={isNear ? classes(cardLink.link, styles.link) : styles.farLink} />
        <LateAccess access={chapter.access} />
        {isNear && (
          <p className={card.facts}>
            <Age at={chapter.created_at} />
            {chapter.language !== language && chapter.language !== of.bookLanguage && (
              <span>{t(`catalog.edition.${chapter.language}`)}</span>
            )}
          </p>
        )}
      </div>
      {isFree && (
        <Badge tone="line" className={styles.free}>
          {t('catalog.free')}
        </Badge>
      )}
      {isNear && !isFree && (
        <span className={styles.locked}>
          <LockIcon />
          <span className="visually-hidden">{t('catalog.members')}</span>
        </span>
      )}
      {isNear && beside !== undefined && <div className={styles.beside}>{beside}</div>}
    </article>
  );
}

function ChapterName({
  bookUuid,
  chapter,
  className,
}: Pick<ChapterCardProps, 'bookUuid' | 'chapter'> & { className: string | undefined }) {
  const { t } = useText();
  const title = displayText(chapter.title).trim();
  const { chapter_uuid: chapterUuid, chapter_number: number } = chapter;
  return (
    <h3 className={card.title}>
      <Link className={className} to={paths.chapter({ bookUuid, chapterUuid, number })}>
        <span className={styles.number}>
          {t('catalog.chapterNumber', { number: printedNumber({ ...chapter, number }) })}
        </span>
        {title !== '' && (
          <span className={classes(cardLink.twoLines, styles.title)} dir="auto" lang={tagOfWords(chapter)}>
            {title}
          </span>
        )}
      </Link>
    </h3>
  );
}

function Age({ at }: { at: string }) {
  const text = useText();
  return <time dateTime={at}>{useByMinute((now) => writeAge(text, at, now))}</time>;
}

/** The placeholder of a chapter that is loading. */
export function ChapterCardSkeleton() {
  return (
    <div className={classes(card.card, styles.card)}>
      <div className={styles.art}>
        <Skeleton className={styles.picture} />
      </div>
      <div className={card.words}>
        <Skeleton className={styles.lineSkeleton} />
        <Skeleton className={classes(styles.lineSkeleton, styles.shortSkeleton)} />
      </div>
    </div>
  );
}
