import { useText } from '../../../../web/i18n.tsx';
import { PlaceCardSkeleton } from './PlaceCard.tsx';

/** The shape of some place cards that are on their way; apart from these, whose code pages without its words have too. */
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
