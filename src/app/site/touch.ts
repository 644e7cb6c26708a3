import { foreignHost, placeOf } from '../../features/reading/web/place/page-views.ts';
import { paymentReturnPath, wechatReturnPath } from '../../shared/paths.ts';
import { asksNotToBeTracked, type KeptTouch, keptTouches } from '../../web/kept-touch.ts';
import type { OpenedPage } from '../../web/navigation.ts';
import type { Router } from '../../web/router.tsx';
import { keep } from '../../web/session.ts';

const longestPart = 100;

/** Who comes back from where one pays came to us from elsewhere before. */
const payingHosts = /(^|\.)(stripe\.com|tenpay\.com|(pay|open)\.weixin\.qq\.com)$/;
const payingPaths = [paymentReturnPath(''), wechatReturnPath];

/**
 * Keeps where this browser came from first and last in 30 days, with the first book that it opened after each, and the
 * campaign whose link it followed. Only a registration or an order sends it. Of a reader who does not want to be tracked
 * nothing but the campaign is kept, which promises them days.
 */
export function keepTouches(router: Pick<Router, 'current' | 'subscribe'>): void {
  const landed = new URL(performance.getEntriesByType('navigation')[0]?.name ?? location.href);
  const { first, last, campaign } = keptTouches(Date.now());
  const word = landed.searchParams.get('c')?.slice(0, longestPart);
  const followed = word ? { word, at: new Date().toISOString() } : campaign;
  if (asksNotToBeTracked()) {
    keep('TOUCH', followed ? { campaign: followed } : null);
    return;
  }
  const touch = touchOf(landed, router.current());
  const isFromElsewhere = touch.utm_source ?? touch.utm_campaign ?? touch.referrer_host;
  const isFromPaying =
    payingHosts.test(touch.referrer_host ?? '') || payingPaths.some((path) => landed.pathname.startsWith(path));
  keep('TOUCH', {
    ...(isFromPaying ? { first, last } : { first: first ?? touch, last: isFromElsewhere || !last ? touch : last }),
    campaign: followed,
  });
  noteBook();
  router.subscribe(noteBook);

  function noteBook(): void {
    const book = placeOf(router.current()).bookUuid;
    const kept = keptTouches(Date.now());
    if (!book || (kept.first?.book_uuid && kept.last?.book_uuid)) return;
    const withBook = (given: KeptTouch | undefined) => given && { ...given, book_uuid: given.book_uuid ?? book };
    keep('TOUCH', { ...kept, first: withBook(kept.first), last: withBook(kept.last) });
  }
}

function touchOf({ searchParams }: URL, opened: OpenedPage): KeptTouch {
  const part = (name: string) => searchParams.get(name)?.slice(0, longestPart) || null;
  const { page, bookUuid } = placeOf(opened);
  return {
    at: new Date().toISOString(),
    ...{ utm_source: part('utm_source'), utm_medium: part('utm_medium'), utm_campaign: part('utm_campaign') },
    referrer_host: foreignHost(document.referrer),
    book_uuid: bookUuid ?? null,
    page,
  };
}
