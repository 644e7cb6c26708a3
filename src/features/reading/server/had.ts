import type { Db } from '../../../server/database/db.ts';
import { countChaptersSince } from '../../catalog/server/catalog.ts';
import { refusalError } from './present.ts';
import type { Refuse } from './reading.ts';

/** The last unbroken stretch of a user's membership, with the last plan paid in it; null: nothing is left of it. */
export type LastStretchOf = (userId: string) => Promise<{ from: Date; until: Date; plan: string | null } | null>;

/** Refuses a chapter; whose membership has ended also learns what it was, and what came out since. */
export function createRefuse({ db, lastStretchOf }: { db: Db; lastStretchOf: LastStretchOf }): Refuse {
  return async (refusal, { userId, now }) => {
    const had = refusal.kind === 'membership_expired' ? await lastStretchOf(userId) : null;
    if (!had) return refusalError(refusal);
    const { from, until, plan } = had;
    return refusalError(refusal, {
      from: from.toISOString(),
      until: until.toISOString(),
      plan,
      new_chapters: await countChaptersSince(db, { after: until, now }),
    });
  };
}
