import { currencyDigits } from '../shared/currencies.ts';
import { directionOf, type Language, languageTags } from '../shared/languages.ts';

/** An amount of minor units in the reader's own locale: 1000 of CNY are ¥10.00, 1000 of JPY are ¥1,000. */
export function writeMoney(amountMinor: number, currency: string, language: Language): string {
  return write(amountMinor, currency, language, 'symbol');
}

function write(amountMinor: number, currency: string, language: Language, currencyDisplay: 'symbol' | 'code'): string {
  const digits = currencyDigits(currency);
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const format = new Intl.NumberFormat(languageTags[language], {
    style: 'currency',
    currency,
    currencyDisplay,
    ...fraction,
  });
  const amount = amountMinor / 10 ** digits;
  if (directionOf(language) === 'ltr') return format.format(amount);
  return format
    .formatToParts(amount)
    .map(({ type, value }) => (type === 'currency' ? isolate(value) : value))
    .join('');
}

/** As `writeMoney`, with the letters of the currency: a sign alone may be of several. */
export function writePrice(amountMinor: number, currency: string, language: Language): string {
  return write(amountMinor, currency, language, 'code');
}

/** Without isolation, the sign and the letters of US$ would change places in text from right to left. */
const isolate = (text: string): string => `\u2068${text}\u2069`;
