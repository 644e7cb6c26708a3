import type { Db } from '../../../server/database/db.ts';

/** How many likes of each chapter's book were given in a span of time and still hold, by chapter. */
export async function countLikes(
  db: Db,
  span: { from: Date; to: Date },
): Promise<{ chapterId: string; value: number }[]> {
  const { rows } = await db.query<{ chapterId: string; value: number }>(
    `select chapter_id as "chapterId", count(*) as value from chapter_likes
     where liked and liked_on between ($1::timestamptz at time zone 'utc')::date and ($2::timestamptz at time zone 'utc')::date
       and changed_at >= $1 and changed_at < $2 group by 1`,
    [span.from, span.to],
  );
  return rows;
}
