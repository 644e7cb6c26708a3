import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import { AppError, notFound, unauthenticated } from '../../../server/http/errors.ts';
import { leadsInwards, type Resolve, readOutward } from '../../../server/http/outward-address.ts';
import { findHeldSessions, type SignedIn } from '../../accounts/server/accounts.ts';
import type { GivenDevice, PushDevice } from '../contract.ts';
import { readBrowserKeys } from './push-message.ts';
import { deleteEndpoint, deleteOldestEndpoints, listEndpoints, lockEndpoints, upsertEndpoint } from './push-queries.ts';

const mostEndpoints = 10;
const longestDevice = 100;

export interface Checks {
  loopback: boolean;
  resolve: Resolve;
}

type Subscriber = Pick<SignedIn, 'userId' | 'sessionId'>;

/** Tells a user on a device from now on, until the session ends; rejects with 400 where no push service can be meant. */
export async function addEndpoint(
  db: DbPool,
  { loopback, resolve }: Checks,
  given: Subscriber & GivenDevice,
): Promise<{ id: string; isNew: boolean }> {
  const { userId, sessionId, language } = given;
  const url = readOutward(given.endpoint, { loopback });
  const keys = readBrowserKeys(given.keys);
  if (!url || !keys || (await leadsInwards(url, resolve)))
    throw new AppError(400, 'push_endpoint_invalid', 'This device cannot be notified');
  const device = [...(given.device ?? '').trim()].slice(0, longestDevice).join('');
  return withTransaction(db, async (tx) => {
    await lockEndpoints(tx, userId);
    if (!(await findHeldSessions(tx, [sessionId])).has(sessionId)) throw unauthenticated();
    const kept = await upsertEndpoint(tx, { userId, sessionId, endpoint: url.href, keys, language, device });
    await deleteOldestEndpoints(tx, { userId, most: mostEndpoints });
    return kept;
  });
}

/** The devices on which a user is told, the newest first. */
export async function listDevices(db: Db, userId: string): Promise<PushDevice[]> {
  const rows = await listEndpoints(db, userId);
  const held = await findHeldSessions(
    db,
    rows.map(({ sessionId }) => sessionId),
  );
  return rows
    .filter(({ sessionId }) => held.has(sessionId))
    .map(({ id, device, language, createdAt }) => ({ id, device, language, created_at: createdAt.toISOString() }));
}

/** Tells a user no more on a device; rejects with 404. */
export async function removeEndpoint(db: Db, asked: { userId: string; id: string }): Promise<void> {
  if (!(await deleteEndpoint(db, asked))) throw notFound();
}
