import { createHash, randomBytes } from 'node:crypto';
import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import {
  type Attempts,
  type Confirmations,
  limitsOfAddress,
  namesOfUsers,
  type SignedIn,
} from '../../accounts/server/accounts.ts';
import { endPasswordLink } from '../../accounts/server/people.ts';
import type { Role } from '../contract.ts';
import { type Maker, writeAudit } from './audit.ts';
import {
  deleteClaim,
  findRole,
  hasClaim,
  hasOtherOwner,
  hasOwner,
  lockRoles,
  replaceClaim,
  updateRole,
} from './queries.ts';

export type RoleGiven =
  | { kind: 'given'; user: { uuid: string; username: string; role: Role | null } }
  | { kind: 'unknown_user' }
  | { kind: 'last_owner' };

interface GivenRole {
  by: Maker;
  userId: string;
  role: Role | null;
  reason: string | null;
}

/** Gives a user a role or takes it away (null). The last owner stays one; the same role again changes nothing. */
export async function giveRole(tx: Db, { by, userId, role, reason }: GivenRole): Promise<RoleGiven> {
  await lockRoles(tx);
  const username = (await namesOfUsers(tx, [userId])).get(userId);
  if (username === undefined) return { kind: 'unknown_user' };
  const user = { uuid: userId, username, role };
  const before = await findRole(tx, userId);
  if (before === role) return { kind: 'given', user };
  if (before === 'owner' && !(await hasOtherOwner(tx, userId))) return { kind: 'last_owner' };
  // The link for a new password may have been made by somebody who may not make one for an account with this role.
  if (role !== null) await endPasswordLink(tx, userId);
  await updateRole(tx, { userId, role });
  if (role === 'owner') await deleteClaim(tx);
  await writeAudit(tx, {
    by,
    action: 'user.role',
    target: { kind: 'user', id: userId, name: username },
    before: { role: before },
    after: { role },
    reason,
  });
  return { kind: 'given', user };
}

/**
 * The code by which a user may claim the site, made anew at each start; null where it has an owner. Only its hash is
 * kept, and codes of earlier starts are void.
 */
export function makeClaim(db: DbPool): Promise<string | null> {
  return withTransaction(db, async (tx) => {
    await lockRoles(tx);
    await deleteClaim(tx);
    if (await hasOwner(tx)) return null;
    const code = randomBytes(32).toString('base64url');
    await replaceClaim(tx, hashOf(code));
    return code;
  });
}

export type Claimed = { kind: 'claimed' } | { kind: 'claim_invalid' } | { kind: 'password_wrong' };

interface ClaimDeps {
  db: DbPool;
  attempts: Attempts;
  confirmations: Pick<Confirmations, 'isPassword'>;
}

/** How many wrong codes and passwords an address may send (spec: studio.md#the-first-owner). */
const wrongClaims = { kind: 'owner claim', allowed: 10, windowSeconds: 60 * 60 };

/** Makes the user the first owner. The code is used up by that alone: a wrong password leaves it as it is. */
export function claimSite(
  deps: ClaimDeps,
  given: { signedIn: SignedIn; code: string; password: string; by: Maker; address: string },
): Promise<Claimed> {
  return deps.attempts.run(limitsOfAddress(wrongClaims, given.address), async () => {
    const value = await tryToClaim(deps, given);
    return { value, counts: value.kind !== 'claimed' };
  });
}

/** Whether the code would claim the site now. A wrong one counts as it does in a claim, so nobody learns more by asking. */
export function checkClaim(
  { db, attempts }: Pick<ClaimDeps, 'db' | 'attempts'>,
  { code, address }: { code: string; address: string },
): Promise<boolean> {
  return attempts.run(limitsOfAddress(wrongClaims, address), async () => {
    const holds = await hasClaim(db, hashOf(code));
    return { value: holds, counts: !holds };
  });
}

async function tryToClaim(deps: ClaimDeps, given: Parameters<typeof claimSite>[1]): Promise<Claimed> {
  const { signedIn, code, by } = given;
  if (!(await hasClaim(deps.db, hashOf(code)))) return { kind: 'claim_invalid' };
  if (!(await deps.confirmations.isPassword(given))) return { kind: 'password_wrong' };
  return withTransaction(deps.db, async (tx): Promise<Claimed> => {
    await lockRoles(tx);
    if (!(await hasClaim(tx, hashOf(code)))) return { kind: 'claim_invalid' };
    const { userId, username } = signedIn;
    const before = await findRole(tx, userId);
    await endPasswordLink(tx, userId);
    await updateRole(tx, { userId, role: 'owner' });
    await deleteClaim(tx);
    await writeAudit(tx, {
      by,
      action: 'user.claim',
      target: { kind: 'user', id: userId, name: username },
      before: { role: before },
      after: { role: 'owner' },
    });
    return { kind: 'claimed' };
  });
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
