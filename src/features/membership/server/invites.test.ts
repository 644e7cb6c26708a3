import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { withTransaction } from '../../../server/database/db.ts';
import { databaseForTests } from '../../../server/testing/database.ts';
import { inLong } from '../../../server/testing/depth.ts';
import type { Cause } from '../rules.ts';
import { findMembership } from '../testing/memberships.ts';
import { countRewardsThisMonth } from './invite-queries.ts';
import { rewardInvites } from './invites.ts';
import { checkLedger } from './jobs.ts';
import { extendMembership, takeBack } from './membership.ts';
import { listEntries } from './queries.ts';

const database = databaseForTests();

async function makeUser(invitedBy: string | null = null): Promise<string> {
  const id = randomUUID();
  await database.db.query(
    `insert into users (id, username, username_key, password_hash, invited_by) values ($1, $2, $2, 'none', $3)`,
    [id, id, invitedBy],
  );
  return id;
}

/** Makes an order that was granted so many days ago. */
async function makeOrder(userId: string, given: { days: number; source?: 'wechat' | 'stripe' | 'coupon' }) {
  const { days, source = 'wechat' } = given;
  const cause: Cause = `${source}:${randomUUID()}`;
  await database.db.query(
    `insert into ledger_entries (user_id, cause, kind, source, months, created_at)
     values ($1, $2, 'extend', $3, 1, date_trunc('milliseconds', now()) - make_interval(secs => $4))`,
    [userId, cause, source, days * 86_400],
  );
  // The order was written without the front door; one more grant through it updates the membership.
  await withTransaction(database.db, (tx) =>
    extendMembership(tx, { userId, cause: `coupon:${userId}:${cause}`, by: { days: 1 } }),
  );
  return cause;
}

const endOf = async (userId: string) => (await findMembership(database.db, userId))?.expireAt.getTime() ?? null;
const causesOf = async (userId: string) =>
  (await listEntries(database.db, userId)).flatMap((entry) => (entry.kind === 'revoke' ? [] : [entry.cause]));
const isRewarded = async (userId: string) => (await causesOf(userId)).some((cause) => cause.startsWith('invite:'));
const refund = (userId: string, cause: Cause) => withTransaction(database.db, (tx) => takeBack(tx, { userId, cause }));
const weekMs = 7 * 86_400_000;

describe('an invitation', () => {
  it('gives both sides seven days once the first paid order is seven days old', async () => {
    const inviter = await makeUser();
    const invitee = await makeUser(inviter);
    await makeOrder(invitee, { days: 7.001 });
    const before = await endOf(invitee);
    await rewardInvites(database.db);
    expect(await endOf(invitee)).toBe((before ?? 0) + weekMs);
    expect(((await endOf(inviter)) ?? 0) - Date.now()).toBeGreaterThan(weekMs - 60_000);
    expect(await causesOf(inviter)).toEqual([`invite:${invitee}:inviter`]);
    expect(await checkLedger(database.db, { log: { error: () => {} } })).toBe(0);
  });

  it.each([
    { of: 'an order that is younger', days: 6.999, source: 'wechat' },
    { of: 'a coupon', days: 30, source: 'coupon' },
  ] as const)('gives nothing for $of', async ({ days, source }) => {
    const inviter = await makeUser();
    const invitee = await makeUser(inviter);
    await makeOrder(invitee, { days, source });
    await rewardInvites(database.db);
    expect([await isRewarded(inviter), await isRewarded(invitee)]).toEqual([false, false]);
  });

  it('gives nothing where nobody invited', async () => {
    const user = await makeUser();
    await makeOrder(user, { days: 30 });
    await rewardInvites(database.db);
    expect(await isRewarded(user)).toBe(false);
  });

  it('gives nothing for a refunded order, but for the next that stands', async () => {
    const inviter = await makeUser();
    const invitee = await makeUser(inviter);
    await refund(invitee, await makeOrder(invitee, { days: 20 }));
    await rewardInvites(database.db);
    expect(await isRewarded(inviter)).toBe(false);
    await makeOrder(invitee, { days: 8, source: 'stripe' });
    await rewardInvites(database.db);
    expect([await isRewarded(inviter), await isRewarded(invitee)]).toEqual([true, true]);
  });

  it('is decided once, however many orders follow and however often it is looked at', async () => {
    const inviter = await makeUser();
    const invitee = await makeUser(inviter);
    await makeOrder(invitee, { days: 30 });
    await makeOrder(invitee, { days: 20 });
    await Promise.all([1, 2, 3, 4].map(() => rewardInvites(database.db)));
    await rewardInvites(database.db);
    expect(await causesOf(inviter)).toEqual([`invite:${invitee}:inviter`]);
    expect((await causesOf(invitee)).filter((cause) => cause.startsWith('invite:'))).toHaveLength(1);
  });

  it('loses both rewards with the order that they hung on, and only with that one', async () => {
    const inviter = await makeUser();
    const invitee = await makeUser(inviter);
    const first = await makeOrder(invitee, { days: 30 });
    const second = await makeOrder(invitee, { days: 20 });
    await rewardInvites(database.db);
    const inviterEnd = await endOf(inviter);
    await refund(invitee, second);
    expect(await endOf(inviter)).toBe(inviterEnd);
    const taken = await refund(invitee, first);
    expect(taken.expireAt?.getTime()).toBe(await endOf(invitee));
    expect(await endOf(inviter)).toBeNull();
    expect(await checkLedger(database.db, { log: { error: () => {} } })).toBe(0);
    await rewardInvites(database.db);
    expect(await endOf(inviter)).toBeNull();
  });

  it('comes to nothing in the end when the order is refunded at the very same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const inviter = await makeUser();
      const invitee = await makeUser(inviter);
      const cause = await makeOrder(invitee, { days: 8 });
      await Promise.all([rewardInvites(database.db), refund(invitee, cause), rewardInvites(database.db)]);
      expect(await endOf(inviter)).toBeNull();
    }
    expect(await checkLedger(database.db, { log: { error: () => {} } })).toBe(0);
  });

  inLong('rewards an inviter ten times in a calendar month, and every invitee', async () => {
    const inviter = await makeUser();
    const invitees = await Promise.all(Array.from({ length: 13 }, () => makeUser(inviter)));
    for (const invitee of invitees) await makeOrder(invitee, { days: 8 });
    await rewardInvites(database.db);
    expect(await causesOf(inviter)).toHaveLength(10);
    expect(await countRewardsThisMonth(database.db, inviter)).toBe(10);
    expect(await Promise.all(invitees.map(isRewarded))).toEqual(invitees.map(() => true));

    await database.db.query(
      `update invite_rewards set created_at = date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' - interval '1 second'`,
    );
    const next = await makeUser(inviter);
    await makeOrder(next, { days: 8 });
    await rewardInvites(database.db);
    expect(await causesOf(inviter)).toContain(`invite:${next}:inviter`);
  });

  it('never counts for oneself, nor between two who name each other', async () => {
    const [alone, one, other] = [await makeUser(), await makeUser(), await makeUser()];
    const setInviter = (userId: string, inviterId: string) =>
      database.db.query('update users set invited_by = $2 where id = $1', [userId, inviterId]);
    await setInviter(alone, alone);
    await setInviter(one, other);
    await setInviter(other, one);
    for (const user of [alone, one, other]) await makeOrder(user, { days: 30 });
    await rewardInvites(database.db);
    expect(await Promise.all([alone, one, other].map(isRewarded))).toEqual([false, false, false]);
  });

  it('counts along a chain of invitations', async () => {
    const first = await makeUser();
    const second = await makeUser(first);
    const third = await makeUser(second);
    for (const user of [second, third]) await makeOrder(user, { days: 30 });
    await rewardInvites(database.db);
    expect(await causesOf(first)).toEqual([`invite:${second}:inviter`]);
    expect(await causesOf(second)).toContain(`invite:${third}:inviter`);
  });
});
