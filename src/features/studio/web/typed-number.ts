import { currencyDigits } from '../../../shared/currencies.ts';

/** What is no number becomes one that the server refuses: JSON would make null of NaN, which takes the value away. */
const refused = -1;

/** A number as somebody types it, also in Arabic digits and those of full width. */
export function readNumber(typed: string): number {
  const plain = plainOf(typed);
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : refused;
}

/** The same of a field that may be blank: null. */
export const readOptionalNumber = (typed: string): number | null => (typed.trim() === '' ? null : readNumber(typed));

/** The minor units of a typed amount, with a point or a comma; parts of a minor unit are refused. */
export function readAmount(typed: string, currency: string): number {
  const digits = currencyDigits(currency);
  const [, whole, part = ''] = /^(\d{1,9})(?:[.,](\d+))?$/.exec(plainOf(typed)) ?? [];
  if (whole === undefined || part.length > digits) return refused;
  return Number(whole + part.padEnd(digits, '0'));
}

function plainOf(typed: string): string {
  return (
    typed
      .normalize('NFKC')
      .trim()
      // The last four bits of such a digit are its value.
      .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
      .replace('٫', '.')
  );
}
