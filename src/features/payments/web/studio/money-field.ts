import { currencyDigits } from '../../../../shared/currencies.ts';

/** An amount of minor units as somebody types it: 1050 of CNY is 10.50. */
export function typedAmount(amountMinor: number, currency: string): string {
  const digits = currencyDigits(currency);
  return (amountMinor / 10 ** digits).toFixed(digits);
}

/** The minor units of a typed amount, with a point or a comma; NaN where it is no amount, or has parts of a minor unit. */
export function readAmount(typed: string, currency: string): number {
  const digits = currencyDigits(currency);
  const match = /^(\d{1,9})(?:[.,](\d+))?$/.exec(typed.trim());
  const [, whole = '', part = ''] = match ?? [];
  if (!match || part.length > digits) return Number.NaN;
  return Number(whole + part.padEnd(digits, '0'));
}
