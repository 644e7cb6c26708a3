import { useEffect, useState } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { useReader } from '../chapter/reader.ts';
import styles from './PagePlace.module.css';
import { pagePlaceOf } from './page-place.ts';

/** The indicator follows only when scrolling pauses: a reader who scrolls looks at the art. */
const restMs = 150;

/** The height of the bar below and of this indicator, from the screen's lower edge. */
const roomPx = 104;

interface PagePlaceProps {
  /** Pages of the chapter. */
  total: number;
  onGoToPage: () => void;
}

/** Says above the bar where one is in a strip; pressed, it leads to another page. */
export function PagePlace({ total, onGoToPage }: PagePlaceProps) {
  const { t } = useText();
  const { handle, stage } = useReader();
  // One number: it is rendered when that changes, and not with every scroll.
  const [shown, setShown] = useState<number | null>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      const strip = stage.current?.querySelector('[data-strip]');
      if (!strip) return;
      const { top, height } = strip.getBoundingClientRect();
      const index = handle.current?.position()?.index ?? 0;
      const place = pagePlaceOf({ index, total, top, height, screenHeight: innerHeight });
      // The end panel has buttons there.
      setShown(top + height < innerHeight - roomPx ? null : 'page' in place ? place.page : place.percent);
    };
    const lookSoon = () => {
      timer ??= setTimeout(look, restMs);
    };
    lookSoon();
    addEventListener('scroll', lookSoon, { passive: true });
    addEventListener('resize', lookSoon);
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', lookSoon);
      removeEventListener('resize', lookSoon);
    };
  }, [handle, stage, total]);

  if (shown === null) return null;
  return (
    <div className={styles.place}>
      {total > 1 ? (
        <button type="button" title={t('reading.goToPage')} aria-haspopup="dialog" onClick={onGoToPage}>
          <span>{t('reading.page', { page: shown, total })}</span>
        </button>
      ) : (
        <p>
          <span>{t('reading.percent', { value: shown })}</span>
        </p>
      )}
    </div>
  );
}
