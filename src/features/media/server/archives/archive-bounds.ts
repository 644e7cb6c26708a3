import { open } from 'node:fs/promises';
import { type ArchiveKind, archiveLimits, sniffArchive } from '../../rules.ts';
import { Refusal } from '../wire/refusal.ts';

/** The folder into which an archive is unpacked, and the facts for its limits. */
export type ExtractTarget = { outDir: string; archiveBytes: number; alive: () => void };

/** An entry from an archive's reader; its bytes can be read until the next entry is asked for. */
export type PackedEntry = {
  name: string;
  unixMode: number;
  declaredBytes: number;
  isFolder: boolean;
  /** The reason why the entry cannot be read, whatever its name. */
  fault: string | null;
  /** Its own name could not be read; this one is ours. */
  isRenamed?: true;
  /** Rejects where the entry is damaged. */
  chunks(): AsyncIterable<Uint8Array>;
};

export type PackedArchive = { entries(): AsyncGenerator<PackedEntry>; close(): Promise<void> };

/** The cause of an entry that needs a password. */
export const encrypted = 'encrypted';

/** A larger metadata entry is not read for its text. */
export const peekedBytes = 1024 * 1024;

/** The archive type of a file by its first bytes; null where the type is unknown. */
export async function archiveKindOf(path: string): Promise<ArchiveKind | null> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(1024), 0, 1024, 0);
    return sniffArchive(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** Whether the system reports a full disk, a missing file or the like: not a fault of an entry. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

export function refuseBomb(entry: { bytes: number; compressed: number }): void {
  if (entry.bytes > archiveLimits.entryBytes) throw new Refusal('the archive holds an entry over 200 MiB');
  if (entry.bytes > archiveLimits.ratioCountsFromBytes && entry.bytes > entry.compressed * archiveLimits.ratio)
    throw new Refusal('the archive expands over a hundredfold');
}

export function refuseTotal(total: number, archiveBytes: number): void {
  if (total > archiveLimits.totalBytes) throw new Refusal('the archive expands to over 8 GiB');
  // Entries that share the same compressed bytes may each look harmless; together they are not.
  if (total > archiveLimits.ratioCountsFromBytes && total > archiveBytes * archiveLimits.ratio)
    throw new Refusal('the archive expands over a hundredfold');
}

export function printable(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the function removes control characters
  return name.replace(/[\u0000-\u001f\u007f]/g, '�');
}

export function decodeXml(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder('utf-8').decode(bytes);
}

/** Decodes a name; no archive declares its encoding reliably, so the encoding that fits counts. */
export function decodeName(raw: Buffer): string {
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(raw);
    } catch {
      // The next encoding is tried.
    }
  }
  return raw.toString('latin1');
}
