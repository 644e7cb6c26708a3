/**
 * Currencies whose amounts the card provider does not count in hundredths. E.g. 500 JPY are 500, and 5.00 USD are 500
 * too. ISO 4217 has other digits for ISK, UGX and MGA. `Intl` cannot tell it: it knows prices in shops, and gives IDR,
 * COP and PKR no fraction.
 */
const digitsOf = new Map<string, number>([
  ...['BIF', 'CLP', 'DJF', 'GNF', 'JPY', 'KMF', 'KRW', 'MGA', 'PYG', 'RWF', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'].map(
    (currency) => [currency, 0] as const,
  ),
  ...['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((currency) => [currency, 3] as const),
]);

/** The number of decimal places of a currency's smallest unit. */
export function currencyDigits(currency: string): number {
  return digitsOf.get(currency.toUpperCase()) ?? 2;
}

/** An amount of minor units as a decimal number: 1000 of CNY are "10.00". */
export function majorUnits(amountMinor: number, currency: string): string {
  const digits = currencyDigits(currency);
  return (amountMinor / 10 ** digits).toFixed(digits);
}

/** An amount of minor units for an operator or a program to read: 1000 of CNY are "10.00 CNY", of JPY "1000 JPY". */
export function writeAmount(amountMinor: number, currency: string): string {
  return `${majorUnits(amountMinor, currency)} ${currency}`;
}
