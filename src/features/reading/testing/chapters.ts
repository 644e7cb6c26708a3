import { paths } from '../../../shared/paths.ts';
import { freeAccess } from '../../catalog/testing/dates.ts';
import type { Block, ChapterContent, ComicPage, LockedChapter } from '../contract.ts';

const uuidOf = (kind: 'b' | 'c', number: number) => `${kind}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const bookUuid = uuidOf('b', 1);
export const uuidOfChapter = (number: number) => uuidOf('c', number);
export const addressOfChapter = (number: number) =>
  paths.chapter({ bookUuid, chapterUuid: uuidOfChapter(number), number });

/** The middle one of a book's three chapters, where nothing else is said. */
export interface Asked {
  number?: number;
  chapters?: number;
}

function namesOf({ number = 2, chapters = 3 }: Asked): LockedChapter {
  const previous = number > 1 ? number - 1 : null;
  const next = number < chapters ? number + 1 : null;
  return {
    book_uuid: bookUuid,
    book_title: 'The Lighthouse',
    chapter_number: number,
    title: `Light ${number}`,
    prev_chapter_uuid: previous === null ? null : uuidOfChapter(previous),
    prev_chapter_number: previous,
    next_chapter_uuid: next === null ? null : uuidOfChapter(next),
    next_chapter_number: next,
    access: number <= 3 ? freeAccess : { state: 'members', free_at: null, until: null, reason: 'rule' },
    kind: 'comic',
    language: 'en-us',
  };
}

/** A comic's chapter of six pages in a strip, as the server answers it. */
export function comicChapter({ number, chapters, ...given }: Asked & Partial<ChapterContent> = {}): ChapterContent {
  const names = namesOf({ ...(number && { number }), ...(chapters && { chapters }) });
  return {
    ...names,
    // Its content is given to those who may read it.
    access: names.access.state === 'free' ? names.access : { ...names.access, reason: 'member' },
    season: null,
    label: null,
    prev_season: null,
    prev_label: null,
    next_season: null,
    next_label: null,
    chapter_title: names.title,
    images: [],
    already_favor: false,
    total_likes: 4,
    kind: 'comic',
    language: 'en-us',
    layout: 'strip',
    reading_direction: 'ltr',
    rating: null,
    pages: pagesOf(6),
    ...given,
  };
}

/** A novel's chapter of these paragraphs. */
export function novelChapter(
  paragraphs: readonly string[],
  { number, chapters, ...given }: Asked & Partial<ChapterContent> = {},
): ChapterContent {
  const blocks = paragraphs.map((text): Block => ({ type: 'p', inlines: [{ type: 'text', text }] }));
  const { pages: _, ...comic } = comicChapter({ ...(number && { number }), ...(chapters && { chapters }) });
  return { ...comic, kind: 'novel', blocks, ...given };
}

/** A chapter that is refused: the answer's status is 403. */
export function lockedChapter(asked: Asked = {}): LockedChapter {
  return namesOf(asked);
}

/** Pages higher than wide; those in `wide` are wider than high. */
export function pagesOf(count: number, { wide = [], query = '' }: { wide?: number[]; query?: string } = {}) {
  return Array.from({ length: count }, (_, page): ComicPage => {
    const [width, height] = wide.includes(page) ? [1600, 1200] : [800, 1200];
    return { page, width, height, src: `/media/${page}.webp${query}`, sources: [], placeholder: 'data:,' };
  });
}
