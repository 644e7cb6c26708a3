import { countOrEstimate, type Db } from '../../../server/db.ts';
import type { Removed } from '../../../server/retention.ts';
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
export function countOldRequests(db: Db): Promise<number> {
  const old = 'select from studio_requests where created_at <= now() - make_interval(hours => $1)';
  return countOrEstimate(db, old, [keptHours]);
}

export async function deleteOldRequests(db: Db, part: { limit: number; after: string | null }): Promise<Removed> {
  const { rows } = await db.query<Removed>(
    `with gone as (
       delete from studio_requests where ctid = any(array(
         select ctid from studio_requests
         where created_at <= now() - make_interval(hours => $3)
           and created_at >= coalesce($2::timestamptz, '-infinity')
         order by created_at limit $1))
       returning created_at)
     select count(*) as removed, case when count(*) = $1 then max(created_at)::text end as next from gone`,
    [part.limit, part.after, keptHours],
  );
  return rows[0] ?? { removed: 0, next: null };
}
