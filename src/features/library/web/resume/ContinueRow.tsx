import { paths } from '../../../../shared/paths.ts';
import { useText } from '../../../../web/i18n.tsx';
import { Link } from '../../../../web/router.tsx';
import { useSite } from '../../../../web/site.tsx';
import { Carousel, RowHead } from '../../../../web/ui/Carousel.tsx';
import { PlaceCard } from '../chapter/PlaceCard.tsx';
import styles from '../HomeRow.module.css';
import { usePlaces } from '../memory.ts';
import room from './ContinueReading.module.css';

const mostCards = 12;

/** The books that the reader is in the middle of, the last read first. */
export function ContinueRow() {
  const { t } = useText();
  const name = useSite().rowTitles?.continue ?? t('library.continue');
  const places = usePlaces();
  if (places.length === 0) return null;
  return (
    <section aria-labelledby="continue" className={room.row}>
      <RowHead id="continue" title={name}>
        <Link to={paths.history()}>{t('library.showHistory')}</Link>
      </RowHead>
      <Carousel
        label={name}
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
      </Carousel>
    </section>
  );
}
