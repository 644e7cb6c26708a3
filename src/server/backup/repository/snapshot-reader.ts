import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { workAhead } from '../../process/work-ahead.ts';
import { StoreUnavailableError } from '../../store/bucket.ts';
import { type ArchiveEntry, BackupError } from '../archive.ts';
import { decodeIndex, type IndexEntry, type Manifest } from './manifest.ts';
import type { Repository } from './repository.ts';
import type { Opener } from './sealing.ts';
import { measured } from './sums.ts';

/** Objects that are asked for at once: each waits for the store's answer, and a site has many small ones. */
const atOnce = 16;
/** A larger object is read when its turn comes, piece by piece. */
const mostAhead = 1024 * 1024;
/** A connection that breaks under one small object must not fail a restore of an hour. */
const tries = 3;
const triedAgainAfterMs = 500;

/** An entry is missing, or not as it was written. */
export class DamagedEntryError extends BackupError {
  constructor(
    readonly entry: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export interface SnapshotReader {
  called: string;
  manifest: Manifest;
  /** The bytes of all entries. */
  size: number;
  /**
   * The entries in their order. At the first that is missing or altered it throws a `BackupError`, or leaves that one
   * out where `mayLack` allows it.
   */
  entries(): AsyncGenerator<ArchiveEntry>;
  /** The names of the entries that were left out, once they were all read. */
  leftOut: ReadonlySet<string>;
}

const lacksNothing = () => false;

/** Opens a snapshot; rejects where its index is missing or altered, or where the opener has no identity for it. */
export async function openSnapshotReader(
  { store }: Repository,
  given: { manifest: Manifest; opener: Opener | null; mayLack?: (name: string) => boolean },
): Promise<SnapshotReader> {
  const { manifest, opener, mayLack = lacksNothing } = given;
  const called = `${store.nameOf('')} (${manifest.id})`;
  if (manifest.encrypted && !opener)
    throw new BackupError(`${called} is encrypted: name the file of your age identity with --identity.`);
  const plain = manifest.encrypted ? opener : null;
  const altered = (what: string) =>
    new DamagedEntryError(what, `${called} was altered: ${what} is not as it was written.`);

  async function open(key: string, what: string): Promise<Readable> {
    const found = await store.get(key);
    if (!found) throw new DamagedEntryError(what, `${called} is not whole: ${what} is missing.`);
    const { body } = found;
    if (!plain) return body;
    try {
      return await plain.open(body);
    } catch (error) {
      if (body.errored) throw body.errored; // the line broke before the head had come
      body.destroy();
      throw new BackupError(`${called}: the identity does not open ${what}, or it was altered.`, { cause: error });
    }
  }

  /** The bytes of an entry; throws what the store threw, and a `BackupError` where its bytes are not the right ones. */
  async function* read(entry: IndexEntry): AsyncGenerator<Buffer> {
    const key = `objects/${entry.sha256.slice(0, 2)}/${entry.sha256}${suffix}`;
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of measured(await open(key, entry.name), (bytes) => hash.update(bytes))) {
      size += chunk.length;
      // The index may be forged and give too small a size: no more than that is held in memory.
      if (size > entry.size) throw altered(entry.name);
      yield chunk;
    }
    if (size !== entry.size || hash.digest('hex') !== entry.sha256) throw altered(entry.name);
  }

  function explain(error: unknown, { name }: IndexEntry): BackupError {
    if (error instanceof BackupError) return error;
    return new BackupError(`${called} cannot be read: ${name}: ${String(error)}`, { cause: error });
  }

  async function* readInTurn(entry: IndexEntry): AsyncGenerator<Buffer> {
    try {
      yield* read(entry);
    } catch (error) {
      throw explain(error, entry);
    }
  }

  /** The bytes of a small entry; null: the entry is large, and is read when its turn comes. */
  async function readAhead(entry: IndexEntry): Promise<Buffer | null> {
    if (entry.size > mostAhead) return null;
    for (let tried = 1; ; tried += 1) {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of read(entry)) chunks.push(chunk);
        return Buffer.concat(chunks);
      } catch (error) {
        if (tried === tries || error instanceof BackupError) throw explain(error, entry);
        await pause(triedAgainAfterMs * tried);
      }
    }
  }

  /**
   * Reads a larger entry in full before it is given out, to see whether it must be left out: half of it helps nobody.
   */
  async function requireWhole(entry: IndexEntry): Promise<void> {
    for await (const _chunk of readInTurn(entry));
  }

  const leftOut = new Set<string>();

  /** As `readAhead`; 'damaged': the entry is left out. */
  async function readOrLeave(entry: IndexEntry): Promise<Buffer | null | 'damaged'> {
    if (!mayLack(entry.name)) return await readAhead(entry);
    if (leftOut.has(entry.name)) return 'damaged';
    try {
      const bytes = await readAhead(entry);
      if (!bytes) await requireWhole(entry);
      return bytes;
    } catch (error) {
      if (!(error instanceof BackupError) || error.cause instanceof StoreUnavailableError) throw error;
      leftOut.add(entry.name);
      return 'damaged';
    }
  }

  const suffix = /(\.\w+\.age)?$/.exec(manifest.index.key)?.[0] ?? '';
  const [, indexSum = ''] = /\/([0-9a-f]{64})[^/]*$/.exec(manifest.index.key) ?? [];
  const told: Buffer[] = await (await open(manifest.index.key, 'the list of its entries')).toArray();
  const bytes = Buffer.concat(told);
  if (createHash('sha256').update(bytes).digest('hex') !== indexSum) throw altered('the list of its entries');
  const index = decodeIndex(bytes);
  if (!index) throw altered('the list of its entries');
  return {
    called,
    manifest,
    leftOut,
    size: index.reduce((sum, { size }) => sum + size, 0),
    async *entries() {
      const work = async (entry: IndexEntry) => ({ entry, bytes: await readOrLeave(entry) });
      for await (const { entry, bytes } of workAhead(index, { atOnce, work })) {
        if (bytes === 'damaged') continue;
        const body = bytes ? inOnePiece(bytes) : readInTurn(entry);
        yield { name: entry.name, size: entry.size, body };
        // Reads the bytes that the caller has not read; there are none where it has read the body.
        for await (const _chunk of body);
      }
    },
  };
}

async function* inOnePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
