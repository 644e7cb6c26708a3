import type { ReadableChapter } from '../chapter/chapter.ts';
import type { ReadingPlace } from './use-reading-place.ts';

/** What a chapter is shown with, in whatever layout. */
export interface LayoutProps {
  chapter: ReadableChapter;
  reading: ReadingPlace;
  onFinished: () => void;
}
