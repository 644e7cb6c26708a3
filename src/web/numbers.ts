import { type Language, languageTags } from '../shared/languages.ts';

/*
 * The browser's own Intl takes 30 ms of a fast desktop's time, and more than 100 of a phone's, for its first number,
 * and that in the first view. Plain numbers are as easy as this, and so the same wherever a page is rendered; all else
 * is left to Intl. numbers.test.ts compares the two.
 */

/** What stands between thousands and before decimals, by CLDR; a Spanish number of four digits is not divided. */
const signs: Record<Language, { group: string; decimal: string }> = {
  'zh-cn': { group: ',', decimal: '.' },
  'en-us': { group: ',', decimal: '.' },
  'fr-fr': { group: '\u202f', decimal: ',' },
  'es-es': { group: '.', decimal: ',' },
  'ar-sa': { group: '٬', decimal: '٫' },
};

/** The number as its language writes it, Arabic with its own digits; with three decimals at most. */
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
