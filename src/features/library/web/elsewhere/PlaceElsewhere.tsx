import { useText } from '../../../../web/i18n.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import styles from './PlaceElsewhere.module.css';
import { useOffer } from './use-offer.ts';

/** Another device is elsewhere in the book: this one goes there only when its reader says so. */
export function PlaceElsewhere({ bookUuid }: { bookUuid: string }) {
  const { t } = useText();
  const offer = useOffer(bookUuid);
  if (!offer) return null;
  return (
    <div role="status" className={styles.offer}>
      <p className={styles.words}>{t('library.elsewhere', { number: offer.printed })}</p>
      <Button onClick={offer.go}>{t('library.goThere')}</Button>
      <Button variant="quiet" onClick={offer.stay}>
        {t('library.stayHere')}
      </Button>
    </div>
  );
}
