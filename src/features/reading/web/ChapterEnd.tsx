import type { ReactNode, RefObject } from 'react';
import { paths } from '../../../shared/paths.ts';
import { plans } from '../../../shared/plans.ts';
import { displayText } from '../../../shared/text.ts';
import { useText } from '../../../web/i18n.tsx';
import { writeMoney } from '../../../web/money.ts';
import { Link, useNavigate } from '../../../web/router.tsx';
import { Badge } from '../../../web/ui/Badge.tsx';
import { buttonClass } from '../../../web/ui/Button.tsx';
import { ForwardIcon, ListIcon, LockIcon } from '../../../web/ui/icons.tsx';
import styles from './ChapterEnd.module.css';
import type { ChapterPlace, Neighbour } from './chapter-place.ts';
import { useReaderSettings } from './settings.ts';
import type { NextChapter } from './use-next-chapter.ts';
import { usePull } from './use-pull.ts';

interface ChapterEndProps {
  place: ChapterPlace;
  /** What is known of the next chapter; null while nothing is, or where there is none. */
  next: NextChapter | null;
  panel: RefObject<HTMLElement | null>;
  /** The chapter is scrolled: a finger may pull on to the next. */
  isScrolled: boolean;
  /** What else one may do with the chapter or its book. */
  extras: ReactNode;
}

/** Where a chapter ends: what has been read, what comes next, or that nothing does yet. */
export function ChapterEnd({ place, next, panel, isScrolled, extras }: ChapterEndProps) {
  const { t } = useText();
  const neighbour = place.neighbours.next;
  return (
    <section ref={panel} className={styles.panel} aria-label={t('reading.end', { number: place.number })}>
      <p className={styles.end}>{t('reading.end', { number: place.number })}</p>
      {place.title && (
        // The title keeps its own direction within the sentence.
        <p className={styles.finished}>{t('reading.finishedChapter', { title: `\u2068${place.title}\u2069` })}</p>
      )}
      {neighbour ? <UpNext {...{ place, neighbour }} known={next} /> : <UpToDate place={place} />}
      {neighbour && isScrolled && <PullMeter to={neighbour.to} />}
      <div className={styles.extras}>
        {extras}
        {neighbour && (
          <Link to={paths.book(place.bookUuid)} className={buttonClass({ variant: 'quiet' })}>
            <ListIcon />
            {t('reading.chapters')}
          </Link>
        )}
      </div>
    </section>
  );
}

interface UpNextProps {
  place: ChapterPlace;
  neighbour: Neighbour;
  known: NextChapter | null;
}

function UpNext({ place, neighbour, known }: UpNextProps) {
  const { t, language } = useText();
  const title = displayText(known?.title ?? '').trim() || t('reading.chapterNumber', { number: neighbour.number });
  const missing = neighbour.number - place.number - 1;
  const [card] = plans;
  return (
    <>
      {missing > 0 && <p className={styles.note}>{t('reading.gapBefore', { count: missing })}</p>}
      <Link to={neighbour.to} rel="next" className={styles.next}>
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
        {known?.access === 'refused' && (
          <span className={styles.price}>
            {t('reading.opensWithCard', { price: writeMoney(card.amount, card.currency, language) })}
          </span>
        )}
        <ForwardIcon className={styles.arrow} />
      </Link>
    </>
  );
}

/** Fills while a finger pulls at the end of the page; full and held, the next chapter opens. The link does so too. */
function PullMeter({ to }: { to: string }) {
  const { t } = useText();
  const navigate = useNavigate();
  const { pullsNextChapter } = useReaderSettings().comic;
  const share = usePull({ isOn: pullsNextChapter, onDone: () => navigate(to) });
  if (!pullsNextChapter) return null;
  const words = share === 0 ? 'reading.pull' : share < 1 ? 'reading.pullOn' : 'reading.pullHold';
  return (
    <div className={styles.pull} aria-hidden="true" data-pull={share}>
      <span>{t(words)}</span>
      <span className={styles.meter}>
        <span className={styles.filled} style={{ inlineSize: `${share * 100}%` }} />
      </span>
    </div>
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
