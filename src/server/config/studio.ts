import { parsed, type Schema, type SettingsReader } from './settings-reader.ts';

/** Reads the studio's settings (spec: studio.md#settings). */
export function readStudioConfig(settings: SettingsReader) {
  return {
    /** For so long a password opens everyday calls, and sensitive ones, in milliseconds. */
    confirmEveryMs: settings.read('STUDIO_CONFIRM_EVERY', upTo('12h')) ?? durationMs('12h'),
    confirmSensitiveMs: settings.read('STUDIO_CONFIRM_SENSITIVE', upTo('15m')) ?? durationMs('15m'),
  };
}

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
