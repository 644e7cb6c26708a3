import type { ReactNode } from 'react';
import { type Language, languageTags } from '../../../shared/languages.ts';
import { paths } from '../../../shared/paths.ts';
import { displayText } from '../../../shared/text.ts';
import { useByMinute } from '../../../web/clock.tsx';
import { useText } from '../../../web/i18n.tsx';
import { Link } from '../../../web/router.tsx';
import { Badge } from '../../../web/ui/Badge.tsx';
import card from '../../../web/ui/Card.module.css';
import { classes } from '../../../web/ui/classes.ts';
import { LockIcon } from '../../../web/ui/icons.tsx';
import { Picture } from '../../../web/ui/Picture.tsx';
import { Skeleton } from '../../../web/ui/Skeleton.tsx';
import type { ChapterListItem } from '../contract.ts';
import { isFreeChapter } from '../rules.ts';
import styles from './ChapterCard.module.css';

interface ChapterCardProps {
  bookUuid: string;
  bookLanguage: Language;
  publicFreeChapters: number | null;
  chapter: ChapterListItem;
  /** Stands on the picture. */
  mark?: ReactNode;
  /** Something to press, at the row's end. */
  beside?: ReactNode;
}

/** A chapter of the list: its picture, number, title and age, and whether it is free; one link around all of it. */
export function ChapterCard({ bookUuid, bookLanguage, publicFreeChapters, chapter, mark, beside }: ChapterCardProps) {
  const { t, number, language, relativeTime } = useText();
  const age = useByMinute((now) => relativeTime(chapter.created_at, now));
  const free = isFreeChapter({ number: chapter.chapter_number, publicFreeChapters });
  const title = displayText(chapter.title).trim();
  const numbered = t('catalog.chapterNumber', { number: chapter.chapter_number });
  return (
    <article className={classes(card.card, styles.card)}>
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
      <div className={card.words}>
        <h3 className={card.title}>
          <Link
            className={classes(card.link, styles.link)}
            to={paths.chapter({
              bookUuid,
              chapterUuid: chapter.chapter_uuid,
              number: chapter.chapter_number,
            })}
          >
            <span className={styles.number}>{numbered}</span>
            {title !== '' && (
              <span className={styles.title} dir="auto" lang={languageTags[chapter.language]}>
                {title}
              </span>
            )}
          </Link>
        </h3>
        <p className={card.facts}>
          <time dateTime={chapter.created_at}>{age}</time>
          {chapter.language !== language && chapter.language !== bookLanguage && (
            <span>{t(`catalog.edition.${chapter.language}`)}</span>
          )}
        </p>
      </div>
      {free ? (
        <Badge tone="line" className={styles.free}>
          {t('catalog.free')}
        </Badge>
      ) : (
        <span className={styles.locked}>
          <LockIcon />
          <span className="visually-hidden">{t('catalog.members')}</span>
        </span>
      )}
      {beside && <div className={styles.beside}>{beside}</div>}
    </article>
  );
}

/** The shape of a chapter that is on its way. */
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
