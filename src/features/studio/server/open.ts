import type { Neighbours, Platform } from '../../../server/http/platform.ts';
import type { SignedIn } from '../../accounts/server/accounts.ts';
import { mountStudioAccounts, type StudioAccountsDeps } from './account-routes.ts';
import { studioRetentions } from './retention.ts';
import { mountStudio, type StudioDeps } from './routes.ts';
import { findRole, mayPreview } from './studio.ts';
import { createStudioApi } from './studio-api.ts';

/** Opens the studio; others add their calls to it, and ask who may do what. */
export function openStudio(
  platform: Platform<SignedIn & { imageAudience: string }>,
  neighbours: Neighbours<StudioDeps & StudioAccountsDeps, 'studio' | 'times'>,
) {
  const { config, db, primary } = platform;
  const times = { everyMs: config.studio.confirmEveryMs, sensitiveMs: config.studio.confirmSensitiveMs };
  const studio = createStudioApi({ ...platform, ...neighbours, times });
  const deps = { ...platform, ...neighbours, times, studio };
  mountStudio(deps);
  mountStudioAccounts(deps);
  return {
    studio,
    findRole: (userId: string) => findRole(db, userId),
    mayPreview: (imageAudience: string) => mayPreview(primary, imageAudience),
    retentions: studioRetentions,
  };
}
