import { currentUser } from '../../../web/session.ts';
import { type Finished, withFinished, withMark } from '../marks.ts';
import { noted } from './noting.ts';
import { type MarksOfBooks, readMyMarks, writeMyMarks } from './own-marks.ts';
import { readMine, writeMine } from './own-places.ts';
import { goesOnWith, spanOfReading } from './place-rules.ts';
import { findPlace } from './places.ts';

/** Chapters finished between two answers of the account; more are not read without a connection. */
const mostFinished = 100;

export interface ChapterOfBook {
  bookUuid: string;
  chapterUuid: string;
  chapterNumber: number;
}

/** Marks a chapter. Who would go on with it and says that it is read goes on with the next one. */
export function markChapter(chapter: ChapterOfBook, isRead: boolean): void {
  const { bookUuid, chapterNumber } = chapter;
  mark(bookUuid, { first: chapterNumber, last: chapterNumber, isRead });
  const place = findPlace(bookUuid);
  if (isRead && place && goesOnWith(place) === chapterNumber) finish(chapter);
}

/** Marks a chapter and all before it as read; whoever is not beyond it goes on with the next one. */
export function markUpTo(chapter: ChapterOfBook): void {
  const { bookUuid, chapterNumber } = chapter;
  mark(bookUuid, { first: 1, last: chapterNumber, isRead: true });
  const place = findPlace(bookUuid);
  const next = place && goesOnWith(place);
  if (!next || next <= chapterNumber) finish(chapter);
}

/** Marks all that was read of a book as not read. Where its reader is in it stays. */
export function markAllUnread(bookUuid: string): void {
  const last = spanOfReading({ place: findPlace(bookUuid), marks: readMyMarks()[bookUuid]?.marks ?? [] });
  if (last > 0) mark(bookUuid, { first: 1, last, isRead: false });
}

/** Takes in that a chapter was read to its end: it is read now, whatever was said of it before. */
export function markFinished({ bookUuid, chapterNumber }: { bookUuid: string; chapterNumber: number }): void {
  const finished: Finished = [chapterNumber, new Date().toISOString()];
  const books = readMyMarks();
  const before = books[bookUuid];
  const marks = withFinished(before?.marks ?? [], [finished]);
  const isNews = marks.length > 0 && JSON.stringify(marks) !== JSON.stringify(before?.marks);
  // An account may know of marks that have not come here yet; a visitor has none.
  const waiting = currentUser() ? [...(before?.finished ?? []), finished].slice(-mostFinished) : null;
  if (!isNews && !waiting) return;
  put(books, bookUuid, { ...before, marks, ...(isNews && { unsent: true }), ...(waiting && { finished: waiting }) });
}

function mark(bookUuid: string, said: { first: number; last: number; isRead: boolean }): void {
  const books = readMyMarks();
  const before = books[bookUuid];
  const marks = withMark(before?.marks ?? [], { ...said, now: new Date() });
  put(books, bookUuid, { ...before, marks, unsent: true });
}

const put = (books: MarksOfBooks, bookUuid: string, marks: MarksOfBooks[string]) =>
  writeMyMarks({ ...books, [bookUuid]: marks });

function finish({ bookUuid, chapterUuid, chapterNumber }: ChapterOfBook): void {
  const places = readMine();
  const kept = places[bookUuid];
  const before = kept?.removed ? undefined : kept;
  const spot = { chapterUuid, chapterNumber, position: { index: 0, fraction: 0 } };
  const place = noted(before, {
    bookUuid,
    spot,
    isAtEnd: true,
    details: { chapterNumber },
    from: spot,
    now: new Date(),
  });
  writeMine({ ...places, [bookUuid]: place });
}
