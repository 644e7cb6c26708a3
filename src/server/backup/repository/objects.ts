import type { Readable } from 'node:stream';

export interface StoredObject {
  key: string;
  bytes: number;
  changedAt: Date;
}

/**
 * The place of a repository: objects under keys like `objects/ab/abcd…`. It knows nothing of backups, so that a bucket
 * can be such a place as well as a folder.
 */
export interface ObjectStore {
  /** Stores the bytes under a key that is known once they are read; when it resolves they are whole and durable. */
  put(body: AsyncIterable<Buffer> | Iterable<Buffer>, keyOf: () => string | null): Promise<number>;
  /** The bytes of an object; null: there is none. */
  get(key: string): Promise<Readable | null>;
  list(prefix: string): AsyncIterable<StoredObject>;
  delete(keys: readonly string[]): Promise<void>;
  /** Removes what writers left behind that were killed. */
  tidy(): Promise<void>;
  /** Whether anything stands there that no repository has made. */
  hasStrangers(): Promise<boolean>;
  /** The operator's name for a key; for an empty key, that of the place. */
  nameOf(key: string): string;
}

export async function readObject(store: ObjectStore, key: string): Promise<Buffer | null> {
  const body = await store.get(key);
  if (!body) return null;
  const chunks: Buffer[] = await body.toArray();
  return Buffer.concat(chunks);
}

const parts = new Set(['objects', 'snapshots', 'locks', 'longstrip-repository.json']);

/** Whether a repository could have made an object of that key. */
export function isOfRepository(key: string): boolean {
  return parts.has(key.split('/', 1)[0] ?? '');
}
