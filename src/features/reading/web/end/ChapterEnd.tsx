import { paths } from '../../../../shared/paths.ts';
import { printedName, printedNumber } from '../../../../shared/printed-name.ts';
import { displayText } from '../../../../shared/text.ts';
import { useText } from '../../../../web/i18n.tsx';
import { createPart, usePart } from '../../../../web/part.ts';
import { Link } from '../../../../web/router.tsx';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { buttonClass } from '../../../../web/ui/Button.tsx';
import { ForwardIcon, ListIcon, LockIcon } from '../../../../web/ui/icons.tsx';
import { type Neighbour, tagOf } from '../chapter/chapter-place.ts';
import { useReader } from '../chapter/reader.ts';
import { useReaderSettings } from '../settings/settings.ts';
import styles from './ChapterEnd.module.css';
import { useIsNear } from './use-is-near.ts';
import type { NextChapter } from './use-next-chapter.ts';

const pullMeterPart = createPart(() => import('./PullMeter.tsx').then((module) => module.PullMeter));
const cardPricePart = createPart(() => import('./CardPrice.tsx').then((module) => module.CardPrice));

interface ChapterEndProps {
  /** What is known of the next chapter; null where nothing is known yet, or none follows. */
  next: NextChapter | null;
  /** The chapter is scrolled: a finger may pull on to the next. */
  isScrolled: boolean;
}

/** Where a chapter ends: what has been read, what comes next, or that nothing does yet. */
export function ChapterEnd({ next, isScrolled }: ChapterEndProps) {
  const { t } = useText();
  const { place, end, extras } = useReader();
  const printed = printedNumber({ ...place.printed, number: place.number });
  const said = t('reading.end', { number: printed });
  const neighbour = place.neighbours.next;
  const isNear = useIsNear(end);
  return (
    <section ref={end} className={styles.panel} aria-label={said}>
      <p className={styles.end}>{said}</p>
      {place.title && (
        // The title keeps its own direction within the sentence.
        <p className={styles.finished}>{t('reading.finishedChapter', { title: `\u2068${place.title}\u2069` })}</p>
      )}
      {neighbour ? <UpNext neighbour={neighbour} known={next} /> : <UpToDate />}
      {neighbour && isScrolled && <PullRoom to={neighbour.to} isNear={isNear} />}
      <div className={styles.extras}>
        {isNear && extras}
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
  neighbour: Neighbour;
  known: NextChapter | null;
}

function UpNext({ neighbour, known }: UpNextProps) {
  const text = useText();
  const { t } = text;
  const { place } = useReader();
  const isRefused = known?.access === 'refused';
  const { Component: CardPrice } = usePart(cardPricePart, { isWanted: isRefused });
  const title = displayText(known?.title ?? '').trim();
  // What is printed may be no whole number, or none at all: then nothing tells whether any is missing.
  const [from, to] = [Number(place.printed.label ?? place.number), Number(neighbour.label ?? neighbour.number)];
  const isGap = place.printed.season === neighbour.season && from % 1 === 0 && to % 1 === 0;
  const missing = isGap ? to - from - 1 : 0;
  return (
    <>
      {missing > 0 && <p className={styles.note}>{t('reading.gapBefore', { count: missing })}</p>}
      <Link to={neighbour.to} rel="next" className={styles.next}>
        <span className={styles.label}>
          {t('reading.upNext')}
          {isRefused && (
            <Badge tone="line" className={styles.lock}>
              <LockIcon />
              {t('reading.membersOnly')}
            </Badge>
          )}
        </span>
        <bdi className={styles.title} lang={title ? tagOf(place.words) : undefined}>
          {title || printedName(text, neighbour)}
        </bdi>
        {isRefused && <span className={styles.price}>{CardPrice && <CardPrice />}</span>}
        <ForwardIcon className={styles.arrow} />
      </Link>
    </>
  );
}

const isTouched = () => matchMedia('(pointer: coarse)').matches;

/**
 * The room for the meter of a finger's pull; it is there before the meter. Without the meter's code the link above
 * works.
 */
function PullRoom({ to, isNear }: { to: string; isNear: boolean }) {
  const { pullsNextChapter } = useReaderSettings().comic;
  const isWanted = pullsNextChapter && isNear && isTouched();
  const { Component: PullMeter } = usePart(pullMeterPart, { isWanted });
  return <div className={styles.pullRoom}>{isWanted && PullMeter && <PullMeter to={to} />}</div>;
}

function UpToDate() {
  const { t } = useText();
  const { place } = useReader();
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
