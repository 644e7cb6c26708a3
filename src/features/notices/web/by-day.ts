import type { Language } from '../../../shared/languages.ts';
import { writeDay } from '../../../web/date-time.ts';
import type { Notice } from '../contract.ts';

interface Day {
  /** The day in this browser's own zone, as it is written. */
  date: string;
  kind: 'today' | 'yesterday' | 'other';
  notices: Notice[];
}

/** Notices by the day on which they were made; they come and go newest first. */
export function byDay(notices: readonly Notice[], { language, now }: { language: Language; now: Date }): Day[] {
  const before = new Date(now);
  before.setDate(before.getDate() - 1);
  const today = writeDay(now.toISOString(), language);
  const yesterday = writeDay(before.toISOString(), language);
  const days: Day[] = [];
  for (const notice of notices) {
    const date = writeDay(notice.created_at, language);
    const last = days.at(-1);
    if (last?.date === date) last.notices.push(notice);
    else
      days.push({
        date,
        kind: date === today ? 'today' : date === yesterday ? 'yesterday' : 'other',
        notices: [notice],
      });
  }
  return days;
}
