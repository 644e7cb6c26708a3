import type { Neighbours, Platform } from '../../../server/http/platform.ts';
import { mountStudioBatches, type StudioBatchesDeps } from './batch-routes.ts';
import { type MembershipJobDeps, membershipJobs } from './jobs.ts';
import { mountStudioPeople, type StudioPeopleDeps } from './people-routes.ts';
import { type MembershipDeps, mountMembership } from './routes.ts';
import { mountStudioCoupons, type StudioCouponsDeps } from './studio-routes.ts';
import { trialRetention } from './trial-queries.ts';
import { mountStudioTrials } from './trial-routes.ts';
import { attentionOfTrials, giveTrial } from './trials.ts';
import type { Viewer } from './viewers.ts';

type Deps = MembershipDeps & StudioCouponsDeps & StudioBatchesDeps & StudioPeopleDeps & MembershipJobDeps;

/** Opens memberships, coupons and trials; others have trials given to new accounts. */
export function openMembership(platform: Platform<Viewer>, neighbours: Neighbours<Deps>) {
  const deps = { ...platform, ...neighbours };
  mountMembership(deps);
  mountStudioCoupons(deps);
  mountStudioBatches(deps);
  mountStudioPeople(deps);
  mountStudioTrials(deps);
  return { giveTrial, attention: attentionOfTrials, retentions: [trialRetention], jobs: membershipJobs(deps) };
}
