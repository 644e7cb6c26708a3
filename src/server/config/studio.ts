import { parsed, type Schema, type SettingsReader } from './settings-reader.ts';

/** Reads the studio's settings (spec: studio.md#settings). */
export function readStudioConfig(settings: SettingsReader) {
  return {
    /** The IANA name of the zone whose days the studio counts. */
    timeZone: settings.read('STUDIO_TIME_ZONE', timeZone) ?? 'UTC',
    /** For so long a password opens everyday calls, and sensitive ones, in milliseconds. */
    confirmEveryMs: settings.read('STUDIO_CONFIRM_EVERY', upTo('12h')) ?? durationMs('12h'),
    confirmSensitiveMs: settings.read('STUDIO_CONFIRM_SENSITIVE', upTo('15m')) ?? durationMs('15m'),
  };
}

/** Offsets such as +02:00 are accepted by some runtimes, but they are no names. The formatter throws for other names. */
const timeZone = parsed(
  (name) => (/^[A-Za-z][\w+/-]*$/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) ? name : null),
  'the IANA name of a time zone, such as Europe/Paris',
);

/** A time from a second up to the usual one: a setting may only make the site stricter. */
function upTo(usual: string): Schema<number> {
  const parse = (text: string) => {
    const ms = durationMs(text);
    return ms >= 1_000 && ms <= durationMs(usual) ? ms : null;
  };
  return parsed(parse, `a whole number with s, m, h or d, from 1s to ${usual}`);
}

/** Zero for a text that is no time. */
function durationMs(text: string): number {
  const [, count = 0, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  return Number(count) * ({ s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }[unit] ?? 0);
}
