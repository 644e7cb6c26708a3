import type { ChapterAction } from '../../features/catalog/web/studio/book/ChapterActions.tsx';

/** What features do with chosen chapters of a book, beside the catalogue itself. */
export const chapterActions: readonly ChapterAction[] = [];
