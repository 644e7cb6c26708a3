import { readFile, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FileStore, StoredFile } from '../../../server/store/file-store.ts';

/** Pictures in memory, for tests. */
export function createMemoryStore(): FileStore {
  const files = new Map<string, { bytes: Buffer; changedAt: Date }>();
  const storedFile = (key: string): StoredFile | null => {
    const file = files.get(key);
    return file ? { key, size: file.bytes.length, changedAt: file.changedAt } : null;
  };
  return {
    settlesMs: 0,
    async put(given) {
      for (const { key, path } of given) {
        files.set(key, { bytes: await readFile(path), changedAt: new Date() });
        await rm(path);
      }
    },
    async get(key, range) {
      const file = files.get(key);
      if (!file) return null;
      const { bytes } = file;
      const part = range ? bytes.subarray(range.start, range.end + 1) : bytes;
      return { size: bytes.length, body: Readable.from(part.length === 0 ? [] : [part]) };
    },
    stat: async (key) => storedFile(key),
    async delete(keys) {
      for (const key of keys) files.delete(key);
    },
    async *list(prefix) {
      for (const key of [...files.keys()]) {
        const file = key.startsWith(prefix) ? storedFile(key) : null;
        if (file) yield file;
      }
    },
    findFault: async () => (files.size === 0 ? 'the memory is empty' : null),
    nameOf: (key) => `memory:${key}`,
  };
}
