import type { RefObject } from 'react';
import { paths } from '../../../shared/paths.ts';
import { displayText } from '../../../shared/text.ts';
import { useText } from '../../../web/i18n.tsx';
import { Link } from '../../../web/router.tsx';
import { Badge } from '../../../web/ui/Badge.tsx';
import { buttonClass } from '../../../web/ui/Button.tsx';
import { ForwardIcon, ListIcon, LockIcon } from '../../../web/ui/icons.tsx';
import styles from './ChapterEnd.module.css';
import type { ChapterPlace } from './chapter-place.ts';
import type { NextChapter } from './use-next-chapter.ts';

interface ChapterEndProps {
  place: ChapterPlace;
  /** What is known of the next chapter; null while nothing is, or where there is none. */
  next: NextChapter | null;
  panel: RefObject<HTMLElement | null>;
}

/** Where a chapter ends: what comes next, or that nothing does yet. */
export function ChapterEnd({ place, next, panel }: ChapterEndProps) {
  const { t } = useText();
  return (
    <section ref={panel} className={styles.panel} aria-label={t('reading.end', { number: place.number })}>
      <p className={styles.end}>{t('reading.end', { number: place.number })}</p>
      {place.neighbours.next ? <UpNext place={place} known={next} /> : <UpToDate place={place} />}
    </section>
  );
}

function UpNext({ place, known }: { place: ChapterPlace; known: NextChapter | null }) {
  const { t } = useText();
  const next = place.neighbours.next;
  if (!next) return null;
  const title = displayText(known?.title ?? '').trim() || t('reading.chapterNumber', { number: next.number });
  return (
    <Link to={next.to} rel="next" className={styles.next}>
      <span className={styles.label}>
        {t('reading.upNext')}
        {known?.access === 'refused' && (
          <Badge tone="line" className={styles.lock}>
            <LockIcon />
            {t('reading.membersOnly')}
          </Badge>
        )}
      </span>
      <bdi className={styles.title}>{title}</bdi>
      <ForwardIcon className={styles.arrow} />
    </Link>
  );
}

function UpToDate({ place }: { place: ChapterPlace }) {
  const { t } = useText();
  return (
    <div className={styles.latest}>
      <p className={styles.title}>{t('reading.latest')}</p>
      <p>{t('reading.latestText')}</p>
      <Link to={paths.book(place.bookUuid)} className={buttonClass()}>
        <ListIcon />
        {t('reading.chapters')}
      </Link>
    </div>
  );
}
