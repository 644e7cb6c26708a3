import type { RefObject } from 'react';
import { openBook } from '../../../library/web/memory.ts';
import type { ReadableChapter } from '../chapter/chapter.ts';
import type { ChapterPlace } from '../chapter/chapter-place.ts';
import type { ContentHandle, Position } from '../chapter/content-handle.ts';
import { createPlaceNotes } from './place-notes.ts';

export type Arrival = Parameters<typeof openBook.open>[0]['arrival'];

interface Read {
  /** What is known of the chapter at the moment of the call. */
  facts: () => { place: ChapterPlace; chapter: ReadableChapter };
  handle: RefObject<ContentHandle | null>;
  /** How the chapter was reached: from another one, by the browser's Back or Forward, or from anywhere else. */
  arrival: Arrival;
  /** This browser remembered a place when the chapter opened. */
  isKnown: boolean;
}

export interface PlaceKeeper {
  /** The position where the chapter was left and is opened again; null where it opened at its top. */
  openedAt: Position | null;
  /** The reader has moved. */
  touch: () => void;
  /** The chapter was read to its end. */
  finish: () => void;
  leave: () => void;
}

/** Opens a chapter where it was left, and notes where its reader is, in the memory that the library keeps. */
export function keepPlace({ facts, handle, arrival, isKnown }: Read): PlaceKeeper {
  const { place, chapter } = facts();
  const { bookUuid, chapterUuid, number: chapterNumber } = place;
  const count = countOf(chapter);
  const notes = createPlaceNotes({ write, now: () => Date.now() });
  const { position: open, close } = openBook.open({
    ...{ bookUuid, chapterUuid, chapterNumber, count, arrival, isKnown, numbering: chapter.numbering },
    goTo: (position) => handle.current?.goTo(position),
  });
  // The router first scrolls a new page to its top. A reader who has scrolled on by then stays there.
  const stop = open && whenThere(handle, (there) => isStillTo(open, there) && there.goTo(open));
  if (isKnown) notes.touch();

  function write(): boolean {
    const position = handle.current?.position();
    if (!position) return false;
    const { place: named, chapter: shown } = facts();
    openBook.note({
      ...{ bookUuid, chapterUuid, chapterNumber, position, count },
      language: shown.language,
      textLanguage: shown.text_language,
      bookTitle: named.bookTitle,
      chapterTitle: named.title,
      printed: named.printed,
    });
    return true;
  }

  const listening = new AbortController();
  // These listeners run in the capture phase, before the one that sends the noted place to the account.
  const options = { capture: true, signal: listening.signal };
  addEventListener('pagehide', notes.flush, options);
  addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && notes.flush(), options);

  return {
    openedAt: open,
    touch: notes.touch,
    finish() {
      // A chapter without a place cannot be finished: note the place first.
      notes.touch();
      notes.flush();
      openBook.finish({ bookUuid, chapterNumber });
    },
    leave() {
      stop?.();
      listening.abort();
      notes.flush();
      close();
    },
  };
}

/** Acts at once if the layout is there, else when its code has come. The returned function calls it off. */
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

/**
 * Whether the reader has not scrolled yet. The early script may have: it brings a strip near its place before
 * hydration.
 */
function isStillTo(open: Position, handle: ContentHandle): boolean {
  if (scrollY === 0 || scrollY === Number(document.documentElement.dataset.resumedAt)) return true;
  const here = handle.position();
  return here?.index === open.index && Math.abs(here.fraction - open.fraction) < 0.01;
}

/** Pages or blocks. */
function countOf({ pages, blocks }: ReadableChapter): number {
  return pages ? (pages.at(-1)?.page ?? -1) + 1 : (blocks?.length ?? 0);
}
