import type { FileStore } from '../../../../server/store/file-store.ts';

/** The store, and for files that it lacks an older one, which is only read and freed. */
export function createFallbackStore(store: FileStore, older: FileStore): FileStore {
  return {
    settlesMs: Math.max(store.settlesMs, older.settlesMs),
    put: (files) => store.put(files),
    get: async (key, range) => (await store.get(key, range)) ?? (await older.get(key, range)),
    stat: async (key) => (await store.stat(key)) ?? (await older.stat(key)),
    async delete(keys) {
      await older.delete(keys);
      await store.delete(keys);
    },
    async *list(prefix) {
      const seen = new Set<string>();
      for await (const file of store.list(prefix)) {
        seen.add(file.key);
        yield file;
      }
      for await (const file of older.list(prefix)) if (!seen.has(file.key)) yield file;
    },
    findFault: async () => ((await older.findFault()) === null ? null : await store.findFault()),
    endOldUploads: async (before) => await store.endOldUploads?.(before),
    addressOf: async (key, seconds) =>
      store.addressOf && (await store.stat(key)) ? await store.addressOf(key, seconds) : null,
    nameOf: store.nameOf,
  };
}
