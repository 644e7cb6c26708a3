import { type DbPool, withTransaction } from '../../../server/database/db.ts';
import { listInviters, namesOfUsers } from '../../accounts/server/accounts.ts';
import { inviteReward, isRewardDue, mostRewardsAMonth, rewardHoldDays } from '../rules.ts';
import { countRewardsThisMonth, findFirstOrder, insertReward, listFirstOrders } from './invite-queries.ts';
import { extendMembership, rewardCauses } from './membership.ts';
import { lockMembers } from './queries.ts';

const ordersAtOnce = 500;
const beforeAllUsers = '00000000-0000-0000-0000-000000000000';

/** Rewards both sides of every invitation whose first paid order is old enough; each invitation is decided once. */
export async function rewardInvites(db: DbPool, signal?: AbortSignal): Promise<void> {
  let after = beforeAllUsers;
  let found = ordersAtOnce;
  while (found === ordersAtOnce && !signal?.aborted) {
    const orders = await listFirstOrders(db, { after, limit: ordersAtOnce, heldDays: rewardHoldDays });
    const payers = orders.map(({ inviteeId }) => inviteeId);
    const invitations = await listInviters(db, payers);
    const inviters = await listInviters(
      db,
      invitations.map(({ inviterId }) => inviterId),
    );
    const inviterOf = new Map(inviters.map(({ userId, inviterId }) => [userId, inviterId]));
    for (const { userId, inviterId } of invitations) {
      if (signal?.aborted) return;
      const inviterInvitedBy = inviterOf.get(inviterId) ?? null;
      await rewardInvite(db, { inviteeId: userId, inviterId, inviterInvitedBy });
    }
    after = payers.at(-1) ?? after;
    found = orders.length;
  }
}

interface Invitation {
  inviteeId: string;
  inviterId: string;
  inviterInvitedBy: string | null;
}

function rewardInvite(db: DbPool, invitation: Invitation): Promise<void> {
  const { inviteeId, inviterId } = invitation;
  return withTransaction(db, async (tx) => {
    // Somebody who has left keeps the row of an invitation, and is a member no more.
    const present = await namesOfUsers(tx, [inviteeId, inviterId]);
    await lockMembers(tx, [...present.keys()]);
    if (!present.has(inviteeId)) return;
    const order = await findFirstOrder(tx, inviteeId);
    if (!order || !isRewardDue({ ...invitation, paidAt: order.paidAt, now: order.now })) return;
    const inviterRewarded = present.has(inviterId) && (await countRewardsThisMonth(tx, inviterId)) < mostRewardsAMonth;
    await insertReward(tx, { inviteeId, inviterId, paidCause: order.cause, inviterRewarded });
    const causes = rewardCauses(inviteeId);
    await extendMembership(tx, { userId: inviteeId, cause: causes.invitee, by: inviteReward });
    if (inviterRewarded) await extendMembership(tx, { userId: inviterId, cause: causes.inviter, by: inviteReward });
  });
}
