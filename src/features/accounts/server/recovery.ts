import { createHmac, randomInt } from 'node:crypto';
import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import { readRecoveryCode, usernameKey, writeRecoveryCodes } from '../rules.ts';
import { type EndWithPassword, replacePassword } from './new-password.ts';
import type { Passwords } from './passwords.ts';
import { hasSession, lockUser } from './queries.ts';
import { findUserOfCode, replaceCodes, selectCodes, spendCode } from './recovery-queries.ts';
import type { SignedIn } from './signed-in.ts';

/** The codes by which users regain a lost account (spec: accounts.md#recovery-codes). */
export interface Recovery {
  /** When the user's codes were made, and how many are unused; null: there are none. */
  find(userId: string): Promise<{ madeAt: Date; left: number } | null>;
  /** Makes a user's codes, which are told this once; null: the session has ended meanwhile. */
  make(signedIn: SignedIn): Promise<string[] | null>;
  /**
   * Gives the user of a right name and code a new password: both or neither. Returns how many codes are left; null for
   * whatever is wrong, after the same work.
   */
  recover(
    passwords: Passwords,
    given: { username: string; code: string; password: string; alsoEnd: EndWithPassword },
  ): Promise<{ userId: string; left: number } | null>;
}

/** `secret` keeps codes from being guessed back by somebody who has the database alone. */
export function createRecovery({ db, secret }: { db: DbPool; secret: string }): Recovery {
  const hashOf = (text: string) => createHmac('sha256', secret).update(`recovery\0${text}`).digest();
  const keyMark = hashOf('mark').subarray(0, 4);
  const leftOf = async (tx: Db, userId: string) => (await selectCodes(tx, { userId, keyMark }))?.left ?? 0;

  return {
    find: (userId) => selectCodes(db, { userId, keyMark }),

    async make({ userId, sessionId }) {
      const codes = writeRecoveryCodes((count) => randomInt(count));
      const hashes = codes.map((code) => hashOf(readRecoveryCode(code) ?? ''));
      return withTransaction(db, async (tx) => {
        await lockUser(tx, userId);
        // A new password ends other sessions: none of them may leave a way in behind.
        if (!(await hasSession(tx, { id: sessionId, userId }))) return null;
        await replaceCodes(tx, { userId, hashes, keyMark });
        return codes;
      });
    },

    async recover(passwords, { username, code, password, alsoEnd }) {
      const hash = hashOf(readRecoveryCode(code) ?? '');
      const found = await findUserOfCode(db, { usernameKey: usernameKey(username) ?? '', hash });
      // Hashing is slow on purpose: it is not done for a wrong code, nor inside a transaction.
      if (found === null) return null;
      const passwordHash = await passwords.hash(password);
      return withTransaction(db, async (tx) => {
        await lockUser(tx, found);
        if (!(await spendCode(tx, { userId: found, hash }))) return null;
        await replacePassword(tx, { userId: found, passwordHash, keep: null });
        await alsoEnd(tx, found);
        return { userId: found, left: await leftOf(tx, found) };
      });
    },
  };
}
