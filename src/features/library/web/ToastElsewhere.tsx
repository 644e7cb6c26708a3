import { useEffect, useEffectEvent } from 'react';
import { useText } from '../../../web/i18n.tsx';
import { showToast } from '../../../web/ui/toasts.ts';
import { useOffer } from './use-offer.ts';

const shownForMs = 15_000;

/** The same over an open chapter, where it must not be in the way: who does not answer is asked on the book's page. */
export function ToastElsewhere({ bookUuid }: { bookUuid: string }) {
  const { t } = useText();
  const offer = useOffer(bookUuid);
  const ask = useEffectEvent(() => {
    if (!offer) return;
    const action = { label: t('library.goThere'), act: () => offer.go() };
    showToast({ text: t('library.elsewhere', { number: offer.number }), action }, { forMs: shownForMs });
  });
  const asked = offer?.chapterUuid;
  useEffect(() => {
    if (asked !== undefined) ask();
  }, [asked]);
  return null;
}
