import { useEffect, useState } from 'react';

const kept = ['keydown', 'touchstart', 'touchmove', 'touchend', 'click'] as const;
/** Signs that input will come: they are not kept. */
const signs = ['scroll', 'pointermove'] as const;
const most = 200;

export interface EarlyEvents {
  /** Somebody has touched the page, or is about to. */
  isAwaited: boolean;
  /** The events so far, in order; those that come until `end` are added. */
  take: () => readonly Event[];
  /** From now on somebody else listens, and has done what there was. */
  end: () => void;
  /** Forgets what was done, as nothing understands it: the next move is the first again. */
  drop: () => void;
}

type Early = { events: Event[]; listening: AbortController | null };

/** Keeps the reader's input until the code for it is there; the first event loads that code. */
export function useEarlyEvents(): EarlyEvents {
  const [isAwaited, setAwaited] = useState(false);
  const [early] = useState((): Early => ({ events: [], listening: null }));

  useEffect(() => {
    const listening = new AbortController();
    early.listening = listening;
    const { signal } = listening;
    const keep = (event: Event) => {
      if (early.events.length < most) early.events.push(event);
      setAwaited(true);
    };
    // Where the code is at hand it acts while the event is still under way, and a key's own effect is prevented then.
    for (const name of kept) addEventListener(name, keep, { passive: name.startsWith('touch'), signal });
    for (const name of signs) addEventListener(name, () => setAwaited(true), { passive: true, once: true, signal });
    return () => listening.abort();
  }, [early]);

  return {
    isAwaited,
    take: () => early.events,
    end() {
      early.listening?.abort();
      early.events.length = 0;
    },
    drop() {
      early.events.length = 0;
      setAwaited(false);
    },
  };
}
