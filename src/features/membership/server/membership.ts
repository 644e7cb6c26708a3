import type { Db } from '../../../server/database/db.ts';
import { listInviters, namesOfUsers } from '../../accounts/server/accounts.ts';
import {
  type Cause,
  type Duration,
  foldLedger,
  lastPeriodOf,
  type MemberPeriod,
  type MemberSpan,
  type Source,
  spansOf,
} from '../rules.ts';
import { findRewardOfOrder } from './invite-queries.ts';
import {
  type ByHand,
  insertEntry,
  listEntries,
  listEntriesOf,
  listMembersAmong,
  listMissingGrants,
  listPaidGrants,
  listUsesOfCause,
  lockMembers,
  type NewEntry,
  updateExpiry,
} from './queries.ts';
import { findOfferedDays } from './trial-queries.ts';

export type { Cause, Duration } from '../rules.ts';
export type { KeyHolder, KeyName, Viewer } from './viewers.ts';
export { findOfferedDays, listMembersAmong, listMissingGrants };

/**
 * The result of a change to a membership. `isNew` is false when the cause had been reported before, and nothing
 * changed.
 */
export interface Changed {
  /** The end of the membership; null: nothing is left of it. */
  expireAt: Date | null;
  isNew: boolean;
}

/**
 * Extends a membership from the later of now and its end, once for each cause. A repetition changes nothing, and a
 * grant that was taken back before it arrived stays so. Locks the member until the transaction ends, so call it before
 * other locks that others may wait for. Throws when the cause is another user's or another kind of change.
 */
export async function extendMembership(
  tx: Db,
  grant: { userId: string; cause: Cause; by: Duration; byHand?: ByHand },
): Promise<Changed> {
  const { cause } = grant;
  await lockMembers(tx, [grant.userId]);
  return enter(tx, { ...grant, kind: 'extend', source: sourceOf(cause) });
}

/** Ends a membership at exactly `until`, earlier or later; otherwise like `extendMembership`. */
export async function setExpiry(
  tx: Db,
  given: { userId: string; cause: Cause; until: Date; byHand?: ByHand },
): Promise<Changed> {
  const { cause } = given;
  await lockMembers(tx, [given.userId]);
  return enter(tx, { ...given, kind: 'set', source: sourceOf(cause) });
}

/**
 * Takes back the grant of `cause`, also one that is reported later; with a paid order also the invite rewards that
 * depend on it. Otherwise like `extendMembership`, but it also locks the member's inviter. `decision`: somebody in the
 * studio takes it back, under a cause of its own.
 */
export async function takeBack(
  tx: Db,
  given: { userId: string; cause: Cause; decision?: { cause: Cause; byHand: ByHand } },
): Promise<Changed> {
  const { userId, cause } = given;
  // An order and its reward share a lock, so that neither misses the other. A coupon earns no reward. When a gift ends,
  // its redeemer is locked after the coupon; then no further user may be locked.
  const inviters = sourceOf(cause) === 'coupon' ? [] : await listInviters(tx, [userId]);
  // A deleted user has no membership any more, and a ledger all the same.
  const members = await namesOfUsers(tx, [userId, ...inviters.map(({ inviterId }) => inviterId)]);
  await lockMembers(tx, [...members.keys()]);
  const changed = await revoke(tx, given);
  const reward = await findRewardOfOrder(tx, cause);
  if (!reward) return changed;
  const { inviteeId, inviterId, inviterRewarded } = reward;
  if (inviterRewarded) await revoke(tx, { userId: inviterId, cause: rewardCauses(inviteeId).inviter });
  const { expireAt } = await revoke(tx, { userId: inviteeId, cause: rewardCauses(inviteeId).invitee });
  return { expireAt, isNew: changed.isNew };
}

/** The last unbroken period of a user's membership; null where nothing is left of it. */
export async function findLastPeriod(db: Db, userId: string): Promise<MemberPeriod | null> {
  return lastPeriodOf(await listEntries(db, userId));
}

/** What each of these grants gave, as it was when it was given; one that was never given is left out. */
export async function periodsAsGranted(
  db: Db,
  grants: readonly { userId: string; cause: string }[],
): Promise<Map<string, MemberSpan>> {
  const ledgers = await listEntriesOf(db, [...new Set(grants.map(({ userId }) => userId))]);
  return new Map(
    grants.flatMap(({ userId, cause }) => {
      const entries = ledgers.get(userId) ?? [];
      const given = entries.findIndex((entry) => entry.kind !== 'revoke' && entry.cause === cause);
      const span = spansOf(entries.slice(0, given + 1)).find((each) => each.cause === cause);
      return span ? [[cause, span] as const] : [];
    }),
  );
}

const grantsAtOnce = 2000;

/** The grants of payments that were not taken back. */
export interface Grant {
  cause: string;
  userId: string;
}

/** All grants of payments, in parts, in the order in which they were decided. */
export async function eachPaidGrants(db: Db, take: (grants: readonly Grant[]) => Promise<void>): Promise<void> {
  let after = 0;
  let found = grantsAtOnce;
  while (found === grantsAtOnce) {
    const page = await listPaidGrants(db, { after, limit: grantsAtOnce });
    await take(page);
    after = page.at(-1)?.id ?? after;
    found = page.length;
  }
}

/** The causes of the two rewards for an invitation. */
export function rewardCauses(inviteeId: string): { inviter: Cause; invitee: Cause } {
  return { inviter: `invite:${inviteeId}:inviter`, invitee: `invite:${inviteeId}:invitee` };
}

function revoke(tx: Db, { userId, cause, decision }: Parameters<typeof takeBack>[1]): Promise<Changed> {
  const entry = decision
    ? { ...decision, source: sourceOf(decision.cause) }
    : { cause: `taken back: ${cause}`, source: sourceOf(cause) };
  return enter(tx, { ...entry, userId, kind: 'revoke', revokes: cause });
}

function sourceOf(cause: Cause): Source {
  return cause.slice(0, cause.indexOf(':')) as Source; // the type has it before the first colon
}

/** Writes an entry, unless its cause is there, and updates the membership. The caller holds the member's lock. */
async function enter(tx: Db, entry: NewEntry): Promise<Changed> {
  const { userId } = entry;
  const isNew = await insertEntry(tx, entry);
  await requireOneStory(tx, entry);
  const expireAt = foldLedger(await listEntries(tx, userId));
  if (isNew) await updateExpiry(tx, { userId, expireAt });
  return { expireAt, isNew };
}

/**
 * A cause is one user's and of one kind; the transaction that says otherwise is a fault of ours and must not commit.
 */
async function requireOneStory(tx: Db, entry: NewEntry): Promise<void> {
  const cause = entry.revokes ?? entry.cause;
  for (const use of await listUsesOfCause(tx, cause)) {
    if (use.userId !== entry.userId)
      throw new Error(`${cause} is reported of user ${entry.userId}, but belongs to ${use.userId}`);
    if (use.kind !== 'revoke' && entry.kind !== 'revoke' && use.kind !== entry.kind)
      throw new Error(`${cause} is reported as ${entry.kind}, but was ${use.kind}`);
  }
}
