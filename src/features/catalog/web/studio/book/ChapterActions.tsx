import { type ComponentType, createContext } from 'react';
import type { StudioText } from '../../../../studio/web/words.ts';

/** Chosen chapters of a book, as a dialog about them is given them. */
export interface ChosenChapters {
  open: boolean;
  bookId: string;
  /** In the order of the book. */
  chapters: readonly string[];
  /** Something was changed. */
  onDone: () => void;
  onClose: () => void;
}

/** Something that another feature does with chosen chapters. */
export interface ChapterAction {
  key: string;
  label: (text: StudioText) => string;
  Dialog: ComponentType<ChosenChapters>;
}

/** What other features do with chosen chapters, beside what the catalogue does. */
export const ChapterActions = createContext<readonly ChapterAction[]>([]);
