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
