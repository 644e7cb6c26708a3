import { createHmac, randomBytes } from 'node:crypto';
import type { Db } from '../../../server/database/db.ts';
import { usernameKey } from '../../accounts/rules.ts';
import type { Attention } from '../../studio/server/today.ts';
import { readCampaign } from '../rules.ts';
import { extendMembership } from './membership.ts';
import { getKey } from './queries.ts';
import { countNewTrials, findTrialTerms, hasTrial, insertTrial, spendTrialCampaign } from './trial-queries.ts';

export interface GivenTrial {
  days: number;
  expire_at: string;
}

/**
 * Gives a new account its days of trial, in the transaction that makes it: by the word of a campaign, an invitation, or to
 * anyone. Null: there are none for it, or somebody of that name had them before (spec: membership.md#trials).
 */
export async function giveTrial(
  tx: Db,
  given: { user: { id: string; username: string }; isInvited: boolean; campaign: unknown; now: Date },
): Promise<GivenTrial | null> {
  const { user, isInvited, campaign, now } = given;
  const { trial_days: days, open } = await findTrialTerms(tx);
  if (days === 0) return null;
  const nameHash = await hashName(tx, user.username);
  if (await hasTrial(tx, nameHash)) return null;
  const word = readCampaign(campaign);
  const isOfCampaign = word !== null && (await spendTrialCampaign(tx, { word, now }));
  if (!isOfCampaign && !isInvited && !open) return null;
  await insertTrial(tx, { nameHash, userId: user.id, word: isOfCampaign ? word : null, now });
  const { expireAt } = await extendMembership(tx, { userId: user.id, cause: `trial:${user.id}`, by: { days } });
  return expireAt && { days, expire_at: expireAt.toISOString() };
}

async function hashName(db: Db, username: string): Promise<Buffer> {
  const key = await getKey(db, { name: 'trials', proposed: randomBytes(32) });
  return createHmac('sha256', key)
    .update(usernameKey(username) ?? username)
    .digest();
}

/** From so many trials within a day on, somebody should look whether they are of people. */
const manyTrials = 20;

export const attentionOfTrials: readonly Attention[] = [
  {
    right: 'settings',
    page: '/studio/settings/trial',
    async count(db) {
      const count = await countNewTrials(db);
      return { trials: count < manyTrials ? 0 : count };
    },
  },
];
