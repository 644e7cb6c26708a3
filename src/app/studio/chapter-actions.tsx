import type { ChapterAction, ChosenChapters } from '../../features/catalog/web/studio/book/ChapterActions.tsx';
import { SequenceDialog } from '../../features/releases/web/studio/SequenceDialog.tsx';

function Sequence({ open, bookId, chapters, onDone, onClose }: ChosenChapters) {
  return <SequenceDialog open={open} of={{ bookUuid: bookId, chapters }} onScheduled={onDone} onClose={onClose} />;
}

/** What features do with chosen chapters of a book, beside the catalogue itself. */
export const chapterActions: readonly ChapterAction[] = [
  { key: 'series', label: ({ t }) => t('bulk.chapters.series'), Dialog: Sequence },
];
