import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { type LeaseWanted, takeLease } from '../lease/lease.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { eachOf, inLong } from '../testing/depth.ts';
import { MigrationError, migrate } from './migrate.ts';

let database: TestDatabase;
let directory: string;

beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  directory = mkdtempSync(join(tmpdir(), 'longstrip-beside-'));
  write('0001_first.sql', 'create table shelves (id int)');
  await apply();
});
afterEach(async () => {
  await database.drop();
  rmSync(directory, { recursive: true });
});

function write(name: string, sql: string): void {
  writeFileSync(join(directory, name), sql);
}

const apply = (more: { tryForMs?: number } = {}) => migrate({ url: database.url, directory, ...more });
const server = (more: Partial<LeaseWanted> = {}) => takeLease({ url: database.url, as: 'server', ...more });

async function listColumns(): Promise<string[]> {
  const { rows } = await database.db.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'shelves'::regclass and attnum > 0 and not attisdropped`,
  );
  return rows.map(({ name }) => name);
}

describe('a migration that older servers cannot live with', () => {
  beforeEach(() => {
    write('0002_second.sql', 'alter table shelves add label text');
    write(
      '0003_third.sql',
      '-- The text of a book moved.\n-- breaks: servers before 0003\nalter table shelves drop id',
    );
  });

  eachOf<[string, Partial<LeaseWanted>, string]>(
    [
      ['shows an older schema', { schema: 2 }, 'built for schema 0002'],
      ['is the only one, and older', { as: 'only server', schema: 2 } as const, 'built for schema 0002'],
    ],
    1,
  )(
    'changes nothing beside a server that %s and names it, and is applied once that has ended',
    async (_, more, built) => {
      const older = await server(more);
      const refused = await apply().catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(MigrationError);
      expect(String(refused)).toMatch(/before 0003 cannot live with migration 0003_third\.sql/);
      expect(String(refused)).toMatch(
        new RegExp(`process ${process.pid} on \\S+ \\(.*database role \\w+, ${built}\\)`),
      );
      expect(await listColumns()).toEqual(['id']);
      expect((await database.db.query('select from schema_migrations')).rowCount).toBe(1);
      await older.release();
      expect(await apply()).toEqual(['0002_second.sql', '0003_third.sql']);
    },
  );

  inLong('waits for a server that is just ending', async () => {
    const older = await server({ schema: 2 });
    const migrating = apply();
    await vi.waitFor(async () =>
      expect(
        (
          await database.db.query(
            `select from pg_locks where locktype = 'advisory' and granted and objsubid = 1
               and database = (select oid from pg_database where datname = current_database())`,
          )
        ).rowCount,
      ).toBe(1),
    );
    await older.release();
    expect(await migrating).toEqual(['0002_second.sql', '0003_third.sql']);
  });

  inLong('is applied beside servers of its own version and newer ones, and beside imports', async () => {
    const places = [await server({ schema: 3 }), await server({ schema: 4 }), await server({ as: 'import' })];
    expect(await apply()).toEqual(['0002_second.sql', '0003_third.sql']);
    await Promise.all(places.map((place) => place.release()));
  });

  inLong('names the oldest server that can live with it, which may be of a version before its own', async () => {
    write('0003_third.sql', '-- breaks: servers before 0002\nalter table shelves drop id');
    const older = await server({ schema: 1 });
    await expect(apply()).rejects.toThrow(/before 0002 cannot live with migration 0003_third\.sql/);
    const young = await server({ schema: 2 });
    await older.release();
    expect(await apply()).toEqual(['0002_second.sql', '0003_third.sql']);
    await young.release();
  });

  inLong.each(['-- breaks: all', '-- Breaks servers before 0003', '-- breaks: servers before 0004'])(
    'is refused where its mark is "%s"',
    async (mark) => {
      write('0003_third.sql', `${mark}\nalter table shelves drop id`);
      await expect(apply()).rejects.toThrow(/0003_third\.sql is marked .*: write "-- breaks: servers before 0003"/);
      expect(await listColumns()).toEqual(['id']);
    },
  );
});

describe('servers that are restarted one after the other', () => {
  inLong('migrate beside older ones where no migration says that it breaks them', async () => {
    write('0002_second.sql', '-- Nothing breaks: servers from before do not look.\nalter table shelves add label text');
    const old = [await server({ schema: 1 }), await server()];
    const young = [];
    for (const place of old) {
      await place.release();
      young.push(await server({ schema: 2 }));
      expect(await apply()).toEqual(young.length === 1 ? ['0002_second.sql'] : []);
    }
    await Promise.all(young.map((place) => place.release()));
  });
});

describe('a migration that wants a table which a long reader has', () => {
  beforeEach(() => write('0002_second.sql', 'alter table shelves add label text'));

  async function whileRead(work: (reader: { pid: number; end(): Promise<unknown> }) => Promise<void>): Promise<void> {
    await database.db.withConnection(async (reader) => {
      await reader.query('begin');
      await reader.query(`set local application_name = 'a long reader'`);
      await reader.query('select from shelves');
      const { rows } = await reader.query<{ pid: number }>('select pg_backend_pid() as pid');
      await work({ pid: rows[0]?.pid ?? 0, end: () => reader.query('commit') });
    });
  }

  inLong('lets other readers go on between its tries, and is applied when the long one has ended', async () => {
    await whileRead(async (reader) => {
      const migrating = apply();
      for (let tries = 0; tries < 4; tries++) {
        await vi.waitFor(
          async () =>
            expect(
              (
                await database.db.query(
                  `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
                     and application_name like 'longstrip import %'`,
                )
              ).rowCount,
            ).toBe(1),
          { timeout: 10_000, interval: 5 },
        );
        const askedAt = performance.now();
        await database.db.query('select from shelves');
        expect(performance.now() - askedAt).toBeLessThan(800);
      }
      expect(await listColumns()).toEqual(['id']);
      await reader.end();
      expect(await migrating).toEqual(['0002_second.sql']);
    });
    expect(await listColumns()).toEqual(['id', 'label']);
  });

  inLong('gives up in the end, changes nothing and names who has the table', async () => {
    await whileRead(async (reader) => {
      const migrating = apply({ tryForMs: 300 });
      await expect(migrating).rejects.toBeInstanceOf(MigrationError);
      await expect(migrating).rejects.toThrow(
        new RegExp(
          `^Migration 0002_second\\.sql failed and was undone: in 0\\.3 s of tries it got no lock on shelves.* PostgreSQL process ${reader.pid} \\(application "a long reader", role \\w+, .*idle in transaction, query started \\d{4}-`,
        ),
      );
      await reader.end();
    });
    expect(await listColumns()).toEqual(['id']);
    expect(await apply()).toEqual(['0002_second.sql']);
  });
});
