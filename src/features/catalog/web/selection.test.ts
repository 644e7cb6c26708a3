import { describe, expect, it } from 'vitest';
import { selectionAddress, selectionOf, tidyWords } from './selection.ts';

describe('selectionOf', () => {
  it.each([
    ['', { tag: '', order: 'updated_at', words: '' }],
    ['tag=末世&sort=popularity&q=cat', { tag: '末世', order: 'popularity', words: 'cat' }],
    ['sort=nonsense&q=%20%20', { tag: '', order: 'updated_at', words: '' }],
    ['tag=%00末世%00&q=%00', { tag: '末世', order: 'updated_at', words: '' }],
    [`tag=${'𝄞'.repeat(120)}`, { tag: '𝄞'.repeat(100), order: 'updated_at', words: '' }],
  ] as const)('reads %j', (search, selection) => {
    expect(selectionOf(new URLSearchParams(search))).toEqual(selection);
  });
});

describe('selectionAddress', () => {
  it.each([
    [{ tag: '', order: 'updated_at', words: '' }, '/'],
    [{ tag: '', order: 'popularity', words: '' }, '/?sort=popularity'],
    [{ tag: 'a&b', order: 'updated_at', words: 'c d' }, '/?tag=a%26b&q=c+d'],
  ] as const)('writes %j', (selection, address) => {
    expect(selectionAddress('/', selection)).toBe(address);
    expect(selectionOf(new URLSearchParams(address.split('?')[1]))).toEqual(selection);
  });
});

describe('the address', () => {
  it.each(['updated_at', 'popularity'] as const)('tells the order by %s, which has a tab', (order) => {
    const search = selectionAddress('', { tag: '', order, words: '' });
    expect(selectionOf(new URLSearchParams(search)).order).toBe(order);
  });
});

describe('tidyWords', () => {
  it('cuts by characters, never through one', () => {
    expect(tidyWords(`  ${'𝄞'.repeat(120)} `)).toBe('𝄞'.repeat(100));
  });
});
