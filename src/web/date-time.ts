import { type Language, languageTags } from '../shared/languages.ts';

/** A moment in the reader's locale and time zone, Gregorian in every language; only the browser knows the zone. */
export function writeDateTime(iso: string, language: Language): string {
  const options = { dateStyle: 'long', timeStyle: 'short', calendar: 'gregory' } as const;
  return new Intl.DateTimeFormat(languageTags[language], options).format(new Date(iso));
}

/** The day of a moment, in the same locale and zone. */
export function writeDay(iso: string, language: Language): string {
  const options = { dateStyle: 'long', calendar: 'gregory' } as const;
  return new Intl.DateTimeFormat(languageTags[language], options).format(new Date(iso));
}

/** The time of day of a moment, in the same locale and zone. */
export function writeTime(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(languageTags[language], { timeStyle: 'short' }).format(new Date(iso));
}
