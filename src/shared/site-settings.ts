import * as z from 'zod/mini';
import { fittingAccent } from './accent.ts';
import { defaultLanguage, type Language, languages } from './languages.ts';
import { parseKeep } from './snapshot-keep.ts';
import { storable } from './wire.ts';
import { isTimeZone } from './zoned-time.ts';

/** The parts of the page of settings, in their order. */
export const settingGroups = ['site', 'books', 'backups'] as const;

interface SiteSetting<Value> {
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

/** A setting of the page of settings. */
interface ListedSetting<Value> extends SiteSetting<Value> {
  /** The part of the page that it stands in. */
  group: (typeof settingGroups)[number];
}

const listed = <Value>(given: ListedSetting<Value>): ListedSetting<Value> => given;
const setting = <Value>(given: SiteSetting<Value>): SiteSetting<Value> => given;

/** A text that fulfils a condition. */
const textThat = (fulfils: (text: string) => boolean, wants: string) => z.string().check(z.refine(fulfils, wants));
const matching = (pattern: RegExp, wants: string, read = (text: string) => text) =>
  z.string().check(z.overwrite(read), z.regex(pattern, wants), storable);

/** Signs that turn the direction of what follows them. */
const turningSigns = /[\u202a-\u202e\u2066-\u2069]/g;
const withoutTurningSigns = (text: string) => text.replace(turningSigns, '');

/** A text for people on one line, without signs that turn the direction of what follows it. */
const lineOf = (most: number) =>
  z
    .pipe(
      z.string(),
      z.transform((text) => withoutTurningSigns(text).trim()),
    )
    .check(
      storable,
      z.refine(
        (text) => text !== '' && [...text].length <= most && !/\p{Cc}/u.test(text),
        `must have 1 to ${most} characters on one line`,
      ),
    );

/** Values by language; a language may be missing. */
export const byLanguage = <T extends z.ZodMiniType>(value: T) => {
  const fields = Object.fromEntries(languages.map((language) => [language, z.optional(value)]));
  return z.strictObject(fields as Record<Language, z.ZodMiniOptional<T>>); // each language is there
};
export type ByLanguage<T> = { readonly [L in Language]?: T | undefined };

/** The value for a reader of that language: in it, else in English, else in any. */
export function inLanguageOf<T>(values: ByLanguage<T>, language: Language): T | undefined {
  return values[language] ?? values[defaultLanguage] ?? languages.map((each) => values[each]).find(Boolean);
}

/** A text for people, without signs that turn the direction of what follows it. */
const textOfPeople = (most: number) =>
  z
    .pipe(
      z.string(),
      z.transform((text) => withoutTurningSigns(text).trim()),
    )
    .check(
      storable,
      z.refine((text) => text !== '' && [...text].length <= most, `must have 1 to ${most} characters`),
    );

/** A text for people in each language; English has to be there. */
export const textByLanguage = (most: number) =>
  byLanguage(textOfPeople(most)).check(
    z.refine((texts) => texts[defaultLanguage] !== undefined, { path: [defaultLanguage], message: 'must be there' }),
  );

/** A line for people in each language. */
export const lineByLanguage = (most: number) => byLanguage(lineOf(most));

/** Where a link of the operator's may lead: another site by https, a letter, or a path of this site. */
export function isSafeLink(url: string): boolean {
  if (url.length > 2000 || /[\s\p{Cc}<>"\\]/u.test(url)) return false;
  if (/^\/(?!\/)/.test(url)) return true;
  return /^(https:\/\/|mailto:)./i.test(url) && URL.canParse(url);
}

/** The fields of the seller's record, by what their texts must be. */
const factsOf = <Line extends z.ZodMiniType<string>>({ line, long }: { line: Line; long: Line }) => ({
  ...{ name: z.nullable(line), form: z.nullable(line), address: z.nullable(long), phone: z.nullable(line) },
  ...{ email: z.nullable(line), registration: z.nullable(line), tax_id: z.nullable(line), director: z.nullable(line) },
  ...{ host: z.nullable(long), icp: z.nullable(line), police: z.nullable(line), licence: z.nullable(line) },
  /** In percent, with two decimals; null: not applicable. */
  tax_rate: z.nullable(
    z
      .number()
      .check(
        z.refine((rate) => rate >= 0 && rate <= 100 && Number(rate.toFixed(2)) === rate, 'a number from 0 to 100'),
      ),
  ),
  receipt_prefix: z.string().check(z.regex(/^[A-Z0-9-]{0,10}$/, 'at most 10 capital letters, digits and hyphens')),
  refund_prefix: z.string().check(z.regex(/^[A-Z0-9-]{0,10}$/, 'at most 10 capital letters, digits and hyphens')),
});
export const sellerFields = factsOf({ line: lineOf(200), long: lineOf(500) });
const seller = z.strictObject(sellerFields);
/** The seller's record as calls answer it. */
export const sellerOnWire = z.object(factsOf({ line: z.string(), long: z.string() }));
/** Who sells memberships here, as laws want it told. */
export type Seller = z.infer<typeof seller>;

const nobody: Seller = {
  ...{ name: null, form: null, address: null, phone: null, email: null, registration: null, tax_id: null },
  ...{ director: null, host: null, icp: null, police: null, licence: null, tax_rate: null },
  ...{ receipt_prefix: '', refund_prefix: 'R' },
};

/** Where readers agree to the documents of the site. */
export const consentPlaces = ['none', 'register', 'purchase', 'both'] as const;

/** A document as it stands or will stand: its versions to come, and the last one in force. */
const knownDocument = z.object({
  name: z.string(),
  footer: z.boolean(),
  versions: z.array(z.object({ version: z.number(), effective_at: z.string(), titles: byLanguage(z.string()) })),
});
export type KnownDocument = z.infer<typeof knownDocument>;

/** A picture of the operator's as it is shown: its address tells its content. */
const sitePicture = z.object({ key: z.string(), width: z.number(), height: z.number() });
export type SitePicture = z.infer<typeof sitePicture>;
export const pictureKinds = ['logo', 'logo_dark', 'icon', 'social'] as const;
export type PictureKind = (typeof pictureKinds)[number];
const sitePictures = z.partialRecord(z.enum(pictureKinds), sitePicture);

/** The rows above the home page's list; the browser alone knows what is in the first two (spec: site.md#rows). */
export const rowKinds = [
  ...(['continue', 'new_for_you', 'recommended', 'newest', 'updated', 'popular', 'finished', 'free_now'] as const),
  ...(['tag', 'picked'] as const),
];
export type RowKind = (typeof rowKinds)[number];
export const homeRow = z.object({
  kind: z.enum(rowKinds),
  title: z.optional(byLanguage(z.string())),
  tag: z.optional(z.string()),
  books: z.optional(z.array(z.string())),
  languages: z.optional(z.array(z.enum(languages))),
  from: z.optional(z.string()),
  until: z.optional(z.string()),
});
export type HomeRow = z.infer<typeof homeRow>;

/** Who sees an announcement. */
export const audiences = ['all', 'members', 'not_members'] as const;
/** A bar that is announced to readers, now or later (features/announcements). */
const bar = z.object({
  id: z.string(),
  texts: byLanguage(z.string()),
  audience: z.enum(audiences),
  from: z.string(),
  until: z.nullable(z.string()),
});
export type Bar = z.infer<typeof bar>;

const mostLinks = 8;
const link = z.strictObject({
  title: z.union([lineOf(60), lineByLanguage(60)]),
  url: z.string().check(z.refine(isSafeLink, 'must be an address with https, mailto or a path of this site')),
});
/** A link of the operator's. */
export type SiteLink = z.infer<typeof link>;

const usualKeep = 'last=24,daily=14,weekly=8';
const minutes = '0 or a whole number from 5 to 1440';
const chapters = 'a whole number from 0 to 999999';

/**
 * The settings of the site that its owner changes on the studio's page of settings, each declared here once; its words are
 * `settings.names.<key>` and `settings.hints.<key>` of the studio's messages (spec: studio.md#settings).
 */
export const listedSettings = {
  name: listed({
    group: 'site',
    schema: matching(/^(?=.*\S)[^\p{Cc}]{1,60}$/u, 'a name of at most 60 characters on one line', withoutTurningSigns),
    default: 'Longstrip',
    environment: 'SITE_NAME',
    isFirstValue: true,
  }),
  contact: listed({
    group: 'site',
    schema: matching(/^[^\s@<>"]+@[^\s@<>"]+$/, 'the e-mail address readers may write to'),
    default: 'hello@example.org',
    environment: 'CONTACT_EMAIL',
    isFirstValue: true,
    format: 'email',
  }),
  time_zone: listed({
    group: 'site',
    schema: textThat(isTimeZone, 'the IANA name of a time zone, such as Europe/Paris'),
    default: 'UTC',
    environment: 'STUDIO_TIME_ZONE',
    format: 'time-zone',
  }),
  language: listed<Language>({ group: 'books', schema: z.enum(languages), default: defaultLanguage }),
  free_chapters: listed({
    group: 'books',
    schema: z.int(chapters).check(z.minimum(0, chapters), z.maximum(999_999, chapters)),
    default: 3,
  }),
  backup_to: listed<string | null>({
    group: 'backups',
    schema: z.nullable(z.string()),
    default: null,
    environment: 'BACKUP_TO',
    isReadOnly: true,
  }),
  backup_every_minutes: listed({
    group: 'backups',
    schema: z.int(minutes).check(
      z.refine((count) => count === 0 || count >= 5, minutes),
      z.minimum(0, minutes),
      z.maximum(1440, minutes),
    ),
    default: 0,
    environment: 'BACKUP_EVERY_MINUTES',
  }),
  backup_keep: listed({
    group: 'backups',
    schema: textThat((rule) => parseKeep(rule) !== null, `a rule that keeps something, as ${usualKeep}`),
    default: usualKeep,
    environment: 'BACKUP_KEEP',
  }),
} as const;

/** The settings that have pages and calls of their own. */
const ownSettings = {
  /** The site's name in other languages than English, which is `name`. */
  names: setting<ByLanguage<string>>({ schema: lineByLanguage(60), default: {} }),
  tagline: setting<ByLanguage<string>>({ schema: lineByLanguage(150), default: {} }),
  description: setting<ByLanguage<string>>({ schema: lineByLanguage(300), default: {} }),
  accent: setting<string | null>({
    schema: z.nullable(
      z.string().check(z.refine((color) => fittingAccent(color) === color, 'a color that is legible')),
    ),
    default: null,
  }),
  /** The operator's pictures (features/settings). */
  pictures: setting<Partial<Record<PictureKind, SitePicture>>>({ schema: sitePictures, default: {} }),
  /** The names of the proof files (features/settings). */
  proofs: setting<readonly string[]>({ schema: z.array(z.string()), default: [] }),
  bars: setting<readonly Bar[]>({ schema: z.array(bar), default: [] }),
  rows: setting<readonly HomeRow[]>({ schema: z.array(homeRow), default: [{ kind: 'recommended' }] }),
  links: setting<readonly SiteLink[]>({ schema: z.array(link).check(z.maxLength(mostLinks)), default: [] }),
  ai_crawlers: setting<'allow' | 'refuse'>({ schema: z.enum(['allow', 'refuse']), default: 'allow' }),
  consent: setting<(typeof consentPlaces)[number]>({ schema: z.enum(consentPlaces), default: 'none' }),
  /** How long a buyer may withdraw from an order; 0: not at all. */
  withdrawal_days: setting({ schema: z.int().check(z.minimum(0), z.maximum(60)), default: 0 }),
  seller: setting<Seller>({ schema: seller, default: nobody }),
  /** What every page must know of the operator's documents (features/documents). */
  documents: setting<readonly KnownDocument[]>({ schema: z.array(knownDocument), default: [] }),
} as const;

export const siteSettings = { ...listedSettings, ...ownSettings };

export type SettingKey = keyof typeof siteSettings;
export type SettingValues = { [Key in SettingKey]: (typeof siteSettings)[Key]['default'] };
export const settingKeys = Object.keys(siteSettings) as SettingKey[]; // all that an object literal has

/** The settings of the page of settings. */
export type ListedKey = keyof typeof listedSettings;
export const listedKeys = Object.keys(listedSettings) as ListedKey[]; // all that an object literal has

/** Gives the value that a setting has at this moment. */
export type ReadSetting = <Key extends SettingKey>(key: Key) => SettingValues[Key];

/** The site's name for a reader of that language. */
export function siteNameIn(setting: ReadSetting, language: Language): string {
  return (language === defaultLanguage ? undefined : setting('names')[language]) ?? setting('name');
}

/** The settings where nothing but the environment gives values. */
export function settingsIn(environment: Partial<SettingValues>): ReadSetting {
  return settingsFrom({ environment, stored: {} });
}

/** The settings by what the environment and the database have. */
export function settingsFrom(given: {
  environment: Partial<SettingValues>;
  stored: Partial<SettingValues>;
}): ReadSetting {
  return (key) => decideSetting(key, { environment: given.environment[key], stored: given.stored[key] }).value;
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
