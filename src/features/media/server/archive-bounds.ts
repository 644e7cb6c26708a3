import { open } from 'node:fs/promises';
import { type ArchiveKind, archiveLimits, sniffArchive } from '../rules.ts';
import { Refusal } from './refusal.ts';

/** Where an archive is taken apart to, and what its limits count against. */
export type ExtractTarget = { outDir: string; archiveBytes: number; alive: () => void };

/** An entry as its archive's reader yields it; its bytes can be read until the next one is asked for. */
export type PackedEntry = {
  name: string;
  unixMode: number;
  declaredBytes: number;
  isFolder: boolean;
  /** Why it cannot be read whatever its name is. */
  fault: string | null;
  /** Its name could not be read, and is one of our own. */
  isRenamed?: true;
  /** Rejects where the entry is damaged. */
  chunks(): AsyncIterable<Uint8Array>;
};

export type PackedArchive = { entries(): AsyncGenerator<PackedEntry>; close(): Promise<void> };

/** The cause of an entry that only its password opens. */
export const encrypted = 'encrypted';

/** A metadata entry larger than this is not read for its text. */
export const peekedBytes = 1024 * 1024;

/** What a file is by its first bytes; null where it is no archive that we know. */
export async function archiveKindOf(path: string): Promise<ArchiveKind | null> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(1024), 0, 1024, 0);
    return sniffArchive(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** What the system says, of a disk that is full or a file that is gone: no fault of an entry. */
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
  // Entries that share the same compressed bytes each look harmless; together they do not.
  if (total > archiveLimits.ratioCountsFromBytes && total > archiveBytes * archiveLimits.ratio)
    throw new Refusal('the archive expands over a hundredfold');
}

export function printable(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  return name.replace(/[\u0000-\u001f\u007f]/g, '�');
}

export function decodeXml(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder('utf-8').decode(bytes);
}

/** A name in bytes, which no archive declares reliably: by what fits. */
export function decodeName(raw: Buffer): string {
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(raw);
    } catch {
      // The next one is tried.
    }
  }
  return raw.toString('latin1');
}
