import { createHash, type Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { readExactly } from '../process/read-exactly.ts';
import { BLOCK, decodeHeader, encodeHeader, paddingOf, TAR_END } from './tar.ts';

/**
 * The form of a backup file (docs/decisions/0020-backup.md): a tar. After a number of entries follows a `manifest/…`
 * with their SHA-256 sums; the last entry has the sums of the manifests. So every byte is checked, with little memory.
 */
const MANIFEST_EVERY = 5_000;
const MANIFEST_FOLDER = 'manifest/';
const LAST_ENTRY = 'manifest.sha256';
const CHUNK_BYTES = 1024 * 1024;

/** A fault of a backup or a restore, in words for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}

export type ArchiveWriter = {
  /** Writes an entry and returns its SHA-256 as hex; `size` must be what `body` comes to. */
  add(entry: { name: string; size: number }, body: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<string>;
  /** Completes the archive and syncs it to the disk. */
  end(): Promise<{ bytes: number }>;
};

export function writeArchive(file: FileHandle, madeAt: Date): ArchiveWriter {
  let position = 0;
  let part = 0;
  let sums: string[] = [];
  const sumsOfSums: string[] = [];

  async function write(bytes: Buffer): Promise<void> {
    const { bytesWritten } = await file.write(bytes, 0, bytes.length, position);
    position += bytesWritten;
    if (bytesWritten < bytes.length) await write(bytes.subarray(bytesWritten));
  }

  async function writeEntry(entry: { name: string; size: number }, body: AsyncIterable<Buffer> | Iterable<Buffer>) {
    const hash = createHash('sha256');
    let size = 0;
    await write(encodeHeader({ ...entry, modifiedAt: madeAt }));
    for await (const chunk of body) {
      hash.update(chunk);
      size += chunk.length;
      await write(chunk);
    }
    if (size !== entry.size) throw new BackupError(`${entry.name} changed while it was read.`);
    if (paddingOf(size) > 0) await write(Buffer.alloc(paddingOf(size)));
    return hash.digest('hex');
  }

  async function writeText(name: string, lines: readonly string[]): Promise<string> {
    const text = Buffer.from(lines.join(''));
    return await writeEntry({ name, size: text.length }, [text]);
  }

  async function writeManifest(): Promise<void> {
    part += 1;
    const name = manifestName(part);
    sumsOfSums.push(sumLine(await writeText(name, sums), name));
    sums = [];
  }

  return {
    async add(entry, body) {
      const sha256 = await writeEntry(entry, body);
      sums.push(sumLine(sha256, entry.name));
      if (sums.length === MANIFEST_EVERY) await writeManifest();
      return sha256;
    },
    async end() {
      await writeManifest();
      await writeText(LAST_ENTRY, sumsOfSums);
      await write(TAR_END);
      await file.sync();
      return { bytes: position };
    },
  };
}

export type ArchiveEntry = {
  name: string;
  size: number;
  /** Must be read before the next entry is requested; unread bytes are checked too. */
  body: AsyncIterable<Buffer>;
};

/**
 * The entries of an archive in their order, all but the manifests. Throws a `BackupError` at the first byte that
 * differs from the written one; an archive is undamaged only when all entries have been read.
 */
export async function* readArchive(file: FileHandle, called: string): AsyncGenerator<ArchiveEntry> {
  const { size: length } = await file.stat();
  let position = 0;
  let part = 0;
  let sums: string[] = [];
  const sumsOfSums: string[] = [];
  const altered = (what: string) => new BackupError(`${called} was altered: ${what} is not as it was written.`);
  const cut = (where: string) => new BackupError(`${called} is cut short: it ends ${where}.`);

  async function take(bytes: number, where: string): Promise<Buffer> {
    const taken = await readExactly(file, position, bytes);
    if (taken === null) throw cut(where);
    position += bytes;
    return taken;
  }

  async function* readBody(entry: { name: string; size: number }, hash: Hash): AsyncGenerator<Buffer> {
    for (let left = entry.size; left > 0; ) {
      const chunk = await take(Math.min(left, CHUNK_BYTES), `inside ${entry.name}`);
      left -= chunk.length;
      hash.update(chunk);
      yield chunk;
    }
    const padding = await take(paddingOf(entry.size), `inside ${entry.name}`);
    if (padding.some((byte) => byte !== 0)) throw altered(entry.name);
  }

  /** Reads a list of sums, compares it with the sums that we computed, and returns its own sum. */
  async function check(entry: { name: string; size: number }, known: readonly string[]): Promise<string> {
    const text = known.join('');
    const hash = createHash('sha256');
    const chunks = [];
    if (entry.size !== Buffer.byteLength(text)) throw altered(entry.name);
    for await (const chunk of readBody(entry, hash)) chunks.push(chunk);
    const told = Buffer.concat(chunks).toString('latin1');
    if (told !== text) throw altered(firstDifference(told, known) ?? entry.name);
    return hash.digest('hex');
  }

  for (;;) {
    if (length < BLOCK) throw foreign(called);
    const header = decodeHeader(await take(BLOCK, 'before its end'));
    if (!header) throw position === BLOCK ? foreign(called) : altered(`the entry at byte ${position - BLOCK}`);
    if (header.name === LAST_ENTRY) {
      if (sums.length > 0) throw altered(LAST_ENTRY);
      await check(header, sumsOfSums);
      break;
    }
    if (header.name.startsWith(MANIFEST_FOLDER)) {
      part += 1;
      if (header.name !== manifestName(part)) throw altered(header.name);
      sumsOfSums.push(sumLine(await check(header, sums), header.name));
      sums = [];
      continue;
    }
    const hash = createHash('sha256');
    const body = readBody(header, hash);
    yield { name: header.name, size: header.size, body };
    // Reads the bytes that the caller has not read; there are none where it has read the body.
    for await (const _chunk of body);
    sums.push(sumLine(hash.digest('hex'), header.name));
    if (sums.length > MANIFEST_EVERY) throw altered(header.name);
  }
  if (!(await take(TAR_END.length, 'before its end')).equals(TAR_END)) throw altered('its end');
  if (position !== length) throw altered(`what follows its end at byte ${position}`);
}

export function foreign(called: string): BackupError {
  return new BackupError(`${called} is not a backup made by \`longstrip backup\`, or its beginning is damaged.`);
}

/** Reads a short entry as a whole; null where it is longer than `limit`. */
export async function readWhole(entry: ArchiveEntry, limit: number): Promise<Buffer | null> {
  if (entry.size > limit) return null;
  const chunks = [];
  for await (const chunk of entry.body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function manifestName(part: number): string {
  return `${MANIFEST_FOLDER}${String(part).padStart(6, '0')}.sha256`;
}

/** A line as `sha256sum` writes and checks it. */
function sumLine(sha256: string, name: string): string {
  return `${sha256}  ${name}\n`;
}

/** The name of the first entry whose sum differs. */
function firstDifference(told: string, known: readonly string[]): string | null {
  const lines = told.split('\n');
  return known.find((line, index) => `${lines[index]}\n` !== line)?.slice(66, -1) ?? null;
}
