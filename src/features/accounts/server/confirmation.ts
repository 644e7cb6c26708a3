import { createHmac } from 'node:crypto';
import type { Log } from '../../../server/config/log.ts';
import type { Db } from '../../../server/database/db.ts';
import { networkOf } from '../../../server/http/address.ts';
import { AppError, unauthenticated } from '../../../server/http/errors.ts';
import type { Clock } from '../../../server/process/clock.ts';
import { type ConfirmationTimes, checkPresentPassword, confirmedUntil, readPassword } from '../rules.ts';
import { requireAccepted } from './accepted.ts';
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
  times: ConfirmationTimes;
  log: Pick<Log, 'warn'>;
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
  /**
   * Lets only the user's present password through, and confirms the session by it: a missing one rejects with 400, a
   * wrong one with 403 `password_wrong`, and counts as a failed login. A session that has ended rejects with 401.
   */
  requirePassword(asking: Omit<Asking, 'password'> & { password: string | undefined }): Promise<void>;
  /** As `requirePassword`, which a session that was confirmed a short time ago may leave out: else 403 `password_needed`. */
  requireRecent(asking: Omit<Asking, 'password'> & { password: string | undefined }): Promise<void>;
  /** Takes a session's confirmation back. */
  forget(sessionId: string): Promise<void>;
}

export function createConfirmations(deps: ConfirmationDeps): Confirmations {
  const { db, attempts, hashing, times, log } = deps;

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

  async function confirm(asking: Asking): Promise<boolean> {
    const passwordHash = await verify(asking);
    const { sessionId, userId } = asking.signedIn;
    return passwordHash !== null && updateConfirmation(db, { sessionId, userId, passwordHash });
  }

  async function requireSession({ sessionId }: SignedIn): Promise<Confirmation> {
    const confirmation = await selectConfirmation(db, sessionId);
    if (!confirmation) throw unauthenticated();
    return confirmation;
  }

  const requirePassword: Confirmations['requirePassword'] = async ({ password: typed, ...asking }) => {
    const { password } = requireAccepted(checkPresentPassword(typed));
    if (await confirm({ ...asking, password })) return;
    const { signedIn, address } = asking;
    // Another session may have changed the password meanwhile, and so ended this one.
    await requireSession(signedIn);
    log.warn({ event: 'password_wrong', userId: signedIn.userId, address }, 'call refused');
    throw passwordWrong();
  };

  return {
    find: (sessionId) => selectConfirmation(db, sessionId),
    isPassword: async (asking) => (await verify(asking)) !== null,
    confirm,
    requirePassword,
    async requireRecent(asking) {
      if (asking.password !== undefined) return requirePassword(asking);
      const { sensitiveUntil } = confirmedUntil({ ...(await requireSession(asking.signedIn)), times });
      if (!sensitiveUntil) throw new AppError(403, 'password_needed', 'Please enter your password to go on');
    },
    forget: (sessionId) => clearConfirmation(db, sessionId),
  };
}

/** The refusal of a wrong present password. */
export function passwordWrong(): AppError {
  return new AppError(403, 'password_wrong', 'That is not your password');
}

/** The use of an account from an address, as it is noted. */
export function usedFromOf(
  { addressKey, clock }: Pick<ConfirmationDeps, 'addressKey' | 'clock'>,
  { username, address }: { username: string; address: string },
): UsedFrom {
  const text = `address\0${nameForCounting(username)}\0${networkOf(address)}`;
  return { hash: createHmac('sha256', addressKey).update(text).digest(), now: clock() };
}
