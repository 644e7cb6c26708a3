import * as z from 'zod/mini';
import { membership } from '../features/membership/contract.ts';
import { personParams, personRow } from '../features/membership/studio-contract.ts';
import { personsOrders } from '../features/payments/studio-contract.ts';
import { person as named, oneOf } from '../features/studio/contract.ts';
import { defineStudioCall } from '../features/studio/rules.ts';
import { timestamp, uuid } from '../shared/wire.ts';

const number = z.nullable(z.number());
const somebody = z.extend(personRow, {
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

/** The call about one person: what several features know of them (spec: studio.md#people). */
export const personCalls = {
  getPerson: defineStudioCall({
    method: 'GET',
    path: '/studio/users/:uuid',
    summary: 'What there is about somebody: membership, role, ban, sessions, orders, invites and coupons',
    description: 'Orders, invited users and coupons: the last 200 of each.',
    right: 'people',
    params: personParams,
    answer: oneOf(somebody),
    failures: [404],
  }),
};

declare module '../shared/calls.ts' {
  interface DeclaredCalls {
    person: typeof personCalls;
  }
}
