import { expect, it } from 'vitest';
import { mergeOrder } from './merge-order.ts';

it.each([
  ['nothing there yet', [], ['a', 'b'], ['a', 'b']],
  ['more at the end', ['n:1', 'n:2'], ['n:1', 'n:2', 'n:3'], ['n:1', 'n:2', 'n:3']],
  ['one between', ['n:1', 'n:2'], ['n:1', 'n:1.5', 'n:2'], ['n:1', 'n:1.5', 'n:2']],
  ['some gone, one new', ['n:1', 'n:2', 'n:3'], ['n:1', 'n:4'], ['n:1', 'n:2', 'n:3', 'n:4']],
  ['a single new one', ['n:1', 'n:2', 'n:10'], ['n:3'], ['n:1', 'n:2', 'n:3', 'n:10']],
  ['a single new first one', ['n:2', 'n:3'], ['n:1'], ['n:1', 'n:2', 'n:3']],
  ['a single known one', ['n:1', 'n:2', 'n:3'], ['n:2'], ['n:1', 'n:2', 'n:3']],
  ['another order', ['a', 'b', 'c'], ['c', 'a'], ['c', 'a', 'b']],
  ['all gone', ['a', 'b'], [], ['a', 'b']],
])('%s', (_name, existing, given, expected) => {
  expect(mergeOrder(existing, given)).toEqual(expected);
});
