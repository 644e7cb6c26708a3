import { parseTime } from '../../shared/time.ts';
import { OperatorError } from './operator-error.ts';

/** Reads a whole number within its limits from an option. */
export function readWhole(option: string, text: string, { least = 1, most }: { least?: number; most: number }): number {
  if (/^\d{1,10}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
  throw new OperatorError(`${option} wants a whole number from ${least} to ${most}, not ${JSON.stringify(text)}.`);
}

const mostMonths = 1200;

/** Reads `--months` for every command that grants. */
export function readMonths(text: string): number {
  return readWhole('--months', text, { most: mostMonths });
}

const earliest = new Date(0);

/** Reads a time since 1970 from an option. */
export function readTime(option: string, text: string): Date {
  const time = parseTime(text);
  if (time && time >= earliest) return time;
  throw new OperatorError(
    `${option} wants a time such as 2030-01-31T12:00:00Z (UTC without a zone), not ${JSON.stringify(text)}.`,
  );
}
