import type { Platform } from '../../../server/http/platform.ts';
import type { Attempts } from '../../accounts/server/accounts.ts';
import type { StudioApi } from '../../studio/server/studio-api.ts';
import { mountStudioBatches } from './batch-routes.ts';
import type { SpentOf } from './batches.ts';
import { type KeepDifferences, membershipJobs } from './jobs.ts';
import type { BuyersOf } from './people.ts';
import { mountStudioPeople } from './people-routes.ts';
import { mountMembership } from './routes.ts';
import { mountStudioCoupons } from './studio-routes.ts';
import type { Viewer } from './viewers.ts';

/** What others do for memberships. */
interface Neighbours {
  studio: StudioApi;
  attempts: Attempts;
  /** Whether there is a plan of this code. */
  isPlan(plan: string): Promise<boolean>;
  spentOf: SpentOf;
  buyersOf: BuyersOf;
  keepDifferences: KeepDifferences;
}

/** Opens memberships and coupons. */
export function openMembership(platform: Platform<Viewer>, neighbours: Neighbours) {
  const deps = { ...platform, ...neighbours };
  mountMembership(deps);
  mountStudioCoupons(deps);
  mountStudioBatches(deps);
  mountStudioPeople(deps);
  return { jobs: membershipJobs(deps) };
}
