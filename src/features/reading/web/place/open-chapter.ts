import type { ReactNode, RefObject } from 'react';
import type { ReadableChapter } from '../chapter/chapter.ts';
import type { ChapterPlace } from '../chapter/chapter-place.ts';
import type { ContentHandle } from '../chapter/content-handle.ts';
import type { ReadingPlace } from './use-reading-place.ts';

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
