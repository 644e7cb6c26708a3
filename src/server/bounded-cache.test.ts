import { expect, it } from 'vitest';
import { createBoundedCache } from './bounded-cache.ts';

it('displaces what was not used for longest', () => {
  const cache = createBoundedCache<string>({ limit: 5 });
  for (const key of ['1', '2', '3', '4', '5']) cache.set(key, key);
  cache.get('1');
  cache.set('6', '6');
  expect(['1', '2', '6'].map((key) => cache.get(key))).toEqual(['1', undefined, '6']);
});

it('keeps what is in use, and not a new value in its place', () => {
  const inUse = new Set(['1', '2', '3', '4', '5']);
  const cache = createBoundedCache<string>({ limit: 5, isInUse: (value) => inUse.has(value) });
  for (const key of ['1', '2', '3', '4', '5', '6']) cache.set(key, key);
  expect(['1', '6'].map((key) => cache.get(key))).toEqual(['1', undefined]);
  inUse.delete('2');
  cache.get('1');
  cache.set('6', '6');
  expect(['1', '2', '6'].map((key) => cache.get(key))).toEqual(['1', undefined, '6']);
  cache.set('3', '3');
  expect(cache.get('3')).toBe('3');
});
