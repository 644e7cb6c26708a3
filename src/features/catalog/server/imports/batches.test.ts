import { expect, it } from 'vitest';
import { inBatches } from './batches.ts';

it.each<[number[], number[][]]>([
  [[], []],
  [
    [3, 3, 3, 3],
    [[3, 3, 3], [3]],
  ],
  [
    [1, 20, 1],
    [[1], [20], [1]],
  ],
  [
    [10, 1],
    [[10], [1]],
  ],
])('%j come in lists of at most 10', (sizes, expected) => {
  expect(inBatches(sizes, { sizeOf: (size) => size, limit: 10 })).toEqual(expected);
});
