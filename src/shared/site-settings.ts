import * as z from 'zod/mini';
import { defaultLanguage, type Language, languages } from './languages.ts';
import { parseKeep } from './snapshot-keep.ts';
import { storable } from './wire.ts';
import { isTimeZone } from './zoned-time.ts';

/** The parts of the page of settings, in their order. */
export const settingGroups = ['site', 'books', 'backups'] as const;

interface SiteSetting<Value> {
  /** The part of the page of settings that it stands in. */
  group: (typeof settingGroups)[number];
  /** Its first complaint says what is wanted, in the environment too. */
  schema: z.ZodMiniType<Value>;
  default: Value;
  /** The name in the environment. A value there wins, but for `isFirstValue`. */
  environment?: string;
  /** The environment gives the value until one is stored. */
  isFirstValue?: true;
  /** Only the environment gives a value. */
  isReadOnly?: true;
  /** What its text is, where the form of a text does not say it. */
  format?: 'email' | 'time-zone';
}

const setting = <Value>(given: SiteSetting<Value>): SiteSetting<Value> => given;

/** A text that fulfils a condition. */
const textThat = (fulfils: (text: string) => boolean, wants: string) => z.string().check(z.refine(fulfils, wants));
const matching = (pattern: RegExp, wants: string) => z.string().check(z.regex(pattern, wants), storable);

const usualKeep = 'last=24,daily=14,weekly=8';
const minutes = '0 or a whole number from 5 to 1440';
const chapters = 'a whole number from 0 to 999999';

/**
 * The settings of the site that its owner changes in the studio, each declared here once; its words are
 * `settings.names.<key>` and `settings.hints.<key>` of the studio's messages (spec: studio.md#settings).
 */
export const siteSettings = {
  name: setting({
    group: 'site',
    schema: matching(/^(?=.*\S)[^\p{Cc}]{1,60}$/u, 'a name of at most 60 characters on one line'),
    default: 'Longstrip',
    environment: 'SITE_NAME',
    isFirstValue: true,
  }),
  contact: setting({
    group: 'site',
    schema: matching(/^[^\s@<>"]+@[^\s@<>"]+$/, 'the e-mail address readers may write to'),
    default: 'hello@example.org',
    environment: 'CONTACT_EMAIL',
    isFirstValue: true,
    format: 'email',
  }),
  time_zone: setting({
    group: 'site',
    schema: textThat(isTimeZone, 'the IANA name of a time zone, such as Europe/Paris'),
    default: 'UTC',
    environment: 'STUDIO_TIME_ZONE',
    format: 'time-zone',
  }),
  language: setting<Language>({ group: 'books', schema: z.enum(languages), default: defaultLanguage }),
  free_chapters: setting({
    group: 'books',
    schema: z.int(chapters).check(z.minimum(0, chapters), z.maximum(999_999, chapters)),
    default: 3,
  }),
  backup_to: setting<string | null>({
    group: 'backups',
    schema: z.nullable(z.string()),
    default: null,
    environment: 'BACKUP_TO',
    isReadOnly: true,
  }),
  backup_every_minutes: setting({
    group: 'backups',
    schema: z.int(minutes).check(
      z.refine((count) => count === 0 || count >= 5, minutes),
      z.minimum(0, minutes),
      z.maximum(1440, minutes),
    ),
    default: 0,
    environment: 'BACKUP_EVERY_MINUTES',
  }),
  backup_keep: setting({
    group: 'backups',
    schema: textThat((rule) => parseKeep(rule) !== null, `a rule that keeps something, as ${usualKeep}`),
    default: usualKeep,
    environment: 'BACKUP_KEEP',
  }),
} as const;

export type SettingKey = keyof typeof siteSettings;
export type SettingValues = { [Key in SettingKey]: (typeof siteSettings)[Key]['default'] };
export const settingKeys = Object.keys(siteSettings) as SettingKey[]; // all that an object literal has

/** Gives the value that a setting has at this moment. */
export type ReadSetting = <Key extends SettingKey>(key: Key) => SettingValues[Key];

/** The settings where nothing but the environment gives values. */
export function settingsIn(environment: Partial<SettingValues>): ReadSetting {
  return (key) => decideSetting(key, { environment: environment[key], stored: undefined }).value;
}

/** The value of a setting and where it comes from, by what the environment and the database have; undefined: nothing. */
export function decideSetting<Key extends SettingKey>(
  key: Key,
  given: { environment: SettingValues[Key] | undefined; stored: SettingValues[Key] | undefined },
): { value: SettingValues[Key]; source: 'default' | 'stored' | 'environment' } {
  const { environment, stored } = given;
  const { default: usual, isFirstValue } = siteSettings[key] as SiteSetting<SettingValues[Key]>; // as declared for this key
  if (environment !== undefined && !(isFirstValue && stored !== undefined))
    return { value: environment, source: 'environment' };
  return stored === undefined ? { value: usual, source: 'default' } : { value: stored, source: 'stored' };
}
