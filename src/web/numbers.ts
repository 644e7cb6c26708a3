import { type Language, languageTags } from '../shared/languages.ts';

/*
 * The browser's Intl needs 30 ms on a fast desktop, and more than 100 ms on a phone, for its first number in the first
 * view. This code writes plain numbers, the same in every browser and on the server; Intl does everything else.
 * numbers.test.ts compares the two.
 */

/** The signs between thousands and before decimals, by CLDR; a Spanish number of four digits has no sign between. */
const signs: Record<Language, { group: string; decimal: string }> = {
  'zh-cn': { group: ',', decimal: '.' },
  'en-us': { group: ',', decimal: '.' },
  'fr-fr': { group: '\u202f', decimal: ',' },
  'es-es': { group: '.', decimal: ',' },
  'ar-sa': { group: '٬', decimal: '٫' },
};

/** Writes a number in the form of the language, with at most three decimals; Arabic has its own digits. */
export function writeNumber(language: Language, value: number): string {
  const [plain, whole = '', decimals] = /^(\d{1,15})(?:\.(\d{1,3}))?$/.exec(String(value)) ?? [];
  if (!plain) return new Intl.NumberFormat(languageTags[language]).format(value);
  const { group, decimal } = signs[language];
  const isShort = whole.length < (language === 'es-es' ? 5 : 4);
  const grouped = isShort ? whole : whole.replace(/\B(?=(\d{3})+$)/g, group);
  const written = decimals ? grouped + decimal + decimals : grouped;
  return language === 'ar-sa' ? written.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit))) : written;
}

/** The plural form for a count, by CLDR. */
export function pluralOf(language: Language, count: number): Intl.LDMLPluralRule {
  if (!(Number.isSafeInteger(count) && count >= 0)) return new Intl.PluralRules(languageTags[language]).select(count);
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
