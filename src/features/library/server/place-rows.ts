import type { NumberedBook } from '../../catalog/server/catalog.ts';
import type { BookMarks, Mark, Progress } from '../contract.ts';
import { movedFurthest, movedMarks, movedNumber, movedRange } from '../numbering.ts';
import type { MarksRow, PlaceRow } from './queries.ts';

/** The numbering of a book's chapters; undefined where each chapter's number is its serial. */
export const by = ({ numbering }: NumberedBook) => numbering ?? undefined;

/**
 * "Not read" marks of the chapters that were put in before the furthest since it was reached. They must be stored when
 * the furthest moves on: after that nothing tells these chapters from read ones.
 */
export function putInSince(row: PlaceRow, book: NumberedBook): Mark[] {
  const { numbering } = book;
  if (numbering === null) return [];
  const end = presentPlace(row, book).furthest.chapter_number;
  const since = movedRange([(row.furthestKnown ?? row.furthestChapter) + 1, numbering.next - 1], {
    from: undefined,
    to: numbering,
  });
  return since.flatMap(([first, last]): Mark[] => {
    const mark = { first, last: Math.min(last, end - 1), is_read: false, marked_at: row.updatedAt.toISOString() };
    return mark.first <= mark.last ? [mark] : [];
  });
}

export const presentMarks = ({ bookId, marks }: MarksRow, book: NumberedBook): BookMarks => ({
  book_uuid: bookId,
  marks: book.numbering ? movedMarks(marks, { from: undefined, to: book.numbering }) : marks,
  ...(book.numbering && { numbering: book.numbering }),
});

export function presentPlace(place: PlaceRow, book: NumberedBook): Progress {
  const { index, fraction, quote } = place;
  const furthest = {
    chapter_number: place.furthestChapter,
    index: place.furthestIndex,
    fraction: place.furthestFraction,
  };
  return {
    book_uuid: place.bookId,
    chapter_uuid: place.chapterId,
    position: { index, fraction, ...(quote === null ? {} : { quote }) },
    furthest: movedFurthest(furthest, { from: undefined, to: by(book) }),
    updated_at: place.updatedAt.toISOString(),
    ...(book.numbering && { numbering: book.numbering }),
  };
}

export function placeFrom(
  { book_uuid, chapter_uuid, position, furthest, updated_at }: Progress,
  book: NumberedBook,
): PlaceRow {
  return {
    bookId: book_uuid,
    chapterId: chapter_uuid,
    index: position.index,
    fraction: position.fraction,
    quote: position.quote ?? null,
    // Every number has a serial: those behind the last chapter too.
    furthestChapter: movedNumber(furthest.chapter_number, { from: by(book), to: undefined }) ?? furthest.chapter_number,
    furthestIndex: furthest.index,
    furthestFraction: furthest.fraction,
    furthestKnown: book.numbering ? book.numbering.next - 1 : book.chapterCount,
    updatedAt: new Date(updated_at),
  };
}
