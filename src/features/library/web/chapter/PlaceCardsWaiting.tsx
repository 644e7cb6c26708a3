import { useText } from '../../../../web/i18n.tsx';
import { PlaceCardSkeleton } from './PlaceCard.tsx';

/** Place cards on their way. Not beside the cards themselves: pages load those without the word that this says. */
export function PlaceCardsWaiting({ count, className }: { count: number; className: string | undefined }) {
  const { t } = useText();
  return (
    <div aria-busy="true" className={className}>
      <span className="visually-hidden">{t('library.loading')}</span>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <PlaceCardSkeleton key={at} />
      ))}
    </div>
  );
}
