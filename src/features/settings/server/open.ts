import type { Neighbours, Platform } from '../../../server/http/platform.ts';
import { mountSettings, type SettingsDeps } from './studio-routes.ts';

/** Opens the site's settings to its owner. */
export function openSettings(platform: Platform, neighbours: Neighbours<SettingsDeps>): void {
  mountSettings({ ...platform, ...neighbours });
}
