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

/** Removes finished counts of attempts, addresses without use for long, and sessions without use for long. */
export const accountRetentions: readonly Retention[] = [
  { table: 'attempts', count: countOldAttempts, removeSome: deleteOldAttempts },
  {
    table: 'known_addresses',
    count: (db, now) => countOldAddresses(db, lastSeenBefore(now)),
    removeSome: (db, { now, ...part }) => deleteOldAddresses(db, { before: lastSeenBefore(now), ...part }),
  },
  { table: 'sessions', count: countSilentSessions, removeSome: deleteSilentSessions },
];

/** Removes sessions that began too long ago and are invalid. It reads all sessions, so it runs rarely. */
export const oldSessions: Retention = { table: 'sessions', count: async () => 0, removeSome: deleteOldSessions };
