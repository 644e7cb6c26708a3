import { useEffect, useState } from 'react';

const kept = ['keydown', 'touchstart', 'touchmove', 'touchend', 'click'] as const;
/** Events that only announce input: they load the code, and are not kept. */
const signs = ['scroll', 'pointermove'] as const;
const most = 200;

export interface EarlyEvents {
  /** The reader has touched the page, or is about to: the code is needed. */
  isAwaited: boolean;
  /** The events so far, in order. The list grows until `end` is called. */
  take: () => readonly Event[];
  /** The caller has handled all these events, and listens itself from now on. */
  end: () => void;
  /** Forgets the events, since the code to handle them did not load; the next event tries again. */
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
    // Once the code is loaded it must act while the event is still under way, to prevent what the key does by itself.
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
