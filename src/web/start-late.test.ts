import { expect, test, vi } from 'vitest';
import { startLate } from './start-late.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('starts when the code has loaded, and ends its work', async () => {
  const end = vi.fn();
  const start = vi.fn(() => end);
  const over = startLate(async () => start);
  expect(start).not.toHaveBeenCalled();
  await settled();
  expect(start).toHaveBeenCalledOnce();
  over();
  expect(end).toHaveBeenCalledOnce();
});

test('does not start when it was ended before the code loaded', async () => {
  const start = vi.fn(() => () => {});
  startLate(async () => start)();
  await settled();
  expect(start).not.toHaveBeenCalled();
});

test('ignores code that fails to load', async () => {
  const over = startLate(() => Promise.reject(new Error('no connection')));
  await settled();
  expect(over).not.toThrow();
});
