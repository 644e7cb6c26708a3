import type { FileHandle } from 'node:fs/promises';
import * as z from 'zod/mini';
import type { Migration } from '../migrations/migrate.ts';
import { type ArchiveEntry, BackupError, foreign, readArchive, readWhole } from './archive.ts';
import { parseOrNull } from './parse-or-null.ts';

/** The first entry: the kind of the file, and the schema of its rows. */
export const HEADER_ENTRY = 'longstrip-backup.json';
const FORMAT = 1;
const LARGEST_HEADER = 4 * 1024 * 1024;

/** The bound of a partition becomes SQL in a restore, so it must be a list of days or a share by hash, nothing else. */
const boundOfPart = /^FOR VALUES (IN \('\d{4}-\d\d-\d\d'(, '\d{4}-\d\d-\d\d')*\)|WITH \(modulus \d+, remainder \d+\))$/;

const headerSchema = z.object({
  longstrip_backup: z.number(),
  made_at: z.iso.datetime(),
  /** The id of the site; absent in backups of older versions. */
  site_id: z.optional(z.nullable(z.uuid())),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  // Absent in backups of earlier versions.
  parts: z._default(
    z.array(z.object({ table: z.string(), name: z.string(), bound: z.string().check(z.regex(boundOfPart)) })),
    [],
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
});

export type BackupHeader = Omit<z.infer<typeof headerSchema>, 'longstrip_backup'>;

export function encodeBackupHeader(header: BackupHeader): Buffer {
  return Buffer.from(`${JSON.stringify({ longstrip_backup: FORMAT, ...header }, null, 1)}\n`);
}

/** Reads the header alone, before the rest of the file has been checked. */
export function readBackupHeader(file: FileHandle, called: string): Promise<BackupHeader> {
  return readHeaderOf(readArchive(file, called), called);
}

/** Reads the header of entries, of which it is the first. */
export async function readHeaderOf(entries: AsyncIterable<ArchiveEntry>, called: string): Promise<BackupHeader> {
  for await (const entry of entries) {
    if (entry.name !== HEADER_ENTRY) throw foreign(called);
    const bytes = await readWhole(entry, LARGEST_HEADER);
    if (!bytes) throw foreign(called);
    return parseHeader(bytes, called);
  }
  throw foreign(called);
}

function parseHeader(bytes: Buffer, called: string): BackupHeader {
  const told = parseOrNull(bytes.toString());
  const version = z.safeParse(z.object({ longstrip_backup: z.number() }), told);
  if (version.success && version.data.longstrip_backup > FORMAT) {
    throw new BackupError(
      `${called} was made by a newer Longstrip, in a form (${version.data.longstrip_backup}) that this one does not know.`,
    );
  }
  const header = z.safeParse(headerSchema, told);
  if (!header.success) throw foreign(called);
  return header.data;
}

/** Throws where this program lacks a migration that made the schema of the backup's rows, or has a different one. */
export function requireKnownMigrations(
  header: BackupHeader,
  given: { ours: readonly Migration[]; called: string },
): void {
  const { ours, called } = given;
  for (const [index, { name, checksum }] of header.migrations.entries()) {
    const migration = ours[index];
    if (!migration) {
      throw new BackupError(
        `${called} was made by a newer Longstrip: it has ${name}, which this one does not know. Restore it with that version.`,
      );
    }
    if (migration.name !== name || migration.checksum !== checksum) {
      throw new BackupError(`${called} was made by another Longstrip: its ${name} is not the one of this version.`);
    }
  }
}
