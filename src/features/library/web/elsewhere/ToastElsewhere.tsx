import { useEffect, useEffectEvent } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { dismissToast, showToast } from '../../../../web/ui/toasts.ts';
import { useOffer } from './use-offer.ts';

const shownForMs = 15_000;

/** The same over an open chapter, where it must not be in the way: who does not answer is asked on the book's page. */
export function ToastElsewhere({ bookUuid }: { bookUuid: string }) {
  const { t } = useText();
  const offer = useOffer(bookUuid);
  const ask = useEffectEvent((): number | undefined => {
    if (!offer) return;
    const action = { label: t('library.goThere'), act: () => offer.go() };
    const text = offer.isHere ? t('library.furtherHere') : t('library.elsewhere', { number: offer.number });
    return showToast({ text, action }, { forMs: shownForMs });
  });
  const asked = offer?.chapterUuid;
  useEffect(() => {
    if (asked === undefined) return;
    const toast = ask();
    return () => {
      if (toast !== undefined) dismissToast(toast);
    };
  }, [asked]);
  return null;
}
