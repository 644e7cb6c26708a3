import { type Language, languageTags } from '../../../shared/languages.ts';

const steps = [
  { unit: 'gigabyte', bytes: 1e9 },
  { unit: 'megabyte', bytes: 1e6 },
  { unit: 'kilobyte', bytes: 1e3 },
] as const;

/** A number of bytes as readers know it, in two digits or more, with the digits and the unit's sign of the language. */
export function writeSize(bytes: number, language: Language): string {
  const step = steps.find((each) => bytes >= each.bytes) ?? steps[2];
  // What takes little room takes some.
  const amount = bytes > 0 ? Math.max(1, bytes / step.bytes) : 0;
  const maximumFractionDigits = amount < 10 && step.unit !== 'kilobyte' ? 1 : 0;
  const options: Intl.NumberFormatOptions = { style: 'unit', unit: step.unit, maximumFractionDigits };
  return new Intl.NumberFormat(languageTags[language], options).format(amount);
}

/** What a text takes as it is stored: three bytes a character in Chinese. */
export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
