import type { Mark, Position, Progress } from './contract.ts';
import { type ChapterRange, without } from './numbering.ts';

/** What a user's place and marks in a book say, by the numbers that chapters have now. */
interface Reading {
  /** `number`: of the chapter that the place is in; null: it is not published. */
  place: (Pick<Progress, 'position' | 'furthest' | 'updated_at'> & { number: number | null }) | null;
  marks: readonly Mark[];
}

export interface ReadStretches {
  /** Chapters that are read, and since when. */
  read: { first: number; last: number; at: Date }[];
  /** Chapters that are begun; `position` is where the reader is in it, null where it is known of another chapter only. */
  begun: { number: number; position: Position | null; at: Date }[];
}

/**
 * The chapters that a user has read, and begun, as their browser shows it (spec: library.md#marks). A mark by hand
 * holds until they read in the chapter again.
 */
export function stretchesOf({ place, marks }: Reading): ReadStretches {
  const own = place?.number ?? null;
  const left = place ? Date.parse(place.updated_at) : Number.NEGATIVE_INFINITY;
  const pieces = marks.flatMap((mark) => {
    const whole: ChapterRange = [mark.first, mark.last];
    const isReadSince = own !== null && Date.parse(mark.marked_at) < left;
    return (isReadSince ? without(whole, [[own, own]]) : [whole]).map(([first, last]) => ({
      ...{ first, last, isRead: mark.is_read, at: new Date(mark.marked_at) },
    }));
  });
  const read = pieces.flatMap(({ isRead, ...piece }) => (isRead ? [piece] : []));
  if (!place) return { read, begun: [] };
  const at = new Date(place.updated_at);
  const isMarked = (number: number) => pieces.some(({ first, last }) => first <= number && number <= last);
  const { position, furthest } = place;
  const isOnTheWay = own !== null && position.fraction < 1;
  const begun = [
    ...(isOnTheWay ? [{ number: own, position, at }] : []),
    ...(furthest.index + furthest.fraction > 0 && !(isOnTheWay && own === furthest.chapter_number)
      ? [{ number: furthest.chapter_number, position: null, at }]
      : []),
  ].filter(({ number }) => !isMarked(number));
  const before: ChapterRange = [1, furthest.chapter_number - 1];
  const others: ChapterRange[] = [
    ...pieces.map(({ first, last }): ChapterRange => [first, last]),
    ...(isOnTheWay ? [[own, own] as const] : []),
  ];
  const passed = before[1] < 1 ? [] : without(before, others);
  return { read: [...passed.map(([first, last]) => ({ first, last, at })), ...read], begun };
}
