import type { Db } from '../../../server/database/db.ts';

/** How many users registered in a span of time and are still there. */
export async function countRegistrations(db: Db, span: { from: Date; to: Date }): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*) from users where created_at >= $1 and created_at < $2 and username is not null',
    [span.from, span.to],
  );
  return rows[0]?.count ?? 0;
}

/** The users who registered in a span of time and are still there. */
export async function listRegistrations(
  db: Db,
  span: { from: Date; to: Date },
): Promise<{ userId: string; at: Date }[]> {
  const { rows } = await db.query<{ userId: string; at: Date }>(
    'select id as "userId", created_at as at from users where created_at >= $1 and created_at < $2 and username is not null order by created_at',
    [span.from, span.to],
  );
  return rows;
}
