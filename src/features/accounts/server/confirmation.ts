import { createHmac } from 'node:crypto';
import type { Db } from '../../../server/database/db.ts';
import { networkOf } from '../../../server/http/address.ts';
import type { Clock } from '../../../server/process/clock.ts';
import { readPassword } from '../rules.ts';
import { loginLimits, nameForCounting } from './address-limits.ts';
import type { Attempts } from './attempts.ts';
import type { Hashing } from './passwords.ts';
import { isAddressKnown } from './queries.ts';
import {
  type Confirmation,
  clearConfirmation,
  selectConfirmation,
  selectPasswordHash,
  updateConfirmation,
} from './session-queries.ts';
import type { SignedIn, UsedFrom } from './signed-in.ts';

interface ConfirmationDeps {
  db: Db;
  clock: Clock;
  attempts: Attempts;
  hashing: Hashing;
  /** The key that signs stored addresses. */
  addressKey: string;
}

interface Asking {
  signedIn: SignedIn;
  password: string;
  address: string;
}

/** Confirms that whoever uses a session is its user: they typed the password a short time ago. */
export interface Confirmations {
  /** When the session was last confirmed, with the database's time now; null where the session has ended. */
  find(sessionId: string): Promise<Confirmation | null>;
  /** Whether that is the user's password; a wrong one counts as a failed login, and too many reject with 429. */
  isPassword(asking: Asking): Promise<boolean>;
  /** Confirms the one session if the password is right; a wrong one counts as a failed login. */
  confirm(asking: Asking): Promise<boolean>;
  /** Takes a session's confirmation back. */
  forget(sessionId: string): Promise<void>;
}

export function createConfirmations(deps: ConfirmationDeps): Confirmations {
  const { db, attempts, hashing } = deps;

  /** The hash that the password fits; null: it fits none. */
  async function verify({ signedIn, password, address }: Asking): Promise<string | null> {
    const { userId, username } = signedIn;
    const isKnownAddress = await isAddressKnown(db, usedFromOf(deps, { username, address }));
    const passwords = hashing.of({ account: nameForCounting(username), address });
    return attempts.run(loginLimits({ username, address, isKnownAddress }), async () => {
      const hash = await selectPasswordHash(db, userId);
      const isRight = await passwords.matches(hash, readPassword(password));
      return { value: isRight ? hash : null, counts: !isRight };
    });
  }

  return {
    find: (sessionId) => selectConfirmation(db, sessionId),
    isPassword: async (asking) => (await verify(asking)) !== null,
    async confirm(asking) {
      const passwordHash = await verify(asking);
      const { sessionId, userId } = asking.signedIn;
      return passwordHash !== null && updateConfirmation(db, { sessionId, userId, passwordHash });
    },
    forget: (sessionId) => clearConfirmation(db, sessionId),
  };
}

/** The use of an account from an address, as it is noted. */
export function usedFromOf(
  { addressKey, clock }: Pick<ConfirmationDeps, 'addressKey' | 'clock'>,
  { username, address }: { username: string; address: string },
): UsedFrom {
  const text = `address\0${nameForCounting(username)}\0${networkOf(address)}`;
  return { hash: createHmac('sha256', addressKey).update(text).digest(), now: clock() };
}
