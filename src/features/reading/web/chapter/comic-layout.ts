import { bookSettings, type ReaderSettings } from '../../reader-settings.ts';
import type { ReadableChapter } from './chapter.ts';

/**
 * A chapter in the layout that its reader wants: as its book has it, where nothing else was chosen. An original that is
 * so tall that it was cut into tiles is no page: a chapter with such stays as it is.
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
