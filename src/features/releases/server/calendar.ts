import type { Db } from '../../../server/database/db.ts';
import { notFound, wrongFields } from '../../../server/http/errors.ts';
import type { Language } from '../../../shared/languages.ts';
import { type ComingEvent, listComing } from '../../catalog/server/dates/coming.ts';
import { accessOf, type Dates } from '../../catalog/server/dates/openings.ts';
import type { CalendarEntry } from '../contract.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** spec: catalog.md#calendar */
const usualDays = 30;
const mostDays = 62;
const mostEntries = 500;

interface Asked {
  language: Language;
  from?: Date | undefined;
  to?: Date | undefined;
  book?: string | undefined;
  adult: boolean;
  dates: Dates;
}

/**
 * The entries of the calendar from `from` on and before `to`, by time; none lies before now. Rejects with AppError where these are no
 * range of at most 62 days, and where readers see no such book.
 */
export async function listCalendar(db: Db, asked: Asked): Promise<CalendarEntry[]> {
  const now = asked.dates.now();
  const found = await findEvents(db, { ...asked, now, ...requireRange(asked, now) });
  if (!found) throw notFound('book_not_found', 'There is no such book');
  return found.events.map(presentEvent);
}

/** What the calendar has of the next 62 days; `isFull`: there may be more. Null: readers see no such book. */
export function findComing(db: Db, asked: Omit<Asked, 'from' | 'to'> & { now: Date }): Promise<Found | null> {
  const { now } = asked;
  return findEvents(db, { ...asked, from: now, to: new Date(now.getTime() + mostDays * dayMs) });
}

interface Found {
  events: ComingEvent[];
  isFull: boolean;
}

async function findEvents(db: Db, asked: Asked & { now: Date; from: Date; to: Date }): Promise<Found | null> {
  const { book = null, language, adult, dates, now, from, to } = asked;
  const listed = await listComing(db, { bookId: book, adult, dates, language, now, from, to, limit: mostEntries });
  if (!listed) return null;
  const events = listed.flatMap((event) => {
    // The one decision has the last word on when a chapter opens.
    const at = event.kind === 'free' ? accessOf(dates, event, now).freeAt : event.at;
    return at === null || at < from || at >= to ? [] : [{ ...event, at }];
  });
  return { events, isFull: listed.length === mostEntries };
}

function requireRange({ from: given, to: until }: Asked, now: Date): { from: Date; to: Date } {
  const from = given ?? now;
  const to = until ?? new Date(from.getTime() + usualDays * dayMs);
  const length = to.getTime() - from.getTime();
  if (length > 0 && length <= mostDays * dayMs) return { from, to };
  const message = length > 0 ? `must be at most ${mostDays} days after from` : 'must be after from';
  throw wrongFields([{ path: 'to', code: 'invalid', message }]);
}

function presentEvent(event: ComingEvent): CalendarEntry {
  return {
    at: event.at.toISOString(),
    kind: event.kind,
    book_uuid: event.bookId,
    book_title: event.bookTitle,
    chapter_number: event.number,
    chapter_uuid: event.kind === 'free' ? event.id : null,
    season: event.kind === 'free' ? event.season : null,
    label: event.kind === 'free' ? event.label : null,
    title: event.kind === 'free' ? event.title : null,
  };
}
