import type { Mark } from './contract.ts';
import { mostMarks } from './limits.ts';

/**
 * Merges two lists of marks. For each chapter the later mark wins; of two from the same moment, "read" wins. The result
 * does not depend on the order of the lists, nor on how often one arrives.
 */
export function mergeMarks(one: readonly Mark[], other: readonly Mark[]): Mark[] {
  const all = [...one, ...other];
  const edges = [...new Set(all.flatMap(({ first, last }) => [first, last + 1]))].sort((a, b) => a - b);
  const pieces = edges.flatMap((first, index) => {
    const latest = findMark(all, first);
    const last = (edges[index + 1] ?? first + 1) - 1;
    return latest ? [{ ...latest, first, last }] : [];
  });
  const merged = joined(pieces, (before, next) => before.marked_at === next.marked_at);
  // Too many marks, mostly of single chapters: their exact times matter little, so neighbours are joined.
  return merged.length <= mostMarks ? merged : joined(merged, () => true).slice(0, mostMarks);
}

/** The latest mark of a chapter; undefined where it has none. */
export function findMark(marks: readonly Mark[], chapterNumber: number): Mark | undefined {
  let latest: Mark | undefined;
  for (const mark of marks) {
    const isOfIt = mark.first <= chapterNumber && chapterNumber <= mark.last;
    if (isOfIt && (latest === undefined || isLater(mark, latest))) latest = mark;
  }
  return latest;
}

const isLater = (one: Mark, other: Mark): boolean =>
  timeOf(one) === timeOf(other) ? one.is_read && !other.is_read : timeOf(one) > timeOf(other);

const timeOf = ({ marked_at }: Mark): number => Date.parse(marked_at);

/**
 * Joins marks of neighbouring chapters that say the same, where `mayJoin` allows it: 1–3 read and 4–6 read become
 * 1–6 read, with the later of the two times.
 */
function joined(marks: readonly Mark[], mayJoin: (before: Mark, next: Mark) => boolean): Mark[] {
  const result: Mark[] = [];
  for (const mark of marks) {
    const before = result.at(-1);
    const isSame = before && before.last + 1 === mark.first && before.is_read === mark.is_read;
    if (isSame && mayJoin(before, mark)) {
      const { marked_at } = timeOf(before) > timeOf(mark) ? before : mark;
      result[result.length - 1] = { ...before, last: mark.last, marked_at };
    } else result.push(mark);
  }
  return result;
}

interface Hand {
  first: number;
  last: number;
  isRead: boolean;
  now: Date;
}

/** Adds a mark that the reader gives now. It wins over earlier marks, even where this clock is behind. */
export function withMark(marks: readonly Mark[], { first, last, isRead, now }: Hand): Mark[] {
  const overlapping = marks.filter((mark) => mark.first <= last && first <= mark.last);
  const time = Math.max(now.getTime(), ...overlapping.map((mark) => timeOf(mark) + 1));
  return mergeMarks(marks, [{ first, last, is_read: isRead, marked_at: new Date(time).toISOString() }]);
}

/** A chapter that was read to its end, with the time. */
export type Finished = readonly [chapterNumber: number, finishedAt: string];

/** Marks chapters as read that were finished after a mark had said "not read". */
export function withFinished(marks: readonly Mark[], finished: readonly Finished[]): Mark[] {
  const since = finished.flatMap(([number, marked_at]): Mark[] => {
    const mark = findMark(marks, number);
    const isOver = mark && !mark.is_read && timeOf(mark) < Date.parse(marked_at);
    return isOver ? [{ first: number, last: number, is_read: true, marked_at }] : [];
  });
  return since.length === 0 ? [...marks] : mergeMarks(marks, since);
}
