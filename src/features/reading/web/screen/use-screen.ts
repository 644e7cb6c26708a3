import { type Dispatch, type SetStateAction, useCallback, useState } from 'react';
import type { Bars } from './bars.ts';

/** The layer that lies over a chapter when it is asked for, one at a time. */
export type Layer = 'settings' | 'chapters' | 'help' | 'page' | 'zones';

export const barsAtOpen: Bars = { visible: true, turnedAt: 0 };

export function barsToggled(bars: Bars, top: number): Bars {
  return { visible: !bars.visible, turnedAt: top };
}

/** The state around a chapter that changes while it is read. */
export interface ReaderScreen {
  areBarsVisible: boolean;
  /** The bars have been hidden since the chapter opened. */
  haveBarsGone: boolean;
  toggleBars: () => void;
  changeBars: (next: (before: Bars) => Bars) => void;
  layer: Layer | null;
  setLayer: Dispatch<SetStateAction<Layer | null>>;
  isAutoScrolling: boolean;
  /** Starts and stops the chapter's moving by itself; pages do not move so. */
  setAutoScrolling: (isOn: boolean) => void;
}

/** The bars, and what else stands around a chapter; code that moves the bars comes with the first move. */
export function useScreen({ isPaged }: { isPaged: boolean }): ReaderScreen {
  const [bars, changeBars] = useState(barsAtOpen);
  const [haveBarsGone, setGone] = useState(false);
  if (!bars.visible && !haveBarsGone) setGone(true);
  const [layer, setLayer] = useState<Layer | null>(null);
  const [isAutoScrolling, setAutoScrolling] = useState(false);
  return {
    areBarsVisible: bars.visible,
    haveBarsGone,
    toggleBars: useCallback(() => changeBars((before) => barsToggled(before, scrollY)), []),
    changeBars,
    layer,
    setLayer,
    isAutoScrolling,
    setAutoScrolling(isOn) {
      if (isOn) changeBars(() => ({ visible: false, turnedAt: scrollY }));
      setAutoScrolling(isOn && !isPaged);
    },
  };
}
