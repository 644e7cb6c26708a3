import type { Furthest, Position, Progress } from './contract.ts';

type Part = string | number;
type Left = Pick<Progress, 'chapter_uuid' | 'position' | 'updated_at'>;

/**
 * Merges two reports on one book: the later one gives the position, and the furthest never goes back. The result does
 * not depend on the order of the reports, nor on how often one arrives.
 */
export function mergeProgress(one: Progress, other: Progress): Progress {
  const { chapter_uuid, position, updated_at } = compareParts(whenLeft(one), whenLeft(other)) < 0 ? other : one;
  return { ...one, chapter_uuid, position, updated_at, furthest: furtherOf(one.furthest, other.furthest) };
}

export function furtherOf(one: Furthest, other: Furthest): Furthest {
  return compareParts(howFar(one), howFar(other)) < 0 ? other : one;
}

const howFar = ({ chapter_number, index, fraction }: Furthest): Part[] => [chapter_number, index, fraction];

/** The sort key of a report. The parts after the time only serve to choose the same one of two reports each time. */
function whenLeft({ updated_at, chapter_uuid, position }: Left): Part[] {
  const { index, fraction, quote }: Position = position;
  return [Date.parse(updated_at), chapter_uuid, index, fraction, ...(quote === undefined ? [] : orderOf(quote))];
}

/** Ordered by code points, as the database compares bytes; a missing quote comes before an empty one. */
const orderOf = (text: string): number[] => [0, ...Array.from(text, (character) => character.codePointAt(0) ?? 0)];

/** Negative: `one` comes before `other`. A list comes after its own beginnings: [1, 2] after [1]. */
function compareParts(one: readonly Part[], other: readonly Part[]): number {
  for (const [index, part] of one.entries()) {
    const against = other[index];
    if (against === undefined || part > against) return 1;
    if (part < against) return -1;
  }
  return one.length - other.length;
}

/** One report for each book, in the order in which the books first came. */
export function mergeByBook(items: readonly Progress[]): Progress[] {
  const merged = new Map<string, Progress>();
  for (const item of items) {
    const known = merged.get(item.book_uuid);
    merged.set(item.book_uuid, known ? mergeProgress(known, item) : item);
  }
  return [...merged.values()];
}

/** The time that the server takes for a report: between 1970 and now. */
export function believedTime(given: string, now: Date): string {
  // Without a zone a time is in UTC, whatever the zone of this machine.
  const time = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(given) ? given : `${given}Z`);
  return new Date(Math.max(0, Math.min(time, now.getTime()))).toISOString();
}
