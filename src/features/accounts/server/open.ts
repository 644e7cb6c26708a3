import type { Neighbours, Platform } from '../../../server/http/platform.ts';
import type { Job } from '../../../server/jobs/jobs.ts';
import { removeWhatIsOver } from '../../../server/jobs/retention.ts';
import { mountAccessTokens } from './access-token-routes.ts';
import type { SignedIn } from './accounts.ts';
import { createAttempts } from './attempts.ts';
import { createConfirmations } from './confirmation.ts';
import { mountPasskeys } from './passkey-routes.ts';
import { createHashing, type HashCost, noShares } from './passwords.ts';
import { mountRecovery } from './recovery-routes.ts';
import { accountRetentions, oldSessions } from './retention-queries.ts';
import { type AccountDeps, mountAccounts } from './routes.ts';

type Handed = Neighbours<AccountDeps, 'attempts' | 'hashing' | 'confirmations' | 'addressKey'> & {
  hashCost?: HashCost | undefined;
};

/** Opens accounts; others get how codes and passwords are tried, and how a user confirms to be the one. */
export function openAccounts(platform: Platform<SignedIn>, neighbours: Handed) {
  const { config, clock } = platform;
  const attempts = createAttempts({ ...platform, scale: config.rateLimitScale });
  const hashing = createHashing(config.rateLimitScale === 0 ? noShares : undefined, neighbours.hashCost);
  const ground = { ...platform, ...neighbours, attempts, hashing, addressKey: config.jwtSecret };
  const times = { everyMs: config.studio.confirmEveryMs, sensitiveMs: config.studio.confirmSensitiveMs };
  const confirmations = createConfirmations({ ...ground, times });
  const deps = { ...ground, confirmations };
  mountAccounts(deps);
  mountPasskeys(deps);
  mountRecovery(deps);
  mountAccessTokens(deps);
  return {
    attempts,
    confirmations,
    jobs: [
      {
        name: 'remove old sessions',
        everyMs: 60 * 60 * 1000,
        removes: true,
        run: (on, signal) => removeWhatIsOver(on, { retentions: [oldSessions], now: clock(), signal }),
      } satisfies Job,
    ],
    retentions: accountRetentions,
  };
}
