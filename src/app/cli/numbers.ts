import { OperatorError } from '../operator-error.ts';

/** Reads a whole number from an option; its limits are checked where they are known. */
export function readWhole(option: string, text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new OperatorError(`${option} wants a whole number, not ${JSON.stringify(text)}.`);
}
