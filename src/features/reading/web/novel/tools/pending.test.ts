import { expect, it } from 'vitest';
import { leaveFor, takePending } from './pending.ts';

const next = { chapterUuid: 'next', found: { block: 3, words: 'whale' } };

it('is told once to the chapter that it was left for', () => {
  leaveFor(next, 0);
  expect(takePending('next', 1000)).toMatchObject(next);
  expect(takePending('next', 1000)).toBeNull();
});

it('is not told to a chapter that opens much later', () => {
  leaveFor(next, 0);
  expect(takePending('next', 31_000)).toBeNull();
});

it('is forgotten once another chapter has opened', () => {
  leaveFor(next, 0);
  expect(takePending('other', 1000)).toBeNull();
  expect(takePending('next', 2000)).toBeNull();
});
