import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLatest } from '../../../../web/use-latest.ts';
import { useReader } from '../chapter/reader.ts';
import { isComicFinished, isNovelFinished } from './finished.ts';
import { isOwnScroll } from './own-scroll.ts';
import { isNearEnd, shareRead } from './places.ts';
import { currentProgress, subscribeToProgress } from './progress.ts';

/** A chapter that has just opened may still move, or be scrolled to where it was left. */
const settleMs = 250;

/** The events that a reader scrolls by. */
const inputEvents = ['keydown', 'wheel', 'touchmove'];

interface Watched {
  /** The chapter's images or its text, without what follows. */
  content: RefObject<HTMLElement | null>;
  /** Undefined for a text. */
  images?: { count: number; had: () => number; isQuiet: () => boolean } | undefined;
  onFinished: () => void;
  /** Half of the end panel is on the screen: the reader is through, whether all images have loaded or not. */
  onEnd: () => void;
}

export interface ChapterWatch {
  /** Half of the chapter is above the screen's lower edge. */
  isHalfRead: boolean;
  isNearEnd: boolean;
  /** To be called when an image has arrived. */
  look: () => void;
}

/** Watches how far the reader has come in a scrolled chapter, and says once when it is finished. */
export function useChapterWatch({ content, images, onFinished, onEnd }: Watched): ChapterWatch {
  const { end } = useReader();
  const [isHalfRead, setHalfRead] = useState(false);
  const [isAlmostRead, setAlmostRead] = useState(false);
  const reading = useRef({ settled: false, scrolled: false, finished: false, ended: false, handled: false });

  const look = useLatest(() => {
    const pages = images ? null : pagesOfText();
    if (pages) {
      reading.current.scrolled ||= pages.hasTurned;
      setHalfRead(pages.share >= 0.5 && pages.hasTurned);
      setAlmostRead(pages.left <= 2 && pages.hasTurned);
    }
    const box = content.current?.getBoundingClientRect();
    if (!box) return;
    const extent = { top: box.top, height: box.height, screenHeight: innerHeight, images: images?.count ?? 0 };
    const fitsScreen = pages ? pages.total === 1 : box.height <= innerHeight;
    // Where nobody needs to scroll, what comes next is in sight from the start.
    if (!pages && (reading.current.scrolled || (reading.current.settled && fitsScreen))) {
      setHalfRead(shareRead(extent) >= 0.5);
      // The next chapter's images wait until this chapter's have loaded.
      setAlmostRead(isNearEnd(extent) && (images?.isQuiet() ?? true));
    }
    if (reading.current.scrolled && !reading.current.ended && visibleShareOf(end.current) >= 0.5) {
      reading.current.ended = true;
      onEnd();
    }
    if (reading.current.finished) return;
    const state = { ...reading.current, fitsScreen };
    const endReached = pages ? pages.left === 0 : box.bottom <= innerHeight;
    const isHeard = !images && currentProgress()?.isHeard;
    const isFinished = images
      ? isComicFinished(
          {
            lastVisible: visibleShareOf(content.current?.lastElementChild),
            endReached,
            loaded: images.had(),
            images: images.count,
          },
          state,
        )
      : isHeard || isNovelFinished({ read: pages ? pages.share : shareRead(extent), endReached }, state);
    if (!isFinished) return;
    reading.current.finished = true;
    onFinished();
  });

  useEffect(() => {
    let frame = 0;
    const lookSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    const scroll = () => {
      const { settled, handled } = reading.current;
      if ((settled || handled) && !isOwnScroll()) reading.current.scrolled = true;
      lookSoon();
    };
    // A reader may scroll at once, before the page has come to rest.
    const handle = () => {
      reading.current.handled = true;
    };
    const settle = setTimeout(() => {
      reading.current.settled = true;
      lookSoon();
    }, settleMs);
    addEventListener('scroll', scroll, { passive: true });
    addEventListener('resize', lookSoon);
    for (const sign of inputEvents) addEventListener(sign, handle, { passive: true });
    // A listener at the end of a chapter may be led to the next one at once.
    const unsubscribe = subscribeToProgress(() => (currentProgress()?.isHeard ? look() : lookSoon()));
    return () => {
      unsubscribe();
      clearTimeout(settle);
      cancelAnimationFrame(frame);
      removeEventListener('scroll', scroll);
      removeEventListener('resize', lookSoon);
      for (const sign of inputEvents) removeEventListener(sign, handle);
    };
  }, [look]);

  return { isHalfRead, isNearEnd: isAlmostRead, look };
}

/** How far a text is read that is set in pages; null where it is scrolled. */
function pagesOfText(): { share: number; left: number; total: number; hasTurned: boolean } | null {
  const progress = currentProgress();
  if (!progress || progress.page === null || progress.pages === null) return null;
  const { share, page, pages, hasMoved } = progress;
  return { share, left: pages - 1 - page, total: pages, hasTurned: hasMoved };
}

function visibleShareOf(element: Element | null | undefined): number {
  if (!element) return 0;
  const { top, bottom, height } = element.getBoundingClientRect();
  const visible = Math.min(bottom, innerHeight) - Math.max(top, 0);
  return height > 0 ? Math.max(0, visible) / height : 0;
}
