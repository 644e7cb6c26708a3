import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createPool } from '../database/db.ts';
import { joinEmbeddedDatabase } from '../embedded/postgres.ts';
import { migrate } from '../migrations/migrate.ts';
import { startPooler } from './pooler.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The database from which others are created, and the migrated template that they copy. */
    maintenanceUrl: string;
    templateDatabase: string;
    /** The address of the maintenance database by the way through a pooler; empty: the tests go straight. */
    pooledUrl: string;
  }
}

/** Each project loads this file anew, so what they share has a name that all know. */
const shared = Symbol.for('the PostgreSQL of a test run');
const run = globalThis as { [shared]?: Promise<PostgresOfRun> }; // what we add ourselves

interface PostgresOfRun {
  maintenanceUrl: string;
  templateDatabase: string;
  pooledUrl: string;
  close(): Promise<void>;
}

/** One PostgreSQL for the whole run: the server of DATABASE_URL, else an embedded one that is removed after the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const isFirst = run[shared] === undefined;
  run[shared] ??= open();
  const { close, ...addresses } = await run[shared];
  project.provide('maintenanceUrl', addresses.maintenanceUrl);
  project.provide('templateDatabase', addresses.templateDatabase);
  project.provide('pooledUrl', addresses.pooledUrl);
  // Vitest ends what it has set up after the last test of all projects.
  return async () => {
    if (isFirst) await close();
  };
}

async function open(): Promise<PostgresOfRun> {
  const server = await openServer();
  const templateDatabase = `longstrip_test_${process.pid}`;
  const remove = () => administrate(server.url, `drop database if exists ${templateDatabase} with (force)`);
  await remove();
  await administrate(server.url, `create database ${templateDatabase}`);
  await migrate({ url: withDatabase(server.url, templateDatabase) });
  const pooler = process.env.TEST_POOLER ? await startPooler(server.url) : null;
  return {
    maintenanceUrl: server.url,
    templateDatabase,
    pooledUrl: pooler?.through(server.url) ?? '',
    async close() {
      await pooler?.stop();
      await remove();
      await server.close();
    },
  };
}

/** Enough for test data. PostgreSQL looks through its whole cache for each database that is made or dropped. */
const cacheMb = 32;

async function openServer(): Promise<{ url: string; close(): Promise<void> }> {
  const given = process.env.DATABASE_URL;
  if (given) return { url: given, close: async () => {} };
  const directory = mkdtempSync(join(tmpdir(), 'longstrip-test-'));
  chmodSync(directory, 0o711); // under root, the database may belong to another user
  const database = await joinEmbeddedDatabase({ directory: join(directory, 'postgres'), cacheMb });
  const launcher = new URL(database.url);
  launcher.username = 'postgres';
  launcher.password = readFileSync(join(directory, 'postgres', 'launcher'), 'utf8');
  // No test data has to survive a crash, so tests do not wait for the disk.
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit', 'jit'])
    await administrate(launcher.href, `alter system set ${setting} = off`);
  await administrate(launcher.href, 'select pg_reload_conf()');
  // Each test file creates its own database; apart from that, tests use the role of a site.
  await administrate(launcher.href, 'alter role longstrip createdb');
  return {
    url: database.url,
    async close() {
      await database.leave();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function administrate(url: string, statement: string): Promise<void> {
  const pool = createPool({ url, purpose: 'import', max: 1 });
  try {
    await pool.query(statement);
  } finally {
    await pool.end();
  }
}

function withDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}
