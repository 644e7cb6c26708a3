import type { Db } from '../../../../server/database/db.ts';
import { type Cadence, cadenceDays, cadenceOf } from '../../cadence.ts';
import type { BookDetail } from '../../contract.ts';
import { type ComingChapter, listComingChapters, listReleaseDays } from './schedule-queries.ts';

/** When a book's chapters come: the next ones, null where the book does not tell them, and how often. */
export interface Rhythm {
  schedule: ComingChapter[] | null;
  cadence: Cadence | null;
}

/** At most so many coming chapters are told (spec: catalog.md#schedule). */
const mostComing = 10;

interface Asked {
  book: { id: string; status: 'ongoing' | 'finished' | 'hiatus'; showSchedule: boolean };
  timeZone: string;
  now: Date;
}

/** When the chapters of a book come, as readers are told. */
export async function findRhythm(db: Db, asked: Asked): Promise<Rhythm> {
  const [schedule, cadence] = await Promise.all([findSchedule(db, asked), findCadence(db, asked)]);
  return { schedule, cadence };
}

async function findSchedule(db: Db, { book, now }: Asked): Promise<ComingChapter[] | null> {
  return book.showSchedule ? listComingChapters(db, { bookId: book.id, now, limit: mostComing }) : null;
}

async function findCadence(db: Db, { book, timeZone, now }: Asked): Promise<Cadence | null> {
  if (book.status !== 'ongoing') return null;
  const { days, today } = await listReleaseDays(db, { bookId: book.id, timeZone, now, limit: cadenceDays });
  return cadenceOf(days, today);
}

export function presentRhythm({ schedule, cadence }: Rhythm): Pick<BookDetail, 'schedule' | 'cadence'> {
  return {
    schedule:
      schedule?.map(({ number, publishedAt }) => ({
        chapter_number: number,
        published_at: publishedAt.toISOString(),
      })) ?? null,
    cadence,
  };
}
