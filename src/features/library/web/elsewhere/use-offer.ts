import { paths } from '../../../../shared/paths.ts';
import { printedNumber } from '../../../../shared/printed-name.ts';
import { useApi } from '../../../../web/api.tsx';
import { useText } from '../../../../web/i18n.tsx';
import { useQuery } from '../../../../web/query.ts';
import { useHref } from '../../../../web/router.tsx';
import { openBook, places, usePlace } from '../memory.ts';
import { chapterElsewhereQuery } from '../places/chapter-number.ts';

export interface Offer {
  /** The chapter where another device is. */
  chapterUuid: string;
  /** What its print calls it. */
  printed: string | number;
  /** That chapter is the one that is open on this page. */
  isHere: boolean;
  /** Goes where the other device is; for another chapter it leaves the page. */
  go: () => void;
  stay: () => void;
}

/** The question to a reader whose other device is elsewhere in the book; null where there is nothing to ask. */
export function useOffer(bookUuid: string): Offer | null {
  const { language } = useText();
  const api = useApi();
  const elsewhere = usePlace(bookUuid)?.elsewhere ?? null;
  const chapterUuid = elsewhere?.chapterUuid ?? '';
  const found = useQuery({ ...chapterElsewhereQuery({ api, language, chapterUuid }), enabled: elsewhere !== null });
  const number = elsewhere?.chapterNumber ?? found.data?.number;
  const href = useHref(paths.chapter({ bookUuid, chapterUuid, number: number ?? 0 }));
  // There is no question where the chapter is gone or its number is not known yet.
  if (!elsewhere || !number || (found.data === undefined && !found.error)) return null;
  return {
    chapterUuid,
    printed: printedNumber({ label: found.data?.label, number }),
    isHere: openBook.isOpen(bookUuid, elsewhere),
    go: () => {
      if (openBook.goWithin(bookUuid, elsewhere)) return;
      // An open chapter notes its place once more when the page is left. The reader's decision must be written after
      // that.
      addEventListener('pagehide', () => places.goElsewhere(bookUuid, number), { once: true });
      location.assign(href);
    },
    stay: () => places.stayHere(bookUuid),
  };
}
