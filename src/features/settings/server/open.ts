import type { Neighbours, Platform } from '../../../server/http/platform.ts';
import { mountSite } from './site-routes.ts';
import { mountSettings, type SettingsDeps } from './studio-routes.ts';

/** Opens the site's settings to its owner, with its face and its seller. */
export function openSettings(platform: Platform, neighbours: Neighbours<SettingsDeps>): void {
  const deps = { ...platform, ...neighbours };
  mountSettings(deps);
  mountSite(deps);
}
