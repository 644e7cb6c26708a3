import * as z from 'zod/mini';
import {
  byLanguage,
  type ListedKey,
  listedKeys,
  listedSettings,
  sellerFields,
  sellerOnWire,
  settingGroups,
  siteSettings,
} from '../../shared/site-settings.ts';
import { oneOf } from '../studio/contract.ts';
import { defineStudioCall } from '../studio/rules.ts';

const setting = z.object({
  key: z.enum(listedKeys),
  /** The part of the page that it stands in. */
  group: z.enum(settingGroups),
  value: z.unknown(),
  default: z.unknown(),
  source: z.enum(['default', 'stored', 'environment']),
  /** The setting's name in the environment, whether it is set there or not; null: it has none. */
  environment: z.nullable(z.string()),
  /** The JSON schema of its values; `readOnly` where only the environment can change it. */
  schema: z.record(z.string(), z.unknown()),
});
export type SettingOnWire = z.infer<typeof setting>;

/** Null gives a setting its default back. */
const values = z.strictObject(
  Object.fromEntries(
    listedKeys.map((key) => {
      const { schema }: { schema: z.ZodMiniType } = listedSettings[key];
      return [key, z.optional(z.nullable(schema))];
    }),
  ),
);
export type GivenSettings = Partial<Record<ListedKey, unknown>>;

const settingsAnswer = oneOf(z.array(setting));

export const settingsCalls = {
  getSettings: defineStudioCall({
    method: 'GET',
    path: '/studio/settings',
    summary: "The site's settings, with an ETag",
    right: 'settings',
    answer: settingsAnswer,
  }),
  changeSettings: defineStudioCall({
    method: 'PUT',
    path: '/studio/settings',
    summary: 'Change some of the settings of the site, all of them or none',
    description: 'Null gives a setting its default back. What the environment sets cannot be changed here.',
    right: 'settings',
    wants: 'sensitive',
    body: z.strictObject({
      values: values.check(z.refine((given) => Object.keys(given).length > 0, 'must name a setting')),
    }),
    answer: settingsAnswer,
    failures: [409, 412, 428],
  }),
};

const lines = byLanguage(z.string());
const siteLink = z.object({ title: z.union([z.string(), lines]), url: z.string() });
const site = z.object({
  name: lines,
  tagline: lines,
  description: lines,
  /** #rrggbb; null: the product's own. */
  accent: z.nullable(z.string()),
  contact_email: z.string(),
  links: z.array(siteLink),
  ai_crawlers: siteSettings.ai_crawlers.schema,
  consent: siteSettings.consent.schema,
  withdrawal_days: siteSettings.withdrawal_days.schema,
});
export type SiteOnWire = z.infer<typeof site>;

const given = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema));
const siteBody = z.strictObject({
  name: given(siteSettings.names.schema),
  tagline: given(siteSettings.tagline.schema),
  description: given(siteSettings.description.schema),
  /** Judged by the server, which says what would do. */
  accent: given(z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'must be a color as #rrggbb'))),
  contact_email: given(siteSettings.contact.schema),
  links: given(siteSettings.links.schema),
  ai_crawlers: given(siteSettings.ai_crawlers.schema),
  consent: given(siteSettings.consent.schema),
  withdrawal_days: given(siteSettings.withdrawal_days.schema),
});
export type GivenSite = z.infer<typeof siteBody>;

const { receipt_prefix: prefix, refund_prefix: _, ...facts } = sellerFields;
const sellerBody = z.strictObject({
  ...z.partial(z.strictObject(facts)).shape,
  receipt_prefix: given(prefix),
  refund_prefix: given(prefix),
});
export type GivenSeller = z.infer<typeof sellerBody>;

export const siteStudioCalls = {
  getSite: defineStudioCall({
    method: 'GET',
    path: '/studio/site',
    summary: 'What the site calls itself and how it looks, with an ETag',
    right: 'settings',
    answer: oneOf(site),
  }),
  changeSite: defineStudioCall({
    method: 'PUT',
    path: '/studio/site',
    summary: 'Change some of it',
    description: 'What is not given stays; null gives a field its first value back.',
    right: 'settings',
    body: siteBody,
    answer: oneOf(site),
    failures: [412, 428],
  }),
  getSeller: defineStudioCall({
    method: 'GET',
    path: '/studio/site/seller',
    summary: 'Who sells memberships here, with an ETag',
    right: 'settings',
    answer: oneOf(sellerOnWire),
  }),
  changeSeller: defineStudioCall({
    method: 'PUT',
    path: '/studio/site/seller',
    summary: 'Change facts of the seller',
    description: 'What is not given stays; null takes a fact away.',
    right: 'settings',
    wants: 'sensitive',
    body: sellerBody,
    answer: oneOf(sellerOnWire),
    failures: [412, 428],
  }),
};

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    settingsStudio: typeof settingsCalls;
    siteStudio: typeof siteStudioCalls;
  }
}
