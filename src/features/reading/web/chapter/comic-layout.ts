import { bookSettings, type ReaderSettings } from '../../reader-settings.ts';
import type { ReadableChapter } from './chapter.ts';

/**
 * A chapter in the layout that its reader chose, else in the book's. Pages need whole originals: a chapter with one so
 * tall that it was cut into tiles stays a strip.
 */
export function asChosen(chapter: ReadableChapter, settings: ReaderSettings): ReadableChapter {
  if (chapter.kind === 'novel') return chapter;
  const { layout, direction } = bookSettings(settings, chapter.book_uuid);
  return {
    ...chapter,
    layout: layout === 'book' || (layout === 'pages' && isTall(chapter.pages)) ? chapter.layout : layout,
    reading_direction: direction === 'book' ? chapter.reading_direction : direction,
  };
}

/** Whether an original of the chapter was cut into tiles. */
export const isTall = (pages: readonly { page: number }[] = []): boolean =>
  pages.some(({ page }, index) => page === pages[index - 1]?.page);
