import { isPreviewing } from './preview.ts';

/** Keeps the most recently used values, up to a total size. */
export type BoundedCache<V> = {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
  clear(): void;
};

export function createBoundedCache<V>(options: { limit: number; sizeOf?: (value: V) => number }): BoundedCache<V> {
  const sizeOf = options.sizeOf ?? (() => 1);
  const entries = new Map<string, V>();
  let total = 0;

  function remove(key: string): void {
    const old = entries.get(key);
    if (old === undefined) return;
    entries.delete(key);
    total -= sizeOf(old);
  }

  return {
    get(key) {
      const value = entries.get(key);
      if (value === undefined || isPreviewing()) return undefined;
      // A Map keeps the order of insertion: an entry that was just used moves to its end.
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key, value) {
      if (isPreviewing()) return;
      remove(key);
      if (sizeOf(value) > options.limit / 4) return;
      entries.set(key, value);
      total += sizeOf(value);
      for (const oldest of entries.keys()) {
        if (total <= options.limit) break;
        remove(oldest);
      }
    },
    delete: remove,
    clear() {
      entries.clear();
      total = 0;
    },
  };
}
