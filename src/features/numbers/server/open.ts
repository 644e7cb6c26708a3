import type { Platform } from '../../../server/http/platform.ts';
import type { StudioApi } from '../../studio/server/studio-api.ts';
import { createNumbers } from './numbers.ts';
import { numbersRetentions } from './retention.ts';
import { rollUpJob } from './roll-up.ts';
import type { NumberSources } from './sources.ts';
import { mountNumbers } from './studio-routes.ts';

/** Opens the studio's numbers; others tell them what readers do. */
export function openNumbers(platform: Platform, neighbours: { studio: StudioApi; sources: NumberSources }) {
  const { config, primary: db, timeZone } = platform;
  const deps = { ...platform, ...neighbours };
  mountNumbers(deps);
  return {
    ...createNumbers({ db, timeZone, ownHost: new URL(config.publicUrl).hostname }),
    jobs: [rollUpJob(deps)],
    retentions: numbersRetentions,
  };
}
