import { createHash } from 'node:crypto';
import type { Db } from '../../../server/database/db.ts';

export interface ImportedRow {
  id: string;
  userId: string | null;
  couponId: string | null;
  endsAt: Date;
  changes: number;
  importedAt: Date;
}

/** What was made of an id of the former site; null: nothing yet. */
export async function findImported(db: Db, externalId: string): Promise<ImportedRow | null> {
  const { rows } = await db.query<ImportedRow>(
    {
      name: 'moving-find-imported',
      text: `
        select id, user_id as "userId", coupon_id as "couponId", ends_at as "endsAt", changes, imported_at as "importedAt"
        from imported_members where external_hash = $1`,
    },
    [hashOf(externalId)],
  );
  return rows[0] ?? null;
}

/** Keeps others from this id until the transaction ends. */
export async function lockExternalId(tx: Db, externalId: string): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('imported ' || $1::text, 0))", [
    hashOf(externalId).toString('hex'),
  ]);
}

export async function insertImported(
  tx: Db,
  row: Pick<ImportedRow, 'id' | 'userId' | 'couponId' | 'endsAt' | 'importedAt'> & { externalId: string },
): Promise<void> {
  await tx.query(
    `insert into imported_members (id, external_hash, user_id, coupon_id, ends_at, imported_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      ...[row.id, hashOf(row.externalId), row.userId, row.couponId],
      ...[row.endsAt.toISOString(), row.importedAt.toISOString()],
    ],
  );
}

/** Notes another end, and returns how often it was changed by now. */
export async function updateEnd(tx: Db, { id, endsAt }: { id: string; endsAt: Date }): Promise<number> {
  const { rows } = await tx.query<{ changes: number }>(
    'update imported_members set ends_at = $2, changes = changes + 1 where id = $1 returning changes',
    [id, endsAt.toISOString()],
  );
  return rows[0]?.changes ?? 0;
}

/** An id of another site may be a name there. */
function hashOf(externalId: string): Buffer {
  return createHash('sha256').update(externalId).digest();
}
