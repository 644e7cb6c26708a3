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

/** A day in UTC, so that server and browser agree. */
export function writeUtcDay(iso: string, language: Language): string {
  const options = { dateStyle: 'medium', calendar: 'gregory', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(languageTags[language], options).format(new Date(iso));
}
