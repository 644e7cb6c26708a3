import type { Numbering } from '../../../catalog/contract.ts';
import type { Mark } from '../../contract.ts';
import { type Finished, mergeMarks, withFinished, withMark } from '../../marks.ts';
import { movedMarks, movedNumber } from '../../numbering.ts';
import { noted } from '../places/noting.ts';
import { type Books, createOwnedBooks, isRecord, type Shelf } from '../places/owned-books.ts';
import { goesOnWith, spanOfReading } from '../places/place-rules.ts';
import type { Places } from '../places/places.ts';
import { isSameNumbering } from '../places/renumbering.ts';

/** A reader's marks in a book, as a browser keeps them. */
export interface StoredMarks {
  marks: readonly Mark[];
  /** The numbering of the marks' chapters. */
  numbering?: Numbering;
  /** The account does not have them yet. */
  unsent?: boolean;
  /**
   * Chapters finished since the account last answered: a mark that the account has, from before, must not win over
   * them.
   */
  finished?: readonly Finished[];
}

export type MarksOfBooks = Books<StoredMarks>;

export interface ChapterOfBook {
  bookUuid: string;
  chapterUuid: string;
  chapterNumber: number;
  /** The numbering that `chapterNumber` belongs to. */
  numbering?: Numbering | undefined;
}

/**
 * The most chapters that are remembered as finished between two answers of the account: more than anybody reads
 * offline.
 */
const mostFinished = 100;

export type Marks = ReturnType<typeof createMarks>;

/** The marks of the current reader, as a browser keeps them; some marks move the reader's place. */
export function createMarks(shelf: Shelf, places: Places) {
  const { read, write: writeBooks, subscribe } = createOwnedBooks(shelf, { itemIn: marksIn, withVisitors });

  function write(books: MarksOfBooks): void {
    const worth = Object.entries(books).filter(([, { marks, finished }]) => marks.length > 0 || finished !== undefined);
    if (worth.length > 0 || shelf.read() !== null) writeBooks(Object.fromEntries(worth));
  }

  const put = (bookUuid: string, marks: StoredMarks) => write({ ...read(), [bookUuid]: marks });

  function renumber(bookUuid: string, numbering: Numbering | undefined): void {
    const before = read()[bookUuid];
    const after = before && withNumbering(before, numbering);
    if (after && after !== before) put(bookUuid, after);
  }

  interface Said {
    first: number;
    last: number;
    isRead: boolean;
    numbering?: Numbering | undefined;
  }

  function mark(bookUuid: string, { numbering, ...said }: Said): void {
    const kept = read()[bookUuid];
    const before = kept && withNumbering(kept, numbering);
    const marks = withMark(before?.marks ?? [], { ...said, now: new Date() });
    put(bookUuid, { ...before, marks, unsent: true, ...(numbering && { numbering }) });
  }

  /** Puts the reader's place at the end of a chapter. */
  function goToEnd({ bookUuid, chapterUuid, chapterNumber, numbering }: ChapterOfBook): void {
    places.renumber(bookUuid, numbering);
    const kept = places.read()[bookUuid];
    const spot = { chapterUuid, chapterNumber, position: { index: 0, fraction: 0 } };
    const details = { chapterNumber };
    const note = { bookUuid, spot, numbering, isAtEnd: true, details, from: spot, now: new Date() };
    places.put(bookUuid, noted(kept?.removed ? undefined : kept, note));
  }

  return {
    read,
    write,
    subscribe,
    renumber,

    /** Marks a chapter. If reading would go on with it and the mark says "read", the place moves to its end. */
    markChapter(chapter: ChapterOfBook, isRead: boolean): void {
      const { bookUuid, chapterNumber, numbering } = chapter;
      mark(bookUuid, { first: chapterNumber, last: chapterNumber, isRead, numbering });
      const place = places.find(bookUuid);
      if (isRead && place && goesOnWith(place) === chapterNumber) goToEnd(chapter);
    },

    /**
     * Marks a chapter and all before it as read. If the reader was not beyond it, reading goes on with the next one.
     */
    markUpTo(chapter: ChapterOfBook): void {
      const { bookUuid, chapterNumber, numbering } = chapter;
      mark(bookUuid, { first: 1, last: chapterNumber, isRead: true, numbering });
      const place = places.find(bookUuid);
      const next = place && goesOnWith(place);
      if (!next || next <= chapterNumber) goToEnd(chapter);
    },

    /** Marks all that was read of a book as not read. Where its reader is in it stays. */
    markAllUnread(bookUuid: string): void {
      const kept = places.read()[bookUuid];
      const { marks = [], numbering = kept?.progress.numbering } = read()[bookUuid] ?? {};
      places.renumber(bookUuid, numbering);
      const last = spanOfReading({ place: places.find(bookUuid), marks });
      if (last > 0) mark(bookUuid, { first: 1, last, isRead: false, numbering });
    },

    /** Notes that a chapter was read to its end: it counts as read, whatever mark it had. */
    noteFinished({ bookUuid, chapterNumber }: { bookUuid: string; chapterNumber: number }): void {
      const finished: Finished = [chapterNumber, new Date().toISOString()];
      const before = read()[bookUuid];
      const marks = withFinished(before?.marks ?? [], [finished]);
      const isNews = marks.length > 0 && JSON.stringify(marks) !== JSON.stringify(before?.marks);
      // The account may have marks that this browser has not received yet; a visitor has no account.
      const waiting = shelf.user() === null ? null : [...(before?.finished ?? []), finished].slice(-mostFinished);
      if (!isNews && !waiting) return;
      put(bookUuid, { ...before, marks, ...(isNews && { unsent: true }), ...(waiting && { finished: waiting }) });
    },
  };
}

/** The same marks in another numbering of their book. */
export function withNumbering(kept: StoredMarks, to: Numbering | undefined): StoredMarks {
  const { numbering: from, ...rest } = kept;
  if (isSameNumbering(from, to)) return kept;
  const finished = kept.finished?.flatMap(([number, at]): Finished[] => {
    const moved = movedNumber(number, { from, to });
    return moved === null ? [] : [[moved, at]];
  });
  return {
    ...rest,
    marks: movedMarks(kept.marks, { from, to }),
    ...(finished && { finished }),
    ...(to && { numbering: to }),
  };
}

const withVisitors = (own: StoredMarks | undefined, visitors: StoredMarks): StoredMarks => ({
  ...(own ?? (visitors.numbering && { numbering: visitors.numbering })),
  marks: mergeMarks(own?.marks ?? [], own ? withNumbering(visitors, own.numbering).marks : visitors.marks),
  unsent: true,
});

/** Storage may hold anything: undefined for what is no mark. */
function marksIn(value: unknown): StoredMarks | undefined {
  if (!isRecord(value) || !Array.isArray(value.marks) || !value.marks.every(isMark)) return undefined;
  const { marks, unsent, finished, numbering } = value;
  return {
    marks,
    ...(isNumbering(numbering) && { numbering }),
    ...(unsent === true && { unsent }),
    ...(Array.isArray(finished) && finished.every(isFinished) && { finished }),
  };
}

const isMark = (value: unknown): value is Mark =>
  isRecord(value) &&
  [value.first, value.last].every(Number.isInteger) &&
  typeof value.is_read === 'boolean' &&
  isTime(value.marked_at);

const isFinished = (value: unknown): value is Finished =>
  Array.isArray(value) && Number.isInteger(value[0]) && isTime(value[1]);

/** Only this site writes numberings, and always whole ones: looking at one field is enough. */
const isNumbering = (value: unknown): value is Numbering => isRecord(value) && Array.isArray(value.runs);

const isTime = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
