import * as z from 'zod/mini';
import type { Db } from '../../../server/database/db.ts';
import { AppError } from '../../../server/http/errors.ts';
import {
  decideSetting,
  type ListedKey,
  listedKeys,
  listedSettings,
  type SettingValues,
} from '../../../shared/site-settings.ts';
import { type Maker, writeAudit } from '../../studio/server/audit.ts';
import type { StudioPlatform } from '../../studio/server/studio-api.ts';
import { etagOf, requireAnyVersion, requireLastVersion } from '../../studio/server/versions.ts';
import { type GivenSettings, type SettingOnWire, settingsCalls } from '../studio-contract.ts';
import { lockSettings, storeSettings } from './queries.ts';
import { type LiveSettings, readStored } from './settings.ts';

export interface SettingsDeps extends StudioPlatform {
  settings: LiveSettings;
}

/** All settings are one thing to the audit: it tells which were changed. */
const target = { kind: 'site', id: 'settings', name: null } as const;

/** The studio's calls for the site's settings (spec: studio.md#settings). */
export function mountSettings({ studio, primary: db, config, settings }: SettingsDeps): void {
  const environment = config.site;

  studio.add(settingsCalls.getSettings, async ({ setEtag }) => {
    const result = presentSettings({ environment, stored: await readStored(db) });
    setEtag(etagOf(result));
    return { result };
  });

  studio.add(settingsCalls.changeSettings, async ({ body, by, ifMatch, setEtag }) => {
    requireAnyVersion(ifMatch);
    const values = body.values as GivenSettings; // each was read by the setting's own schema
    const result = await settings.change((tx) => changeSettings(tx, { environment, values, by, ifMatch }));
    setEtag(etagOf(result));
    return { result };
  });
}

async function changeSettings(
  tx: Db,
  given: { environment: Partial<SettingValues>; values: GivenSettings; by: Maker; ifMatch: string },
): Promise<SettingOnWire[]> {
  const { environment, values, by, ifMatch } = given;
  await lockSettings(tx);
  const stored = await readStored(tx);
  const current = presentSettings({ environment, stored });
  await requireLastVersion(tx, ifMatch, { target, etag: etagOf(current), current });
  const fixed = listedKeys.find((key) => Object.hasOwn(values, key) && isFixed(key, environment));
  if (fixed) throw new AppError(409, 'set_by_environment', `${listedSettings[fixed].environment} sets this`);
  await storeSettings(tx, values);
  const result = presentSettings({ environment, stored: await readStored(tx) });
  const [before, after] = [valuesOf(current), valuesOf(result)];
  if (JSON.stringify(before) !== JSON.stringify(after))
    await writeAudit(tx, { by, action: 'site.settings', target, before, after });
  return result;
}

/** Whether only the environment can change a setting. */
function isFixed(key: ListedKey, environment: Partial<SettingValues>): boolean {
  const { isReadOnly, isFirstValue } = listedSettings[key];
  return isReadOnly === true || (environment[key] !== undefined && !isFirstValue);
}

const valuesOf = (settings: readonly SettingOnWire[]) =>
  Object.fromEntries(settings.map(({ key, value }) => [key, value]));

function presentSettings(given: {
  environment: Partial<SettingValues>;
  stored: Partial<SettingValues>;
}): SettingOnWire[] {
  return listedKeys.map((key) => {
    const { group, schema, default: usual, environment = null, format } = listedSettings[key];
    const { $schema: _, ...described } = z.toJSONSchema(schema);
    return {
      key,
      group,
      ...decideSetting(key, { environment: given.environment[key], stored: given.stored[key] }),
      default: usual,
      environment,
      schema: { ...described, ...(format && { format }), ...(isFixed(key, given.environment) && { readOnly: true }) },
    };
  });
}
