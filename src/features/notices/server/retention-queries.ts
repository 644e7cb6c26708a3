import type { Db } from '../../../server/database/db.ts';
import type { Job } from '../../../server/jobs/jobs.ts';
import { whereOver } from '../../../server/jobs/retention.ts';
import { kept } from '../rules.ts';

export const noticeRetention = whereOver({
  ...{ table: 'notices', by: 'created_at' },
  over: 'created_at <= now() - make_interval(days => $1)',
  limitOf: () => kept.days,
});

/** Removes what some users have beyond the newest notices, after a user in the order of their ids; returns the last of them. */
export async function deleteBeyondNewest(
  db: Db,
  { after, limit }: { after: string | null; limit: number },
): Promise<string | null> {
  const { rows } = await db.query<{ last: string | null }>(
    `with page as (
       select user_id, count(*) as count from notices where $1::uuid is null or user_id > $1
       group by user_id order by user_id limit $2),
     gone as (
       delete from notices where id in (
         select over.id from page cross join lateral (
           select id from notices where user_id = page.user_id order by created_at desc, id desc offset $3) over
         where page.count > $3))
     select (array_agg(user_id order by user_id desc))[1] as last from page having count(*) = $2`,
    [after, limit, kept.newest],
  );
  return rows[0]?.last ?? null;
}

const usersAtOnce = 1000;

/** Keeps a user's notices few; lists leave out the others in any case. */
export const newestNoticesJob: Job = {
  name: 'newest notices',
  everyMs: 6 * 60 * 60 * 1000,
  removes: true,
  async run(db, signal) {
    let after: string | null = null;
    do after = await deleteBeyondNewest(db, { after, limit: usersAtOnce });
    while (after !== null && !signal.aborted);
  },
};
