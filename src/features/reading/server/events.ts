import { createHmac, randomBytes } from 'node:crypto';
import { type Db, type DbPool, isPartMissing, withTransaction } from '../../../server/database/db.ts';
import { networkOf } from '../../../server/http/address.ts';
import { describePlaces, listPicturesOfPages } from '../../catalog/server/catalog.ts';
import type { ReadingEvent } from '../contract.ts';
import { isTimely, placeOfEvent, readingsPerAddressAndDay } from '../rules.ts';
import type { TakeEvents, Who } from './event-allowance.ts';
import { dayOf, insertEvents, makeEventsDays, type NewEvent, tallyEvents } from './event-queries.ts';
import { addReadings, getSalt } from './queries.ts';

/**
 * Takes a batch of reading events from one address; repeated events, untimely events and events of unknown books are
 * ignored.
 */
export type RecordEvents = (given: {
  events: readonly ReadingEvent[];
  address: string;
  /** Whether the reader is a member now. */
  isMember: boolean;
  /** The reader, for the studio's numbers; null where nobody is known, or the reader does not want to be tracked. */
  who: Who | null;
  /** The user who reads; null: a visitor. */
  userId: string | null;
  now: Date;
}) => Promise<void>;

/** Counts new events for the studio's numbers, in the transaction that stores them. */
export interface CountForStudio {
  prepare(now: Date): Promise<(tx: Db, given: { events: readonly NewEvent[]; who: Who | null }) => Promise<void>>;
}

/** Notes for a user's shelves that they have read chapters to their end. */
export type FinishBooks = (read: {
  userId: string;
  chapters: { bookId: string; chapterId: string; at: Date }[];
}) => Promise<void>;

/** Decides how many events of a sender are kept one by one, and whether the disk has room for more. */
export interface EventKeeping {
  takeEvents: TakeEvents;
  hasRoom(): Promise<boolean>;
}

export function createEventRecorder(
  db: DbPool,
  { numbers, keeping, finishBooks }: { numbers: CountForStudio; keeping: EventKeeping; finishBooks: FinishBooks },
): RecordEvents {
  const hashReader = createReaderHash(db);
  return async ({ events: told, address, isMember, who, userId, now }) => {
    const plausible = await keepPlausible(db, told, now);
    if (plausible.length === 0) return;
    if (userId !== null) await finishBooks({ userId, chapters: finishedIn(plausible, now) });
    const day = dayOf(now);
    const readerHash = await hashReader(address, day);
    const add = await numbers.prepare(now);
    const count = (tx: Db, fresh: readonly NewEvent[]) => add(tx, { events: fresh, who });
    const isRoom = await keeping.hasRoom();
    const kept = isRoom ? keeping.takeEvents({ day, address, who, count: plausible.length }) : 0;
    const [events, others] = [plausible.slice(0, kept), plausible.slice(kept)];
    const record = () => recordPlausible(db, { events, isMember, now, day, readerHash, count });
    if (events.length > 0)
      await record().catch(async (error: unknown) => {
        // The job makes partitions ahead. Where it has not run in time, the writer makes the day's partition.
        if (!isPartMissing(error)) throw error;
        await makeEventsDays(db, [...new Set(plausible.map(({ occurredAt }) => dayOf(occurredAt)))]);
        await record();
      });
    // In a second transaction, so that all transactions lock the hours of chapters in one order.
    if (others.length > 0) await tallyEvents(db, others, { at: now, day, isMember });
  };
}

function recordPlausible(
  db: DbPool,
  given: {
    events: readonly NewEvent[];
    isMember: boolean;
    now: Date;
    day: string;
    readerHash: Buffer;
    count: (tx: Db, fresh: readonly NewEvent[]) => Promise<void>;
  },
): Promise<void> {
  const { events, isMember, now, day, readerHash, count } = given;
  return withTransaction(db, async (tx) => {
    const freshIds = await insertEvents(tx, events, { at: now, day, isMember });
    const fresh = events.filter(({ eventId }) => freshIds.has(eventId));
    if (fresh.length > 0) await count(tx, fresh);
    const finished = fresh.flatMap(({ name, bookId }) => (name === 'finished_reading' && bookId ? [bookId] : []));
    if (finished.length === 0) return;
    await addReadings(tx, { day, readerHash, readings: countByBook(finished), most: readingsPerAddressAndDay });
  });
}

/** The chapters that were read to their end, and when; never later than now. */
function finishedIn(events: readonly NewEvent[], now: Date) {
  return events.flatMap(({ name, bookId, chapterId, occurredAt }) =>
    name === 'finished_reading' && bookId !== null && chapterId !== null
      ? [{ bookId, chapterId, at: occurredAt < now ? occurredAt : now }]
      : [],
  );
}

/** A time without a zone is in UTC, whatever the zone of this machine. */
function readTime(iso: string): Date {
  return new Date(/(?:Z|[+-]\d\d:?\d\d)$/i.test(iso) ? iso : `${iso}Z`);
}

async function keepPlausible(db: Db, events: readonly ReadingEvent[], now: Date): Promise<NewEvent[]> {
  const timely = new Map<string, NewEvent>();
  for (const event of events) {
    const occurredAt = readTime(event.occurred_at);
    const place = placeOfEvent(event);
    if (!place || !isTimely(occurredAt, now)) continue;
    const { event_id: eventId, name, language, referrer_host: referrerHost } = event;
    timely.set(eventId, { eventId, name, ...place, language, occurredAt, referrerHost });
  }
  const candidates = [...timely.values()];
  if (candidates.length === 0) return [];
  const isThere = await lookUpPages(db, candidates);
  const { visibleBooks, bookOfChapter } = await describePlaces(db, {
    bookIds: [...new Set(candidates.flatMap(({ bookId }) => bookId ?? []))],
    chapterIds: [...new Set(candidates.flatMap(({ chapterId }) => chapterId ?? []))],
  });
  return candidates.flatMap((event) => {
    const { chapterId } = event;
    const bookOf = chapterId === null ? null : bookOfChapter.get(chapterId);
    if (bookOf === undefined || (event.bookId !== null && !visibleBooks.has(event.bookId))) return [];
    if (bookOf !== null && event.bookId !== null && bookOf !== event.bookId) return [];
    if (!isThere(event)) return [];
    return [{ ...event, bookId: event.bookId ?? bookOf }];
  });
}

/**
 * Returns a function: whether the page that an event names exists in its chapter; true for an event that names no page.
 */
async function lookUpPages(db: Db, events: readonly NewEvent[]): Promise<(event: NewEvent) => boolean> {
  const named = events.flatMap(({ chapterId, language, page }) =>
    chapterId !== null && page !== null ? [{ chapterId, language, page }] : [],
  );
  if (named.length === 0) return () => true;
  const pictures = await listPicturesOfPages(db, named);
  return ({ chapterId, language, page }) =>
    page === null ||
    pictures.some((row) => row.chapterId === chapterId && row.language === language && row.page === page);
}

function countByBook(bookIds: readonly string[]): { bookId: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const bookId of bookIds) counts.set(bookId, (counts.get(bookId) ?? 0) + 1);
  return [...counts].map(([bookId, count]) => ({ bookId, count }));
}

/** Hashes an address; the hash cannot be reversed once the day's secret is deleted. */
function createReaderHash(db: Db): (address: string, day: string) => Promise<Buffer> {
  let known: { day: string; salt: Promise<Buffer> } | null = null;
  return async (address, day) => {
    if (known?.day !== day) {
      const salt = getSalt(db, { day, proposed: randomBytes(32) });
      known = { day, salt };
      salt.catch(() => {
        known = null;
      });
    }
    return createHmac('sha256', await known.salt)
      .update(networkOf(address))
      .digest()
      .subarray(0, 16);
  };
}
