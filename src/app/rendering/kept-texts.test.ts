import { expect, it } from 'vitest';
import { createKeptTexts } from './kept-texts.ts';

it('makes a text once, until others have taken its room', () => {
  const made: string[] = [];
  const kept = createKeptTexts(20);
  const ask = (key: string) =>
    kept.get({ minute: 1, key }, () => {
      made.push(key);
      return `text of ${key}`;
    });
  expect([ask('a'), ask('b'), ask('a')]).toEqual(['text of a', 'text of b', 'text of a']);
  expect(made).toEqual(['a', 'b']);
  ask('c');
  ask('a');
  expect(made).toEqual(['a', 'b', 'c']);
  ask('b');
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});

it('gives also a text that is longer than all room', () => {
  expect(createKeptTexts(3).get({ minute: 1, key: 'a' }, () => 'a long text')).toBe('a long text');
});

it('makes a text anew in another minute, and then has all its room again', () => {
  const made: string[] = [];
  const kept = createKeptTexts(20);
  const ask = (minute: number, key: string) =>
    kept.get({ minute, key }, () => {
      made.push(`${minute}${key}`);
      return `text of ${key}`;
    });
  for (const minute of [1, 2]) for (const key of ['a', 'b', 'a', 'b']) ask(minute, key);
  expect(made).toEqual(['1a', '1b', '2a', '2b']);
});
