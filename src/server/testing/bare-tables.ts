import type { Db } from '../database/db.ts';

/** The statements that restore what was removed while a table is filled, in their order. */
export interface RemovedObject {
  statement: string;
  /** The name of the object, for the progress output. */
  what: string;
}

const mark = 'longstrip: being filled';

/**
 * Removes constraints, indexes and triggers of these tables, to load many rows. The tables are marked until
 * `putInPlace` has restored all. Each lock is held only briefly, so that a running server can go on reading.
 */
export async function bareTables(db: Db, tables: readonly string[]): Promise<RemovedObject[]> {
  const { rows } = await db.query<RemovedObject & { lift: string; turnBack: number }>(obstaclesOf, [tables]);
  for (const table of tables) await db.query(await commentOn(db, table, mark));
  for (const { lift } of rows) await db.query(lift);
  return rows.toSorted((one, other) => one.turnBack - other.turnBack);
}

/** Restores the removed objects: indexes first, then the constraints that use them. Reading goes on meanwhile. */
export async function putInPlace(
  db: Db,
  given: { tables: readonly string[]; removed: readonly RemovedObject[]; onProgress: (what: string) => void },
): Promise<void> {
  let last = '';
  for (const { statement, what } of given.removed) {
    if (what !== last) given.onProgress(what);
    last = what;
    await db.query(statement);
  }
  for (const table of given.tables) await db.query(await commentOn(db, table, null));
}

/** Whether an interrupted filling has left tables without their constraints. */
export async function isLeftBare(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>(
    `select exists (select from pg_description where classoid = 'pg_class'::regclass and description = $1) as found`,
    [mark],
  );
  return rows[0]?.found === true;
}

async function commentOn(db: Db, table: string, comment: string | null): Promise<string> {
  const { rows } = await db.query<{ statement: string }>(
    `select format('comment on table %I is %L', $1::text, $2::text) as statement`,
    [table, comment],
  );
  return rows[0]?.statement ?? '';
}

/**
 * In the order of removal: references, keys, indexes, triggers. The key of a partitioned table cannot use an existing
 * index.
 */
const obstaclesOf = `
  with filled as (
    select c.oid, c.oid::regclass::text as name, c.relkind from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relname = any($1::text[])),
  obstacles as (
    select 1 as turn, 4 as back, f.conname::text as name, 'references of ' || f.conrelid::regclass as what,
      array[format('alter table %s drop constraint %I', f.conrelid::regclass, f.conname)] as lift,
      case r.relkind when 'p' then
        array[format('alter table %s add constraint %I %s', f.conrelid::regclass, f.conname, pg_get_constraintdef(f.oid))]
      else
        array[format('alter table %s add constraint %I %s not valid', f.conrelid::regclass, f.conname,
            pg_get_constraintdef(f.oid)),
          format('alter table %s validate constraint %I', f.conrelid::regclass, f.conname)]
      end as statements
    from pg_constraint f join pg_class r on r.oid = f.conrelid
    where f.contype = 'f' and f.conparentid = 0
      and (f.conrelid in (select oid from filled) or f.confrelid in (select oid from filled))
    union all
    select 2, 1, k.conname, 'keys of ' || t.name,
      array[format('alter table %s drop constraint %I', t.name, k.conname)],
      case t.relkind when 'p' then
        array[format('alter table %s add constraint %I %s', t.name, k.conname, pg_get_constraintdef(k.oid))]
      else
        array[pg_get_indexdef(k.conindid),
          format('alter table %s add constraint %I %s using index %I%s', t.name, k.conname,
            case k.contype when 'p' then 'primary key' else 'unique' end, k.conname,
            case when k.condeferred then ' deferrable initially deferred' when k.condeferrable then ' deferrable' else '' end)]
      end
    from pg_constraint k join filled t on t.oid = k.conrelid
    where k.contype in ('p', 'u') and k.conparentid = 0
    union all
    select 3, 2, i.indexrelid::regclass::text, 'indexes of ' || t.name,
      array[format('drop index %s', i.indexrelid::regclass)],
      -- Of a table in parts it says ONLY, which would leave the parts without.
      array[replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ')]
    from pg_index i join filled t on t.oid = i.indrelid
    where not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
    union all
    select 4, 5, g.tgname, 'triggers of ' || t.name,
      array[format('alter table %s disable trigger %I', t.name, g.tgname)],
      array[format('alter table %s enable trigger %I', t.name, g.tgname)]
    from pg_trigger g join filled t on t.oid = g.tgrelid
    where not g.tgisinternal and g.tgenabled = 'O' and g.tgparentid = 0)
  select array_to_string(lift, ';') as lift, array_to_string(statements, ';') as statement, what,
    back as "turnBack"
  from obstacles order by turn, what, name`;
