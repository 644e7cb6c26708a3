import type { Db } from '../../../server/database/db.ts';
import type { ShelfEntry } from '../shelf.ts';

export interface ShelfRow extends ShelfEntry {
  bookId: string;
}

const fields = `book_id as "bookId", state, added_at as "addedAt", started_at as "startedAt",
  finished_at as "finishedAt", changed_at as "changedAt", set_at as "setAt"`;

/** The books on a user's shelves, the last read or set first. */
export async function listOnShelves(db: Db, userId: string): Promise<ShelfRow[]> {
  const { rows } = await db.query<ShelfRow>(
    {
      name: 'library-shelf',
      text: `
        select ${fields} from shelf_books where user_id = $1 and state is not null order by changed_at desc, book_id`,
    },
    [userId],
  );
  return rows;
}

/** What is kept of these books, those that were taken off among them; locked until the transaction ends. */
export async function lockShelf(tx: Db, asked: { userId: string; bookIds: readonly string[] }): Promise<ShelfRow[]> {
  const { rows } = await tx.query<ShelfRow>(
    {
      name: 'library-lock-shelf',
      text: `
        select ${fields} from shelf_books where user_id = $1 and book_id = any($2::uuid[])
        order by book_id for update`,
    },
    [asked.userId, asked.bookIds],
  );
  return rows;
}

export async function putOnShelves(tx: Db, given: { userId: string; rows: readonly ShelfRow[] }): Promise<void> {
  const { userId, rows } = given;
  await tx.query(
    {
      name: 'library-put-on-shelves',
      text: `
        insert into shelf_books as kept (user_id, book_id, state, added_at, started_at, finished_at, changed_at, set_at)
        select $1::uuid, * from unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::timestamptz[],
          $6::timestamptz[], $7::timestamptz[], $8::timestamptz[])
        on conflict (user_id, book_id) do update set state = excluded.state, added_at = excluded.added_at,
          started_at = excluded.started_at, finished_at = excluded.finished_at, changed_at = excluded.changed_at,
          set_at = excluded.set_at`,
    },
    [
      userId,
      rows.map(({ bookId }) => bookId),
      rows.map(({ state }) => state),
      rows.map(({ addedAt }) => addedAt),
      rows.map(({ startedAt }) => startedAt),
      rows.map(({ finishedAt }) => finishedAt),
      rows.map(({ changedAt }) => changedAt),
      rows.map(({ setAt }) => setAt),
    ],
  );
}

export async function countOnShelves(db: Db, userId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>('select count(*) as count from shelf_books where user_id = $1', [
    userId,
  ]);
  return rows[0]?.count ?? 0;
}

/** Takes a book off the shelves: what was read or set before `at` does not bring it back. */
export async function takeOff(db: Db, given: { userId: string; bookId: string; at: Date }): Promise<void> {
  await db.query(
    `update shelf_books set state = null, started_at = null, finished_at = null, changed_at = greatest(changed_at, $3)
     where user_id = $1 and book_id = $2`,
    [given.userId, given.bookId, given.at],
  );
}

/** Forgets what reading alone put on the shelves: one book, or all where `bookId` is null. What was set last stays. */
export async function forgetRead(db: Db, given: { userId: string; bookId: string | null }): Promise<void> {
  await db.query(
    `delete from shelf_books where user_id = $1 and ($2::uuid is null or book_id = $2)
       and set_at is distinct from changed_at`,
    [given.userId, given.bookId],
  );
}

/**
 * After chapters went to another book, their readers are in that book: it comes onto their shelf as `reading`, unless
 * they have set it themselves.
 */
export async function moveOnShelves(tx: Db, given: { to: string; userIds: readonly string[] }): Promise<void> {
  await tx.query(
    `insert into shelf_books (user_id, book_id, state, added_at, started_at, changed_at)
     select user_id, book_id, 'reading', updated_at, updated_at, updated_at from reading_places
     where book_id = $1 and user_id = any($2::uuid[])
     on conflict (user_id, book_id) do nothing`,
    [given.to, given.userIds],
  );
}

/** The ones of these books that a user follows. */
export async function listFollowedAmong(
  db: Db,
  asked: { userId: string; bookIds: readonly string[] },
): Promise<string[]> {
  const { rows } = await db.query<{ bookId: string }>(
    'select book_id as "bookId" from follows where user_id = $1 and book_id = any($2::uuid[])',
    [asked.userId, asked.bookIds],
  );
  return rows.map(({ bookId }) => bookId);
}
