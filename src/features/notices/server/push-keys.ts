import type { PushKeys } from '../../../server/config/push.ts';
import type { Db } from '../../../server/database/db.ts';
import { makePushKeys } from './push-message.ts';
import { findPushKeys, insertPushKeys } from './push-queries.ts';

/** The pair by which push services know the site: the given one, else one that all processes find in the database. */
export async function requirePushKeys(db: Db, given: PushKeys | null): Promise<PushKeys> {
  const known = given ?? (await findPushKeys(db));
  if (known) return known;
  await insertPushKeys(db, await makePushKeys());
  return requirePushKeys(db, null);
}

/** The same, asked once. */
export function rememberPushKeys(db: Db, given: PushKeys | null): () => Promise<PushKeys> {
  let known: PushKeys | null = null;
  return async () => {
    known ??= await requirePushKeys(db, given);
    return known;
  };
}
