import { type Language, languageTags } from '../../../shared/languages.ts';

/** An amount of minor units in the reader's own locale: 1000 of CNY are ¥10.00, 1000 of JPY are ¥1,000. */
export function writeMoney(amountMinor: number, currency: string, language: Language): string {
  const format = new Intl.NumberFormat(languageTags[language], { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amountMinor / 10 ** digits);
}
