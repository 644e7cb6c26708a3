import { createResolve } from '../../../server/http/outward-address.ts';
import type { Neighbours, Platform } from '../../../server/http/platform.ts';
import type { Job } from '../../../server/jobs/jobs.ts';
import type { Chores } from '../../../server/jobs/retention.ts';
import { createSeal } from '../../../server/process/seal.ts';
import { studioPages } from '../../studio/pages.ts';
import type { StudioPlatform } from '../../studio/server/studio-api.ts';
import type { Attention } from '../../studio/server/today.ts';
import { countSwitchedOff, hookRetentions } from './queries.ts';
import { sendDeliveries } from './sending.ts';
import { mountStudioHooks } from './studio-routes.ts';
import { type NamedByCatalogue, tellConnections } from './tell.ts';

/** What wants attention: connections that the site has switched off. */
export const attentionOfHooks: readonly Attention[] = [
  {
    right: 'settings',
    page: studioPages.connections,
    count: async (db) => ({ connections_off: await countSwitchedOff(db) }),
  },
];

/** Opens connections (spec: doors.md#connections), unless the site has no doors. */
export function openHooks(
  platform: Platform,
  { catalogue, studio }: Neighbours<StudioPlatform & { catalogue: NamedByCatalogue }>,
): Chores & { attention: readonly Attention[] } {
  const { config, log } = platform;
  if (!config.doors) return { attention: [], retentions: hookRetentions };
  const deps = {
    loopback: config.hooks.loopback,
    resolve: createResolve(),
    seal: createSeal(config.jwtSecret, 'longstrip hooks'),
    log,
  };
  mountStudioHooks({ ...platform, ...deps, studio });
  const jobs: Job[] = [
    {
      name: 'tell connections',
      everyMs: 2000,
      async run(db) {
        while ((await tellConnections(db, { publicUrl: config.publicUrl, catalogue })) > 0);
      },
    },
    { name: 'send deliveries', everyMs: 1000, run: (db, signal) => sendDeliveries(db, deps, signal) },
  ];
  return { attention: attentionOfHooks, jobs, retentions: hookRetentions };
}
