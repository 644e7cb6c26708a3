import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { createPool, type DbPool } from '../database/db.ts';
import { migrate } from '../migrations/migrate.ts';
import { inLong } from '../testing/depth.ts';
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

describe('the role of the embedded database', () => {
  inLong(
    'cannot read files, start programs or create roles; only the folder’s owner can read the superuser’s password',
    async () => {
      const database = await joinEmbeddedDatabase({ directory });
      await migrate({ url: database.url });
      await expectConfined(database.url);
      expect(statSync(join(directory, 'launcher')).mode & 0o777).toBe(0o600);
      expect(readFileSync(join(directory, 'launcher'), 'utf8')).not.toBe(
        readFileSync(join(directory, 'password'), 'utf8'),
      );
      await database.leave();
    },
  );
});
