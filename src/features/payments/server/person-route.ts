import type { Db } from '../../../server/database/db.ts';
import { notFound } from '../../../server/http/errors.ts';
import { parseUuid } from '../../../shared/wire.ts';
import { listInviters, namesOfUsers } from '../../accounts/server/accounts.ts';
import { findBan, listInvited, listSessionsOf } from '../../accounts/server/people.ts';
import { findPerson, listRedemptionsOf, listRewarded } from '../../membership/server/people.ts';
import { readNote } from '../../studio/server/studio.ts';
import type { StudioPlatform } from '../../studio/server/studio-api.ts';
import { type PersonConsent, paymentStudioCalls } from '../studio-contract.ts';
import { listOrdersOfPerson } from './orders.ts';
import { readTimeline } from './timeline.ts';

interface PersonDeps extends StudioPlatform {
  /** What a user has agreed to, oldest first. */
  consentsOf(userId: string): Promise<PersonConsent[]>;
}

/** The studio's call about one person: what several features know of them (spec: studio.md#people). */
export function mountPerson({ studio, db, consentsOf }: PersonDeps): void {
  studio.add(paymentStudioCalls.getPerson, async ({ params }) => {
    const userId = parseUuid(params.uuid);
    const row = userId === null ? null : await findPerson(db, userId);
    if (!row) throw notFound('user_not_found', 'There is no such user');
    const { expire_at: expireAt, is_expired: isExpired } = row;
    return {
      result: {
        ...row,
        membership: expireAt === null ? null : { expire_at: expireAt, is_expired: isExpired },
        ban: await readBan(db, row.uuid),
        sessions: await readSessions(db, row.uuid),
        orders: await listOrdersOfPerson(db, row.uuid),
        invites: await readInvites(db, row.uuid),
        coupons: await readCoupons(db, row.uuid),
        notices: [], // the site sends none
        note: await readNote(db, row.uuid),
        consents: await consentsOf(row.uuid),
      },
    };
  });

  studio.add(paymentStudioCalls.getTimeline, async ({ params, query: { page, page_size: pageSize } }) => {
    const userId = parseUuid(params.uuid);
    if (userId === null || !(await findPerson(db, userId))) throw notFound('user_not_found', 'There is no such user');
    const all = await readTimeline(db, userId);
    return { result: all.slice(page * pageSize, (page + 1) * pageSize), total: all.length };
  });
}

async function readBan(db: Db, userId: string) {
  const ban = await findBan(db, userId);
  if (!ban) return null;
  const { since, reason, byUserId } = ban;
  const names = await namesOfUsers(db, byUserId === null ? [] : [byUserId]);
  return { since: since.toISOString(), reason, by: (byUserId && names.get(byUserId)) ?? null };
}

async function readSessions(db: Db, userId: string) {
  const sessions = await listSessionsOf(db, userId);
  return sessions.map(({ id, createdAt, lastSeenAt, device }) => ({
    ...{ id, created_at: createdAt.toISOString(), last_seen_at: lastSeenAt.toISOString(), device },
  }));
}

async function readInvites(db: Db, userId: string) {
  const [invitation] = await listInviters(db, [userId]);
  const inviterId = invitation?.inviterId;
  const username = inviterId && (await namesOfUsers(db, [inviterId])).get(inviterId);
  const invited = await listInvited(db, userId);
  const rewarded = await listRewarded(
    db,
    invited.map(({ userId: id }) => id),
  );
  return {
    invited_by: inviterId && username ? { uuid: inviterId, username } : null,
    invited: invited.map((user) => ({
      ...{ uuid: user.userId, username: user.username, created_at: user.createdAt.toISOString() },
      rewarded: rewarded.get(user.userId) ?? null,
    })),
  };
}

async function readCoupons(db: Db, userId: string) {
  const redeemed = await listRedemptionsOf(db, userId);
  return redeemed.map(({ couponId: id, batch, lastFour, at, months, days }) => ({
    ...{ id, batch, last_four: lastFour, redeemed_at: at.toISOString(), months, days },
  }));
}
