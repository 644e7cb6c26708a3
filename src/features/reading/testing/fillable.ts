import type { RowOf } from '../../../server/testing/bulk-load.ts';

const events = {
  day: 'date',
  event_id: 'uuid',
  name: 'text',
  book_id: 'uuid',
  chapter_id: 'uuid',
  language: 'text',
  occurred_at: 'timestamptz',
  received_at: 'timestamptz',
} as const;
const bookDays = {
  book_id: 'uuid',
  day: 'date',
  finished: 'int4',
  liked: 'int4',
  opens: 'int4',
  starts: 'int4',
  finishes: 'int4',
} as const;
const likes = {
  user_id: 'uuid',
  chapter_id: 'uuid',
  liked: 'bool',
  liked_on: 'date',
  changed_at: 'timestamptz',
} as const;

/** The tables of readings and likes, as COPY fills them. */
export const readingTables = {
  events: { table: 'book_events', columns: events },
  bookDays: { table: 'book_days', columns: bookDays },
  likes: { table: 'chapter_likes', columns: likes },
};

export type EventRow = RowOf<typeof events>;
export type BookDayRow = RowOf<typeof bookDays>;
export type LikeRow = RowOf<typeof likes>;
