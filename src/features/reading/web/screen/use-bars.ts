import { useCallback, useState } from 'react';
import type { Bars } from './bars.ts';

/** What lies over a chapter when it is asked for, one at a time. */
export type Layer = 'settings' | 'chapters' | 'help' | 'page' | 'zones';

export const barsAtOpen: Bars = { visible: true, turnedAt: 0 };

export function barsToggled(bars: Bars, top: number): Bars {
  return { visible: !bars.visible, turnedAt: top };
}

export interface BarsAtHand {
  visible: boolean;
  /** They have been away since the chapter opened. */
  haveGone: boolean;
  toggle: () => void;
  change: (next: (before: Bars) => Bars) => void;
}

/** The reader's bars. What moves them by itself comes with the first move (use-moved-bars.ts). */
export function useBars(): BarsAtHand {
  const [bars, change] = useState(barsAtOpen);
  const [haveGone, setGone] = useState(false);
  if (!bars.visible && !haveGone) setGone(true);
  const toggle = useCallback(() => change((before) => barsToggled(before, scrollY)), []);
  return { visible: bars.visible, haveGone, toggle, change };
}
