import { useEffect } from 'react';
import type { Turn } from '../chapter/content-handle.ts';
import { useReader } from '../chapter/reader.ts';
import { isOwnScroll } from '../place/own-scroll.ts';
import { currentProgress, subscribeToProgress } from '../place/progress.ts';
import { barsAfterScroll, barsAfterTurn } from './bars.ts';
import type { ReaderScreen } from './use-screen.ts';

/**
 * Moves the bars: away while reading on, back on turning round or at the chapter's end. Call the returned function when
 * a page was turned by hand; a text in pages reports its turns by itself.
 */
export function useMovedBars({ changeBars: change, isAutoScrolling }: ReaderScreen): (turn: Turn) => void {
  const { end, isNovel, pagesTurn } = useReader();
  const isPaged = pagesTurn !== null;
  useEffect(() => {
    const follow = () => {
      const endTop = topOf(end.current);
      if (isPaged) {
        if (endTop < innerHeight) change((before) => barsAfterTurn(before, 'end'));
        return;
      }
      // Where the reader did not scroll, the bars have no reason to move.
      const isAutomatic = isMovedByItself() || isOwnScroll();
      const scroll = { top: scrollY, atEnd: endTop < innerHeight, isAutomatic };
      change((before) => barsAfterScroll(before, scroll));
    };
    // The page may have scrolled before this listened, or auto-scroll may have stopped at the chapter's end.
    if (!isAutoScrolling) follow();
    addEventListener('scroll', follow, { passive: true });
    return () => removeEventListener('scroll', follow);
  }, [change, end, isPaged, isAutoScrolling]);

  // The style sheet has kept them away from a page on a low screen from the first paint on; the next tap calls them.
  const isPicture = isPaged && !isNovel;
  useEffect(() => {
    if (!isPicture) return;
    const low = matchMedia('(height <= 500px)');
    const giveWay = () => {
      if (low.matches && topOf(end.current) >= innerHeight) change((before) => ({ ...before, visible: false }));
    };
    giveWay();
    low.addEventListener('change', giveWay);
    return () => low.removeEventListener('change', giveWay);
  }, [change, end, isPicture]);

  useEffect(() => {
    let before = currentProgress();
    return subscribeToProgress(() => {
      const now = currentProgress();
      const isSameBook = before !== null && before.pages === now?.pages;
      if (isSameBook && now?.hasMoved && (now.page ?? 0) > (before?.page ?? 0))
        change((bars) => barsAfterTurn(bars, 'next'));
      before = now;
    });
  }, [change]);

  return (turn) =>
    requestAnimationFrame(() =>
      change((before) => barsAfterTurn(before, topOf(end.current) < innerHeight ? 'end' : turn)),
    );
}

const isMovedByItself = () => document.querySelector('[data-auto-scroll="moving"]') !== null;

/** From the screen's top; far below where nothing shows. */
function topOf(element: HTMLElement | null): number {
  return element?.offsetParent ? element.getBoundingClientRect().top : Number.POSITIVE_INFINITY;
}
