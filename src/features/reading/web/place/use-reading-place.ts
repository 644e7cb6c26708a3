import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { ReadableChapter } from '../chapter/chapter.ts';
import { useReader } from '../chapter/reader.ts';
import type { Arrival, PlaceKeeper } from './place-keeper.ts';
import { remembersPlaces, withMemory } from './place-memory.ts';

/**
 * In a browser that remembers nothing yet, an open chapter counts as being read after this time, even if nobody
 * scrolls.
 */
const lookMs = 4000;

export interface ReadingPlace extends Pick<PlaceKeeper, 'touch' | 'finish'> {
  /** For effects and events: known once the chapter is there. */
  openedAt: () => PlaceKeeper['openedAt'];
}

/**
 * Keeps the reader's place in a chapter. The code for it loads with the page where there is a place, else at the first
 * move.
 */
export function useReadingPlace(chapter: ReadableChapter, arrival: Arrival): ReadingPlace {
  const { place, handle } = useReader();
  const { chapterUuid } = place;
  const keep = useRef<((act: (keeper: PlaceKeeper) => void) => void) | null>(null);
  const opened = useRef<PlaceKeeper['openedAt']>(null);
  const facts = useEffectEvent(() => ({ place, chapter }));

  // Left before what the chapter is made of goes away: its place is read from that.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each chapter
  useLayoutEffect(() => {
    const isKnown = remembersPlaces();
    let keeper: PlaceKeeper | null = null;
    const enter: typeof keep.current = (act) =>
      withMemory(({ keepPlace }) => {
        if (keep.current !== enter) return;
        keeper ??= keepPlace({ facts: () => facts(), handle, arrival, isKnown });
        opened.current = keeper.openedAt;
        act(keeper);
      });
    keep.current = enter;
    if (isKnown) enter(() => undefined);
    // A first-time reader may only be looking in.
    const looking = isKnown ? undefined : setTimeout(() => enter(touched), lookMs);
    return () => {
      clearTimeout(looking);
      keeper?.leave();
      keep.current = null;
      opened.current = null;
    };
  }, [chapterUuid, handle, arrival]);

  const touch = useCallback(() => keep.current?.(touched), []);
  const finish = useCallback(() => keep.current?.((keeper) => keeper.finish()), []);
  useEffect(() => {
    // A text in pages scrolls within its own box.
    addEventListener('scroll', touch, { passive: true, capture: true });
    return () => removeEventListener('scroll', touch, { capture: true });
  }, [touch]);
  const openedAt = useCallback(() => opened.current, []);
  return { touch, finish, openedAt };
}

const touched = (keeper: PlaceKeeper) => keeper.touch();
