import type { BookMarks } from '../contract.ts';
import { mergeMarks, withFinished } from '../marks.ts';
import type { KeptMarks, MarksOfBooks } from './own-marks.ts';

/** With all that the account knows. What it no longer has was forgotten on another device. */
export function withToldMarks(mine: MarksOfBooks, told: readonly BookMarks[]): MarksOfBooks {
  const unsent = Object.entries(mine).filter(([, { unsent }]) => unsent);
  const after: Record<string, KeptMarks> = Object.fromEntries(
    unsent.map(([bookUuid, { marks }]) => [bookUuid, { marks, unsent: true }]),
  );
  for (const { book_uuid, marks } of told) {
    const known = mergeMarks(after[book_uuid]?.marks ?? [], marks);
    const merged = withFinished(known, mine[book_uuid]?.finished ?? []);
    const isNews = after[book_uuid] !== undefined || JSON.stringify(merged) !== JSON.stringify(known);
    after[book_uuid] = { marks: merged, ...(isNews && { unsent: true }) };
  }
  return after;
}

/** With what has come of what was sent; what was marked meanwhile is still to be told. */
export function withMarksAnswer(
  mine: MarksOfBooks,
  { sent, told }: { sent: readonly BookMarks[]; told: readonly BookMarks[] },
): MarksOfBooks {
  const answers = new Map(told.map(({ book_uuid, marks }) => [book_uuid, marks]));
  const after = { ...mine };
  for (const { book_uuid, marks } of sent) {
    const own = after[book_uuid];
    if (!own) continue;
    const { unsent: _, ...known } = own;
    const isKnown = JSON.stringify(own.marks) === JSON.stringify(marks);
    // What the account passes over, since the book is gone, is not sent again and again.
    const merged = mergeMarks(own.marks, answers.get(book_uuid) ?? []);
    after[book_uuid] = { ...(isKnown ? known : own), marks: merged };
  }
  return after;
}
