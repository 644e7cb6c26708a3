import type { Db } from '../../../server/database/db.ts';
import type { Cause } from '../rules.ts';
import type { Duration } from './membership.ts';
import { extendMembership, setExpiry, takeBack } from './membership.ts';
import { listLedgerRows, readClock } from './people-queries.ts';
import { type ByHand, listUsesOfCause, lockMembers } from './queries.ts';

/** A change of a membership that somebody in the studio asks for. */
export type ChangeByHand =
  | { kind: 'extend'; by: Duration }
  | { kind: 'set'; until: Date }
  /** Takes back what a row of the ledger gave. */
  | { kind: 'revoke'; entry: number }
  /** Ends it at this moment. */
  | { kind: 'end' };

export type ChangedByHand =
  | { kind: 'changed'; before: Date | null; expireAt: Date | null; isExpired: boolean }
  /** There is nothing to end or to take back. */
  | { kind: 'unchanged' }
  /** Something else was decided under this cause. */
  | { kind: 'cause_taken' };

/** Changes a membership by the ledger's one road, under `cause`. */
export async function changeByHand(
  tx: Db,
  given: { userId: string; cause: Cause; change: ChangeByHand; byHand: ByHand; expireAt: () => Promise<Date | null> },
): Promise<ChangedByHand> {
  const { userId, cause } = given;
  await lockMembers(tx, [userId]);
  if ((await listUsesOfCause(tx, cause)).length > 0) return { kind: 'cause_taken' };
  const before = await given.expireAt();
  const now = await readClock(tx);
  const after = await change(tx, { ...given, before, now });
  if (after === 'unchanged') return { kind: 'unchanged' };
  const { expireAt } = after;
  return { kind: 'changed', before, expireAt, isExpired: expireAt !== null && expireAt <= (await readClock(tx)) };
}

async function change(
  tx: Db,
  given: Parameters<typeof changeByHand>[1] & { before: Date | null; now: Date },
): Promise<{ expireAt: Date | null } | 'unchanged'> {
  const { userId, cause, change: wanted, byHand, before, now } = given;
  switch (wanted.kind) {
    case 'extend':
      return extendMembership(tx, { userId, cause, by: wanted.by, byHand });
    case 'set':
      return setExpiry(tx, { userId, cause, until: wanted.until, byHand });
    case 'end':
      return before === null || before <= now ? 'unchanged' : setExpiry(tx, { userId, cause, until: now, byHand });
    case 'revoke': {
      const rows = await listLedgerRows(tx, userId);
      const row = rows.find(({ id }) => id === wanted.entry);
      if (!row?.counts || row.kind === 'revoke') return 'unchanged';
      // A cause begins with its source: the ledger has no other ones.
      return takeBack(tx, { userId, cause: row.cause as Cause, decision: { cause, byHand } });
    }
  }
}
