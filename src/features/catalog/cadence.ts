/** How often a book has new chapters: every so many days, and on which day of the week, Monday being 1. */
export interface Cadence {
  days: number;
  /** Null: no day of the week stands out. */
  weekday: number | null;
}

/** How many release days are looked at, and how many are needed (spec: catalog.md#cadence). */
export const cadenceDays = 10;
const fewestDays = 4;
/** The share of the gaps that must be about as long as the median. */
const regularShare = 0.8;
const nearShare = 0.2;

/**
 * The cadence of an ongoing book, by the last days on which chapters were published, in any order and each once. Days
 * are counted from 1970-01-01 on in one zone, `today` too. Null: no cadence is recognisable.
 */
export function cadenceOf(releaseDays: readonly number[], today: number): Cadence | null {
  const days = [...releaseDays].sort((one, other) => one - other).slice(-cadenceDays);
  const last = days.at(-1);
  if (last === undefined || days.length < fewestDays) return null;
  const gaps = days.slice(1).map((day, index) => day - (days[index] ?? day));
  const median = Math.round(medianOf(gaps));
  const reach = Math.max(1, nearShare * median);
  const regular = gaps.filter((gap) => Math.abs(gap - median) <= reach).length;
  if (regular < regularShare * gaps.length || today - last > 2 * median) return null;
  const weekdays = new Set(days.map(weekdayOf));
  return { days: median, weekday: median === 7 && weekdays.size === 1 ? weekdayOf(last) : null };
}

function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** 1970-01-01 was a Thursday. */
function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}
