import * as z from 'zod/mini';
import { listInviters, namesOfUsers } from '../features/accounts/server/accounts.ts';
import { findBan, listInvited, listSessionsOfUser } from '../features/accounts/server/people.ts';
import { membership } from '../features/membership/contract.ts';
import { findPerson, listRedeemed, listRewarded } from '../features/membership/server/people.ts';
import { personParams, personRow } from '../features/membership/studio-contract.ts';
import { listOrdersOfPerson } from '../features/payments/server/orders.ts';
import { personsOrders } from '../features/payments/studio-contract.ts';
import { person as named, oneOf } from '../features/studio/contract.ts';
import type { StudioApi } from '../features/studio/server/studio-api.ts';
import type { Db } from '../server/db.ts';
import { notFound } from '../server/errors.ts';
import { parseUuid, timestamp, uuid } from '../shared/wire.ts';

const number = z.nullable(z.number());
const person = z.extend(personRow, {
  membership: z.nullable(membership),
  /** `by`: who banned; null: nobody who is still there. */
  ban: z.nullable(z.object({ since: timestamp, reason: z.string(), by: z.nullable(z.string()) })),
  sessions: z.array(z.object({ id: uuid, created_at: timestamp, last_seen_at: timestamp, device: z.string() })),
  orders: personsOrders,
  /** `rewarded`: null while it is not decided, else whether the inviter got the reward. */
  invites: z.object({
    invited_by: z.nullable(named),
    invited: z.array(
      z.object({ uuid, username: z.string(), created_at: timestamp, rewarded: z.nullable(z.boolean()) }),
    ),
  }),
  coupons: z.array(
    z.object({
      ...{ id: uuid, batch: uuid, last_four: z.string(), redeemed_at: timestamp, months: number, days: number },
    }),
  ),
  notices: z.array(z.object({})),
});

/** The studio's call about one person: what several features know of them (spec: studio.md#people). */
export function mountPerson({ studio, db }: { studio: StudioApi; db: Db }): void {
  studio.add({
    method: 'GET',
    path: '/studio/users/:uuid',
    summary: 'What there is about somebody: membership, role, ban, sessions, orders, invites and coupons',
    description: 'Orders, invited users and coupons: the last 200 of each.',
    right: 'people',
    params: personParams,
    answer: oneOf(person),
    failures: [404],
    async answerTo({ params }) {
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
        },
      };
    },
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
  const sessions = await listSessionsOfUser(db, userId);
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
  const redeemed = await listRedeemed(db, userId);
  return redeemed.map(({ couponId: id, batch, lastFour, at, months, days }) => ({
    ...{ id, batch, last_four: lastFour, redeemed_at: at.toISOString(), months, days },
  }));
}
