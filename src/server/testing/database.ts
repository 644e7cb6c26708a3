import { randomBytes } from 'node:crypto';
import { inject, vi } from 'vitest';
import { createPool, type DbPool } from '../database/db.ts';
import { forAllTests } from './for-all-tests.ts';

export type TestDatabase = {
  url: string;
  db: DbPool;
  /** Closes `db` and removes the database. */
  drop(): Promise<void>;
};

/** A database for one test file: migrated, or empty. */
export async function createTestDatabase(options: { empty?: true } = {}): Promise<TestDatabase> {
  const name = `longstrip_test_${randomBytes(6).toString('hex')}`;
  const template = options.empty ? 'template0' : inject('templateDatabase');
  // A copy of the files takes a quarter of the time that a copy by the log takes, where nobody waits for the disk.
  await administrate(`create database ${name} template ${template} strategy file_copy`);
  const address = new URL(inject('maintenanceUrl'));
  address.pathname = `/${name}`;
  const db = openPool(address);
  return {
    url: address.href,
    db,
    async drop() {
      await db.end();
      // PostgreSQL's own cleaning may be in it for a moment, which nobody may end.
      await vi.waitFor(() => administrate(`drop database if exists ${name} with (force)`), { timeout: 10_000 });
    },
  };
}

/** A database for all tests of a file. */
export const databaseForTests = (options?: { empty?: true }): TestDatabase =>
  forAllTests(
    () => createTestDatabase(options),
    ({ drop }) => drop(),
  );

/** With `TEST_POOLER=1`, what the server asks goes through a pooler in transaction mode. */
function openPool(address: URL): DbPool {
  const pooled = inject('pooledUrl');
  if (pooled === '') return createPool({ url: address.href, purpose: 'web' });
  const way = new URL(pooled);
  way.pathname = address.pathname;
  return createPool({ url: way.href, purpose: 'web', pooling: 'transaction' });
}

let maintenance: DbPool | null = null;

/** By one connection for all files of a worker: a new one costs PostgreSQL as much as half a copy of the database. */
async function administrate(statement: string): Promise<void> {
  maintenance ??= createPool({ url: inject('maintenanceUrl'), purpose: 'import', max: 1 });
  await maintenance.query(statement);
}
