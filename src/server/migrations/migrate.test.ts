import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { isMigrated, MigrationError, migrate, readSchema } from './migrate.ts';

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

  it('refuses a database whose files are gone, and says what to do', async () => {
    write('0001_catalogue.sql', 'create table shelves (id int)');
    await migrate({ url: database.url, directory });
    rmSync(join(directory, '0001_catalogue.sql'));
    write('0001_schema.sql', 'create table books (id int)');
    const refusal =
      /^The database was made by an early Longstrip, with 0001_catalogue\.sql.* Nothing was changed\. Give .*empty/;
    await expect(migrate({ url: database.url, directory })).rejects.toThrow(refusal);
    await expect(readSchema(database.db, directory)).rejects.toThrow(refusal);
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
