import type { Neighbours, Platform } from '../../../server/http/platform.ts';
import { mountPictures, type SiteFiles } from './pictures.ts';
import { mountProofs } from './proofs.ts';
import { mountSite } from './site-routes.ts';
import { mountSettings, type SettingsDeps } from './studio-routes.ts';

/** Opens the site's settings to its owner, with its face, its pictures, its proof files and its seller. */
export function openSettings(
  platform: Platform,
  neighbours: Neighbours<SettingsDeps & { siteFiles: SiteFiles }>,
): void {
  const deps = { ...platform, ...neighbours };
  mountSettings(deps);
  mountSite(deps);
  mountPictures(deps);
  mountProofs(deps);
}
