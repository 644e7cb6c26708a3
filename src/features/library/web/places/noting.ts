import type { Numbering } from '../../../catalog/contract.ts';
import {
  farther,
  furthestAfter,
  isFinished,
  positionAfterFinish,
  positionAtEnd,
  positionOnTheWay,
  timeAfter,
  withoutSkipped,
} from './place-rules.ts';
import { isReadInto, isSameSpot, isToBeAsked, type Spot, spotOf } from './spots.ts';
import type { Elsewhere, StoredDetails, StoredPlace } from './stored-places.ts';

/** What a page knows about the reading of its open book. */
export interface Reading {
  here: Spot;
  /** Where the reader was when another device's or tab's place turned up further on; else where the reader is now. */
  from: Spot;
  /**
   * The kept place, as the page last read or wrote it; null: there was none. A kept place that differs was written by
   * another tab or device.
   */
  known: Spot | null;
}

/**
 * The place of another device or tab that the reader must be asked about before this page overwrites it; null where
 * there is none.
 */
export function overtakerOf(kept: StoredPlace | undefined, { here, from, known }: Reading): StoredPlace | null {
  if (!kept || kept.removed) return null;
  const there = spotOf(kept);
  if (known && isSameSpot(there, known)) return null;
  return isToBeAsked({ there, here, from }) ? kept : null;
}

export interface Noted {
  bookUuid: string;
  spot: Spot & { chapterNumber: number };
  /** The numbering of `spot`; the place before has the same one. */
  numbering: Numbering | undefined;
  /** The chapter was read to its end. */
  isAtEnd?: boolean;
  details: StoredDetails;
  /** Where the reader was when asked about another device. */
  from: Spot;
  now: Date;
}

/** The place to keep after the reader has come to another spot. The furthest never goes back. */
export function noted(before: StoredPlace | undefined, note: Noted): StoredPlace {
  const { spot, isAtEnd = false, now } = note;
  const { chapterUuid, chapterNumber } = spot;
  const isSameChapter = before?.progress.chapter_uuid === chapterUuid;
  const wasFinished = isSameChapter && isFinished(before.progress.position);
  const onTheWay = positionOnTheWay(spot.position);
  const finished = isAtEnd ? positionAtEnd(spot.position) : null;
  const position = finished ?? (wasFinished ? positionAfterFinish(spot.position, spot.count) : onTheWay);
  const isRead = isAtEnd || isReadInto(onTheWay, spot);
  const { index, fraction } = onTheWay;
  const far = before ? { furthest: before.progress.furthest, skipped: before.details.skipped ?? [] } : null;
  const { furthest, skipped } = farther(far, {
    furthest: isAtEnd ? furthestAfter(chapterNumber) : { chapter_number: chapterNumber, index, fraction },
    isReadInto: isRead,
  });
  const { chapterTitle, printed, count, skipped: _, ...ofBook } = before?.details ?? {};
  const left = isRead ? withoutSkipped(skipped, chapterNumber) : skipped;
  return {
    progress: {
      book_uuid: note.bookUuid,
      chapter_uuid: chapterUuid,
      position,
      furthest,
      updated_at: timeAfter(before?.heard, now),
      ...(note.numbering && { numbering: note.numbering }),
    },
    details: {
      ...ofBook,
      ...(isSameChapter && given({ chapterTitle, printed, count })),
      ...given(note.details),
      ...(left.length > 0 && { skipped: left }),
    },
    unsent: true,
    ...(before && dealingsOf(before)),
    ...(before?.elsewhere && isStillAsked(before.elsewhere, note) && { elsewhere: before.elsewhere }),
  };
}

/** The times of a place: as sent to the account, and as the account last answered. */
const dealingsOf = ({ heard, sent }: StoredPlace) => ({
  ...(heard !== undefined && { heard }),
  ...(sent !== undefined && { sent }),
});

/**
 * A question about another device is over once the reader is at that place, or has gone on without it where it is
 * ahead.
 */
function isStillAsked(elsewhere: Elsewhere, { spot, from }: Noted): boolean {
  if (!elsewhere.isAhead) return elsewhere.chapterUuid !== spot.chapterUuid;
  return isToBeAsked({ there: elsewhere, here: spot, from });
}

/** Leaves out fields that are undefined: spread over a known place, they would erase what it knows. */
function given(details: StoredDetails): StoredDetails {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
}
