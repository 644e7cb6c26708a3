import type { Neighbours, Platform } from '../../../server/http/platform.ts';
import { selectBrokenPages } from './event-queries.ts';
import { createNumbers } from './numbers.ts';
import { numbersRetentions } from './retention.ts';
import { rollUpJob } from './roll-up.ts';
import { mountNumbers, type NumbersDeps } from './studio-routes.ts';

/** Opens the studio's numbers; others tell them what readers do. */
export function openNumbers(platform: Platform, neighbours: Neighbours<NumbersDeps>) {
  const { config, primary: db, timeZone } = platform;
  const deps = { ...platform, ...neighbours };
  mountNumbers(deps);
  return {
    ...createNumbers({ db, timeZone, ownHost: new URL(config.publicUrl).hostname }),
    listReported: selectBrokenPages,
    jobs: [rollUpJob(deps)],
    retentions: numbersRetentions,
  };
}
