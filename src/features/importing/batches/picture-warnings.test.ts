import { describe, expect, it } from 'vitest';
import type { PlanFile } from '../studio-contract.ts';
import { type PictureFacts, pictureWarnings } from './picture-warnings.ts';

type Given = Partial<PictureFacts> & { path: string; chapter?: string; language?: string; book?: string; as?: 'cover' };

function warningsOf(pages: readonly Given[]): Record<string, string[]> {
  const files = pages.map(({ path, chapter = '1', language = 'en-us', book = 'a', as = 'page' as const }): PlanFile => {
    const becomes = { as, book, chapter, language, page: 1 };
    return { file_id: path, path, bytes: 1, becomes, change: 'new', rule: null, cause: null, warnings: [] };
  });
  const facts = new Map(pages.map(({ path, width = null, hash = null }) => [path, { width, hash }]));
  const found = pictureWarnings(files, (path) => facts.get(path));
  return Object.fromEntries(
    [...found].map(([path, list]) => [path, list.map((each) => [each.code, each.with].filter(Boolean).join(' '))]),
  );
}

const widths = (...given: number[]) => given.map((width, at) => ({ path: `${at + 1}`, width }));

describe('the width of a page', () => {
  it.each([
    ['all the same', [800, 800, 800], []],
    ['a tenth more or less', [800, 880, 720, 800], []],
    ['more than a tenth off', [800, 881, 719, 800], ['2', '3']],
    ['double pages', [1000, 1600, 2200, 2000, 1000, 1000, 1000], []],
    ['nearly double pages, and more than double ones', [1000, 1599, 2201, 1000, 1000], ['2', '3']],
    ['half of them in another width', [800, 1000], ['1', '2']],
    ['a page alone', [800], []],
  ])('%s', (_, given, expected) => {
    expect(Object.keys(warningsOf(widths(...given)))).toEqual(expected);
  });

  it('is compared within a chapter, in one language, and only where it is known', () => {
    const pages = [
      { path: 'en/1', width: 800 },
      { path: 'fr/1', width: 1200, language: 'fr-fr' },
      { path: 'en/2', width: 1000, chapter: '2' },
      { path: 'other', width: 400, book: 'b' },
      { path: 'cover', width: 300, as: 'cover' as const },
      { path: 'unknown' },
    ];
    expect(warningsOf(pages)).toEqual({});
  });
});

const hash = 'f0f0f0f012345678';
const changed = (...bits: number[]) =>
  bits
    .reduce((value, bit) => value ^ (1n << BigInt(bit)), BigInt(`0x${hash}`))
    .toString(16)
    .padStart(16, '0');

describe('a page that looks like another', () => {
  it.each([
    ['the same', hash, true],
    ['four bits off, one in each part', changed(0, 17, 33, 63), true],
    ['four bits off at one place', changed(60, 61, 62, 63), true],
    ['five bits off', changed(0, 14, 28, 42, 60), false],
    ['of one tone', null, false],
  ])('%s', (_, other, isLike) => {
    const pages = [
      { path: 'a', hash },
      { path: 'b', hash: other, chapter: '2' },
    ];
    expect(warningsOf(pages)).toEqual(isLike ? { b: ['near_duplicate a'] } : {});
  });

  it('is named with the nearest earlier one, and never with one of another language or book', () => {
    const pages = [
      { path: 'a', hash: changed(1, 2) },
      { path: 'b', hash },
      { path: 'c', hash: changed(9) },
      { path: 'fr', hash, language: 'fr-fr' },
      { path: 'other', hash, book: 'b' },
      { path: 'cover', hash, as: 'cover' as const },
      { path: 'again', hash },
    ];
    expect(warningsOf(pages)).toEqual({
      b: ['near_duplicate a'],
      c: ['near_duplicate b'],
      again: ['near_duplicate b'],
    });
  });

  it('is found among very many, by the same rule as one by one', () => {
    let seed = 1n;
    const next = () => {
      seed = (seed * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
      return seed;
    };
    const many = Array.from({ length: 5000 }, (_, at) => {
      const value = at % 50 === 49 ? BigInt(`0x${hash}`) ^ (1n << (next() & 63n)) : next();
      return { path: `${at}`, hash: value.toString(16).padStart(16, '0') };
    });
    expect(Object.keys(warningsOf(many))).toHaveLength(99);
  });
});
