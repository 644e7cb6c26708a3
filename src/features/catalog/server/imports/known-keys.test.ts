import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draws } from '../../../../server/testing/depth.ts';
import { findKnownKeys } from './known-keys.ts';

describe('a chapter is recognised', () => {
  it.each([
    ['by its number, whatever it is called now', ['n:1 b'], ['n:1 a'], ['n:1 a']],
    ['where it was published without its name', ['n:1 b', 'n:1 a'], ['n:1', 'n:1 a'], ['n:1', 'n:1 a']],
    ['among several with its number by its name', ['n:1 b', 'n:1 a'], ['n:1 a'], [undefined, 'n:1 a']],
    ['by its volume’s number', ['v:2 storm/n:1 a'], ['v:2 rain/n:1 b'], ['v:2 rain/n:1 b']],
    [
      'among volumes with one number by the volume’s name',
      ['v:1 b/n:1 x', 'v:1 b/n:2 y', 'v:1 a/n:1 x', 'v:1 a/n:2 renamed'],
      ['v:1 a/n:1 x', 'v:1 a/n:2 y'],
      [undefined, undefined, 'v:1 a/n:1 x', 'v:1 a/n:2 y'],
    ],
    ['in a renamed volume by its name', ['v:1 b/n:1 y'], ['v:1 a/n:1 x', 'v:1 c/n:1 y'], ['v:1 c/n:1 y']],
    [
      'by its whole name where it has no number',
      ['t:1 a', 't:storm b'],
      ['t:1 b', 't:storm a'],
      [undefined, undefined],
    ],
    [
      'never as one with another number',
      ['n:10 a', 'n:1-2 a', 'v:1 a/n:1'],
      ['n:1 a'],
      [undefined, undefined, undefined],
    ],
  ])('%s', (_case, given, known, expected) => {
    const found = findKnownKeys(given, known);
    expect(given.map((key) => found.get(key))).toEqual(expected);
  });
});

/** A shelf's chapters over several imports: each import has some of all possible chapters, in any order. */
const chapter = fc
  .tuple(
    fc.constantFrom('', 'v:1 a/', 'v:1 b/', 'v:2 a/', 'v:extra/'),
    fc.integer({ min: 1, max: 3 }),
    fc.constantFrom('x', 'y', 'z'),
  )
  .map(([volume, number, name]) => `${volume}n:${number} ${name}`);
const histories = fc.array(fc.record({ keys: fc.uniqueArray(chapter, { maxLength: 8 }), isPruning: fc.boolean() }), {
  minLength: 2,
  maxLength: 6,
});

describe('over many imports', () => {
  it('a chapter that stays in the folder stays the same, and no two chapters become one', () => {
    fc.assert(
      fc.property(histories, (history) => {
        let published = new Map<string, number>();
        let before: string[] = [];
        let last = 0;
        for (const { keys, isPruning } of history) {
          const found = findKnownKeys(keys, [...published.keys()]);
          const taken = new Set(found.values());
          const kept = isPruning ? [] : [...published].filter(([key]) => !taken.has(key));
          const next = new Map([
            ...kept,
            ...keys.map((key): [string, number] => [key, published.get(found.get(key) ?? '') ?? ++last]),
          ]);
          expect(new Set(next.values()).size).toBe(kept.length + keys.length);
          for (const key of keys) if (before.includes(key)) expect(next.get(key)).toBe(published.get(key));
          published = next;
          before = keys;
        }
      }),
      { numRuns: draws(500) },
    );
  });

  it('a chapter that is only renamed stays the same', () => {
    fc.assert(
      fc.property(fc.uniqueArray(chapter, { minLength: 1, maxLength: 8 }), fc.nat(), (keys, pick) => {
        const old = keys[pick % keys.length] as string; // there is at least one
        const given = keys.map((key) => (key === old ? `${key} renamed` : key));
        expect(findKnownKeys(given, keys).get(`${old} renamed`)).toBe(old);
      }),
    );
  });
});
