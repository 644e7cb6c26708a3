import pg from 'pg';
import type { Db } from '../database/db.ts';

/** A table as the catalogue of PostgreSQL describes it: this file names no table of a feature. */
export type TableShape = { name: string; columns: string[] };

const MIGRATIONS_RECORD = 'schema_migrations';

/** The tables of our schema, with the columns that are not generated. */
export async function listTables(db: Db): Promise<TableShape[]> {
  const { rows } = await db.query<TableShape>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> $1 and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and not exists (select from pg_depend d
         where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     group by c.oid, c.relname order by c.relname`,
    [MIGRATIONS_RECORD],
  );
  return rows;
}

function namesOf(tables: readonly TableShape[]): string {
  return tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
}

/** A partition of a table; `bound` is PostgreSQL's text for its bounds. */
export type Part = { table: string; name: string; bound: string };

export async function listParts(db: Db): Promise<Part[]> {
  const { rows } = await db.query<Part>(
    // A partition that was removed since the snapshot has no bound any more.
    `select * from (
       select p.relname as table, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
       from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
       where c.relnamespace = current_schema()::regnamespace and c.relispartition and c.relkind = 'r') as parts
     where bound is not null order by parts.table, name`,
  );
  return rows;
}

/** Creates the missing partitions. The bounds become SQL: the caller has checked them. */
export async function makeParts(db: Db, parts: readonly Part[]): Promise<void> {
  const { rows } = await db.query<{ statement: string }>(
    `select format('create table if not exists %I partition of %I ', name, part_of) || bound as statement
     from unnest($1::text[], $2::text[], $3::text[]) as given(name, part_of, bound)`,
    [parts.map(({ name }) => name), parts.map(({ table }) => table), parts.map(({ bound }) => bound)],
  );
  if (rows.length > 0) await db.query(rows.map(({ statement }) => statement).join(';'));
}

/** Locks the schema of these tables until the transaction's end. */
export async function lockShapes(db: Db, tables: readonly TableShape[]): Promise<void> {
  if (tables.length > 0) await db.query(`lock table ${namesOf(tables)} in access share mode`);
}

export async function listAppliedMigrations(db: Db): Promise<{ name: string; checksum: string }[]> {
  const { rows: found } = await db.query<{ exists: boolean }>(
    'select to_regclass(quote_ident(current_schema()) || $1) is not null as exists',
    [`.${MIGRATIONS_RECORD}`],
  );
  if (!found[0]?.exists) return [];
  const { rows } = await db.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  );
  return rows;
}

/** The state of a sequence; its value is text, since it may be too large for a number. */
export type SequenceState = { name: string; value: string; isCalled: boolean };

export async function readSequences(db: Db): Promise<SequenceState[]> {
  const { rows: names } = await db.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`,
  );
  if (names.length === 0) return [];
  // All in one query; the names come from the catalogue.
  const parts = names.map(
    ({ name }, index) =>
      `select ${index} as place, last_value::text as value, is_called from ${pg.escapeIdentifier(name)}`,
  );
  const { rows } = await db.query<{ place: number; value: string; is_called: boolean }>(parts.join(' union all '));
  return rows.map(({ place, value, is_called: isCalled }) => ({ name: names[place]?.name ?? '', value, isCalled }));
}

export async function setSequences(db: Db, sequences: readonly SequenceState[]): Promise<void> {
  await db.query(
    `select setval(quote_ident(name)::regclass, value, is_called)
     from unnest($1::text[], $2::bigint[], $3::boolean[]) as given(name, value, is_called)`,
    [sequences.map(({ name }) => name), sequences.map(({ value }) => value), sequences.map(({ isCalled }) => isCalled)],
  );
}

/** All objects of the schema except those of extensions, each with the statement that drops it, in the order to drop them. */
export async function listObjects(db: Db): Promise<{ name: string; drop: string }[]> {
  const { rows } = await db.query<{ name: string; drop: string }>(
    `select name, drop from (
       select c.oid, 'pg_class'::regclass as class, c.relname::text as name,
         case c.relkind when 'm' then 1 when 'v' then 2 when 'r' then 4 when 'p' then 4 else 5 end as turn,
         case c.relkind when 'v' then 'view ' when 'm' then 'materialized view ' when 'S' then 'sequence '
           when 'f' then 'foreign table ' else 'table ' end || quote_ident(c.relname) as drop
       from pg_class c
       where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
         and not c.relispartition
         and not (c.relkind = 'S' and exists (select from pg_depend d
           where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i')))
       union all
       -- A function that takes a table's rows is dropped before the table; the others after it, since tables call them.
       select p.oid, 'pg_proc'::regclass, p.proname::text, case when exists (select from pg_depend d
           join pg_type t on d.refobjid in (t.oid, t.typarray) join pg_class c on c.reltype = t.oid
           where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.refclassid = 'pg_type'::regclass
             and c.relkind in ('r', 'p')) then 3 else 6 end,
         'routine ' || p.oid::regprocedure
       from pg_proc p where p.pronamespace = current_schema()::regnamespace
       union all
       select t.oid, 'pg_type'::regclass, t.typname::text, 7, 'type ' || quote_ident(t.typname)
       from pg_type t
       where t.typnamespace = current_schema()::regnamespace and t.typtype in ('e', 'd', 'r', 'c')
         and (t.typrelid = 0 or (select relkind = 'c' from pg_class where oid = t.typrelid))
     ) as objects
     where not exists (select from pg_depend d
       where d.classid = objects.class and d.objid = objects.oid and d.deptype = 'e')
     order by turn, name`,
  );
  return rows;
}

/** Drops without CASCADE: an object of somebody else that depends on our tables makes it fail. */
export async function dropObjects(db: Db, objects: readonly { drop: string }[]): Promise<void> {
  let statements = '';
  let before = '';
  for (const { drop } of objects) {
    const [kind = ''] = /^(?:view|table) /.exec(drop) ?? [];
    // Tables reference tables, and views use views: each kind is dropped in one statement.
    statements += kind !== '' && kind === before ? `, ${drop.slice(kind.length)}` : `; drop ${drop}`;
    before = kind;
  }
  await db.query(statements);
}

/** The first table that has a row, or null. */
export async function findFilledTable(db: Db, tables: readonly TableShape[]): Promise<string | null> {
  if (tables.length === 0) return null;
  const parts = tables.map(
    ({ name }, index) => `select ${index} as place where exists (select from ${pg.escapeIdentifier(name)})`,
  );
  const { rows } = await db.query<{ place: number }>(parts.join(' union all '));
  return tables[rows[0]?.place ?? -1]?.name ?? null;
}

/** Constraints and triggers to remove while rows are loaded unchanged, and the statements that restore them. */
export async function listGuards(db: Db): Promise<{ lift: string; restore: string }[]> {
  const { rows } = await db.query<{ lift: string; restore: string }>(
    `select 'alter table ' || c.oid::regclass || ' drop constraint ' || quote_ident(f.conname) as lift,
       'alter table ' || c.oid::regclass || ' add constraint ' || quote_ident(f.conname) || ' '
         || pg_get_constraintdef(f.oid) as restore
     from pg_constraint f join pg_class c on c.oid = f.conrelid
     where c.relnamespace = current_schema()::regnamespace and f.contype = 'f' and f.conparentid = 0
     union all
     select 'alter table ' || c.oid::regclass || ' disable trigger ' || quote_ident(t.tgname),
       'alter table ' || c.oid::regclass || case t.tgenabled when 'A' then ' enable always' when 'R' then ' enable replica'
         else ' enable' end || ' trigger ' || quote_ident(t.tgname)
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = current_schema()::regnamespace and not t.tgisinternal and t.tgenabled <> 'D'`,
  );
  return rows;
}

export async function emptyTables(db: Db, tables: readonly TableShape[]): Promise<void> {
  if (tables.length > 0) await db.query(`truncate ${namesOf(tables)}`);
}

/** The first server or command of ours that uses this database beside this session, or null. */
export async function findOtherUser(db: Db): Promise<{ name: string; address: string | null } | null> {
  const { rows } = await db.query<{ name: string; address: string | null }>(
    `select application_name as name, host(client_addr) as address from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and application_name ~ '^longstrip (server|web|jobs|import|restore) '
     order by application_name ~ 'server|web|jobs' desc, backend_start limit 1`,
  );
  return rows[0] ?? null;
}

/** The start of the transaction by the database's clock, as ISO text: the clocks of other machines may be wrong. */
export async function readTime(db: Db): Promise<string> {
  const { rows } = await db.query<{ now: Date }>('select now() as now');
  return (rows[0]?.now ?? new Date()).toISOString();
}

/** The id of the database's site. `since`: when this database began. */
export async function readIdentity(db: Db): Promise<{ siteId: string | null; since: Date }> {
  const { rows } = await db.query<{ siteId: string | null; since: Date }>(
    `select (select id from site_identity) as "siteId", min(applied_at) as since from schema_migrations`,
  );
  return rows[0] ?? { siteId: null, since: new Date(0) };
}
