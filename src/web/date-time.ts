import { type Language, languageTags } from '../shared/languages.ts';

/** A moment in the reader's own locale and time zone, Gregorian in every language; known only in the browser. */
export function writeDateTime(iso: string, language: Language): string {
  const options = { dateStyle: 'long', timeStyle: 'short', calendar: 'gregory' } as const;
  return new Intl.DateTimeFormat(languageTags[language], options).format(new Date(iso));
}

/** The day of a moment, likewise. */
export function writeDay(iso: string, language: Language): string {
  const options = { dateStyle: 'long', calendar: 'gregory' } as const;
  return new Intl.DateTimeFormat(languageTags[language], options).format(new Date(iso));
}

/** The time of day of a moment, likewise. */
export function writeTime(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(languageTags[language], { timeStyle: 'short' }).format(new Date(iso));
}
