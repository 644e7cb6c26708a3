import type { Place } from '../places/places.ts';

export interface Day {
  /** The day in this browser's own zone. */
  key: string;
  kind: 'today' | 'yesterday' | 'other';
  places: Place[];
}

/** Places by the day on which they were left; they come and go newest first. */
export function groupByDay(places: readonly Place[], now: number): Day[] {
  const today = dayOf(new Date(now));
  const before = new Date(now);
  before.setDate(before.getDate() - 1);
  const yesterday = dayOf(before);
  const days: Day[] = [];
  for (const place of places) {
    const key = dayOf(new Date(place.updatedAt));
    const last = days.at(-1);
    if (last?.key === key) last.places.push(place);
    else days.push({ key, kind: key === today ? 'today' : key === yesterday ? 'yesterday' : 'other', places: [place] });
  }
  return days;
}

const dayOf = (date: Date) => `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
