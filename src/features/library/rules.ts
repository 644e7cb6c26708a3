import type { Furthest, Position, Progress } from './contract.ts';

type Part = string | number;
type Left = Pick<Progress, 'chapter_uuid' | 'position' | 'updated_at'>;

/**
 * Two reports on one book as one: the later gives the position, the furthest never goes back. In whatever order and
 * however often reports arrive, the same comes of them.
 */
export function mergeProgress(one: Progress, other: Progress): Progress {
  const { chapter_uuid, position, updated_at } = compareParts(whenLeft(one), whenLeft(other)) < 0 ? other : one;
  return { ...one, chapter_uuid, position, updated_at, furthest: furtherOf(one.furthest, other.furthest) };
}

export function furtherOf(one: Furthest, other: Furthest): Furthest {
  return compareParts(howFar(one), howFar(other)) < 0 ? other : one;
}

const howFar = ({ chapter_number, index, fraction }: Furthest): Part[] => [chapter_number, index, fraction];

/** Of two that were left in the same moment the choice does not matter, as long as it is always the same. */
function whenLeft({ updated_at, chapter_uuid, position }: Left): Part[] {
  const { index, fraction, quote }: Position = position;
  return [Date.parse(updated_at), chapter_uuid, index, fraction, ...(quote === undefined ? [] : orderOf(quote))];
}

/** By code points, as the database compares bytes; an empty text comes after none. */
const orderOf = (text: string): number[] => [0, ...Array.from(text, (character) => character.codePointAt(0) ?? 0)];

/** Negative: `one` comes before `other`; a list comes after those that it begins with. */
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

/** The time that a report is believed to have: never later than now, nor before there were clocks like ours. */
export function believedTime(given: string, now: Date): string {
  // Without a zone a time is in UTC, whatever the zone of this machine.
  const time = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(given) ? given : `${given}Z`);
  return new Date(Math.max(0, Math.min(time, now.getTime()))).toISOString();
}
