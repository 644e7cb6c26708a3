import type { Text } from '../../../web/i18n.tsx';

/** A number of bytes as readers know it, in two digits or more, with the digits and the unit's sign of the language. */
export function writeSize(bytes: number, { t, number }: Text): string {
  if (bytes < 1e6) return t('offline.kilobytes', { amount: number(bytes > 0 ? atLeastOne(bytes / 1e3) : 0) });
  if (bytes < 1e9) return t('offline.megabytes', { amount: number(twoDigits(bytes / 1e6)) });
  return t('offline.gigabytes', { amount: number(twoDigits(bytes / 1e9)) });
}

/** A chapter of a few bytes takes some space, too. */
const atLeastOne = (amount: number) => Math.max(1, Math.round(amount));

const twoDigits = (amount: number) => (amount < 9.95 ? Math.round(amount * 10) / 10 : Math.round(amount));

/** The bytes of a stored text: a Chinese character takes three. */
export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
