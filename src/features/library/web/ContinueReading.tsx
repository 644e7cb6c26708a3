import { paths } from '../../../shared/paths.ts';
import { useText } from '../../../web/i18n.tsx';
import { Link } from '../../../web/router.tsx';
import { Carousel } from '../../../web/ui/Carousel.tsx';
import { classes } from '../../../web/ui/classes.ts';
import { useIsBrowser } from '../../../web/use-is-browser.ts';
import styles from './ContinueReading.module.css';
import { PlaceCard, PlaceCardSkeleton } from './PlaceCard.tsx';
import { usePlaces } from './places.ts';

const mostCards = 12;

/**
 * What the reader is in the middle of; absent where that is nothing. The server renders its room for everybody, and the
 * bootstrap script says whether it shows, so that nothing moves when the places are known.
 */
export function ContinueReading() {
  const { t } = useText();
  const places = usePlaces();
  const isBrowser = useIsBrowser();
  if (isBrowser && places.length === 0) return null;
  return (
    <section aria-labelledby="continue" className={classes(styles.row, !isBrowser && styles.room)}>
      <div className={styles.head}>
        <h2 id="continue" className={styles.heading}>
          {t('library.continue')}
        </h2>
        <Link to={paths.history()} className={styles.all}>
          {t('library.showHistory')}
        </Link>
      </div>
      <Carousel
        label={t('library.continue')}
        backLabel={t('library.continueBack')}
        forwardLabel={t('library.continueForward')}
        step={(rowWidth) => rowWidth * 0.8}
        className={styles.carousel}
      >
        {places.slice(0, mostCards).map((place) => (
          <li key={place.bookUuid} className={styles.item}>
            <PlaceCard place={place} />
          </li>
        ))}
        {places.length === 0 && (
          <li className={styles.item}>
            <PlaceCardSkeleton />
          </li>
        )}
      </Carousel>
    </section>
  );
}
