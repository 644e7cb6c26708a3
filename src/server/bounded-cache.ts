import { isPreviewing } from './preview.ts';

/** Keeps the most recently used values, up to a total size. */
export type BoundedCache<V> = {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
  clear(): void;
};

interface CacheOptions<V> {
  limit: number;
  sizeOf?: (value: V) => number;
  /** Such a value is not displaced: while it would have to be, a new one is not kept. */
  isInUse?: (value: V) => boolean;
}

export function createBoundedCache<V>(options: CacheOptions<V>): BoundedCache<V> {
  const { limit, sizeOf = () => 1, isInUse = () => false } = options;
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
      const size = sizeOf(value);
      if (size > limit / 4) return;
      for (const [oldest, old] of entries) {
        if (total + size <= limit) break;
        if (isInUse(old)) return;
        remove(oldest);
      }
      entries.set(key, value);
      total += size;
    },
    delete: remove,
    clear() {
      entries.clear();
      total = 0;
    },
  };
}
