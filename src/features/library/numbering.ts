import type { Numbering } from '../catalog/contract.ts';
import type { Furthest, Mark } from './contract.ts';
import { mergeMarks } from './marks.ts';

/** The first and the last chapter of a range, both included. */
export type ChapterRange = readonly [first: number, last: number];

/** The numbering that a number belongs to; undefined: the number is a serial. */
type By = Numbering | undefined;

/** The largest integer that the database holds. */
const largest = 2_147_483_647;

/** The ranges of serials in the order of their numbers; the last one holds the chapters that are still to come. */
function runsOf(by: By): { number: number; first: number; last: number }[] {
  const runs: ChapterRange[] = by
    ? [...by.runs.map(([first, last]): ChapterRange => [first, last]), [by.next, largest]]
    : [[1, largest]];
  let number = 1;
  return runs.map(([first, last]) => {
    const run = { number, first, last };
    number += last - first + 1;
    return run;
  });
}

function overlap([first, last]: ChapterRange, [from, to]: ChapterRange): ChapterRange[] {
  const both: ChapterRange = [Math.max(first, from), Math.min(last, to)];
  return both[0] <= both[1] ? [both] : [];
}

/** The serials of the chapters that have these numbers, and the other way round. */
const serialsOf = (range: ChapterRange, by: By): ChapterRange[] =>
  runsOf(by).flatMap(({ number, first, last }) =>
    overlap(range, [number, number + last - first]).map(
      ([from, to]): ChapterRange => [from - number + first, to - number + first],
    ),
  );
const numbersOf = (range: ChapterRange, by: By): ChapterRange[] =>
  runsOf(by).flatMap(({ number, first, last }) =>
    overlap(range, [first, last]).map(
      ([from, to]): ChapterRange => [from - first + number, Math.min(to - first + number, largest)],
    ),
  );

/** The numbers of the same chapters in another numbering; chapters that it does not have are left out. */
export const movedRange = (range: ChapterRange, { from, to }: { from: By; to: By }): ChapterRange[] =>
  serialsOf(range, from).flatMap((serials) => numbersOf(serials, to));

/** The number of the same chapter in another numbering; null where it has none. */
export const movedNumber = (number: number, way: { from: By; to: By }): number | null =>
  movedRange([number, number], way)[0]?.[0] ?? null;

export function movedMarks(marks: readonly Mark[], way: { from: By; to: By }): Mark[] {
  const moved = marks.flatMap((mark) =>
    movedRange([mark.first, mark.last], way).map(([first, last]): Mark => ({ ...mark, first, last })),
  );
  return mergeMarks(moved, []);
}

/** The furthest in another numbering. If its chapter is gone: the beginning of the next chapter that is still there. */
export function movedFurthest(furthest: Furthest, { from, to }: { from: By; to: By }): Furthest {
  const number = movedNumber(furthest.chapter_number, { from, to });
  if (number !== null) return { ...furthest, chapter_number: number };
  const serial = serialsOf([furthest.chapter_number, furthest.chapter_number], from)[0]?.[0] ?? 1;
  const before = runsOf(to).flatMap(({ number, first, last }) =>
    first < serial ? [{ number: number + Math.min(last, serial - 1) - first, serial: Math.min(last, serial - 1) }] : [],
  );
  const nearest = before.sort((one, other) => other.serial - one.serial)[0];
  return { chapter_number: (nearest?.number ?? 0) + 1, index: 0, fraction: 0 };
}

/** The chapters of `all` that are in none of the others. */
export function without(all: ChapterRange, others: readonly ChapterRange[]): ChapterRange[] {
  let left: ChapterRange[] = [all];
  for (const [first, last] of others) {
    left = left.flatMap((each) => [...overlap(each, [each[0], first - 1]), ...overlap(each, [last + 1, each[1]])]);
  }
  return left;
}
