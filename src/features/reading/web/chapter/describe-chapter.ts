import { paths } from '../../../../shared/paths.ts';
import { displayText } from '../../../../shared/text.ts';
import { tagOfWords } from '../../../../shared/text-language.ts';
import type { OpenedChapter } from './chapter.ts';

/** The element that stands for what only members may read; search engines look for it by its id. */
export const lockId = 'locked-chapter';

/** The facts of a chapter for search engines (schema.org), and which part of its page is not free. */
export function describeChapter({ chapter }: OpenedChapter): Record<string, unknown> {
  const isComic = chapter.kind === 'comic';
  const isFree = chapter.access.state === 'free';
  return {
    '@context': 'https://schema.org',
    '@type': isComic ? 'ComicStory' : 'Chapter',
    name: displayText(chapter.title),
    position: chapter.chapter_number,
    inLanguage: tagOfWords(chapter),
    isPartOf: {
      '@type': isComic ? 'ComicSeries' : 'Book',
      name: displayText(chapter.book_title),
      url: paths.book(chapter.book_uuid),
    },
    isAccessibleForFree: isFree,
    ...(!isFree && {
      hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: `#${lockId}` },
    }),
  };
}

/** Whether a chapter is open to all, and will not stay so: nobody is to keep a copy of its page. */
export function isFreeForNow({ state, until }: OpenedChapter['chapter']['access']): boolean {
  return state === 'free' && until !== null;
}
