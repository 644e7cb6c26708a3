import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../database/db.ts';
import { countOrEstimate } from '../database/db.ts';
import { databaseForTests } from '../testing/database.ts';
import { inLong } from '../testing/depth.ts';
import { type Retention, removeWhatIsOver } from './retention.ts';

const database = databaseForTests({ empty: true });
beforeAll(async () => {
  await database.db.query(`create table shelf (id int primary key); create table parts (removed int);
    create function note_part() returns trigger language plpgsql as $$ begin
      insert into parts select count(*) from gone; return null; end $$;
    create trigger shelf_parts after delete on shelf referencing old table as gone
      for each statement execute function note_part()`);
});
beforeEach(async () => {
  await database.db.query('truncate shelf, parts; insert into shelf select generate_series(1, 20000)');
});

const shelf: Retention = {
  table: 'shelf',
  count: (db) => countOrEstimate(db, 'select from shelf where id <= $1', [18_000]),
  async removeSome(db, { limit, after }) {
    const { rows } = await db.query<{ removed: number; next: string | null }>(
      `with gone as (delete from shelf where id in (
         select id from shelf where id <= 18000 and id > coalesce($2::int, 0) order by id limit $1) returning id)
       select count(*) as removed, case when count(*) = $1 then max(id)::text end as next from gone`,
      [limit, after],
    );
    return rows[0] ?? { removed: 0, next: null };
  },
};

const failing: Retention = {
  table: 'stuck',
  count: async () => 1,
  removeSome: () => Promise.reject(new Error('it does not go')),
};
const now = new Date();

async function left(db: Db): Promise<number> {
  return (await db.query<{ count: number }>('select count(*) as count from shelf')).rows[0]?.count ?? -1;
}

describe('an expired row', () => {
  it('is removed in batches of at most 5,000, and no other row is removed', async () => {
    await removeWhatIsOver(database.db, { retentions: [shelf], now });
    expect(await left(database.db)).toBe(2_000);
    const { rows } = await database.db.query<{ most: number; parts: number }>(
      'select max(removed) as most, count(*) as parts from parts',
    );
    expect(rows[0]?.most).toBeLessThanOrEqual(5_000);
    expect(rows[0]?.parts).toBeGreaterThan(3);
  });

  inLong('is removed although another table fails, which is thrown at the end', async () => {
    const removal = removeWhatIsOver(database.db, { retentions: [failing, shelf, failing], now });
    await expect(removal).rejects.toThrow('Rows that are over were left in stuck');
    expect(await left(database.db)).toBe(2_000);
  });

  it('is counted in the backlog until none is left', async () => {
    const counts: number[] = [];
    const report = (table: string, rows: number) => void (table === 'shelf' && counts.push(rows));
    await removeWhatIsOver(database.db, { retentions: [shelf], now, report });
    expect(counts.at(0)).toBeGreaterThan(10_000);
    expect(counts.at(-1)).toBe(0);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
  });

  it('stays when the server stops before its batch, and is removed in the next run', async () => {
    const stopping = new AbortController();
    let parts = 0;
    const counted: Retention = {
      ...shelf,
      removeSome(db, part) {
        parts += 1;
        if (parts === 2) stopping.abort();
        return shelf.removeSome(db, part);
      },
    };
    await removeWhatIsOver(database.db, { retentions: [counted], now, signal: stopping.signal });
    const halfWay = await left(database.db);
    expect([parts, halfWay > 2_000, halfWay < 20_000]).toEqual([2, true, true]);
    await removeWhatIsOver(database.db, { retentions: [shelf], now });
    expect(await left(database.db)).toBe(2_000);
  });

  inLong('is removed in smaller batches where a batch takes too long', async () => {
    const limits: number[] = [];
    const slow: Retention = {
      ...shelf,
      async removeSome(db, part) {
        limits.push(part.limit);
        if (part.limit > 100) await db.query('select pg_sleep(2)');
        return shelf.removeSome(db, { ...part, limit: 9_000 });
      },
    };
    await removeWhatIsOver(database.db, { retentions: [slow], now });
    expect(limits.slice(0, 3)).toEqual([1_000, 250, 62]);
    expect(await left(database.db)).toBe(2_000);
  });
});
