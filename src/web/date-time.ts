import { type Language, languageTags } from '../shared/languages.ts';

/** A moment in the reader's own locale and time zone, Gregorian in every language; known only in the browser. */
export function writeDateTime(iso: string, language: Language): string {
  const options = { dateStyle: 'long', timeStyle: 'short', calendar: 'gregory' } as const;
  return new Intl.DateTimeFormat(languageTags[language], options).format(new Date(iso));
}
