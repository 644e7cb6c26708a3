import { describe, expect, it } from 'vitest';
import type { Language } from '../shared/languages.ts';
import { writeMoment, writeNamedDay, writeTimeOfDay, writeWeekday } from './moments.ts';

const now = Date.parse('2026-11-23T10:00Z');
const plain = (text: string) => text.replace(/\s/g, ' ');
const write = (language: Language, iso: string, timeZone = 'UTC') =>
  // The narrow spaces before AM and PM differ from one edition of the locales to the next.
  plain(writeMoment(language, iso, { now, timeZone }));

describe('a moment', () => {
  it.each<[Language, string]>([
    ['en-us', 'December 5'],
    ['zh-cn', '12月5日'],
    ['fr-fr', '5 décembre'],
    ['es-es', '5 de diciembre'],
    ['ar-sa', '٥ ديسمبر'],
  ])('in %s is a day and a month: %s', (language, expected) => {
    expect(write(language, '2026-12-05T10:00:00Z')).toBe(expected);
  });

  it.each([
    ['2026-11-24T10:00:00Z', 'November 24 at 10:00 AM'],
    ['2026-11-24T10:00:01Z', 'November 24'],
    ['2026-11-22T10:00:00Z', 'November 22 at 10:00 AM'],
    ['2026-11-22T09:59:59Z', 'November 22'],
    ['2026-11-23T10:00:00Z', 'November 23 at 10:00 AM'],
  ])('has its time within a day of now: %s', (iso, expected) => {
    expect(write('en-us', iso)).toBe(expected);
  });

  it.each([
    ['2027-01-01T00:00:00Z', 'UTC', 'January 1, 2027'],
    ['2026-12-31T23:00:00Z', 'UTC', 'December 31'],
    ['2026-12-31T23:00:00Z', 'Asia/Shanghai', 'January 1, 2027'],
    ['2027-01-01T03:00:00Z', 'America/New_York', 'December 31'],
  ])('has its year where that is another one in its zone: %s in %s', (iso, timeZone, expected) => {
    expect(write('en-us', iso, timeZone)).toBe(expected);
  });

  it('keeps zones apart', () => {
    const text = 'en-us';
    const iso = '2026-12-05T20:00:00Z';
    const zones = ['UTC', 'Asia/Shanghai', 'UTC', undefined];
    const local = new Date(iso).getDate();
    expect(zones.map((timeZone) => writeMoment(text, iso, { now, timeZone }))).toEqual([
      'December 5',
      'December 6',
      'December 5',
      `December ${local}`,
    ]);
  });

  it('has the name of its day, and its time alone', () => {
    const text = 'en-us';
    const at = (iso: string, timeZone: string) => [
      writeNamedDay(text, iso, { now, timeZone }),
      plain(writeTimeOfDay(text, iso, { now, timeZone })),
    ];
    expect(at('2026-11-29T20:05:00Z', 'Asia/Shanghai')).toEqual(['Monday, November 30', '4:05 AM']);
    expect(at('2027-01-01T00:00:00Z', 'UTC')).toEqual(['Friday, January 1, 2027', '12:00 AM']);
  });

  it('is on a day of the week, of which 1 is Monday', () => {
    expect([1, 7].map((day) => writeWeekday('en-us', day))).toEqual(['Monday', 'Sunday']);
    expect(writeWeekday('ar-sa', 2)).toBe('الثلاثاء');
  });
});
