import { describe, expect, it } from 'vitest';
import { positionFor } from './use-carried-place.ts';

describe('a place that was carried over', () => {
  const position = { index: 3, fraction: 0.25 };
  it.each([
    ['of this chapter', { chapterUuid: 'a', position }, position],
    [
      'with words to find it by',
      { chapterUuid: 'a', position: { ...position, quote: 'Once' } },
      { ...position, quote: 'Once' },
    ],
    ['of another chapter', { chapterUuid: 'b', position }, null],
    ['that is none', { chapterUuid: 'a', position: { index: '3' } }, null],
    ['that is nothing', null, null],
  ])('%s', (_name, carried, expected) => {
    expect(positionFor('a', carried)).toEqual(expected);
  });
});
