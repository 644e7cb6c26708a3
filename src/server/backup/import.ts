import { pipeline } from 'node:stream/promises';
import type { Db } from '../database/db.ts';
import { takeWholeSite } from '../lease/lease.ts';
import { applyWithin, holdMigrationLock, type Migration } from '../migrations/migrate.ts';
import { BackupError } from './archive.ts';
import type { BackupHeader } from './header.ts';
import {
  dropObjects,
  emptyTables,
  findFilledTable,
  findOtherUser,
  listGuards,
  listObjects,
  listTables,
  makeParts,
  setSequences,
  type TableShape,
} from './queries.ts';
import { openSession, type Session } from './session.ts';

/** A database that is being replaced in one transaction: others see the old one until `commit`. */
export type Replacement = {
  /** The restored state, which nobody else sees yet. */
  db: Db;
  load(part: { table: string; rows: Buffer }): Promise<void>;
  /** Sets sequences, restores constraints and triggers, and applies the migrations that the backup's schema lacks. */
  complete(): Promise<{ migrated: string[] }>;
  commit(): Promise<void>;
  /** Closes the connection; without a completed `commit` nothing has changed. */
  end(): Promise<void>;
};

type Given = { header: BackupHeader; migrations: readonly Migration[]; mayReplace: boolean };

/**
 * Empties the database and makes the schema of the backup, for rows to be loaded. Throws where a server or a command
 * uses the database, where rows may not be replaced, and where objects are not ours.
 */
export async function openReplacement(url: string, given: Given): Promise<Replacement> {
  const session = await openSession({ url, purpose: 'restore' });
  try {
    const { db } = session;
    // The lock is held until the end: a server that starts meanwhile waits for it and then finds the new state.
    await holdMigrationLock(db);
    await requireNoOtherUser(db);
    await db.query('begin');
    await db.query(`set local lock_timeout = '10s'`);
    await clearSchema(db, given);
    return await prepare(session, given);
  } catch (error) {
    await session.end();
    throw error;
  }
}

async function prepare(session: Session, { header, migrations }: Given): Promise<Replacement> {
  const { db, copyIn, end } = session;
  const known = header.migrations.length;
  await applyWithin(db, migrations.slice(0, known));
  await makeParts(db, header.parts).catch(explainLoading);
  const tables = new Map((await listTables(db)).map((table) => [table.name, table]));
  for (const table of header.tables) requireSameShape(table, tables.get(table.name));
  const guards = await listGuards(db);
  for (const { lift } of guards) await db.query(lift);
  // A migration may have inserted rows, which the backup has too.
  await emptyTables(db, [...tables.values()]);
  return {
    db,
    async load({ table, rows }) {
      const shape = header.tables.find(({ name }) => name === table);
      if (!shape) throw new BackupError(`The backup has rows of ${table}, a table that it does not describe.`);
      await pipeline([rows], copyIn(shape)).catch(explainLoading);
    },
    async complete() {
      const pending = migrations.slice(known);
      await setInPlace(db, { header, guards }).catch(explainLoading);
      await applyWithin(db, pending);
      await db.query('analyze');
      return { migrated: pending.map(({ name }) => name) };
    },
    async commit() {
      await db.query('commit');
    },
    end,
  };
}

async function setInPlace(
  db: Db,
  given: { header: BackupHeader; guards: readonly { restore: string }[] },
): Promise<void> {
  await setSequences(db, given.header.sequences);
  for (const { restore } of given.guards) await db.query(restore);
}

const explain = (what: string) => (error: unknown) => {
  throw new BackupError(`${what}: ${reasonOf(error)}. Nothing was changed.`, { cause: error });
};

/** Explains rows that the schema refuses, a full disk, or a lost database. */
const explainLoading = explain('The database did not take what the backup holds');

/** Explains locks of an SQL session, views of other schemas on our tables, and missing rights to the operator. */
const explainRefusal = explain('The database does not let go of what it holds');

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'detail' in error && error.detail ? `${error.message} (${error.detail})` : error.message;
}

function requireSameShape(backed: TableShape, made: TableShape | undefined): void {
  const columns = new Set(made?.columns);
  const missing = backed.columns.find((column) => !columns.has(column));
  if (made && missing === undefined) return;
  const what = missing === undefined ? backed.name : `${backed.name}.${missing}`;
  throw new BackupError(
    `The backup has ${what}, which the migrations do not make: it was added to its database by hand. Nothing was changed.`,
  );
}

const WAIT_FOR_OTHERS_MS = 3_000;
const POLL_MS = 100;

async function requireNoOtherUser(db: Db): Promise<void> {
  const deadline = performance.now() + WAIT_FOR_OTHERS_MS;
  for (;;) {
    const other = await findOtherUser(db);
    if (!other && (await takeWholeSite(db))) return;
    // PostgreSQL still lists a process for a moment after its end.
    if (performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      continue;
    }
    const place = other?.address ? ` at ${other.address}` : '';
    throw new BackupError(
      `Longstrip uses this database at this moment ("${other?.name ?? 'another process'}"${place}). Stop it first: a restore wants the database for itself. Nothing was changed.`,
    );
  }
}

async function clearSchema(db: Db, { migrations, mayReplace }: Given): Promise<void> {
  const objects = await listObjects(db);
  const ours = namesMadeBy(migrations);
  const strangers = objects.filter(({ name }) => !ours.has(name)).map(({ name }) => name);
  if (strangers.length > 0) {
    throw new BackupError(
      `The database also holds what this version of Longstrip does not know: ${strangers.slice(0, 5).join(', ')}. Restore into an empty database, or move them to another schema first. Nothing was changed.`,
    );
  }
  const filled = mayReplace ? null : await findFilledTable(db, await listTables(db));
  if (filled !== null) {
    throw new BackupError(
      `The database is not empty: there are rows in ${filled}. Give --force to replace all that it holds. Nothing was changed.`,
    );
  }
  if (objects.length > 0) await dropObjects(db, objects).catch(explainRefusal);
}

/** The names of all objects that our migrations ever made. */
function namesMadeBy(migrations: readonly Migration[]): Set<string> {
  const made =
    /\bcreate\s+(?:or\s+replace\s+)?(?:unlogged\s+)?(?:materialized\s+)?(?:table|view|function|procedure|sequence|type|domain)\s+(?:if\s+not\s+exists\s+)?"?(\w+)/gi;
  const names = migrations.flatMap(({ sql }) => [...sql.matchAll(made)].map((match) => match[1]?.toLowerCase() ?? ''));
  return new Set(['schema_migrations', ...names]);
}
