import { type Language, languages } from '../../../shared/languages.ts';
import type { Flat } from './merge.ts';

/** A map from language as fields side by side, named as in a body's errors: `titles.fr-fr`. */
export const fieldsByLanguage = (name: string, map: Readonly<Record<string, string | undefined>>): Flat =>
  Object.fromEntries(Object.entries(map).map(([language, text]) => [`${name}.${language}`, text]));

/** The map of such fields, without the languages whose text is blank. */
export function mapByLanguage(name: string, value: Flat): Partial<Record<Language, string>> {
  const textIn = (language: Language) => String(value[`${name}.${language}`] ?? '');
  return Object.fromEntries(
    languages.filter((language) => textIn(language).trim() !== '').map((language) => [language, textIn(language)]),
  );
}

/** Whether one of the fields of a map is among these. */
export const isAmong = (name: string, changes: Flat): boolean =>
  Object.keys(changes).some((field) => field.startsWith(`${name}.`));
