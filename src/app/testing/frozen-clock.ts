import { createPool, type DbPool } from '../../server/database/db.ts';

/** A database whose clock stands, and moves only where a test sets it. */
export interface FrozenClock {
  /** A pool of which each query sees that clock as `now()`. */
  db: DbPool;
  now(): Date;
  set(at: Date): Promise<void>;
}

/** Puts a clock that stands in front of PostgreSQL's, for connections of its own pool. */
export async function freezeClock(database: { url: string; db: DbPool }, at: Date): Promise<FrozenClock> {
  await database.db.query(`
    create schema frozen;
    create table frozen.clock (at timestamptz not null);
    create function frozen.now() returns timestamptz language sql stable as 'select at from frozen.clock';
    create function frozen.clock_timestamp() returns timestamptz language sql stable as 'select at from frozen.clock';`);
  await database.db.query('insert into frozen.clock values ($1)', [at]);
  const own = new URL(database.url);
  // No test cuts the power, so no write needs to wait for the disk.
  own.searchParams.set('options', '-csynchronous_commit=off -csearch_path=frozen,pg_catalog,public');
  const db = createPool({ url: own.href, purpose: 'web' });
  let now = at;
  return {
    db,
    now: () => now,
    async set(next) {
      await database.db.query('update frozen.clock set at = $1', [next]);
      now = next;
    },
  };
}
