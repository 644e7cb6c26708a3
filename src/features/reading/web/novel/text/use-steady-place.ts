import { type RefObject, useEffect, useImperativeHandle, useRef } from 'react';
import type { Position } from '../../chapter/content-handle.ts';
import { useReader } from '../../chapter/reader.ts';
import { applyNovelToRoot } from '../../settings/root-settings.ts';
import { readSettings, subscribeToSettings } from '../../settings/settings.ts';
import { positionOf, spotOf, type Texts } from './text-place.ts';
import type { Walk } from './walks.ts';

/** Measuring where the reader is takes a while: only after scrolling has paused for this long. */
const settleMs = 150;

interface StoredPlace {
  content: RefObject<HTMLDivElement | null>;
  texts: Texts;
  walk: () => Walk | null;
  /** The reader has moved, or the text has been laid out anew. */
  onChange: (change: { byReader: boolean }) => void;
}

/**
 * Keeps the reader at the same words while the layout changes: other sizes, another width, fonts that arrive. The place
 * stays the same until the reader moves on, so that ten changes in a row do not shift it step by step.
 */
export function useSteadyPlace({ content, texts, walk, onChange }: StoredPlace): void {
  const { handle } = useReader();
  const kept = useRef<Position | null>(null);
  /** Where our own scrolling ended: a scroll event at that point was not caused by the reader. */
  const own = useRef<{ top: number; left: number } | null>(null);
  const latest = useRef({ texts, walk, onChange });
  useEffect(() => {
    latest.current = { texts, walk, onChange };
  });

  function look(): Position | null {
    const spot = latest.current.walk()?.spot();
    return spot ? positionOf(spot, latest.current.texts) : null;
  }

  function show(position: Position, behavior: ScrollBehavior): void {
    latest.current.walk()?.show(spotOf(position, latest.current.texts), behavior);
    own.current = { top: scrollY, left: content.current?.scrollLeft ?? 0 };
  }

  function goTo(position: Position, behavior: ScrollBehavior = 'instant'): void {
    kept.current = position;
    show(position, behavior);
    // Text that was out of sight until now may turn out longer than was thought.
    if (behavior === 'instant') requestAnimationFrame(() => kept.current === position && show(position, behavior));
    latest.current.onChange({ byReader: false });
  }

  useImperativeHandle(handle, () => ({
    move: (turn) => latest.current.walk()?.move(turn),
    position: () => kept.current ?? look(),
    goTo: (position, options) => goTo(position, options?.behavior),
  }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: it listens once, and asks for the latest each time
  useEffect(() => {
    const text = content.current;
    if (!text) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let width = text.clientWidth;
    const settle = () => {
      kept.current ??= look();
    };
    const follow = ({ target }: Event) => {
      if (target !== document && target !== text) return;
      // The browser itself scrolled, since the screen turned: the place is brought back in a moment.
      if (text.clientWidth !== width) return;
      const { top, left } = own.current ?? { top: Number.NaN, left: Number.NaN };
      if (Math.abs(scrollY - top) < 2 && Math.abs(text.scrollLeft - left) < 2) return;
      own.current = null;
      kept.current = null;
      clearTimeout(timer);
      timer = setTimeout(settle, settleMs);
      latest.current.onChange({ byReader: true });
    };
    const stay = () => {
      latest.current.walk()?.measure();
      const place = kept.current;
      if (place && !isSame(place, look())) goTo(place);
      else latest.current.onChange({ byReader: false });
    };
    const resize = () => {
      // A phone's own bars come and go over a text that is scrolled; pages are as high as the screen.
      if (text.clientWidth === width && readSettings().novel.flow === 'scroll') {
        // Text that comes near gets its real height, and moves the rest: scroll back to the place that we went to.
        if (own.current && kept.current) show(kept.current, 'instant');
        return;
      }
      width = text.clientWidth;
      stay();
    };
    const set = () => {
      applyNovelToRoot(document.documentElement, readSettings().novel);
      stay();
    };
    const resized = new ResizeObserver(resize);

    // Another tab may have changed them since this document was loaded.
    applyNovelToRoot(document.documentElement, readSettings().novel);
    latest.current.walk()?.measure();
    settle();
    latest.current.onChange({ byReader: false });
    resized.observe(text);
    addEventListener('scroll', follow, { passive: true, capture: true });
    document.fonts.addEventListener('loadingdone', stay);
    const unsubscribe = subscribeToSettings(set);
    return () => {
      clearTimeout(timer);
      resized.disconnect();
      removeEventListener('scroll', follow, { capture: true });
      document.fonts.removeEventListener('loadingdone', stay);
      unsubscribe();
    };
  }, []);
}

function isSame(one: Position, other: Position | null): boolean {
  return other !== null && one.index === other.index && one.fraction === other.fraction;
}
