import type { SettingsReader } from './settings-reader.ts';

export interface StudioConfig {
  /** The IANA name of the zone whose days the studio counts. */
  timeZone: string;
  /** For so long a password opens everyday calls, and sensitive ones, in milliseconds. */
  confirmEveryMs: number;
  confirmSensitiveMs: number;
}

/** Reads the studio's settings (spec: studio.md#settings). */
export function readStudioConfig(settings: SettingsReader): StudioConfig {
  return {
    timeZone: readTimeZone(settings),
    confirmEveryMs: readShorter(settings, 'STUDIO_CONFIRM_EVERY', '12h'),
    confirmSensitiveMs: readShorter(settings, 'STUDIO_CONFIRM_SENSITIVE', '15m'),
  };
}

function readTimeZone(settings: SettingsReader): string {
  const name = settings.find('STUDIO_TIME_ZONE');
  if (name === null) return 'UTC';
  if (isTimeZone(name)) return name;
  settings.refuse('STUDIO_TIME_ZONE', 'the IANA name of a time zone, such as Europe/Paris');
  return 'UTC';
}

/** Offsets such as +02:00 are accepted by some runtimes, but they are no names. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false; // the one thing that the constructor throws for is the name
  }
}

const unitMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A time from a second up to the usual one: a setting may only make the site stricter. */
function readShorter(settings: SettingsReader, name: string, usual: string): number {
  const usualMs = durationMs(usual) ?? 0;
  const text = settings.find(name);
  if (text === null) return usualMs;
  const ms = durationMs(text);
  if (ms !== null && ms >= 1_000 && ms <= usualMs) return ms;
  settings.refuse(name, `a whole number with s, m, h or d, from 1s to ${usual}`);
  return usualMs;
}

function durationMs(text: string): number | null {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  return count === undefined || unit === undefined ? null : Number(count) * (unitMs[unit] ?? 0);
}
