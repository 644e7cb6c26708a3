import type { Turn } from '../chapter/content-handle.ts';

/** Bars hide after this much downward scroll and come back after this much upward. */
const hideAfterPx = 30;
const showAfterPx = 60;

export interface Bars {
  visible: boolean;
  /** Where the scrolling last turned round: the highest or lowest point since the bars last changed. */
  turnedAt: number;
}

export interface Scroll {
  top: number;
  /** The end of the chapter is on the screen. */
  atEnd: boolean;
  /** Auto-scroll moves the page: the bars stay as they are. */
  isAutomatic?: boolean;
}

/** The bars after a scroll: away while reading on, back when the reader turns round or reaches either end. */
export function barsAfterScroll(bars: Bars, { top, atEnd, isAutomatic = false }: Scroll): Bars {
  // At the top in any case: a page that has just opened may have stood where the former page stood.
  if (top <= 0) return { visible: true, turnedAt: top };
  if (isAutomatic) return { ...bars, turnedAt: top };
  if (atEnd) return { visible: true, turnedAt: top };
  if (bars.visible) {
    if (top - bars.turnedAt > hideAfterPx) return { visible: false, turnedAt: top };
    return top < bars.turnedAt ? { visible: true, turnedAt: top } : bars;
  }
  if (bars.turnedAt - top >= showAfterPx) return { visible: true, turnedAt: top };
  return top > bars.turnedAt ? { visible: false, turnedAt: top } : bars;
}

/** The bars after a page was turned: they give the next one the whole screen, and come back at the chapter's end. */
export function barsAfterTurn(bars: Bars, turn: Turn | 'end'): Bars {
  return turn === 'previous' ? bars : { ...bars, visible: turn === 'end' };
}
