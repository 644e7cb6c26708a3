import { describe, expect, it } from 'vitest';
import { pageAfterTurn, spreadsOf, spreadWith } from './spreads.ts';

/** A chapter as it looks: `|` is a page, `=` one that is wider than high. */
const pagesOf = (look: string) =>
  Array.from(look, (page) => (page === '=' ? { width: 1600, height: 1130 } : { width: 800, height: 1130 }));

/** Places as digits, spreads apart. */
const shown = (look: string, asked: { isDouble: boolean; isOffset: boolean }) =>
  spreadsOf(pagesOf(look), asked)
    .map((spread) => spread.join(''))
    .join(' ');

describe('pages are seen', () => {
  it.each([
    ['|||||', '0 12 34', '01 23 4'],
    ['||||', '0 12 3', '01 23'],
    ['|', '0', '0'],
    ['', '', ''],
    ['||', '0 1', '01'],
    ['|=||', '0 1 23', '0 1 23'],
    ['=||||', '0 12 34', '0 12 34'],
    ['||=||=', '0 1 2 34 5', '01 2 34 5'],
    ['|||=|||', '0 12 3 45 6', '01 2 3 45 6'],
    ['====', '0 1 2 3', '0 1 2 3'],
  ])('of %j as %j, and with the first beside the second as %j', (look, usual, offset) => {
    expect(shown(look, { isDouble: true, isOffset: false })).toBe(usual);
    expect(shown(look, { isDouble: true, isOffset: true })).toBe(offset);
  });

  it.each([true, false])('one by one where two are not wanted, whatever the offset (%s)', (isOffset) => {
    expect(shown('||=|', { isDouble: false, isOffset })).toBe('0 1 2 3');
  });
});

describe('a double page', () => {
  const spreads = spreadsOf(pagesOf('|||||'), { isDouble: true, isOffset: false });

  it.each([
    [0, 1, 0],
    [1, 3, 0],
    [2, 3, 0],
    [3, 5, 1],
    [4, 5, 1],
    [5, 5, 3],
  ])('turns as one: from page %i on to %i, and back to %i', (from, next, previous) => {
    expect(pageAfterTurn(spreads, { from, turn: 'next' })).toBe(next);
    expect(pageAfterTurn(spreads, { from, turn: 'previous' })).toBe(previous);
  });

  it('is found by either of its pages', () => {
    expect(spreadWith(spreads, 3)).toEqual([3, 4]);
    expect(spreadWith(spreads, 4)).toEqual([3, 4]);
    expect(spreadWith(spreads, 5)).toBeNull();
  });
});
