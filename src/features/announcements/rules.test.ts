import { expect, it } from 'vitest';
import { meets, readPieces } from './rules.ts';

it.each([
  ['plain', [{ text: 'plain' }]],
  ['a [b](/c) d', [{ text: 'a ' }, { text: 'b', href: '/c' }, { text: ' d' }]],
  ['[b](mailto:a@b.example)', [{ text: 'b', href: 'mailto:a@b.example' }]],
  ['[b](//evil.example)', [{ text: 'b' }]],
  ['[b](data:text/html,x)', [{ text: 'b' }]],
  ['[b] (/c) [](/c) [x](', [{ text: '[b] (/c) [](/c) [x](' }]],
])('reads %j', (text, pieces) => {
  expect(readPieces(text)).toEqual(pieces);
});

const span = (from: number, until: number | null) => ({
  from: new Date(from),
  until: until === null ? null : new Date(until),
});

it.each([
  [span(0, 5), span(5, 9), false],
  [span(0, 5), span(4, 9), true],
  [span(0, null), span(9, null), true],
  [span(9, null), span(0, 9), false],
])('says of %j and %j whether they meet: %s', (one, other, expected) => {
  expect(meets(one, other)).toBe(expected);
  expect(meets(other, one)).toBe(expected);
});
