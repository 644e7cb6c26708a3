import type { Readable } from 'node:stream';

export interface StoredFile {
  key: string;
  size: number;
  /** When the file was moved or written to its place, whichever was later. */
  changedAt: Date;
}

/** Files under keys such as `images/ab/abcd…`, in a folder or in a bucket: pictures, and the objects of backups. */
export interface FileStore {
  /** How long a stored file may not be shown yet, in milliseconds; 0: it is there at once. */
  settlesMs: number;
  /** Moves files from this machine's disk into the store; when this resolves, each is complete and durable. */
  put(files: readonly { key: string; path: string }[]): Promise<void>;
  /** The file's bytes, all or from `start` to `end` (both included); the caller reads or destroys; null: no file. */
  get(key: string, range?: { start: number; end: number }): Promise<{ size: number; body: Readable } | null>;
  /** Null: there is no such file. */
  stat(key: string): Promise<StoredFile | null>;
  /** Deletes these files; a missing one is ignored. */
  delete(keys: readonly string[]): Promise<void>;
  /** All files whose keys begin with `prefix`, in any order. */
  list(prefix: string): AsyncIterable<StoredFile>;
  /** The reason why the store cannot be read, in a few words; null: it can. */
  findFault(): Promise<string | null>;
  /** Ends uploads that were begun before that time by processes that have died. */
  endOldUploads?(before: Date): Promise<void>;
  /** An address at which the store itself gives the file for so many seconds; null or absent: it cannot. */
  addressOf?(key: string, seconds: number): Promise<string | null>;
  /** The operator's name for the file of a key; for an empty key, the name of the store. */
  nameOf(key: string): string;
}

/** What a kind of files needs of its store. */
export interface Layout {
  /**
   * The first parts of the keys. The place of the store may hold other things; if it lacks the first part, that is a
   * fault.
   */
  shelves?: readonly [string, ...string[]];
  /** Keys of this shelf have a folder to themselves, which goes with its last file. */
  ownFolders?: string;
  /** Only this user may read what is made. */
  isPrivate?: true;
  /** The time of a file itself says when it was stored, since no older file is ever moved there. */
  areOwnTimes?: boolean;
  /** The media type of a file, where it is told. */
  typeOf?(key: string): string;
}

/** All of a file's bytes; null: there is no such file. */
export async function readStored(store: Pick<FileStore, 'get'>, key: string): Promise<Buffer | null> {
  const found = await store.get(key);
  if (!found) return null;
  const chunks: Buffer[] = await found.body.toArray();
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}
