import type { Db } from '../../../server/database/db.ts';
import type { Job } from '../../../server/jobs/jobs.ts';
import { whereOver } from '../../../server/jobs/retention.ts';
import { kept } from '../rules.ts';

export const noticeRetention = whereOver({
  ...{ table: 'notices', by: 'created_at' },
  over: 'created_at <= now() - make_interval(days => $1)',
  limitOf: () => kept.days,
});

/** So many users are looked at, and so many of their notices removed, at a time. */
const atOnce = { users: 1000, notices: 5000 };

/**
 * Removes some of what the next users after one, in the order of their ids, have beyond the newest notices: of those in
 * the inbox, and of those that no inbox shows. Returns where to go on, after a user.
 */
export async function deleteBeyondNewest(
  db: Db,
  { after, most = atOnce }: { after: string | null; most?: typeof atOnce },
): Promise<{ after: string | null; isDone: boolean }> {
  const { rows } = await db.query<{ users: number; last: string | null; gone: number }>(
    `with page as (
       select user_id, count(*) as count from notices where $1::uuid is null or user_id > $1
       group by user_id order by user_id limit $2),
     gone as (
       delete from notices where id in (
         select over.id from page cross join lateral (
           select id, row_number() over (partition by in_inbox and deleted_at is null
             order by created_at desc, id desc) as place
           from notices where user_id = page.user_id) over
         where page.count > $3 and over.place > $3 limit $4)
       returning 1)
     select count(*)::int as users, (array_agg(user_id order by user_id desc))[1] as last,
       (select count(*)::int from gone) as gone from page`,
    [after, most.users, kept.newest, most.notices],
  );
  const { users, last, gone } = rows[0] ?? { users: 0, last: null, gone: 0 };
  // These users may have more of them.
  if (gone === most.notices) return { after, isDone: false };
  return { after: last, isDone: users < most.users };
}

/** Keeps a user's notices few; lists leave out the others in any case. */
export const newestNoticesJob: Job = {
  name: 'newest notices',
  everyMs: 6 * 60 * 60 * 1000,
  removes: true,
  async run(db, signal) {
    let reached: { after: string | null; isDone: boolean } = { after: null, isDone: false };
    while (!reached.isDone && !signal.aborted) reached = await deleteBeyondNewest(db, { after: reached.after });
  },
};
