import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { ReadableChapter } from './chapter.ts';
import type { ChapterPlace } from './chapter-place.ts';
import type { ContentHandle, Position } from './content-handle.ts';
import { memoryAtHand, withMemory } from './place-memory.ts';
import { createPlaceNotes, type PlaceNotes } from './place-notes.ts';
import { lookMs, placeToOpenAt } from './reading-place.ts';

interface Read {
  place: ChapterPlace;
  chapter: ReadableChapter;
  handle: RefObject<ContentHandle | null>;
  /** Opened from another chapter, and not from a list, a link or anew. */
  isFromInside: boolean;
}

export interface ReadingPlace {
  /** The reader has moved. */
  touch: () => void;
  /** The chapter was read to its end. */
  finish: () => void;
}

/** Opens a chapter where it was left, and notes where its reader is, in the memory that the library keeps. */
export function useReadingPlace({ place, chapter, handle, isFromInside }: Read): ReadingPlace {
  const { bookUuid, chapterUuid, number: chapterNumber } = place;
  const notes = useRef<PlaceNotes | null>(null);

  const write = useEffectEvent((): boolean => {
    const position = handle.current?.position();
    if (!position) return false;
    const memory = memoryAtHand();
    if (!memory) {
      withMemory(() => notes.current?.touch());
      return false;
    }
    const { language } = chapter;
    const titles = { bookTitle: place.bookTitle, chapterTitle: place.title };
    memory.notePlace({ bookUuid, chapterUuid, chapterNumber, position, language, count: countOf(chapter), ...titles });
    return true;
  });

  // Left before what the chapter is made of goes away: its place is read from that.
  useLayoutEffect(() => {
    const made = createPlaceNotes({ write: () => write(), now: () => Date.now() });
    notes.current = made;
    const open = placeToOpenAt({ chapterUuid, isFromInside, place: memoryAtHand()?.findPlace(bookUuid) ?? null });
    // The router scrolls what it opens to its top first; who has scrolled on by then stays there.
    const stop = open ? whenThere(handle, (there) => isStillTo(open, there) && there.goTo(open)) : null;
    // Who reads here for the first time may only be looking in.
    const looking = setTimeout(made.touch, memoryAtHand() ? 0 : lookMs);
    return () => {
      stop?.();
      clearTimeout(looking);
      made.flush();
    };
  }, [bookUuid, chapterUuid, isFromInside, handle]);

  useEffect(() => {
    const listening = new AbortController();
    const options = { passive: true, signal: listening.signal };
    const flush = () => notes.current?.flush();
    // A text in pages scrolls within its own box.
    addEventListener('scroll', () => touchIn(notes.current), { ...options, capture: true });
    addEventListener('pagehide', flush, options);
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && flush(), options);
    return () => listening.abort();
  }, []);

  const touch = useCallback(() => touchIn(notes.current), []);
  const finish = useCallback(() => {
    withMemory((memory) => {
      // Only a chapter that has a place is finished there.
      notes.current?.touch();
      notes.current?.flush();
      memory.noteFinished({ bookUuid, chapterNumber });
    });
  }, [bookUuid, chapterNumber]);
  return { touch, finish };
}

/** The memory comes with the first move, so that it is at hand when its reader leaves in the next moment. */
function touchIn(notes: PlaceNotes | null): void {
  if (!memoryAtHand()) withMemory(() => undefined);
  notes?.touch();
}

/** Within the same breath; the code that lays a chapter out may come later. Gives what calls it off. */
function whenThere(handle: RefObject<ContentHandle | null>, act: (handle: ContentHandle) => void): () => void {
  let isOff = false;
  const look = () => {
    if (isOff) return;
    if (handle.current) act(handle.current);
    else requestAnimationFrame(look);
  };
  queueMicrotask(look);
  return () => {
    isOff = true;
  };
}

/** Nobody has scrolled yet but bootstrap.js, which brings a strip near to its place before it comes alive. */
function isStillTo(open: Position, handle: ContentHandle): boolean {
  const here = handle.position();
  return scrollY === 0 || (here?.index === open.index && Math.abs(here.fraction - open.fraction) < 0.01);
}

/** Pages or blocks. */
function countOf({ pages, blocks }: ReadableChapter): number {
  return pages ? (pages.at(-1)?.page ?? -1) + 1 : (blocks?.length ?? 0);
}
