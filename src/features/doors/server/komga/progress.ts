import type { BookReading } from '../../../library/server/read-state.ts';
import type { DoorPage } from '../pages/pages.ts';
import { pageOfPoint, pointOfPage } from '../pages/tiles.ts';
import type { ReadCounts, ReadProgress } from './shapes.ts';

/** How many of an edition's books are read, and begun: of a comic its chapters, of a novel the one that it is. */
export function countBooks(
  { kind, numbers }: { kind: 'comic' | 'novel'; numbers: readonly number[] },
  reading: BookReading | undefined,
): ReadCounts {
  if (kind === 'comic') return countRead(numbers, reading);
  const progress = progressInNovel(numbers, reading);
  return { read: progress?.completed ? 1 : 0, begun: progress && !progress.completed ? 1 : 0 };
}

/** Where the reader is in a novel, whose pages are its chapters; null: they have not begun it. */
export function progressInNovel(numbers: readonly number[], reading: BookReading | undefined): ReadProgress | null {
  const { read, begun } = countRead(numbers, reading);
  if (!reading || read + begun === 0) return null;
  const completed = read === numbers.length;
  const isBegun = (number: number) => reading.begun.some((each) => each.number === number);
  const at = numbers.findIndex(isBegun);
  const page = completed ? numbers.length : at === -1 ? read : at + 1;
  return { page, completed, at: reading.changedAt };
}

/** How many of these chapters are read, and begun. */
export function countRead(numbers: readonly number[], reading: BookReading | undefined): ReadCounts {
  if (!reading) return { read: 0, begun: 0 };
  const begun = new Set(reading.begun.map(({ number }) => number));
  return {
    read: numbers.filter((number) => findRead(number, reading)).length,
    begun: numbers.filter((number) => begun.has(number)).length,
  };
}

const findRead = (number: number, { read }: BookReading) =>
  read.find(({ first, last }) => first <= number && number <= last);

/** Where the reader is in a chapter; null: they have not begun it. */
export function progressIn(
  chapter: { number: number; pages: readonly DoorPage[] },
  reading: BookReading | undefined,
): ReadProgress | null {
  const { number, pages } = chapter;
  const read = reading && findRead(number, reading);
  if (read) return { page: Math.max(1, pages.length), completed: true, at: read.at };
  const begun = reading?.begun.find((each) => each.number === number);
  if (!begun) return null;
  const page = begun.position ? pageOfPoint(pages, begun.position) : 0;
  return { page: (page ?? 0) + 1, completed: false, at: begun.at };
}

/** The number of the last chapter of those that are read without a gap from the first on; 0: the first one is not read. */
export function readOnTo(numbers: readonly number[], reading: BookReading | undefined): number {
  let last = 0;
  for (const number of numbers) {
    if (!reading || !findRead(number, reading)) break;
    last = number;
  }
  return last;
}

/** The stretches of chapters that stand side by side. */
export function stretchesOf(numbers: readonly number[]): { first: number; last: number }[] {
  const stretches: { first: number; last: number }[] = [];
  for (const number of numbers) {
    const before = stretches.at(-1);
    if (before && before.last + 1 === number) before.last = number;
    else stretches.push({ first: number, last: number });
  }
  return stretches;
}

type Fraction = { index: number; fraction: number };

/** The start of a chapter, as `placeAt` says it. */
export const startOf = (number: number): ReturnType<typeof placeAt> => ({
  position: { index: 0, fraction: 0 },
  furthest: { chapter_number: number, index: 0, fraction: 0 },
});

/** A place in a chapter as the library takes it: the end of the chapter, or the top of a page. Null: there is no such page. */
export function placeAt(
  { number, pages }: { number: number; pages: readonly DoorPage[] },
  { page, isEnd }: { page: number; isEnd: boolean },
): { position: Fraction; furthest: Fraction & { chapter_number: number } } | null {
  const point = pointOfPage(pages, page - 1);
  if (!point) return null;
  return isEnd
    ? { position: { ...point, fraction: 1 }, furthest: { chapter_number: number + 1, index: 0, fraction: 0 } }
    : { position: point, furthest: { chapter_number: number, ...point } };
}
