import * as z from 'zod/mini';
import {
  byLanguage,
  type ListedKey,
  listedKeys,
  listedSettings,
  pictureKinds,
  sellerFields,
  sellerOnWire,
  settingGroups,
  siteSettings,
} from '../../shared/site-settings.ts';
import { givenUuid, storable } from '../../shared/wire.ts';
import { listOf, oneOf } from '../studio/contract.ts';
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

const shownPicture = z.object({ address: z.string(), width: z.number(), height: z.number() });
const picturesAnswer = oneOf(z.record(z.enum(pictureKinds), z.nullable(shownPicture)));
export type SitePicturesOnWire = z.infer<typeof picturesAnswer>['result'];
const pictureParams = z.object({ kind: z.enum(pictureKinds) });

const proof = z.object({ name: z.string(), text: z.string() });
export type ProofFile = z.infer<typeof proof>;
/** As others name such files; those that the site has itself cannot be taken. */
export const proofPattern = /^[A-Za-z0-9_-]{1,64}\.(txt|html)$/;
export const proofLimits = { files: 20, bytes: 4096 };
const proofParams = z.object({
  name: z.string().check(
    z.regex(proofPattern, 'must be a name of letters, digits, _ and - that ends in .txt or .html'),
    z.refine((name) => name.toLowerCase() !== 'robots.txt', "is the site's own"),
  ),
});
const proofBody = z.strictObject({ text: z.string().check(z.maxLength(proofLimits.bytes), storable) });

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
  getPictures: defineStudioCall({
    method: 'GET',
    path: '/studio/site/pictures',
    summary: "The site's logos, its icon and the picture of its links",
    right: 'settings',
    answer: picturesAnswer,
  }),
  setPicture: defineStudioCall({
    method: 'PUT',
    path: '/studio/site/pictures/:kind',
    summary: 'Make a picture of the site from an upload',
    description: 'PNG, JPEG or WebP. It is drawn anew for each place; the upload is not kept.',
    right: 'settings',
    params: pictureParams,
    body: z.strictObject({ upload: givenUuid }),
    answer: picturesAnswer,
  }),
  removePicture: defineStudioCall({
    method: 'DELETE',
    path: '/studio/site/pictures/:kind',
    summary: 'Take a picture away',
    right: 'settings',
    params: pictureParams,
    failures: [404],
  }),
  listProofs: defineStudioCall({
    method: 'GET',
    path: '/studio/site/proofs',
    summary: 'The small files at the root by which others know whose site this is',
    right: 'settings',
    answer: listOf(proof),
  }),
  setProof: defineStudioCall({
    method: 'PUT',
    path: '/studio/site/proofs/:name',
    summary: 'Put a proof file at /{name}',
    right: 'settings',
    params: proofParams,
    body: proofBody,
    answer: oneOf(proof),
    failures: [409],
  }),
  removeProof: defineStudioCall({
    method: 'DELETE',
    path: '/studio/site/proofs/:name',
    summary: 'Take a proof file away',
    right: 'settings',
    params: z.object({ name: z.string().check(z.maxLength(100), storable) }),
    failures: [404],
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
