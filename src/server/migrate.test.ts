import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from './db.ts';
import { isMigrated, MigrationError, migrate } from './migrate.ts';
import { packageRoot } from './package-root.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';

let database: TestDatabase;
let directory: string;

beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  directory = mkdtempSync(join(tmpdir(), 'longstrip-migrations-'));
});
afterEach(async () => {
  await database.drop();
  rmSync(directory, { recursive: true });
});

function write(name: string, sql: string): void {
  writeFileSync(join(directory, name), sql);
}

describe('migrate', () => {
  it('applies the missing migrations once, in order', async () => {
    write('0001_first.sql', 'create table shelves (id int)');
    expect(await migrate({ url: database.url, directory })).toEqual(['0001_first.sql']);
    expect(await isMigrated(database.db, directory)).toBe(true);
    write('0002_second.sql', 'alter table shelves add label text');
    expect(await isMigrated(database.db, directory)).toBe(false);
    expect(await migrate({ url: database.url, directory })).toEqual(['0002_second.sql']);
    expect(await migrate({ url: database.url, directory })).toEqual([]);
  });

  it('lets processes that start together share the work', async () => {
    write('0001_first.sql', 'create table shelves (id int); select pg_sleep(0.1)');
    write('0002_second.sql', 'insert into shelves values (1)');
    const runs = await Promise.all([1, 2, 3].map(() => migrate({ url: database.url, directory })));
    expect(runs.flat()).toEqual(['0001_first.sql', '0002_second.sql']);
    expect((await database.db.query('select * from shelves')).rowCount).toBe(1);
  });

  it('rolls back a migration that fails, and names it', async () => {
    write('0001_first.sql', 'create table shelves (id int); select nonsense');
    await expect(migrate({ url: database.url, directory })).rejects.toThrow(/0001_first\.sql failed and was undone/);
    const { rows } = await database.db.query<{ there: boolean }>(`select to_regclass('shelves') is not null as there`);
    expect(rows).toEqual([{ there: false }]);
  });

  it('names the missing right where its role may not create tables, as in the schema public since PostgreSQL 15', async () => {
    await database.db.query('revoke create on schema public from public, pg_database_owner');
    const migrating = migrate({ url: database.url, directory });
    await expect(migrating).rejects.toThrow(
      /^The role (\w+) may not create tables in the database .* ALTER DATABASE \w+ OWNER TO \1;/,
    );
    await expect(migrating).rejects.toThrow(MigrationError);
  });

  it('refuses a database that is newer than the program, which a server of that program can still read', async () => {
    write('0001_first.sql', 'select 1');
    write('0002_second.sql', 'select 1');
    await migrate({ url: database.url, directory });
    rmSync(join(directory, '0002_second.sql'));
    await expect(migrate({ url: database.url, directory })).rejects.toThrow(/newer than this program.*0002_second/);
    expect(await isMigrated(database.db, directory)).toBe(true);
  });

  it('refuses an applied migration that was changed since', async () => {
    write('0001_first.sql', 'select 1');
    await migrate({ url: database.url, directory });
    write('0001_first.sql', 'select 2');
    await expect(migrate({ url: database.url, directory })).rejects.toThrow(/0001_first\.sql was changed/);
  });

  it('refuses a new migration whose number is before an applied one', async () => {
    write('0002_second.sql', 'select 1');
    await migrate({ url: database.url, directory });
    write('0001_first.sql', 'select 1');
    await expect(migrate({ url: database.url, directory })).rejects.toThrow(/0001_first\.sql comes before 0002_second/);
  });
});

describe('the shipped migrations', () => {
  it('make exactly the schema of schema.sql', async () => {
    await migrate({ url: database.url });
    await database.db.query('drop table schema_migrations');
    const dump = await createTestDatabase({ empty: true });
    try {
      await dump.db.query(readFileSync(join(packageRoot, 'migrations', 'schema.sql'), 'utf8'));
      const made = await describeCatalog(database.db);
      expect(made).toContain('extension pg_trgm');
      expect(made).toEqual(await describeCatalog(dump.db));
    } finally {
      await dump.drop();
    }
  });
});

/**
 * Describes everything in the schema that can differ. The order of columns is not compared: migrations append columns.
 */
async function describeCatalog(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ line: string }>(`
    select format('column %s.%s %s null:%s default:%s', table_name, column_name,
                  coalesce(domain_name, udt_name), is_nullable, coalesce(column_default, generation_expression)) as line
      from information_schema.columns where table_schema = 'public'
    union all
    select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all
    select format('index %s', indexdef) from pg_indexes where schemaname = 'public'
    union all
    select format('function %s', pg_get_functiondef(p.oid))
      from pg_proc p
      left join pg_depend d on d.objid = p.oid and d.deptype = 'e'
      where pronamespace = 'public'::regnamespace and d.objid is null and prokind in ('f', 'p')
    union all
    select format('trigger %s', pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
    union all
    select format('view %s %s', viewname, definition) from pg_views where schemaname = 'public'
    union all
    select format('sequence %s', sequencename) from pg_sequences where schemaname = 'public'
    union all
    select format('type %s %s', t.typname, string_agg(e.enumlabel, ',' order by e.enumsortorder))
      from pg_type t join pg_enum e on e.enumtypid = t.oid group by t.typname
    union all
    select format('extension %s', extname) from pg_extension
    union all
    select format('comment %s %s', objoid::regclass, description)
      from pg_description where classoid = 'pg_class'::regclass and objoid::regclass::text not like 'pg\\_%'
    order by 1`);
  return rows.map((row) => row.line);
}
