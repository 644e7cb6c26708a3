import type { Db } from '../../../server/database/db.ts';

/** How long a turn is kept; a store that is not used any more may still have an old one. */
const keptDays = 90;

export async function insertTurn(db: Db): Promise<string> {
  await db.query('delete from store_turns where made_at < now() - make_interval(days => $1)', [keptDays]);
  const { rows } = await db.query<{ id: string }>(
    'insert into store_turns (made_at) values (clock_timestamp()) returning id',
  );
  const [made] = rows;
  if (!made) throw new Error('No turn was made');
  return made.id;
}

export async function findLastTurn(db: Db): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>('select id from store_turns order by made_at desc limit 1');
  return rows[0]?.id ?? null;
}

export async function isTurnOf(db: Db, id: string): Promise<boolean> {
  const { rows } = await db.query('select from store_turns where id = $1', [id]);
  return rows.length > 0;
}

/** An older schema knows no turns. */
export async function keepsTurns(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ there: boolean }>(`select to_regclass('store_turns') is not null as there`);
  return rows[0]?.there === true;
}
