import { describe, expect, it } from 'vitest';
import { likelyLayout } from './layout.ts';

const page = [{ width: 1100, height: 1600 }];
const spread = [{ width: 2200, height: 1600 }];
const part = [{ width: 850, height: 2400 }];
const strip = [
  { width: 850, height: 2000 },
  { width: 850, height: 1697 },
];

describe('a comic whose publisher names no layout', () => {
  it.each([
    ['of single pages from right to left', 'rtl', [page, spread, page], 'pages'],
    ['of single pages with one long original', 'rtl', [page, page, strip], 'pages'],
    ['from right to left that is a tall strip', 'rtl', [strip, strip], 'strip'],
    ['from right to left in high parts of a strip', 'rtl', [part, part, page], 'strip'],
    ['from left to right', 'ltr', [page, page], 'strip'],
    ['of no known direction', null, [page, page], 'strip'],
    ['without a page that can be read', 'rtl', [], 'strip'],
  ] as const)('%s', (_name, readingDirection, originals, layout) => {
    expect(likelyLayout({ readingDirection, originals })).toBe(layout);
  });
});
