import type { Db } from '../../../../server/database/db.ts';

/**
 * Puts a clock of this database's own in front of PostgreSQL's: connections made by `withOwnClock` use it, and it can
 * be set. Times that the database writes by itself use it too.
 */
export async function installClock(db: Db): Promise<void> {
  await db.query(`
    create schema clock;
    create table clock.ahead (by interval not null);
    insert into clock.ahead values ('0');
    create function clock.now() returns timestamptz language sql stable
      as 'select pg_catalog.now() + by from clock.ahead';
    create function clock.clock_timestamp() returns timestamptz language sql volatile
      as 'select pg_catalog.clock_timestamp() + by from clock.ahead';
    alter table public.payment_orders alter created_at set default clock.now();
    alter table public.payment_events alter received_at set default clock.now(), alter tried_at set default clock.now();`);
}

export function withOwnClock(url: string): string {
  const own = new URL(url);
  // No test cuts the power, so no write needs to wait for the disk.
  own.searchParams.set('options', '-csynchronous_commit=off -csearch_path=clock,pg_catalog,public');
  return own.href;
}

export async function turnClock(db: Db, aheadMs: number): Promise<void> {
  await db.query(`update clock.ahead set by = make_interval(secs => $1::double precision / 1000)`, [aheadMs]);
}
