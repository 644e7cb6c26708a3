const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export type Elapsed = { unit: 'now'; count: 0 } | { unit: TimeUnit; count: number };
export type TimeUnit = 'minutes' | 'hours' | 'days' | 'weeks' | 'months' | 'years';

/** How long ago, rounded down; a month is 30 days, a year 365 (spec: site.md#dates-and-times). */
export function elapsedSince(iso: string, now: number): Elapsed {
  const elapsed = now - parseUtc(iso);
  // A malformed time gives the least surprising text, instead of 'NaN years ago'.
  if (!(elapsed >= 10 * minute)) return { unit: 'now', count: 0 };
  if (elapsed < hour) return { unit: 'minutes', count: Math.floor(elapsed / minute) };
  if (elapsed < day) return { unit: 'hours', count: Math.floor(elapsed / hour) };
  if (elapsed < 7 * day) return { unit: 'days', count: Math.floor(elapsed / day) };
  if (elapsed < 30 * day) return { unit: 'weeks', count: Math.floor(elapsed / (7 * day)) };
  if (elapsed < 365 * day) return { unit: 'months', count: Math.floor(elapsed / (30 * day)) };
  return { unit: 'years', count: Math.floor(elapsed / (365 * day)) };
}

/** Milliseconds since the epoch; a time without a zone is UTC (spec: http.md#input). */
export function parseUtc(iso: string): number {
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(iso);
  const dayOnly = /^\d{4}-\d{2}-\d{2}$/.test(iso);
  return Date.parse(hasZone || dayOnly ? iso : `${iso.replace(' ', 'T')}Z`);
}
