import type { Db } from '../../../server/database/db.ts';

export interface Ending {
  userId: string;
  expireAt: Date;
}

/** Memberships that end soon (`ahead`) or ended lately, by their ends: a page after another one's last. */
export async function listEndings(
  db: Db,
  { ahead, days, after, limit }: { ahead: boolean; days: number; after: Ending | null; limit: number },
): Promise<Ending[]> {
  const { rows } = await db.query<Ending>(
    `select user_id as "userId", expire_at as "expireAt" from memberships
     where expire_at > case when $1 then now() else now() - make_interval(days => $2) end
       and expire_at < case when $1 then now() + make_interval(days => $2) else now() end
       and ($3::timestamptz is null or (expire_at, user_id) > ($3, $4::uuid))
     order by expire_at, user_id limit $5`,
    [ahead, days, after?.expireAt ?? null, after?.userId ?? null, limit],
  );
  return rows;
}
