import { LRUCache } from 'lru-cache';

export type Lru<V extends object | string> = LRUCache<string, V>;

/**
 * Keeps the values that were used last, of which the sizes add up to `limit` at most; by default each counts 1. `sizeOf`
 * gives a whole number above 0; a value above `largest`, by default a quarter of the limit, is not kept.
 */
export function createLru<V extends object | string>(given: {
  limit: number;
  sizeOf?: (value: V) => number;
  largest?: number;
}): Lru<V> {
  const { limit, sizeOf = () => 1, largest = Math.ceil(limit / 4) } = given;
  return new LRUCache({ maxSize: limit, maxEntrySize: largest, sizeCalculation: sizeOf });
}
