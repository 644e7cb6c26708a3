import type { Access } from '../catalog/access.ts';
import type { ReadingEvent } from './contract.ts';

/** When the reader's membership ends; null: there never was one. */
export interface Membership {
  expireAt: Date;
}

export type ChapterAccess =
  | { kind: 'free' }
  | { kind: 'member' }
  | { kind: 'membership_required' }
  | { kind: 'membership_expired' };

/**
 * Whether this reader may read a chapter with that access (spec: reading.md#access). It decides about the chapter's
 * JSON and about the bytes of its images. `now` is the database's.
 */
export function decideChapterAccess(asked: {
  access: Access;
  membership: Membership | null;
  now: Date;
}): ChapterAccess {
  const { access, membership, now } = asked;
  if (access.state === 'free') return { kind: 'free' };
  if (membership === null) return { kind: 'membership_required' };
  return membership.expireAt > now ? { kind: 'member' } : { kind: 'membership_expired' };
}

/**
 * The figures of the formula of popularity (docs/decisions/0014-popularity.md): after `halfLifeDays` a reading is worth
 * half, and a like is worth `readingsPerLike` readings. The scale begins at any day before the first reading; what is
 * older than `days` is worth next to nothing, and is not counted.
 */
export const popularityScale = { start: '2020-01-01', halfLifeDays: 14, readingsPerLike: 3, days: 400 };

const dayMs = 24 * 60 * 60 * 1000;

export interface BookDay {
  day: string;
  readings: number;
  likes: number;
}

/**
 * A book's popularity: the logarithm (base 2) of what its readings and likes are worth. A reading of one half-life
 * after the scale's first day counts as two of that day, so that newer ones weigh more. Scores never decay themselves,
 * since all would do so at the same rate, and the order would stay. Only a book that is read needs a new score; nothing
 * is recomputed as time passes. The database computes the same.
 */
export function popularityOf(days: readonly BookDay[]): number {
  const { start, halfLifeDays, readingsPerLike } = popularityScale;
  const weighed = days
    .map(({ day, readings, likes }) => ({
      halfLives: (Date.parse(day) - Date.parse(start)) / dayMs / halfLifeDays,
      worth: readings + likes * readingsPerLike,
    }))
    .filter(({ worth }) => worth > 0);
  if (weighed.length === 0) return 0;
  const newest = Math.max(...weighed.map(({ halfLives }) => halfLives));
  const sum = weighed.reduce((total, { halfLives, worth }) => total + worth * 2 ** (halfLives - newest), 0);
  return newest + Math.log2(sum);
}

/** Events that are older, or that lie further in the future, are not believed. */
const oldestEventMs = 7 * dayMs;
const furthestAheadMs = 5 * 60 * 1000;

export function isTimely(occurredAt: Date, now: Date): boolean {
  const age = now.getTime() - occurredAt.getTime();
  return age <= oldestEventMs && age >= -furthestAheadMs;
}

/** The book, chapter and page that an event is about. */
export interface EventPlace {
  bookId: string | null;
  chapterId: string | null;
  page: number | null;
}

/** The kinds of pages that a `page_view` tells apart. */
const viewedPages = ['home', 'book', 'chapter', 'other'] as const;

const lastPage = 100_000;

/** What an event is about. Null: it does not name what its kind needs, and is passed over (spec: reading.md#events). */
export function placeOfEvent(
  event: Pick<ReadingEvent, 'name' | 'book_uuid' | 'chapter_uuid' | 'page'>,
): EventPlace | null {
  const { name, book_uuid: bookId = null, chapter_uuid: chapterId = null, page } = event;
  switch (name) {
    case 'open_book':
    case 'start_reading':
    case 'finished_reading':
      return { bookId, chapterId, page: null };
    case 'lock_seen':
      return bookId !== null && chapterId !== null ? { bookId, chapterId, page: null } : null;
    case 'page_view':
      return placeOfView(page, { bookId, chapterId });
    case 'page_broken':
      if (chapterId === null || !isPageNumber(page)) return null;
      return { bookId, chapterId, page };
  }
}

function placeOfView(page: unknown, { bookId, chapterId }: Omit<EventPlace, 'page'>): EventPlace | null {
  const kind = viewedPages.find((known) => known === page);
  if (kind === undefined) return null;
  if (kind === 'chapter') return { bookId, chapterId, page: null };
  return { bookId: kind === 'book' ? bookId : null, chapterId: null, page: null };
}

function isPageNumber(page: unknown): page is number {
  return typeof page === 'number' && Number.isInteger(page) && page >= 1 && page <= lastPage;
}

/** One address moves a book's score by at most so many readings a day (spec: reading.md#popularity). */
export const readingsPerAddressAndDay = 5;

/** Whether a reader is a member now; null: a visitor. */
export function isMember(reader: { membership: { expireAt: Date } | null; now: Date } | null): boolean {
  return reader?.membership ? reader.membership.expireAt > reader.now : false;
}
