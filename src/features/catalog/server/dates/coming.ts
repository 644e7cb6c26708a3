import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import { findBook } from '../books/queries.ts';
import type { Dates } from './openings.ts';
import {
  type BookWithSchedule,
  type ComingEvent,
  listBooksWithSchedule,
  listComingEvents,
  listTitlesWithSchedule,
} from './schedule-queries.ts';

export type { ComingEvent } from './schedule-queries.ts';

interface Asked {
  /** Null: all books that tell what comes. */
  bookId: string | null;
  /** Books for adults too; a book that is asked for by its id counts in any case. */
  adult: boolean;
  dates: Dates;
  language: Language;
  now: Date;
  from: Date;
  to: Date;
  limit: number;
}

/** What comes out or opens from a moment on and before another, in the order of time; null: readers see no such book. */
export async function listComing(db: Db, { bookId, dates, adult, ...asked }: Asked): Promise<ComingEvent[] | null> {
  const { language, now, to } = asked;
  if (bookId !== null && !(await findBook(db, { bookId, language }))) return null;
  const bookIds = await listBooksWithSchedule(db, { bookId, adult: adult || bookId !== null, now, to });
  if (bookIds.length === 0) return [];
  return listComingEvents(db, { ...asked, books: bookIds.map((id) => openingsOf(dates, id, now)) });
}

function openingsOf(dates: Dates, id: string, now: Date): BookWithSchedule {
  const next = dates.freeWindowsOf(id).find(({ to }) => to > now);
  return { id, opensAt: next?.from ?? null, isOpen: next !== undefined && next.from <= now };
}

/** The titles of those of these books that tell what comes, by their ids. */
export async function findTitlesWithSchedule(
  db: Db,
  asked: { bookIds: readonly string[]; adult: boolean; language: Language },
): Promise<Map<string, string>> {
  return new Map((await listTitlesWithSchedule(db, asked)).map(({ id, title }) => [id, title]));
}
