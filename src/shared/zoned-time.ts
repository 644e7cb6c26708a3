import { parseTime } from './time.ts';

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

/**
 * Reads a time as ISO 8601. Without an offset it is a time on the clocks of that zone: if it comes twice there, the
 * first one counts; null if it is skipped, and for what is no time.
 */
export function parseZonedTime(text: string, timeZone: string): Date | null {
  const asUtc = parseTime(text.trim());
  if (!asUtc || offset.test(text.trim().slice(10))) return asUtc;
  const wall = asUtc.getTime();
  const shifts = new Set([wall - dayMs, wall, wall + dayMs].map((moment) => shiftAt(moment, timeZone)));
  const fitting = [...shifts]
    .map((shift) => wall - shift)
    .filter((moment) => moment + shiftAt(moment, timeZone) === wall);
  return fitting.length === 0 ? null : new Date(Math.min(...fitting));
}

/**
 * The moments that come so many days after another on the clocks of a zone, at the same hour. An hour that is skipped
 * comes as late as the clocks jump; of one that comes twice the first counts.
 */
export function daysLater(from: Date, { days, timeZone }: { days: number; timeZone: string }): Date {
  const wall = from.getTime() + shiftAt(from.getTime(), timeZone) + days * dayMs;
  const [before, after] = [shiftAt(wall - dayMs, timeZone), shiftAt(wall + dayMs, timeZone)];
  const fitting = [wall - before, wall - after].filter((moment) => moment + shiftAt(moment, timeZone) === wall);
  return new Date(fitting.length === 0 ? wall - before : Math.min(...fitting));
}

/** By how much the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
function shiftAt(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-u-ca-iso8601', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return wall - Math.floor(moment / 1000) * 1000;
}
