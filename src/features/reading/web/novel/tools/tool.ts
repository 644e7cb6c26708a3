import type { ReadableChapter } from '../../chapter/chapter.ts';
import type { Pending } from './pending.ts';

/** The props of a tool of the novel's reader. */
export interface NovelToolProps {
  /** The chapter's blocks as words. */
  texts: readonly string[];
  chapter: ReadableChapter;
  /** The task that the chapter before has left. */
  pending: Pending | null;
  onClose: () => void;
}
