import type { ReadableChapter } from '../chapter/chapter.ts';
import type { ReadingPlace } from './use-reading-place.ts';

/** The props of a chapter, in whatever layout. */
export interface LayoutProps {
  chapter: ReadableChapter;
  reading: ReadingPlace;
  onFinished: () => void;
}
