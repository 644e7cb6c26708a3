import { useEffect, useEffectEvent, useState } from 'react';
import { isPinched } from '../../../../web/pinch.ts';
import { holdMs, noPull, type PullEvent, pullAfter, shareOfPull } from './pull.ts';

/** Touch screens report the end of a page a pixel early or late. */
const slackPx = 2;

/** Hears a finger pull beyond the end of the page; tells how far the pull is, 0 to 1. */
export function usePull(onDone: () => void): number {
  const [share, setShare] = useState(0);
  const done = useEffectEvent(onDone);

  useEffect(() => {
    let pull = noPull;
    let hold: ReturnType<typeof setTimeout> | undefined;

    function happen(event: PullEvent): void {
      const before = pull;
      pull = pullAfter(pull, event);
      setShare(shareOfPull(pull));
      const isHeld = pull.phase === 'pulling' && pull.heldSince !== null;
      const wasHeld = before.phase === 'pulling' && before.heldSince !== null;
      if (!isHeld) clearTimeout(hold);
      else if (!wasHeld) hold = setTimeout(() => happen({ type: 'waited', now: performance.now() }), holdMs);
      if (pull.phase === 'done' && before.phase !== 'done') done();
    }

    const isAtEnd = () => scrollY + innerHeight >= document.documentElement.scrollHeight - slackPx;
    const listening = new AbortController();
    const options = { passive: true, signal: listening.signal };
    const now = () => performance.now();
    const touch = (type: 'touched' | 'moved') => (event: TouchEvent) => {
      const [finger] = event.touches;
      // Enlarged, a finger moves the page about.
      const isEnlarged = isPinched() || document.querySelector('[data-magnified]') !== null;
      const fingers = isEnlarged ? 2 : event.touches.length;
      if (finger) happen({ type, y: finger.clientY, fingers, now: now() });
    };
    const look = () => happen({ type: 'scrolled', atEnd: isAtEnd(), now: now() });
    look();
    addEventListener('scroll', look, options);
    addEventListener('touchstart', touch('touched'), options);
    addEventListener('touchmove', touch('moved'), options);
    addEventListener('touchend', () => happen({ type: 'released', now: now() }), options);
    addEventListener('touchcancel', () => happen({ type: 'released', now: now() }), options);
    return () => {
      clearTimeout(hold);
      listening.abort();
    };
  }, []);

  return share;
}
