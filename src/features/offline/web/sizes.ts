import { type Language, languageTags } from '../../../shared/languages.ts';

/** A number of bytes as readers know it: in megabytes, with the digits and the sign of the language. */
export function writeSize(bytes: number, language: Language): string {
  const megabytes = bytes / 1_000_000;
  const options: Intl.NumberFormatOptions = {
    style: 'unit',
    unit: megabytes < 1000 ? 'megabyte' : 'gigabyte',
    maximumFractionDigits: megabytes < 10 || megabytes >= 1000 ? 1 : 0,
  };
  return new Intl.NumberFormat(languageTags[language], options).format(megabytes < 1000 ? megabytes : megabytes / 1000);
}
