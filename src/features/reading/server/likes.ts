import { type DbPool, withTransaction } from '../../../server/database/db.ts';
import { addLikes, findReadableChapter, lockBook } from '../../catalog/server/catalog.ts';
import type { Dates } from '../../catalog/server/dates/openings.ts';
import type { FavorResult } from '../contract.ts';
import { type Chapters, requireReadable } from './open-chapter.ts';
import { insertLike, insertLikeTally, removeLike } from './queries.ts';
import type { Reader } from './reading.ts';
import type { Refuse } from './refusal.ts';

/**
 * Likes a chapter, or takes the like back; a repeated call changes nothing. Rejects with AppError where book and
 * chapter do not belong together, or where the reader may not read the chapter.
 */
export async function setLike(
  db: DbPool,
  given: { reader: Reader; bookId: string; chapterId: string; liked: boolean; dates: Dates; refuse: Refuse },
): Promise<FavorResult> {
  const { reader, bookId, chapterId, liked } = given;
  const find: Chapters['find'] = async (asked) => {
    const found = await findReadableChapter(db, asked);
    return found?.bookId === bookId ? found : null;
  };
  const { chapter } = await requireReadable({ ...given, find }, { chapterId, language: 'en-us', reader });

  const total = await withTransaction(db, async (tx) => {
    // Locks in the order of an import: the book, then its chapters.
    await lockBook(tx, bookId);
    const say = liked ? insertLike : removeLike;
    const day = await say(tx, { userId: reader.userId, chapterId });
    if (day === null) return chapter.totalLikes;
    const by = liked ? 1 : -1;
    await insertLikeTally(tx, { bookId, day, by });
    return addLikes(tx, { bookId, chapterId, by });
  });
  return { already_favor: liked, total_likes: total };
}
