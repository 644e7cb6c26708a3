import { LRUCache } from 'lru-cache';

export type Lru<V extends object | string> = LRUCache<string, V>;

/**
 * Keeps the values that were used last, of which the sizes add up to `limit` at most; by default each counts 1. `sizeOf`
 * gives a whole number above 0; a value above a quarter of the limit is not kept.
 */
export function createLru<V extends object | string>(given: { limit: number; sizeOf?: (value: V) => number }): Lru<V> {
  const { limit, sizeOf = () => 1 } = given;
  return new LRUCache({ maxSize: limit, maxEntrySize: Math.ceil(limit / 4), sizeCalculation: sizeOf });
}
