import { useEffect, useEffectEvent } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { dismissToast, showToast } from '../../../../web/ui/toasts.ts';
import { useOffer } from './use-offer.ts';

const shownForMs = 15_000;

/**
 * Offers the place of another device while a chapter is open. It goes after some seconds, since it must not be in the
 * way; the book's page asks again.
 */
export function ToastElsewhere({ bookUuid }: { bookUuid: string }) {
  const { t } = useText();
  const offer = useOffer(bookUuid);
  const ask = useEffectEvent((): number | undefined => {
    if (!offer) return;
    const action = { label: t('library.goThere'), act: () => offer.go() };
    const text = offer.isHere ? t('library.furtherHere') : t('library.elsewhere', { number: offer.printed });
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
