import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type ArchiveEntry, BackupError } from '../archive.ts';
import { decodeIndex, type Manifest } from './manifest.ts';
import type { Repository } from './repository.ts';
import type { Opener } from './sealing.ts';
import { measured } from './sums.ts';

export interface SnapshotReader {
  called: string;
  manifest: Manifest;
  /** The bytes of all entries. */
  size: number;
  /** The entries in their order; throws a `BackupError` at the first that is missing or altered. */
  entries(): AsyncGenerator<ArchiveEntry>;
}

/** Opens a snapshot; rejects where its index is missing or altered, or where the opener has no identity for it. */
export async function openSnapshotReader(
  { store }: Repository,
  { manifest, opener }: { manifest: Manifest; opener: Opener | null },
): Promise<SnapshotReader> {
  const called = `${store.nameOf('')} (${manifest.id})`;
  if (manifest.encrypted && !opener)
    throw new BackupError(`${called} is encrypted: name the file of your age identity with --identity.`);
  const plain = manifest.encrypted ? opener : null;
  const altered = (what: string) => new BackupError(`${called} was altered: ${what} is not as it was written.`);

  async function open(key: string, what: string): Promise<Readable> {
    const body = await store.get(key);
    if (!body) throw new BackupError(`${called} is not whole: ${what} is missing.`);
    if (!plain) return body;
    try {
      return await plain.open(body);
    } catch (error) {
      body.destroy();
      throw new BackupError(`${called}: the identity does not open ${what}, or it was altered.`, { cause: error });
    }
  }

  async function* read(key: string, entry: { name: string; size: number; sha256: string }): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    let size = 0;
    try {
      for await (const chunk of measured(await open(key, entry.name), (bytes) => hash.update(bytes))) {
        size += chunk.length;
        yield chunk;
      }
    } catch (error) {
      if (error instanceof BackupError) throw error;
      throw new BackupError(`${called} cannot be read: ${entry.name}: ${String(error)}`, { cause: error });
    }
    if (size !== entry.size || hash.digest('hex') !== entry.sha256) throw altered(entry.name);
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
    size: index.reduce((sum, { size }) => sum + size, 0),
    async *entries() {
      for (const entry of index) {
        const key = `objects/${entry.sha256.slice(0, 2)}/${entry.sha256}${suffix}`;
        const body = read(key, entry);
        yield { name: entry.name, size: entry.size, body };
        // Reads the bytes that the caller has not read; there are none where it has read the body.
        for await (const _chunk of body);
      }
    },
  };
}
