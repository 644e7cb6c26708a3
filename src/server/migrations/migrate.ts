import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPool, type Db, type DbPool } from '../database/db.ts';
import { withShortLocks } from '../database/short-locks.ts';
import { packageRoot } from '../process/package-root.ts';
import { findOlderServers, numberOf } from './older-servers.ts';

export type Migration = { name: string; sql: string; checksum: string };
type Applied = { name: string; checksum: string };

/** The key of the lock that the migrating process holds; any number, the same in all processes. */
const MIGRATION_LOCK = 6_024_171_908;
/** How long a second process waits for the first one's migrations. */
const WAIT_FOR_OTHERS = '120s';
/** A migration tries for so long to get a table that a long reader has. */
const TRY_FOR_MS = 60_000;
/** A restore has the tables for itself, or waits no longer than this. */
const RESTORE_WAITS = '5s';
const MIGRATIONS_DIRECTORY = join(packageRoot, 'migrations');

export class MigrationError extends Error {
  override name = 'MigrationError';
}

/**
 * Brings the database to this program's schema and returns the names applied just now. Processes that start together
 * wait for one another, and readers go on beside them. Refuses a database that is newer, or whose applied files are gone
 * or have changed since, and changes nothing while a server is connected that could not live with what is pending.
 */
export async function migrate(options: { url: string; directory?: string; tryForMs?: number }): Promise<string[]> {
  const migrations = await readMigrations(options.directory ?? MIGRATIONS_DIRECTORY);
  // One connection holds the lock, one migrates, and one looks at what that waits for.
  const pool = createPool({ url: options.url, purpose: 'import', max: 3 });
  try {
    return await pool.withConnection(async (connection) => {
      await holdMigrationLock(connection);
      await createRecord(connection);
      const pending = decidePending(migrations, await listApplied(connection));
      // A server that starts from now on waits for our lock before it serves.
      const refusal = await findOlderServers(connection, pending);
      if (refusal !== null) throw new MigrationError(refusal);
      for (const migration of pending) await applyBesideReaders(pool, migration, options.tryForMs ?? TRY_FOR_MS);
      return pending.map((migration) => migration.name);
    });
  } finally {
    // This ends the session too, and so releases the lock.
    await pool.end();
  }
}

/**
 * True when the database has all migrations that this program ships. A newer version may have added more: what this
 * program could not live with, that version would not have applied beside it.
 */
export async function isMigrated(db: Db, directory = MIGRATIONS_DIRECTORY): Promise<boolean> {
  const migrations = await readMigrations(directory);
  const { rows } = await db.query<{ exists: boolean }>(`select to_regclass('schema_migrations') is not null as exists`);
  if (rows[0]?.exists !== true) return false;
  const known = (await listApplied(db)).slice(0, migrations.length);
  return decidePending(migrations, known).length === 0;
}

/** The number of the last migration that this program ships. */
export async function readSchemaNumber(): Promise<number> {
  return numberOf((await listFiles(MIGRATIONS_DIRECTORY)).at(-1) ?? '');
}

/** The schema of a database compared with this program's, by the last migration of each. */
export type SchemaState = { kind: 'none' } | { kind: 'current' } | { kind: 'older'; has: string; wants: string };

/**
 * Changes nothing. Throws a `MigrationError` where the schema is newer than this program, is made of other files, or
 * belongs to another program.
 */
export async function readSchema(db: Db, directory = MIGRATIONS_DIRECTORY): Promise<SchemaState> {
  if (!(await hasSchema(db))) return { kind: 'none' };
  const applied = await listApplied(db);
  const pending = decidePending(await readMigrations(directory), applied);
  const [has, wants] = [applied.at(-1)?.name ?? '', pending.at(-1)?.name];
  return wants === undefined ? { kind: 'current' } : { kind: 'older', has, wants };
}

/** True when the database has a schema of ours, of any version. */
export async function hasSchema(db: Db): Promise<boolean> {
  if (!(await hasOurRecord(db))) return false;
  return (await db.query('select from schema_migrations limit 1')).rowCount > 0;
}

/** The migrations that this program ships, in order. */
export async function readMigrations(directory = MIGRATIONS_DIRECTORY): Promise<Migration[]> {
  const names = await listFiles(directory);
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(directory, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex') };
    }),
  );
}

async function listFiles(directory: string): Promise<string[]> {
  return (await readdir(directory)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort();
}

/** For a restore: applies these within its transaction, which must hold the lock. */
export async function applyWithin(tx: Db, migrations: readonly Migration[]): Promise<void> {
  await createRecord(tx);
  await tx.query(`set local lock_timeout = '${RESTORE_WAITS}'`);
  for (const migration of migrations)
    await apply(tx, migration).catch((error: unknown) => explainFailure(migration, error));
}

function applyBesideReaders(pool: DbPool, migration: Migration, giveUpAfterMs: number): Promise<void> {
  return withShortLocks(pool, (tx) => apply(tx, migration), { giveUpAfterMs }).catch((error: unknown) =>
    explainFailure(migration, error),
  );
}

async function createRecord(connection: Db): Promise<void> {
  try {
    await connection.query(
      `create table if not exists schema_migrations (
         name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    );
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE)) throw error;
    throw await explainMissingRight(connection, error);
  }
  await requireOurRecord(connection);
}

const INSUFFICIENT_PRIVILEGE = '42501';

/** Since PostgreSQL 15 only the owner of a database may create objects in its schema `public`. */
async function explainMissingRight(connection: Db, cause: Error): Promise<MigrationError> {
  const { rows } = await connection.query<{ role: string; database: string }>(
    'select quote_ident(current_user) as role, quote_ident(current_database()) as database',
  );
  const { role, database } = rows[0] ?? { role: '', database: '' };
  return new MigrationError(
    `The role ${role} may not create tables in the database ${database} (${cause.message}). As its owner or a superuser: ALTER DATABASE ${database} OWNER TO ${role}; Nothing was changed.`,
    { cause },
  );
}

/** Other programs may have a table of the same name. */
async function hasOurRecord(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ columns: number }>(
    `select count(*)::int as columns from pg_attribute
     where attrelid = to_regclass('schema_migrations') and attname in ('name', 'checksum', 'applied_at')
       and not attisdropped`,
  );
  return rows[0]?.columns === 3;
}

async function requireOurRecord(connection: Db): Promise<void> {
  if (!(await hasOurRecord(connection)))
    throw new MigrationError(
      "The database has a table schema_migrations that is another program's. Give Longstrip a database of its own. Nothing was changed.",
    );
}

/** Keeps other processes from migrating until the lock is released or the session ends. */
export async function holdMigrationLock(connection: Db): Promise<void> {
  await connection.query(`set lock_timeout = '${WAIT_FOR_OTHERS}'`);
  try {
    await connection.query('select pg_advisory_lock($1::bigint)', [MIGRATION_LOCK]);
  } catch (error) {
    throw new MigrationError(`Another process has been migrating this database for more than ${WAIT_FOR_OTHERS}.`, {
      cause: error,
    });
  }
}

export async function releaseMigrationLock(connection: Db): Promise<void> {
  await connection.query('select pg_advisory_unlock($1::bigint)', [MIGRATION_LOCK]);
}

async function listApplied(db: Db): Promise<Applied[]> {
  return (await db.query<Applied>('select name, checksum from schema_migrations order by name')).rows;
}

function decidePending(migrations: Migration[], applied: Applied[]): Migration[] {
  for (const [index, { name, checksum }] of applied.entries()) {
    const ours = migrations[index];
    if (!migrations.some((migration) => migration.name === name)) {
      if (migrations.some((migration) => numberOf(migration.name) === numberOf(name)))
        throw new MigrationError(
          `The database was made by an early Longstrip, with ${name}, which this version does not take over. Nothing was changed. Give it an empty database or an empty DATA_DIR, and import the books again.`,
        );
      throw new MigrationError(`The database is newer than this program: it has ${name}. Start the newer version.`);
    }
    if (ours?.name !== name) {
      throw new MigrationError(`Migration ${ours?.name} comes before ${name}, which the database has already.`);
    }
    if (ours.checksum !== checksum) {
      throw new MigrationError(
        `Migration ${name} was changed after this database had applied it. Migrations only go forward: undo the change ` +
          'and write a new one. (A database without anything worth keeping may be removed instead.)',
      );
    }
  }
  return migrations.slice(applied.length);
}

async function apply(tx: Db, { name, sql, checksum }: Migration): Promise<void> {
  await tx.query(sql);
  await tx.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
}

function explainFailure({ name }: Migration, error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  throw new MigrationError(`Migration ${name} failed and was undone: ${reason}`, { cause: error });
}
