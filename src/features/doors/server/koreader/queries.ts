import type { Db } from '../../../../server/database/db.ts';
import type { Pushed } from '../../sync.ts';

/** The most documents of a user (spec: doors.md#koreader). */
const mostDocuments = 1000;

export interface SyncedRow extends Pushed {
  pushedAt: Date;
}

/** Keeps where a user's device is in a document; the documents that were sent longest ago go. */
export async function keepSynced(
  tx: Db,
  given: Pushed & { userId: string; document: string; now: Date },
): Promise<void> {
  const { userId, document, progress, percentage, device, deviceId, now } = given;
  await tx.query(`select pg_advisory_xact_lock(hashtext('longstrip sync'), hashtext($1))`, [userId]);
  await tx.query(
    `insert into synced_documents (user_id, document, progress, percentage, device, device_id, pushed_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (user_id, document) do update set progress = excluded.progress, percentage = excluded.percentage,
       device = excluded.device, device_id = excluded.device_id, pushed_at = excluded.pushed_at`,
    [userId, document, progress, percentage, device, deviceId, now],
  );
  await tx.query(
    `delete from synced_documents where user_id = $1 and document in (
       select document from synced_documents where user_id = $1 order by pushed_at desc, document offset $2)`,
    [userId, mostDocuments],
  );
}

export async function findSynced(
  db: Db,
  { userId, document }: { userId: string; document: string },
): Promise<SyncedRow | null> {
  const { rows } = await db.query<SyncedRow>(
    {
      name: 'doors-find-synced',
      text: `select progress, percentage, device, device_id as "deviceId", pushed_at as "pushedAt"
             from synced_documents where user_id = $1 and document = $2`,
    },
    [userId, document],
  );
  return rows[0] ?? null;
}
