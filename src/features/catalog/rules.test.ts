import { describe, expect, it } from 'vitest';
import { openingLabel } from './opening-label.ts';
import {
  chapterRange,
  freeLabel,
  isLongText,
  isLongTitle,
  isNewBook,
  isOpenLicence,
  missingBetween,
  pageCount,
  pageOfChapter,
  showsLikes,
  tierOf,
} from './rules.ts';

it.each([
  ['CC0 1.0', true],
  ['cc-by-nc 4.0', true],
  ['CC BY', true],
  ['Public Domain', true],
  ['Domaine public', true],
  ['公有领域', true],
  ['ملكية عامة', true],
  ['الملك العام', true],
  ['CC Bystander', false],
  ['All rights reserved', false],
  ['', false],
])('a licence that reads %j lets everyone pass a book on: %j', (licence, isOpen) => {
  expect(isOpenLicence(licence)).toBe(isOpen);
});

describe('tierOf', () => {
  it.each([
    [0, 'justStarted'],
    [4, 'justStarted'],
    [5, 'readable'],
    [9, 'readable'],
    [10, 'potential'],
    [19, 'potential'],
    [20, 'gettingBetter'],
    [49, 'gettingBetter'],
    [50, 'stronglyRecommended'],
    [99, 'stronglyRecommended'],
    [100, 'qualityStory'],
    [299, 'qualityStory'],
    [300, 'longMasterpiece'],
    [499, 'longMasterpiece'],
    [500, 'hallOfFame'],
    [5000, 'hallOfFame'],
  ] as const)('calls a book of %i chapters %s', (chapterCount, tier) => {
    expect(tierOf(chapterCount)).toBe(tier);
  });
});

describe('openingLabel', () => {
  const [from, to] = ['2026-12-01T00:00:00.000Z', '2026-12-04T00:00:00.000Z'];
  it.each([
    ['free', null, null, { kind: 'none' }],
    ['free', null, to, { kind: 'freeUntil', at: to }],
    ['members', null, null, { kind: 'none' }],
    ['members', from, null, { kind: 'freeOn', at: from }],
    ['members', from, to, { kind: 'freeFromTo', from, to }],
  ] as const)('says of a chapter that is %s, from %s until %s: %o', (state, free_at, until, label) => {
    expect(openingLabel({ state, free_at, until })).toEqual(label);
  });
});

describe('freeLabel', () => {
  it.each([
    ['0 means none', 0, 10, { kind: 'none' }],
    ['1 is the first', 1, 10, { kind: 'first' }],
    ['2 are the first two', 2, 10, { kind: 'some', count: 2 }],
    ['null counts as 3', null, 10, { kind: 'some', count: 3 }],
    ['as many as there are is all', 10, 10, { kind: 'all' }],
    ['more than there are is all', 11, 10, { kind: 'all' }],
    ['one free chapter of one is all', 1, 1, { kind: 'all' }],
    ['null of three is all', null, 3, { kind: 'all' }],
    ['a book without chapters promises nothing', null, 0, { kind: 'none' }],
  ] as const)('%s', (_name, publicFreeChapters, chapterCount, label) => {
    expect(freeLabel({ publicFreeChapters, chapterCount })).toEqual(label);
  });
});

describe('showsLikes', () => {
  it.each([
    [0, false],
    [2, false],
    [3, true],
  ])('%i likes: %s', (totalLikes, shown) => {
    expect(showsLikes(totalLikes)).toBe(shown);
  });
});

describe('isNewBook', () => {
  const now = Date.parse('2026-03-31T00:00:00Z');
  it.each([
    ['a fresh start', 2, '2026-03-30T00:00:00Z', true],
    ['a start of a month ago', 2, '2026-02-28T00:00:00Z', false],
    ['five chapters', 5, '2026-03-30T00:00:00Z', false],
    ['no chapter yet', 0, '2026-03-30T00:00:00Z', false],
  ])('%s', (_name, chapterCount, updatedAt, isNew) => {
    expect(isNewBook({ chapterCount, updatedAt }, now)).toBe(isNew);
  });
});

describe('pages of chapters', () => {
  it.each([
    [0, 0],
    [1, 1],
    [10, 1],
    [11, 2],
    [5000, 500],
  ])('%i chapters fill %i pages', (total, pages) => {
    expect(pageCount({ total, pageSize: 10 })).toBe(pages);
  });

  it.each([
    ['asc', 0, 11, { first: 1, last: 10 }],
    ['asc', 1, 11, { first: 11, last: 11 }],
    ['asc', 499, 5000, { first: 4991, last: 5000 }],
    ['desc', 0, 11, { first: 11, last: 2 }],
    ['desc', 1, 11, { first: 1, last: 1 }],
  ] as const)('%s page %i of %i chapters', (direction, page, total, range) => {
    expect(chapterRange({ page, total, pageSize: 10, direction })).toEqual(range);
  });
});

describe('isLongText', () => {
  it.each([
    ['', false],
    ['word '.repeat(60), false],
    ['word '.repeat(61), true],
    ['字'.repeat(150), false],
    ['字'.repeat(151), true],
    ['\n\n\n\n\n\n', true],
  ])('%j', (text, long) => {
    expect(isLongText(text)).toBe(long);
  });
});

describe('isLongTitle', () => {
  it.each([
    ['The Cartographer’s Daughter', false],
    ['a'.repeat(49), true],
    ['字'.repeat(24), false],
    ['字'.repeat(25), true],
  ])('%s', (title, long) => {
    expect(isLongTitle(title)).toBe(long);
  });
});

describe('pageOfChapter', () => {
  it.each([
    [1, 'asc', 0],
    [10, 'asc', 0],
    [11, 'asc', 1],
    [25, 'asc', 2],
    [25, 'desc', 0],
    [16, 'desc', 0],
    [15, 'desc', 1],
    [1, 'desc', 2],
  ] as const)('finds chapter %i of 25, %s, on page %i', (number, direction, page) => {
    expect(pageOfChapter({ number, direction, total: 25, pageSize: 10 })).toBe(page);
  });
});

describe('chapters that are missing between two neighbours', () => {
  const printed = (chapter_number: number, season: number | null, label: string | null) => {
    return { chapter_number, season, label };
  };
  it.each([
    ['whole labels', printed(1, 1, '7'), printed(2, 1, '10'), 2],
    ['the newer one first', printed(2, 1, '10'), printed(1, 1, '7'), 2],
    ['a number without a label', printed(2, null, null), printed(3, null, '5'), 2],
    ['labels that follow', printed(1, 1, '7'), printed(2, 1, '8'), 0],
    ['a label that is no whole number', printed(1, 1, '7'), printed(2, 1, '9.5'), 0],
    ['another season', printed(1, 1, '7'), printed(2, 2, '30'), 0],
    ['a label of digits in other words', printed(1, 1, '0x1'), printed(2, 1, '9'), 0],
  ])('by %s', (_, one, other, missing) => {
    expect(missingBetween(one, other)).toBe(missing);
  });
});
