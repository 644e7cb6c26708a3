import * as z from 'zod/mini';
import { type SettingKey, settingGroups, settingKeys, siteSettings } from '../../shared/site-settings.ts';
import { oneOf } from '../studio/contract.ts';
import { defineStudioCall } from '../studio/rules.ts';

const setting = z.object({
  key: z.enum(settingKeys),
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
    settingKeys.map((key) => {
      const { schema }: { schema: z.ZodMiniType } = siteSettings[key];
      return [key, z.optional(z.nullable(schema))];
    }),
  ),
);
export type GivenSettings = Partial<Record<SettingKey, unknown>>;

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

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    settingsStudio: typeof settingsCalls;
  }
}
