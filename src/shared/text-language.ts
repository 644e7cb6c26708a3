import { directionOf, type Language, languageTags, type Script, scripts } from './languages.ts';

/** The languages of an edition in an answer; `text_language` only where its words are in another one. */
export interface Worded {
  language: Language;
  text_language?: string | undefined;
}

// Browsers load these: short patterns of ISO 15924's names.
const rightToLeft = /Arab|Hebr|Syrc|Thaa|Nkoo|Adlm/;
const eastAsian = /Han|Jpan|Kore/;
const romance = ['pt', 'ca', 'gl', 'it'];

/** The script that a tag's language is mostly written in, as ISO 15924 names it. */
function isoScript(tag: string): string {
  return new Intl.Locale(tag).maximize().script ?? 'Latn';
}

/** The edition for words in a language that the site does not have (spec: importing.md#languages). */
export function nearestEdition(tag: string): Language {
  const script = isoScript(tag);
  if (eastAsian.test(script)) return 'zh-cn';
  if (rightToLeft.test(script)) return 'ar-sa';
  return romance.includes(new Intl.Locale(tag).language) ? 'es-es' : 'en-us';
}

/** The `lang` attribute of an edition's words. */
export function tagOfWords({ language, text_language: tag }: Worded): string {
  return tag ?? languageTags[language];
}

export function directionOfWords({ language, text_language: tag }: Worded): 'ltr' | 'rtl' {
  if (!tag) return directionOf(language);
  return rightToLeft.test(isoScript(tag)) ? 'rtl' : 'ltr';
}

/** How words are set: Japanese in squares as Chinese is, Persian in joined letters as Arabic is. */
export function scriptOfWords({ language, text_language: tag }: Worded): Script {
  if (!tag) return scripts[language];
  const script = isoScript(tag);
  if (script === 'Latn') return 'latin';
  if (script === 'Arab') return 'arabic';
  return script !== 'Kore' && eastAsian.test(script) ? 'chinese' : 'other';
}

/** The field of an answer for an edition's words; none where they are in the edition's own language. */
export function wordsIn(textLanguage: string | null): { text_language?: string } {
  return textLanguage === null ? {} : { text_language: textLanguage };
}
