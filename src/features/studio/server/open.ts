import type { Platform } from '../../../server/http/platform.ts';
import type { Attempts, Confirmations, SignedIn } from '../../accounts/server/accounts.ts';
import { type EndFeed, mountStudioAccounts } from './account-routes.ts';
import { studioRetentions } from './retention.ts';
import { mountStudio } from './routes.ts';
import { findRole, mayPreview } from './studio.ts';
import { createStudioApi } from './studio-api.ts';
import type { Attention } from './today.ts';

/** What others do for the studio. */
interface Neighbours {
  attempts: Attempts;
  confirmations: Confirmations;
  endFeed: EndFeed;
  attention(): readonly Attention[];
}

/** Opens the studio; others add their calls to it, and ask who may do what. */
export function openStudio(platform: Platform<SignedIn & { imageAudience: string }>, neighbours: Neighbours) {
  const { config, db, primary } = platform;
  const times = { everyMs: config.studio.confirmEveryMs, sensitiveMs: config.studio.confirmSensitiveMs };
  const deps = { ...platform, ...neighbours, times };
  const studio = createStudioApi(deps);
  mountStudio({ ...deps, studio });
  mountStudioAccounts({ ...deps, studio, publicUrl: config.publicUrl });
  return {
    studio,
    findRole: (userId: string) => findRole(db, userId),
    mayPreview: (imageAudience: string) => mayPreview(primary, imageAudience),
    retentions: studioRetentions,
  };
}
