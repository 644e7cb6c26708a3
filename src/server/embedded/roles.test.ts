import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPool, type DbPool } from '../database/db.ts';
import { migrate, readMigrations } from '../migrations/migrate.ts';
import { type Account, chooseAccount, launchAs, makeReachable, reachableBinaries } from './binaries.ts';
import { joinEmbeddedDatabase } from './postgres.ts';

let dataDir: string;
let directory: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'longstrip-roles-'));
  chmodSync(dataDir, 0o711); // run by root, the database may belong to another user
  directory = join(dataDir, 'postgres');
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));

async function withPool<T>(url: string, work: (db: DbPool) => Promise<T>): Promise<T> {
  const db = createPool({ url, purpose: 'import', max: 1 });
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}

const FORBIDDEN = [
  `copy (select 1) to program 'true'`,
  `select pg_read_file('postmaster.pid')`,
  'create role another',
  'alter role longstrip superuser',
  'alter system set fsync = off',
];

async function expectConfined(url: string): Promise<void> {
  await withPool(url, async (db) => {
    for (const sql of FORBIDDEN) await expect(db.query(sql)).rejects.toThrow(/permission denied/);
  });
}

/** Creates a cluster as earlier versions did: with one role, a superuser, whose password is in the folder. */
async function makeOlderCluster(account: Account): Promise<ChildProcess> {
  mkdirSync(directory);
  makeReachable(account, directory);
  writeFileSync(join(directory, 'password'), 'kept', { mode: 0o644 });
  const bin = join(reachableBinaries(account), 'bin');
  const start = (name: string, args: string[]) => launchAs(account, join(bin, name), args);
  const cluster = join(directory, 'cluster');
  const { file, args, options } = start('initdb', [
    ...['--pgdata', cluster, '--username=longstrip', `--pwfile=${join(directory, 'password')}`],
    ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C.UTF-8', '--no-instructions'],
  ]);
  execFileSync(file, args, { ...options, stdio: 'ignore' });
  const server = start('postgres', [
    '-D',
    cluster,
    '-c',
    'listen_addresses=',
    '-c',
    `unix_socket_directories=${directory}`,
  ]);
  return spawn(server.file, server.args, { ...server.options, stdio: 'ignore' });
}

const olderUrl = (name: string) =>
  `postgresql://longstrip:kept@localhost:5432/${name}?host=${encodeURIComponent(directory)}`;

describe('the role of the embedded database', () => {
  it('cannot read files, start programs or create roles; only the folder’s owner can read the superuser’s password', async () => {
    const database = await joinEmbeddedDatabase({ directory });
    await migrate({ url: database.url });
    await expectConfined(database.url);
    expect(statSync(join(directory, 'launcher')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(directory, 'launcher'), 'utf8')).not.toBe(
      readFileSync(join(directory, 'password'), 'utf8'),
    );
    await database.leave();
  });

  it('owns everything in an older cluster after the first start, while its server goes on working', async () => {
    const server = await makeOlderCluster(chooseAccount(null));
    await vi.waitFor(() => withPool(olderUrl('postgres'), (db) => db.query('select 1')), { timeout: 20_000 });
    await withPool(olderUrl('postgres'), (db) => db.query('create database longstrip'));
    await migrate({ url: olderUrl('longstrip') });
    await withPool(olderUrl('longstrip'), async (db) => {
      await db.query(`create schema office; create view office.readers as select id from users;
        create sequence office.numbers; create type office.kind as enum ('a')`);
      await db.query(`insert into books (source_key, kind, original_language) values ('old', 'novel', 'en-us')`);
    });
    server.kill('SIGINT');
    await once(server, 'exit');

    const database = await joinEmbeddedDatabase({ directory });
    await expectConfined(database.url);
    await withPool(database.url, async (db) => {
      const { rows } = await db.query(
        `select relname from pg_class where relowner = 'postgres'::regrole
           and relnamespace::regnamespace::text in ('public', 'office')
         union select proname from pg_proc p where proowner = 'postgres'::regrole
           and pronamespace = 'public'::regnamespace
           and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
      );
      expect(rows).toEqual([]);
      expect((await db.query('select source_key from books')).rows).toEqual([{ source_key: 'old' }]);
      expect((await db.query(`select similarity('umbrella', 'umbrela') > 0.5 as alike`)).rows).toEqual([
        { alike: true },
      ]);
      // Statements of later migrations and of a restore.
      await db.query(
        'alter table books add column extra int; drop view office.readers; alter table books drop column extra',
      );
      await db.query(
        'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
      );
    });
    expect(await migrate({ url: database.url })).toEqual([]);
    await database.leave();
    expect(existsSync(join(directory, 'cluster', 'postmaster.pid'))).toBe(false);
    const again = await joinEmbeddedDatabase({ directory });
    expect(again.url).toBe(database.url);
    await withPool(again.url, async (db) => {
      expect((await db.query('select name from schema_migrations')).rows).toHaveLength((await readMigrations()).length);
      const { rows } = await db.query(`select rolname from pg_roles where rolsuper order by rolname`);
      expect(rows).toEqual([{ rolname: 'postgres' }]);
    });
    await again.leave();
  });
});
