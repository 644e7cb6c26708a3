import { type Language, languageTags } from '../shared/languages.ts';

/*
 * The browser's own Intl takes 30 ms of a fast desktop's time, and more than 100 of a phone's, for its first number,
 * and that in the first view. Whole numbers are as easy as this, and so the same wherever a page is rendered; all else
 * is left to Intl. numbers.test.ts compares the two.
 */

/** What stands between thousands, by CLDR; a Spanish number of four digits is written without. */
const separators: Record<Language, string> = {
  'zh-cn': ',',
  'en-us': ',',
  'fr-fr': '\u202f',
  'es-es': '.',
  'ar-sa': '٬',
};

const isSimple = (value: number) => Number.isSafeInteger(value) && value >= 0;

/** The number as its language writes it; Arabic with its own digits. */
export function writeNumber(language: Language, value: number): string {
  if (!isSimple(value)) return new Intl.NumberFormat(languageTags[language]).format(value);
  const digits = String(value);
  const isWhole = digits.length < (language === 'es-es' ? 5 : 4);
  const grouped = isWhole ? digits : digits.replace(/\B(?=(\d{3})+$)/g, separators[language]);
  return language === 'ar-sa' ? grouped.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit))) : grouped;
}

/** The plural form for a count, by CLDR. */
export function pluralOf(language: Language, count: number): Intl.LDMLPluralRule {
  if (!isSimple(count)) return new Intl.PluralRules(languageTags[language]).select(count);
  return wholePlurals[language](count);
}

const isMillions = (count: number) => count > 0 && count % 1_000_000 === 0;

const wholePlurals: Record<Language, (count: number) => Intl.LDMLPluralRule> = {
  'zh-cn': () => 'other',
  'en-us': (count) => (count === 1 ? 'one' : 'other'),
  'fr-fr': (count) => (count < 2 ? 'one' : isMillions(count) ? 'many' : 'other'),
  'es-es': (count) => (count === 1 ? 'one' : isMillions(count) ? 'many' : 'other'),
  'ar-sa': (count) => {
    if (count < 3) return (['zero', 'one', 'two'] as const)[count] ?? 'other';
    const rest = count % 100;
    return rest > 10 ? 'many' : rest > 2 ? 'few' : 'other';
  },
};
