import { describe, expect, it } from 'vitest';
import { lockedChapters } from './locked-chapters.ts';

const now = new Date('2026-03-10T00:00:00Z');
type Chapter = Parameters<typeof lockedChapters>[1][number];

const at = '2026-03-01T00:00:00Z';
const published = { free_at: null, published_at: at, last_at: at };
const chapter = (number: number, more: Partial<Chapter> = {}): Chapter => ({
  ...{ chapter_uuid: `chapter ${number}`, number, access: 'rule', dates: published },
  ...more,
});
const rules = (free: number | null, days: number | null = null) => ({
  ...{ public_free_chapters: free, default_free_chapters: 3, early_access_days: days },
});
const four = [1, 2, 3, 4].map((number) => chapter(number));

describe('the locked chapters of a book', () => {
  it.each([
    ['come after the third where the book says nothing', rules(null), four, ['chapter 4']],
    [
      'come after those that the site gives',
      { ...rules(null), default_free_chapters: 2 },
      four,
      ['chapter 3', 'chapter 4'],
    ],
    ['come after those that the book gives', rules(1), four, ['chapter 2', 'chapter 3', 'chapter 4']],
    ['open after the days of early access', rules(1, 5), four, []],
    ['are those for members alone', rules(4), [...four.slice(0, 3), chapter(4, { access: 'members' })], ['chapter 4']],
    ['are not those that are free', rules(0), [chapter(1, { access: 'free' })], []],
    [
      'are not those that have opened',
      rules(0),
      [chapter(1, { dates: { ...published, free_at: '2026-03-09T00:00:00Z' } })],
      [],
    ],
    [
      'are published',
      rules(0),
      [chapter(1, { dates: { ...published, published_at: null } }), { ...chapter(2), number: null }],
      [],
    ],
  ])('%s', (_, book, chapters, locked) => {
    expect([...lockedChapters(book, chapters, now)]).toEqual(locked);
  });
});
