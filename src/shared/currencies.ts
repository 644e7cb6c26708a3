/**
 * Currencies of ISO 4217 whose amounts are not counted in hundredths, as the card provider counts them. (The provider
 * counts ISK and UGX in hundredths, and MGA without a fraction.) `Intl` is no substitute: it knows prices in shops, and
 * has no fraction for IDR, COP or PKR, whose amounts are in hundredths too.
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
