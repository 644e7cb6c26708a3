import { type DbPool, withTransaction } from '../../../server/db.ts';
import { addLikes, findReadableChapter } from '../../catalog/server/catalog.ts';
import type { FavorResult } from '../contract.ts';
import { chapterNotFound, refusalError } from './present.ts';
import { addLikesToDay, insertLike, markForScoring, removeLike } from './queries.ts';
import { decideRefusal, type Reader } from './reading.ts';

/**
 * Likes a chapter, or takes the like back; saying the same again changes nothing. Rejects with AppError where book and
 * chapter do not belong together, or the reader may not read it.
 */
export async function setLike(
  db: DbPool,
  given: { reader: Reader; bookId: string; chapterId: string; liked: boolean },
): Promise<FavorResult> {
  const { reader, bookId, chapterId, liked } = given;
  const chapter = await findReadableChapter(db, { chapterId, language: 'en-us' });
  if (!chapter || chapter.bookId !== bookId) throw chapterNotFound();
  const refusal = decideRefusal(chapter, reader);
  if (refusal) throw refusalError(refusal);

  const total = await withTransaction(db, async (tx) => {
    const say = liked ? insertLike : removeLike;
    const day = await say(tx, { userId: reader.userId, chapterId });
    if (day === null) return chapter.totalLikes;
    const by = liked ? 1 : -1;
    const totalLikes = await addLikes(tx, { bookId, chapterId, by });
    await addLikesToDay(tx, { bookId, day, by });
    await markForScoring(tx, [bookId]);
    return totalLikes;
  });
  return { already_favor: liked, total_likes: total };
}
