import type { Db } from '../../../server/database/db.ts';
import type { EventName } from '../contract.ts';

export interface NewEvent {
  eventId: string;
  name: EventName;
  /** Null: the event is about a page of the site that belongs to no book. */
  bookId: string | null;
  chapterId: string | null;
  /** The page of a chapter that is broken. */
  page: number | null;
  /** Unchecked, as the browser sent it. */
  referrerHost: unknown;
  language: string;
  occurredAt: Date;
}

/** The day of a partition: that on which the event occurred, so that a repeated event meets the first one there. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/**
 * Stores the new events, adds them to the tallies of their books and the hours of their chapters, and returns their ids. An event counts once, however often
 * and from however many browsers it arrives. Rejects where the partition of a day is missing.
 */
export async function insertEvents(
  db: Db,
  events: readonly NewEvent[],
  arrival: { at: Date; day: string; isMember: boolean },
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ eventId: string }>(
    {
      name: 'reading-insert-events',
      text: `
        with fresh as (
          insert into book_events (day, event_id, name, book_id, chapter_id, language, occurred_at, received_at)
          select day, event_id, name, book_id, chapter_id, language, occurred_at, $8
          from unnest($1::date[], $2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::text[], $7::timestamptz[])
            as given(day, event_id, name, book_id, chapter_id, language, occurred_at)
          order by event_id
          on conflict (event_id, day) do nothing
          returning event_id, name, book_id, chapter_id, occurred_at),
        told as (
          insert into book_tallies (book_id, day, opens, starts, finishes)
          select book_id, $9, count(*) filter (where name = 'open_book'),
            count(*) filter (where name = 'start_reading'), count(*) filter (where name = 'finished_reading')
          from fresh where name not in ('page_view', 'page_broken') group by book_id),
        counted as (
          insert into chapter_hours as old (chapter_id, hour, member, starts, locks)
          select chapter_id, date_trunc('hour', occurred_at, 'UTC'), $10, count(*) filter (where name = 'start_reading'),
            count(*) filter (where name = 'lock_seen')
          from fresh where chapter_id is not null and name in ('start_reading', 'lock_seen')
          group by 1, 2 order by 1, 2
          on conflict (chapter_id, hour, member)
          do update set starts = old.starts + excluded.starts, locks = old.locks + excluded.locks)
        select event_id as "eventId" from fresh`,
    },
    [
      events.map((event) => dayOf(event.occurredAt)),
      events.map((event) => event.eventId),
      events.map((event) => event.name),
      events.map((event) => event.bookId),
      events.map((event) => event.chapterId),
      events.map((event) => event.language),
      events.map((event) => event.occurredAt.toISOString()),
      arrival.at,
      arrival.day,
      arrival.isMember,
    ],
  );
  return new Set(rows.map(({ eventId }) => eventId));
}

/** Adds events to the tallies of their books, and those of this hour to their chapters' hours; stores nothing else. */
export async function tallyEvents(
  db: Db,
  events: readonly NewEvent[],
  arrival: { at: Date; day: string; isMember: boolean },
): Promise<void> {
  await db.query(
    {
      name: 'reading-tally-events',
      text: `
        with given as (select * from unnest($1::text[], $2::uuid[], $3::uuid[]) as given(name, book_id, chapter_id)),
        told as (
          insert into book_tallies (book_id, day, opens, starts, finishes)
          select book_id, $4, count(*) filter (where name = 'open_book'),
            count(*) filter (where name = 'start_reading'), count(*) filter (where name = 'finished_reading')
          from given where name not in ('page_view', 'page_broken') group by book_id),
        locked as (
          select chapter_id, hour, member from chapter_hours
          where chapter_id = any($3::uuid[]) and hour = date_trunc('hour', $5::timestamptz, 'UTC') and member = $6
          order by chapter_id for update)
        update chapter_hours as kept set starts = kept.starts + more.starts, locks = kept.locks + more.locks
        from locked join (
          select chapter_id, count(*) filter (where name = 'start_reading') as starts,
            count(*) filter (where name = 'lock_seen') as locks
          from given group by chapter_id) more using (chapter_id)
        where kept.chapter_id = locked.chapter_id and kept.hour = locked.hour and kept.member = locked.member`,
    },
    [
      events.map(({ name }) => name),
      events.map(({ bookId }) => bookId),
      events.map(({ chapterId }) => chapterId),
      arrival.day,
      arrival.at,
      arrival.isMember,
    ],
  );
}

/** The starts and locks of a book's published chapters in the hours from `from` on, by chapter and hour. */
export async function listChapterHours(
  db: Db,
  asked: { bookId: string; from: Date },
): Promise<{ chapterId: string; hour: Date; isMember: boolean; starts: number; locks: number }[]> {
  const { rows } = await db.query<{ chapterId: string; hour: Date; isMember: boolean; starts: number; locks: number }>(
    `select h.chapter_id as "chapterId", h.hour, h.member as "isMember", h.starts, h.locks
     from published_chapters c join chapter_hours h on h.chapter_id = c.id
     where c.book_id = $1 and h.hour >= $2`,
    [asked.bookId, asked.from],
  );
  return rows;
}

/** Makes the missing partitions of these days; no other transaction has to wait for that. */
export async function makeEventsDays(db: Db, days: readonly string[]): Promise<void> {
  await db.query('select make_events_day(day) from unnest($1::date[]) as day', [days]);
}

/** The existing partitions, the oldest first, with the number of their rows as far as it is known. */
export async function listEventsDays(db: Db): Promise<{ day: string; rows: number }[]> {
  const { rows } = await db.query<{ day: string; rows: number }>(
    `select to_date(right(c.relname, 8), 'YYYYMMDD') as day,
       case when c.reltuples >= 0 then c.reltuples else pg_relation_size(c.oid) / 150 end::bigint as rows
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'book_events'::regclass order by c.relname`,
  );
  return rows;
}

/** Removes a day's partition at once, or rejects where other transactions would have to wait for that. */
export async function dropEventsDay(db: Db, day: string): Promise<void> {
  await db.query('select drop_events_day($1)', [day]);
}
