import type { Platform } from '../../../server/http/platform.ts';
import type { SignedIn } from './accounts.ts';
import { createAttempts } from './attempts.ts';
import { createConfirmations } from './confirmation.ts';
import { accountJobs } from './jobs.ts';
import { createHashing, type HashCost, noShares } from './passwords.ts';
import { accountRetentions } from './retention-queries.ts';
import { type AccountNeighbours, mountAccounts } from './routes.ts';

/** Opens accounts; others get how codes and passwords are tried, and how a user confirms to be the one. */
export function openAccounts(
  platform: Platform<SignedIn>,
  { hashCost, ...neighbours }: AccountNeighbours & { hashCost?: HashCost | undefined },
) {
  const { config, clock } = platform;
  const attempts = createAttempts({ ...platform, scale: config.rateLimitScale });
  const hashing = createHashing(config.rateLimitScale === 0 ? noShares : undefined, hashCost);
  const deps = { ...platform, ...neighbours, attempts, hashing, addressKey: config.jwtSecret };
  mountAccounts(deps);
  return {
    attempts,
    confirmations: createConfirmations(deps),
    jobs: accountJobs(clock),
    retentions: accountRetentions,
  };
}
