import type { Db } from '../../../server/database/db.ts';
import type { Mark } from '../contract.ts';

/** A part of the rows of a list. */
export interface Part {
  limit: number;
  offset: number;
}

/** Locks what the user keeps until the transaction ends, so that two calls at once cannot pass a limit. */
export async function lockLibrary(tx: Db, userId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('longstrip library'), hashtext($1))`, [userId]);
}

/** Where a user is in a book, and the furthest that they came. */
export interface PlaceRow {
  bookId: string;
  chapterId: string;
  index: number;
  fraction: number;
  quote: string | null;
  /** The serial of the furthest chapter. */
  furthestChapter: number;
  furthestIndex: number;
  furthestFraction: number;
  /** The highest serial of the book when the furthest was reached; null: that of the furthest chapter. */
  furthestKnown: number | null;
  updatedAt: Date;
}

const placeFields = `book_id as "bookId", chapter_id as "chapterId", position_index as index,
  position_fraction as fraction, position_quote as quote, furthest_chapter as "furthestChapter",
  furthest_index as "furthestIndex", furthest_fraction as "furthestFraction", furthest_known as "furthestKnown",
  updated_at as "updatedAt"`;

const givenPlaces = `unnest($2::uuid[], $3::uuid[], $4::int[], $5::float8[], $6::text[], $7::timestamptz[], $8::int[],
  $9::int[], $10::float8[], $11::int[]) as given (book_id, chapter_id, position_index, position_fraction, position_quote,
  updated_at, furthest_chapter, furthest_index, furthest_fraction, furthest_known)`;

const columnsOf = (places: readonly PlaceRow[]) => [
  places.map(({ bookId }) => bookId),
  places.map(({ chapterId }) => chapterId),
  places.map(({ index }) => index),
  places.map(({ fraction }) => fraction),
  places.map(({ quote }) => quote),
  places.map(({ updatedAt }) => updatedAt),
  places.map(({ furthestChapter }) => furthestChapter),
  places.map(({ furthestIndex }) => furthestIndex),
  places.map(({ furthestFraction }) => furthestFraction),
  places.map(({ furthestKnown }) => furthestKnown),
];

/**
 * Stores places in books that the user has none in, until there are `most`; returns the books whose places were stored.
 */
export async function insertPlaces(
  tx: Db,
  given: { userId: string; places: readonly PlaceRow[]; most: number },
): Promise<string[]> {
  const { rows } = await tx.query<{ bookId: string }>(
    {
      name: 'library-insert-places',
      text: `
        insert into reading_places (user_id, book_id, chapter_id, position_index, position_fraction, position_quote,
          updated_at, furthest_chapter, furthest_index, furthest_fraction, furthest_known)
        select $1::uuid, given.* from ${givenPlaces}
        where not exists (select from reading_places old where old.user_id = $1 and old.book_id = given.book_id)
        limit greatest(0, $12 - (select count(*) from reading_places where user_id = $1))
        on conflict (user_id, book_id) do nothing returning book_id as "bookId"`,
    },
    [given.userId, ...columnsOf(given.places), given.most],
  );
  return rows.map(({ bookId }) => bookId);
}

/** The places of a user in these books, locked until the transaction ends. */
export async function lockPlaces(tx: Db, asked: { userId: string; bookIds: readonly string[] }): Promise<PlaceRow[]> {
  const { rows } = await tx.query<PlaceRow>(
    {
      name: 'library-lock-places',
      text: `
        select ${placeFields} from reading_places where user_id = $1 and book_id = any($2::uuid[])
        order by book_id for update`,
    },
    [asked.userId, asked.bookIds],
  );
  return rows;
}

export async function updatePlaces(tx: Db, given: { userId: string; places: readonly PlaceRow[] }): Promise<void> {
  await tx.query(
    {
      name: 'library-update-places',
      text: `
        update reading_places as kept set chapter_id = given.chapter_id, position_index = given.position_index,
          position_fraction = given.position_fraction, position_quote = given.position_quote,
          updated_at = given.updated_at, furthest_chapter = given.furthest_chapter,
          furthest_index = given.furthest_index, furthest_fraction = given.furthest_fraction,
          furthest_known = given.furthest_known
        from ${givenPlaces} where kept.user_id = $1 and kept.book_id = given.book_id`,
    },
    [given.userId, ...columnsOf(given.places)],
  );
}

/** A user's places in these books, the last read first. */
export async function listPlacesIn(db: Db, asked: { userId: string; bookIds: readonly string[] }): Promise<PlaceRow[]> {
  const { rows } = await db.query<PlaceRow>(
    {
      name: 'library-places-in-books',
      text: `
        select ${placeFields} from reading_places where user_id = $1 and book_id = any($2::uuid[])
        order by updated_at desc, book_id`,
    },
    [asked.userId, asked.bookIds],
  );
  return rows;
}

/** A part of a user's places, the last read first. */
export async function listPlaces(db: Db, { userId, limit, offset }: Part & { userId: string }): Promise<PlaceRow[]> {
  const { rows } = await db.query<PlaceRow>(
    {
      name: 'library-places',
      text: `
        select ${placeFields} from reading_places where user_id = $1
        order by updated_at desc, book_id limit $2 offset $3`,
    },
    [userId, limit, offset],
  );
  return rows;
}

export interface MarksRow {
  bookId: string;
  marks: Mark[];
}

/**
 * The marks of a user in these books, an empty list where there are none; locked until the transaction ends. All
 * callers lock in the order of book ids, so that two of them cannot wait for each other.
 */
export async function lockMarks(tx: Db, asked: { userId: string; bookIds: readonly string[] }): Promise<MarksRow[]> {
  const { rows } = await tx.query<MarksRow>(
    {
      name: 'library-lock-marks',
      text: `
        insert into reading_marks as kept (user_id, book_id, marks)
        select $1::uuid, book_id, '[]' from unnest($2::uuid[]) as book_id
        on conflict (user_id, book_id) do update set marks = kept.marks
        returning book_id as "bookId", marks`,
    },
    [asked.userId, asked.bookIds.toSorted()],
  );
  return rows;
}

export async function updateMarks(tx: Db, given: { userId: string; books: readonly MarksRow[] }): Promise<void> {
  await tx.query(
    {
      name: 'library-update-marks',
      text: `
        update reading_marks as kept set marks = given.marks::jsonb
        from unnest($2::uuid[], $3::text[]) as given (book_id, marks)
        where kept.user_id = $1 and kept.book_id = given.book_id`,
    },
    [given.userId, given.books.map(({ bookId }) => bookId), given.books.map(({ marks }) => JSON.stringify(marks))],
  );
}

/** A part of the books in which a user has marks or a place. */
export async function listKnownBooks(db: Db, { userId, limit, offset }: Part & { userId: string }): Promise<string[]> {
  const { rows } = await db.query<{ bookId: string }>(
    {
      name: 'library-known-books',
      text: `
        select book_id as "bookId" from reading_marks where user_id = $1
        union select book_id from reading_places where user_id = $1
        order by 1 limit $2 offset $3`,
    },
    [userId, limit, offset],
  );
  return rows.map(({ bookId }) => bookId);
}

export async function listMarks(db: Db, asked: { userId: string; bookIds: readonly string[] }): Promise<MarksRow[]> {
  const { rows } = await db.query<MarksRow>(
    {
      name: 'library-marks',
      text: 'select book_id as "bookId", marks from reading_marks where user_id = $1 and book_id = any($2::uuid[])',
    },
    [asked.userId, asked.bookIds],
  );
  return rows;
}

/** How much of the limit a user's marks take: one for each mark, and one for each book with marks. */
export async function countMarks(db: Db, userId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    {
      name: 'library-count-marks',
      text: 'select count(*) + coalesce(sum(jsonb_array_length(marks)), 0) as count from reading_marks where user_id = $1',
    },
    [userId],
  );
  return rows[0]?.count ?? 0;
}

export async function deleteMarks(db: Db, userId: string): Promise<void> {
  await db.query('delete from reading_marks where user_id = $1', [userId]);
}

/** The books that a user follows, the last followed first. */
export async function listFollowedIds(db: Db, userId: string): Promise<string[]> {
  const { rows } = await db.query<{ bookId: string }>(
    {
      name: 'library-follows',
      text: `
        select book_id as "bookId" from follows where user_id = $1 order by followed_at desc, book_id`,
    },
    [userId],
  );
  return rows.map(({ bookId }) => bookId);
}

/** A part of the books that a user follows, the last followed first, and whether they want to be told of news. */
export async function listFollowRows(
  db: Db,
  userId: string,
  { limit, offset }: Part,
): Promise<{ bookId: string; notify: boolean }[]> {
  const { rows } = await db.query<{ bookId: string; notify: boolean }>(
    {
      name: 'library-follow-rows',
      text: `
        select book_id as "bookId", notify from follows where user_id = $1
        order by followed_at desc, book_id limit $2 offset $3`,
    },
    [userId, limit, offset],
  );
  return rows;
}

/** False where the user already follows as many other books as are allowed. */
export async function insertFollow(
  db: Db,
  given: { userId: string; bookId: string; notify: boolean | undefined; most: number },
): Promise<boolean> {
  const { rows } = await db.query<{ isFollowed: boolean }>(
    {
      name: 'library-follow',
      text: `
        with others as (select count(*) < $3 as leave_room from follows where user_id = $1 and book_id <> $2),
        added as (
          insert into follows as kept (user_id, book_id, notify) select $1, $2, coalesce($4, true) from others
          where leave_room
          on conflict (user_id, book_id) do update set notify = coalesce($4, kept.notify))
        select leave_room as "isFollowed" from others`,
    },
    [given.userId, given.bookId, given.most, given.notify ?? null],
  );
  return rows[0]?.isFollowed === true;
}

/** Deletes the places in one book, or in all books where `bookId` is null. */
export async function deletePlaces(db: Db, given: { userId: string; bookId: string | null }): Promise<void> {
  await db.query('delete from reading_places where user_id = $1 and ($2::uuid is null or book_id = $2)', [
    given.userId,
    given.bookId,
  ]);
}

/** Ends the follow of a book; does nothing where there is none. */
export async function unfollowBook(db: Db, given: { userId: string; bookId: string }): Promise<void> {
  await db.query('delete from follows where user_id = $1 and book_id = $2', [given.userId, given.bookId]);
}

/** Stores a user's token; it replaces the one before. */
export async function upsertFeedToken(db: Db, given: { userId: string; tokenHash: Buffer }): Promise<void> {
  await db.query(
    `insert into feed_tokens (user_id, token_hash) values ($1, $2)
     on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = now()`,
    [given.userId, given.tokenHash],
  );
}

/** Ends a user's feed, whether there is one or not. */
export async function endFeed(db: Db, userId: string): Promise<void> {
  await db.query('delete from feed_tokens where user_id = $1', [userId]);
}

/** Since when a user's feed has its address; null: it has none. */
export async function findFeedToken(db: Db, userId: string): Promise<{ createdAt: Date } | null> {
  const { rows } = await db.query<{ createdAt: Date }>(
    'select created_at as "createdAt" from feed_tokens where user_id = $1',
    [userId],
  );
  return rows[0] ?? null;
}

export interface FeedOwner {
  userId: string;
  createdAt: Date;
}

/** The user whose feed a token opens; null: the token is unknown, or was replaced. */
export async function findFeedOwner(db: Db, tokenHash: Buffer): Promise<FeedOwner | null> {
  const { rows } = await db.query<FeedOwner>(
    {
      name: 'library-feed-owner',
      text: 'select user_id as "userId", created_at as "createdAt" from feed_tokens where token_hash = $1',
    },
    [tokenHash],
  );
  return rows[0] ?? null;
}

/** The different places that readers have in a chapter. */
export async function selectPlacesIn(
  tx: Db,
  { bookId, chapterIds }: { bookId: string; chapterIds: readonly string[] },
): Promise<{ chapterId: string; places: { index: number; quote: string | null }[] }[]> {
  const { rows } = await tx.query<{ chapterId: string; places: { index: number; quote: string | null }[] }>(
    `select chapter_id as "chapterId",
       jsonb_agg(distinct jsonb_build_object('index', position_index, 'quote', position_quote)) as places
     from reading_places
     where book_id = $1 and chapter_id = any($2::uuid[]) group by chapter_id`,
    [bookId, chapterIds],
  );
  return rows;
}

/** Gives places in chapters other blocks; their readers have not moved. */
export async function updateIndexes(
  tx: Db,
  given: {
    bookId: string;
    moved: readonly { chapterId: string; index: number; quote: string | null; next: number }[];
  },
): Promise<void> {
  await tx.query(
    `update reading_places p set position_index = given.next
     from jsonb_to_recordset($2::jsonb) as given("chapterId" uuid, index int, quote text, next int)
     where p.book_id = $1 and p.chapter_id = given."chapterId" and p.position_index = given.index
       and p.position_quote is not distinct from given.quote`,
    [given.bookId, JSON.stringify(given.moved)],
  );
}
