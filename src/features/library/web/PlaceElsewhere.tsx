import { paths } from '../../../shared/paths.ts';
import { useApi } from '../../../web/api.tsx';
import { useText } from '../../../web/i18n.tsx';
import { useQuery } from '../../../web/query.ts';
import { useNavigate } from '../../../web/router.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { numberElsewhereQuery } from './elsewhere.ts';
import styles from './PlaceElsewhere.module.css';
import { goElsewhere, stayHere } from './place-changes.ts';
import { type Place, usePlace } from './places.ts';

/** Another device is elsewhere in the book: this one goes there only when its reader says so. */
export function PlaceElsewhere({ bookUuid }: { bookUuid: string }) {
  const place = usePlace(bookUuid);
  if (!place?.elsewhere) return null;
  return <Offer place={place} elsewhere={place.elsewhere} />;
}

function Offer({ place, elsewhere }: { place: Place; elsewhere: NonNullable<Place['elsewhere']> }) {
  const { t, language } = useText();
  const navigate = useNavigate();
  const { bookUuid } = place;
  const { chapterUuid } = elsewhere;
  const found = useQuery({
    ...numberElsewhereQuery({ api: useApi(), language, chapterUuid }),
    enabled: elsewhere.chapterNumber === null,
  });
  const number = elsewhere.chapterNumber ?? found.data;
  // Of a chapter that is gone, or not known yet, there is nothing to offer.
  if (!number) return null;

  function go(chapterNumber: number) {
    goElsewhere(bookUuid, chapterNumber);
    navigate(paths.chapter({ bookUuid, chapterUuid, number: chapterNumber }));
  }

  return (
    <div role="status" className={styles.offer}>
      <p className={styles.words}>{t('library.elsewhere', { number })}</p>
      <Button onClick={() => go(number)}>{t('library.goThere')}</Button>
      <Button variant="quiet" onClick={() => stayHere(bookUuid)}>
        {t('library.stayHere')}
      </Button>
    </div>
  );
}
