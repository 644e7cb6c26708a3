import type { Language } from '../shared/languages.ts';
import { writeDay } from './date-time.ts';

export interface Day<Item> {
  /** The day in this browser's own zone, as it is written. */
  date: string;
  kind: 'today' | 'yesterday' | 'other';
  items: Item[];
}

/** Groups items, which are given newest first, by the day of their moment. */
export function byDay<Item>(
  items: readonly Item[],
  { language, now, momentOf }: { language: Language; now: Date; momentOf: (item: Item) => string },
): Day<Item>[] {
  const before = new Date(now);
  before.setDate(before.getDate() - 1);
  const today = writeDay(now.toISOString(), language);
  const yesterday = writeDay(before.toISOString(), language);
  const days: Day<Item>[] = [];
  for (const item of items) {
    const date = writeDay(momentOf(item), language);
    const last = days.at(-1);
    if (last?.date === date) last.items.push(item);
    else
      days.push({ date, kind: date === today ? 'today' : date === yesterday ? 'yesterday' : 'other', items: [item] });
  }
  return days;
}
