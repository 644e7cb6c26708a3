import type { Db } from '../../../server/db.ts';
import type { EventName } from '../contract.ts';
import type { BookDay } from '../rules.ts';

export interface NewEvent {
  eventId: string;
  name: EventName;
  bookId: string;
  chapterId: string | null;
  language: string;
  occurredAt: Date;
}

/** Those that are new: an event counts once, however often and from how many sides it arrives. */
export async function insertEvents(
  db: Db,
  events: readonly NewEvent[],
  receivedAt: Date,
): Promise<{ name: EventName; bookId: string }[]> {
  const { rows } = await db.query<{ name: EventName; bookId: string }>(
    {
      name: 'reading-insert-events',
      text: `
        insert into reading_events (event_id, name, book_id, chapter_id, language, occurred_at, received_at)
        select event_id, name, book_id, chapter_id, language, occurred_at, $7
        from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[])
          as given(event_id, name, book_id, chapter_id, language, occurred_at)
        order by event_id
        on conflict (event_id) do nothing
        returning name, book_id as "bookId"`,
    },
    [
      events.map((event) => event.eventId),
      events.map((event) => event.name),
      events.map((event) => event.bookId),
      events.map((event) => event.chapterId),
      events.map((event) => event.language),
      events.map((event) => event.occurredAt.toISOString()),
      receivedAt,
    ],
  );
  return rows;
}

export interface Readings {
  bookId: string;
  count: number;
}

/** Adds finished readings of one reader on one day, as far as `most` allows. */
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

/** Notes that these books want a new score. The rows stay locked, so that a refresh sees what was noted, or waits. */
export async function markForScoring(db: Db, bookIds: readonly string[]): Promise<void> {
  await db.query(
    {
      name: 'reading-mark-for-scoring',
      text: `
        insert into popularity_dirty (book_id) select unnest($1::uuid[]) as book_id order by book_id
        on conflict (book_id) do update set since = popularity_dirty.since`,
    },
    [bookIds],
  );
}

/** Takes up to `limit` books that want a new score, those that wait longest first. */
export async function takeForScoring(db: Db, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ bookId: string }>(
    `delete from popularity_dirty where book_id in (
       select book_id from popularity_dirty order by since limit $1 for update skip locked)
     returning book_id as "bookId"`,
    [limit],
  );
  return rows.map(({ bookId }) => bookId);
}

/** Sums what single readers added since yesterday into the books' days. */
export async function sumBookDays(db: Db, bookIds: readonly string[]): Promise<void> {
  await db.query(
    `insert into book_days (book_id, day, finished)
     select book_id, day, sum(finished) from reading_counts where book_id = any($1::uuid[]) group by book_id, day
     on conflict (book_id, day) do update set finished = excluded.finished`,
    [bookIds],
  );
}

export async function listBookDays(db: Db, bookIds: readonly string[]): Promise<(BookDay & { bookId: string })[]> {
  const { rows } = await db.query<BookDay & { bookId: string }>(
    `select book_id as "bookId", day, finished as readings, liked as likes
     from book_days where book_id = any($1::uuid[])`,
    [bookIds],
  );
  return rows;
}

/** The day's secret, made by whoever asks first. */
export async function getSalt(db: Db, given: { day: string; proposed: Buffer }): Promise<Buffer> {
  await db.query('insert into daily_salts (day, salt) values ($1, $2) on conflict (day) do nothing', [
    given.day,
    given.proposed,
  ]);
  const { rows } = await db.query<{ salt: Buffer }>('select salt from daily_salts where day = $1', [given.day]);
  return rows[0]?.salt ?? given.proposed;
}

/** What is no longer needed: salts and per-reader counts of former days, events too old to arrive again. */
export async function purge(
  db: Db,
  before: { events: Date; countsDay: string; saltsDay: string; days: string },
): Promise<void> {
  await db.query('delete from daily_salts where day < $1', [before.saltsDay]);
  await db.query('delete from reading_counts where day < $1', [before.countsDay]);
  await db.query('delete from reading_events where received_at < $1', [before.events]);
  await db.query('delete from book_days where day < $1', [before.days]);
}

export interface LikeRow {
  liked: boolean;
  changedAt: Date;
}

/** What a user last said of a chapter; null: nothing yet. */
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

/** Likes a chapter; the day that the like counts for, or null where the user liked it already. */
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

/** Takes a like back; the day that it counted for, or null where there was none. */
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

/** Adds likes to a book's day, or takes some off; never below nothing. */
export async function addLikesToDay(db: Db, given: { bookId: string; day: string; by: number }): Promise<void> {
  await db.query(
    `insert into book_days as days (book_id, day, liked) values ($1, $2, greatest($3::int, 0))
     on conflict (book_id, day) do update set liked = greatest(days.liked + $3::int, 0)`,
    [given.bookId, given.day, given.by],
  );
}
