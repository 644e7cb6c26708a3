import type { ReadableChapter } from '../chapter/chapter.ts';
import type { Pending } from './pending.ts';

/** What a tool of the novel's reader gets. */
export interface NovelToolProps {
  /** The chapter's blocks as words. */
  texts: readonly string[];
  chapter: ReadableChapter;
  /** What the chapter that was open before left to be done. */
  pending: Pending | null;
  onClose: () => void;
}
