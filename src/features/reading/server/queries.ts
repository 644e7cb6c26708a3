import type { Db } from '../../../server/database/db.ts';
export interface Readings {
  bookId: string;
  count: number;
}

/** Adds readings that one reader finished on one day; no more than `most` count, together with earlier ones. */
export async function addReadings(
  db: Db,
  given: { day: string; readerHash: Buffer; readings: readonly Readings[]; most: number },
): Promise<void> {
  await db.query(
    {
      name: 'reading-add-readings',
      text: `
        insert into reading_counts as counts (book_id, day, reader_hash, finished)
        select book_id, $3, $4, least(count, $5::int)
        from unnest($1::uuid[], $2::int[]) as given(book_id, count) order by book_id
        on conflict (book_id, day, reader_hash)
        do update set finished = least(counts.finished + excluded.finished, $5::int)`,
    },
    [
      given.readings.map(({ bookId }) => bookId),
      given.readings.map(({ count }) => count),
      given.day,
      given.readerHash,
      given.most,
    ],
  );
}

/** The day's secret, which the first call makes. */
export async function getSalt(db: Db, given: { day: string; proposed: Buffer }): Promise<Buffer> {
  await db.query('insert into daily_salts (day, salt) values ($1, $2) on conflict (day) do nothing', [
    given.day,
    given.proposed,
  ]);
  const { rows } = await db.query<{ salt: Buffer }>('select salt from daily_salts where day = $1', [given.day]);
  return rows[0]?.salt ?? given.proposed;
}

export interface LikeRow {
  liked: boolean;
  changedAt: Date;
}

/** A user's last word on a chapter; null: none yet. */
export async function findLike(db: Db, asked: { userId: string; chapterId: string }): Promise<LikeRow | null> {
  const { rows } = await db.query<LikeRow>(
    {
      name: 'reading-like',
      text: 'select liked, changed_at as "changedAt" from chapter_likes where user_id = $1 and chapter_id = $2',
    },
    [asked.userId, asked.chapterId],
  );
  return rows[0] ?? null;
}

/** Likes a chapter; returns the day that the like counts for, or null where the user liked the chapter already. */
export async function insertLike(db: Db, given: { userId: string; chapterId: string }): Promise<string | null> {
  const { rows } = await db.query<{ day: string }>(
    {
      name: 'reading-insert-like',
      text: `
        insert into chapter_likes as likes (user_id, chapter_id, liked, liked_on, changed_at)
        values ($1, $2, true, (now() at time zone 'utc')::date, now())
        on conflict (user_id, chapter_id) do update
        set liked = true, liked_on = excluded.liked_on, changed_at = excluded.changed_at where not likes.liked
        returning liked_on as day`,
    },
    [given.userId, given.chapterId],
  );
  return rows[0]?.day ?? null;
}

/** Takes a like back; returns the day that the like counted for, or null where there was no like. */
export async function removeLike(db: Db, given: { userId: string; chapterId: string }): Promise<string | null> {
  const { rows } = await db.query<{ day: string }>(
    {
      name: 'reading-remove-like',
      text: `
        update chapter_likes set liked = false, changed_at = now()
        where user_id = $1 and chapter_id = $2 and liked returning liked_on as day`,
    },
    [given.userId, given.chapterId],
  );
  return rows[0]?.day ?? null;
}

/** Adds a like of that day to the book's tallies, or takes one away; the book's next score shows it. */
export async function insertLikeTally(db: Db, given: { bookId: string; day: string; by: 1 | -1 }): Promise<void> {
  await db.query(
    {
      name: 'reading-insert-like-tally',
      text: 'insert into book_tallies (book_id, day, liked) values ($1, $2, $3)',
    },
    [given.bookId, given.day, given.by],
  );
}
