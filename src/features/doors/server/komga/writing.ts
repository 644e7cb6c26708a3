import { type DbPool, withTransaction } from '../../../../server/database/db.ts';
import { findChapterId, type ListedChapter } from '../../../catalog/server/search/edition-queries.ts';
import { saveMarks } from '../../../library/server/marks.ts';
import { saveProgress } from '../../../library/server/places.ts';
import type { BookReading } from '../../../library/server/read-state.ts';
import type { DoorPage } from '../pages/pages.ts';
import { placeAt, startOf, stretchesOf } from './progress.ts';

/** What a reader says about chapters of one book. */
interface Said {
  userId: string;
  bookId: string;
  /** What is known of the book so far. */
  reading: BookReading | undefined;
  now: Date;
}

/** Later than all that was said of the book before, even where this comes in the same moment. */
const timeAfter = ({ reading, now }: Said) =>
  new Date(Math.max(now.getTime(), (reading?.changedAt.getTime() ?? 0) + 1));

/** Marks chapters as read or as not read, as by hand. */
export async function markChapters(
  db: DbPool,
  given: Said & { numbers: readonly number[]; isRead: boolean },
): Promise<void> {
  const { userId, bookId, numbers, isRead } = given;
  if (numbers.length === 0) return;
  const now = timeAfter(given);
  const marks = stretchesOf(numbers).map((stretch) => ({ ...stretch, is_read: isRead, marked_at: now.toISOString() }));
  await saveMarks(db, { userId, items: [{ book_uuid: bookId, marks, numbers: 'present' }], now });
}

/** Puts the reader's place on a page of a chapter, or at its end, as of `at` or now; the pages of a novel are its chapters. */
export async function moveTo(
  db: DbPool,
  given: Said & { chapter: ListedChapter; pages: readonly DoorPage[]; page: number; isEnd: boolean; at?: Date },
): Promise<void> {
  const { userId, bookId, chapter, pages } = given;
  const number = chapter.kind === 'novel' ? (chapter.numbers[given.page - 1] ?? 0) : chapter.number;
  const chapterId = chapter.kind === 'novel' ? await findChapterId(db, { bookId, number }) : chapter.chapterId;
  const place = chapter.kind === 'novel' ? startOf(number) : placeAt({ number, pages }, given);
  if (!place || chapterId === null) return;
  const now = timeAfter(given);
  const at = given.at ?? now;
  const item = { book_uuid: bookId, chapter_uuid: chapterId, updated_at: at.toISOString(), ...place };
  await withTransaction(db, (tx) => saveProgress(tx, { userId, items: [{ ...item, numbers: 'present' }], now }));
}
