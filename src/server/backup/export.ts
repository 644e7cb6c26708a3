import type { Readable } from 'node:stream';
import type { Db } from '../database/db.ts';
import { holdMigrationLock, releaseMigrationLock } from '../migrations/migrate.ts';
import { type ArchiveWriter, BackupError } from './archive.ts';
import { type BackupHeader, encodeBackupHeader, HEADER_ENTRY } from './header.ts';
import {
  listAppliedMigrations,
  listParts,
  listTables,
  lockShapes,
  readIdentity,
  readSequences,
  readTime,
} from './queries.ts';
import { openSession, type Session } from './session.ts';

/** The database at one moment, unaffected by later writes. */
export type Snapshot = {
  db: Db;
  header: BackupHeader;
  copyOut: Session['copyOut'];
  end(): Promise<void>;
};

/** The size of a table's part in the archive; a whole part is held in memory. */
const PART_BYTES = 4 * 1024 * 1024;
const LINE_FEED = 0x0a;

/** Takes the snapshot now; the caller ends it. Readers and writers go on; only changes of the schema wait. */
export async function openSnapshot(url: string): Promise<Snapshot> {
  const session = await openSession({ url, purpose: 'backup' });
  try {
    const { db } = session;
    await holdMigrationLock(db);
    await db.query('begin transaction isolation level repeatable read, read only');
    const tables = await listTables(db);
    await lockShapes(db, tables);
    await releaseMigrationLock(db);
    const header = {
      made_at: await readTime(db),
      site_id: (await readIdentity(db)).siteId,
      migrations: await listAppliedMigrations(db),
      tables,
      parts: await listParts(db),
      // Sequences are not part of a snapshot: read after it, they are never behind the rows.
      sequences: await readSequences(db),
    };
    return { db, header, copyOut: session.copyOut, end: session.end };
  } catch (error) {
    await session.end();
    throw error;
  }
}

/** Writes the header and every row; returns the number of rows. */
export async function exportDatabase(
  snapshot: Snapshot,
  given: { archive: ArchiveWriter; onTable: (table: string) => void },
): Promise<{ rows: number }> {
  const header = encodeBackupHeader(snapshot.header);
  await given.archive.add({ name: HEADER_ENTRY, size: header.length }, [header]);
  let rows = 0;
  for (const table of snapshot.header.tables) {
    given.onTable(table.name);
    const copy = snapshot.copyOut(table);
    let parts = 0;
    for await (const part of inWholeRows(copy)) {
      parts += 1;
      await given.archive.add({ name: partName(table.name, parts), size: part.length }, [part]);
    }
    rows += copy.rowCount;
  }
  return { rows };
}

/** Cuts the rows into parts at line feeds: COPY writes a line feed within a value as `\n`. */
async function* inWholeRows(rows: Readable): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of orGone(rows)) {
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    if (size + chunk.length >= PART_BYTES && end > 0) {
      yield Buffer.concat([...held, chunk.subarray(0, end)]);
      held = [chunk.subarray(end)];
    } else {
      held.push(chunk);
    }
    size = held.reduce((sum, { length }) => sum + length, 0);
  }
  if (size > 0) yield Buffer.concat(held);
}

async function* orGone(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* rows;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(`The database could not be read to its end: ${reason}`, { cause: error });
  }
}

const FOLDER = 'database';

function partName(table: string, part: number): string {
  return `${FOLDER}/${table}/${String(part).padStart(6, '0')}.copy`;
}

/** The table of an entry, or null for an entry without rows. */
export function tableOfPart(entry: string): string | null {
  const [folder, table, part, ...rest] = entry.split('/');
  return folder === FOLDER && table && part?.endsWith('.copy') && rest.length === 0 ? table : null;
}
