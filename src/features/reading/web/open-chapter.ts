import type { ReactNode, RefObject } from 'react';
import type { ReadableChapter } from './chapter.ts';
import type { ContentHandle } from './content-handle.ts';
import type { ChapterPlace } from './place/chapter-place.ts';
import type { ReadingPlace } from './place/use-reading-place.ts';

/** What a chapter is shown with, in whatever layout. */
export interface LayoutProps {
  place: ChapterPlace;
  chapter: ReadableChapter;
  handle: RefObject<ContentHandle | null>;
  end: RefObject<HTMLElement | null>;
  /** For the panel below the chapter. */
  extras: ReactNode;
  reading: ReadingPlace;
  onFinished: () => void;
}
