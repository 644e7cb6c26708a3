import { isTimeOfDatabase, parseTime } from './time.ts';

/** Whether a text is the name of a time zone (IANA). */
export function isTimeZone(name: string): boolean {
  try {
    return (
      /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
    );
  } catch {
    return false;
  }
}

const offset = /(?:Z|[+-]\d\d:?\d\d)$/i;
const dayMs = 24 * 60 * 60 * 1000;

/** What the clocks of a zone show: a day with its time, in milliseconds as if it were in UTC. */
export interface Clocks {
  shownAt(moment: number): number;
  /** The moments at which the clocks show this, in their order: none of an hour that is skipped, two of one that comes twice. */
  momentsOf(shown: number): number[];
  /**
   * The moment at which the clocks show this. An hour that is skipped comes as late as the clocks jump; of one that comes
   * twice the first counts.
   */
  momentOf(shown: number): Date;
}

export function clocksOf(timeZone: string): Clocks {
  // To make a format takes longer than to use it often.
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  /** By how much the clocks are ahead of UTC at a moment. */
  function shiftAt(moment: number): number {
    const parts = format.formatToParts(moment);
    const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
    const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
    return wall - Math.floor(moment / 1000) * 1000;
  }
  const shiftsAround = (shown: number) => [shown - dayMs, shown, shown + dayMs].map(shiftAt);
  const fitting = (shown: number, shifts: readonly number[]) =>
    [...new Set(shifts)]
      .map((shift) => shown - shift)
      .filter((moment) => moment + shiftAt(moment) === shown)
      .sort((a, b) => a - b);
  return {
    shownAt: (moment) => moment + shiftAt(moment),
    momentsOf: (shown) => fitting(shown, shiftsAround(shown)),
    momentOf(shown) {
      const shifts = shiftsAround(shown);
      return new Date(fitting(shown, shifts)[0] ?? shown - Math.min(...shifts));
    },
  };
}

/**
 * Reads a time as ISO 8601. Without an offset it is a time on the clocks of that zone. When the clocks go back, 02:30
 * comes twice: the first one counts. When they go forward, 02:30 is skipped: null. So is a text that is no time.
 */
export function parseZonedTime(text: string, timeZone: string): Date | null {
  const asUtc = parseTime(text.trim());
  if (!asUtc || offset.test(text.trim().slice(10))) return asUtc;
  const [first] = clocksOf(timeZone).momentsOf(asUtc.getTime());
  const read = first === undefined ? null : new Date(first);
  return read && isTimeOfDatabase(read) ? read : null;
}

/** The moment that comes so many days after another on the clocks of a zone, at the same hour (`momentOf`). */
export function daysLater(from: Date, { days, timeZone }: { days: number; timeZone: string }): Date {
  if (days === 0) return from; // which may be the second one of an hour that comes twice
  const clocks = clocksOf(timeZone);
  return clocks.momentOf(clocks.shownAt(from.getTime()) + days * dayMs);
}
