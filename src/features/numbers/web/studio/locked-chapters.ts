import { decideAccess } from '../../../catalog/access.ts';
import type { ChapterInOrder, StudioBook } from '../../../catalog/studio-contract.ts';

type Chapter = Pick<ChapterInOrder, 'chapter_uuid' | 'number' | 'access' | 'dates'>;

/** The published chapters that visitors cannot read, by their ids. Windows pass: they are left out. */
export function lockedChapters(
  book: Pick<StudioBook, 'public_free_chapters' | 'default_free_chapters' | 'early_access_days'>,
  chapters: readonly Chapter[],
  now: Date,
): Set<string> {
  const isLocked = ({ number, access, dates }: Chapter) => {
    if (number === null || !dates?.published_at) return false;
    const { free_at: freeAt, published_at: publishedAt } = dates;
    const facts = {
      ...{ number, access, earlyAccessDays: book.early_access_days },
      publicFreeChapters: book.public_free_chapters ?? book.default_free_chapters,
      ...{ freeAt: freeAt === null ? null : new Date(freeAt), publishedAt: new Date(publishedAt) },
    };
    return decideAccess(facts, [], now).state === 'members';
  };
  return new Set(chapters.filter(isLocked).map(({ chapter_uuid: id }) => id));
}
