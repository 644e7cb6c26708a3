import type { Db } from '../../../server/database/db.ts';
import { whereOver } from '../../../server/jobs/retention.ts';
import { keptHours } from './audit-queries.ts';

export interface RequestName {
  userId: string;
  /** The method and path of the call. */
  call: string;
  requestId: string;
}

/** Makes the same request wait until the transaction ends. */
export async function lockRequest(tx: Db, { userId, call, requestId }: RequestName): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtext($1), hashtext($2))', [
    'longstrip studio request',
    `${userId} ${call} ${requestId}`,
  ]);
}

export async function findRequest(
  tx: Db,
  { userId, call, requestId }: RequestName,
): Promise<{ bodyHash: Buffer; answer: unknown } | null> {
  const { rows } = await tx.query<{ bodyHash: Buffer; answer: unknown }>(
    `select body_hash as "bodyHash", answer from studio_requests
     where user_id = $1 and call = $2 and request_id = $3`,
    [userId, call, requestId],
  );
  return rows[0] ?? null;
}

export async function insertRequest(
  tx: Db,
  request: RequestName & { bodyHash: Buffer; answer: unknown },
): Promise<void> {
  const { userId, call, requestId, bodyHash, answer } = request;
  await tx.query(
    'insert into studio_requests (user_id, call, request_id, body_hash, answer) values ($1, $2, $3, $4, $5)',
    [userId, call, requestId, bodyHash, JSON.stringify(answer)],
  );
}

/** A call counts once as long as the audit tells of it. */
export const oldRequests = whereOver({
  ...{ table: 'studio_requests', by: 'created_at' },
  over: 'created_at <= now() - make_interval(hours => $1)',
  limitOf: () => keptHours,
});
