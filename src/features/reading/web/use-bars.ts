import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { barsAfterScroll, barsAtOpen, barsToggled } from './bars.ts';
import { isOwnScroll } from './own-scroll.ts';

interface BarsAtHand {
  visible: boolean;
  toggle: () => void;
}

interface Watched {
  /** What stands below the chapter. */
  end: RefObject<HTMLElement | null>;
  isAutoScrolling: boolean;
}

/** The reader's bars: away while reading on, back on turning round, at the chapter's end, or when called. */
export function useBars({ end, isAutoScrolling }: Watched): BarsAtHand {
  const [bars, setBars] = useState(barsAtOpen);
  const wasAutomatic = useRef(false);

  useEffect(() => {
    const follow = () => {
      const endTop = end.current?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
      // Where the reader did not scroll, the bars have no reason to move.
      const isAutomatic = isAutoScrolling || isOwnScroll();
      const scroll = { top: scrollY, atEnd: endTop < innerHeight, isAutomatic };
      setBars((before) => barsAfterScroll(before, scroll));
    };
    // Where the page came to rest by itself may be the chapter's end.
    if (wasAutomatic.current) follow();
    wasAutomatic.current = isAutoScrolling;
    addEventListener('scroll', follow, { passive: true });
    return () => removeEventListener('scroll', follow);
  }, [end, isAutoScrolling]);

  const toggle = useCallback(() => setBars((before) => barsToggled(before, scrollY)), []);
  return { visible: bars.visible, toggle };
}
