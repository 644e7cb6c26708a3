import type { Retention } from '../../../server/retention.ts';
import { addressKnownDays } from '../rules.ts';
import {
  countOldAddresses,
  countOldAttempts,
  countSilentSessions,
  deleteOldAddresses,
  deleteOldAttempts,
  deleteOldSessions,
  deleteSilentSessions,
} from './retention-queries.ts';

const dayMs = 24 * 60 * 60 * 1000;
const lastSeenBefore = (now: Date) => new Date(now.getTime() - addressKnownDays * dayMs);

/** Counts of attempts whose time is over, addresses that were not seen for long, and sessions that nobody used. */
export const accountRetentions: readonly Retention[] = [
  { table: 'attempts', count: countOldAttempts, removeSome: deleteOldAttempts },
  {
    table: 'known_addresses',
    count: (db, now) => countOldAddresses(db, lastSeenBefore(now)),
    removeSome: (db, { now, ...part }) => deleteOldAddresses(db, { before: lastSeenBefore(now), ...part }),
  },
  { table: 'sessions', count: countSilentSessions, removeSome: deleteSilentSessions },
];

/** Sessions that began too long ago. They hold no more; to find them all are gone through, which is done seldom. */
export const oldSessions: Retention = { table: 'sessions', count: async () => 0, removeSome: deleteOldSessions };
