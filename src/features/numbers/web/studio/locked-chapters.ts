import { decideAccess } from '../../../catalog/access.ts';
import type { ChapterRow, StudioBook } from '../../../catalog/studio-contract.ts';

type Chapter = Pick<ChapterRow, 'chapter_uuid' | 'number' | 'access' | 'free_at' | 'editions'>;

/** The published chapters that visitors cannot read, by their ids. Windows pass: they are left out. */
export function lockedChapters(
  book: Pick<StudioBook, 'public_free_chapters' | 'default_free_chapters' | 'early_access_days'>,
  chapters: readonly Chapter[],
  now: Date,
): Set<string> {
  const isLocked = ({ number, access, free_at: freeAt, editions }: Chapter) => {
    const dates = editions.flatMap(({ state, published_at: at }) =>
      state === 'published' && at ? [Date.parse(at)] : [],
    );
    if (number === null || dates.length === 0) return false;
    const facts = {
      ...{ number, access, earlyAccessDays: book.early_access_days },
      publicFreeChapters: book.public_free_chapters ?? book.default_free_chapters,
      ...{ freeAt: freeAt === null ? null : new Date(freeAt), publishedAt: new Date(Math.min(...dates)) },
    };
    return decideAccess(facts, [], now).state === 'members';
  };
  return new Set(chapters.filter(isLocked).map(({ chapter_uuid: id }) => id));
}
