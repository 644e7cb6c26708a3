import { randomBytes } from 'node:crypto';
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
  /**
   * Whether anything stands there, in a place without a mark of a repository, but what we leave when we are killed before
   * the mark is written.
   */
  hasStrangers(): Promise<boolean>;
  /** Writes, reads and deletes a small object, which is in no repository's way; rejects where that cannot be done. */
  tryOut(): Promise<void>;
  /** The operator's name for a key; for an empty key, that of the place. */
  nameOf(key: string): string;
}

export async function readObject(store: ObjectStore, key: string): Promise<Buffer | null> {
  const body = await store.get(key);
  if (!body) return null;
  const chunks: Buffer[] = await body.toArray();
  return Buffer.concat(chunks);
}

/** With what the names of trials begin. */
export const trialPrefix = 'longstrip-trial-';

/** The name of an object that is only there to be tried. */
export function nameOfTrial(): string {
  return `${trialPrefix}${randomBytes(8).toString('hex')}`;
}

export function isTrial(name: string): boolean {
  return /^longstrip-trial-[0-9a-f]{16}$/.test(name);
}
