import type { Client } from 'pg';
import type { Db } from '../../src/server/database/db.ts';

/** Ends all connections whose name begins so. */
export async function endConnectionsOf(db: Db, name: string): Promise<void> {
  await db.query('select pg_terminate_backend(pid) from pg_stat_activity where starts_with(application_name, $1)', [
    name,
  ]);
}

/** Those of the names that no user has. */
export async function listMissingUsers(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    'select name from unnest($1::text[]) name where not exists (select from users where username = name)',
    [names],
  );
  return rows.map(({ name }) => name);
}

/** Of the users of these names, how many have what their kind of write leaves. */
export async function countKept(
  db: Db,
  { kind, names }: { kind: 'like' | 'progress' | 'coupon'; names: readonly string[] },
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*) as count from users u where username = any($1::text[]) and case $2
       when 'like' then exists (select from chapter_likes l where l.user_id = u.id and l.liked)
       when 'progress' then exists (select from reading_places p where p.user_id = u.id)
       else exists (select from ledger_entries e where e.user_id = u.id and e.source = 'coupon')
     end`,
    [names, kind],
  );
  return rows[0]?.count ?? 0;
}

/** Users whom coupons gave more than once, and coupons that were used more often than granted, or less. */
export async function countDoubleGrants(db: Db): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select (select count(*) from (select user_id from ledger_entries where source = 'coupon'
               group by user_id having count(*) > 1) doubled)
          + (select count(*) from coupons c
               where c.used <> (select count(*) from coupon_redemptions r where r.coupon_id = c.id))
          + abs((select count(*) from coupon_redemptions) - (select count(*) from ledger_entries where source = 'coupon'))
       as count`,
  );
  return rows[0]?.count ?? 0;
}

/** Books that readers see with other than so many chapters. */
export async function countHalfBooks(db: Db, chapters: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*) as count from books b
     where (select count(*) from chapters c where c.book_id = b.id and c.number is not null) <> $1`,
    [chapters],
  );
  return rows[0]?.count ?? 0;
}

/** Pictures whose AVIF files are still to be made. */
export async function countPendingAvif(db: Db): Promise<number> {
  const { rows } = await db.query<{ count: number }>('select count(*) as count from images where avif_pending');
  return rows[0]?.count ?? 0;
}

export interface PageFile {
  id: string;
  name: string;
  bytes: number;
}

/** One file of the image of each page. */
export async function listPageFiles(db: Db): Promise<PageFile[]> {
  const { rows } = await db.query<PageFile>(
    `select i.id, i.variants -> 0 ->> 'name' as name, (i.variants -> 0 ->> 'bytes')::int as bytes
     from images i where exists (select from pages p where p.image_id = i.id) order by i.id`,
  );
  return rows;
}

/** Lets a replica fall behind, or catch up. */
export async function setReplay(db: Pick<Client, 'query'>, to: 'paused' | 'running'): Promise<void> {
  await db.query(to === 'paused' ? 'select pg_wal_replay_pause()' : 'select pg_wal_replay_resume()');
}
