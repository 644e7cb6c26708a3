import { createPagePart } from '../../../../web/part.ts';
import type { BookDetail, ChapterListItem } from '../../contract.ts';
import { chapterPageSize } from './chapter-queries.ts';

export const jumpsPart = createPagePart('src/features/catalog/web/book/ListJumps.tsx', () =>
  import('./ListJumps.tsx').then((module) => module.ListJumps),
);

export const betweenPart = createPagePart('src/features/catalog/web/book/BetweenRows.tsx', () =>
  import('./BetweenRows.tsx').then((module) => module.BetweenRows),
);

export const listParts = [jumpsPart, betweenPart];

/** The parts that a book's list needs at once. */
export function listPartsOf({ total_chapters: total, chapters }: BookDetail) {
  return [...(total > chapterPageSize ? [jumpsPart] : []), ...(isPrinted(chapters) ? [betweenPart] : [])];
}

/** Whether the print of a chapter has a season or a number of its own, so that something may stand between rows. */
export const isPrinted = (chapters: readonly ChapterListItem[]): boolean =>
  chapters.some(({ season, label }) => season || label);
