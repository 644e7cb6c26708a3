import { type RefObject, useCallback, useEffect, useState } from 'react';
import { barsAfterScroll, barsAtOpen, barsToggled } from './bars.ts';

/** The reader's bars: away while reading on, back on turning round, at the chapter's end, or when called. */
export function useBars(end: RefObject<HTMLElement | null>): { visible: boolean; toggle: () => void } {
  const [bars, setBars] = useState(barsAtOpen);

  useEffect(() => {
    const follow = () => {
      const endTop = end.current?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
      setBars((before) => barsAfterScroll(before, { top: scrollY, atEnd: endTop < innerHeight }));
    };
    addEventListener('scroll', follow, { passive: true });
    return () => removeEventListener('scroll', follow);
  }, [end]);

  const toggle = useCallback(() => setBars((before) => barsToggled(before, scrollY)), []);
  return { visible: bars.visible, toggle };
}
