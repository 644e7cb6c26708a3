import type { Db } from '../../../server/database/db.ts';
import type { AppError } from '../../../server/http/errors.ts';
import { countNewForMembers } from '../../catalog/server/catalog.ts';
import { refusalError } from './present.ts';
import type { Reader, Refusal } from './reading.ts';

/** The last unbroken period of a user's membership, with the last plan paid in it; null where there was none. */
export type LastPeriodOf = (userId: string) => Promise<{ from: Date; until: Date; plan: string | null } | null>;

/** Makes the error that refuses a chapter to a user, or to a visitor (null). */
export type Refuse = (refusal: Refusal, reader: Reader | null) => Promise<AppError>;

/** Refuses a chapter. A user whose membership has ended is also told about that membership, and what came out since. */
export function createRefuse({ db, lastPeriodOf }: { db: Db; lastPeriodOf: LastPeriodOf }): Refuse {
  return async (refusal, reader) => {
    const had = reader && refusal.kind === 'membership_expired' ? await lastPeriodOf(reader.userId) : null;
    if (!reader || !had) return refusalError(refusal);
    const { from, until, plan } = had;
    return refusalError(refusal, {
      from: from.toISOString(),
      until: until.toISOString(),
      plan,
      new_chapters: await countNewForMembers(db, { after: until, now: reader.now }),
    });
  };
}
