import type { Db } from '../../../server/database/db.ts';
import type { Clock } from '../../../server/process/clock.ts';
import { dayOfNumber, numberOfDay } from '../rules.ts';
import { listReaders, sumChapters } from './figure-queries.ts';

const days = 28;

export interface BookFigures {
  /**
   * The readers of these books, or of all, in the last 28 days with today, and in the 28 days before them; at most 5 s
   * old. Books without any are left out.
   */
  countReaders(bookIds: readonly string[] | 'all'): Promise<{ bookId: string; now: number; before: number }[]>;
  /** How often the chapters that were read in these books were begun in those 28 days. */
  countReadings(bookIds: readonly string[]): Promise<Map<string, number>>;
}

/** The figures that stand beside books in the studio. */
export function createBookFigures(deps: {
  db: Db;
  clock: Clock;
  freshen(now: Date): Promise<{ today: string }>;
}): BookFigures {
  const { db, clock, freshen } = deps;
  async function lastDays() {
    const { today } = await freshen(clock());
    const daysBack = (count: number) => dayOfNumber((numberOfDay(today) ?? 0) - count);
    return { before: daysBack(2 * days - 1), from: daysBack(days - 1), to: today };
  }
  return {
    async countReaders(bookIds) {
      return listReaders(db, { ...(await lastDays()), bookIds: bookIds === 'all' ? null : bookIds });
    },
    async countReadings(bookIds) {
      const { from, to } = await lastDays();
      const sums = await Promise.all(bookIds.map((bookId) => sumChapters(db, { from, to, bookId, language: null })));
      const readings = new Map<string, number>();
      for (const { chapterId, started } of sums.flat())
        readings.set(chapterId, (readings.get(chapterId) ?? 0) + started);
      return readings;
    },
  };
}
