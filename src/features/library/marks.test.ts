import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Mark } from './contract.ts';
import { mostMarks } from './limits.ts';
import { findMark, mergeMarks, withFinished, withMark } from './marks.ts';

const minute = (number: number) => new Date(Date.UTC(2026, 5, 1, 12, number));
const at = (number: number) => minute(number).toISOString();
const read = (first: number, last: number, time: number): Mark => ({ first, last, is_read: true, marked_at: at(time) });
const unread = (first: number, last: number, time: number): Mark => ({ ...read(first, last, time), is_read: false });

const anyMark = fc
  .record({ first: fc.integer({ min: 1, max: 9 }), length: fc.nat(6), is_read: fc.boolean(), time: fc.nat(3) })
  .map(({ first, length, is_read, time }) => ({ first, last: first + length, is_read, marked_at: at(time) }));

describe('marks by hand', () => {
  it.each<[string, Mark[], Mark[], Mark[]]>([
    ['of other chapters stand beside each other', [read(1, 3, 1)], [unread(6, 6, 2)], [read(1, 3, 1), unread(6, 6, 2)]],
    [
      'that are later count over those before, and only there',
      [read(1, 10, 1)],
      [unread(4, 6, 2)],
      [read(1, 3, 1), unread(4, 6, 2), read(7, 10, 1)],
    ],
    ['that are older change nothing', [unread(1, 10, 2)], [read(4, 6, 1)], [unread(1, 10, 2)]],
    [
      'from one moment say that a chapter is read',
      [unread(1, 2, 1)],
      [read(2, 2, 1)],
      [unread(1, 1, 1), read(2, 2, 1)],
    ],
    ['that came in one go are one again', [read(1, 4, 1)], [read(5, 9, 1)], [read(1, 9, 1)]],
  ])('%s', (_, one, other, merged) => {
    expect(mergeMarks(one, other)).toEqual(merged);
    expect(mergeMarks(other, one)).toEqual(merged);
  });

  it('come to the same in any order, grouped in any way, and however often something is repeated', () => {
    const lists = fc.array(anyMark, { maxLength: 6 });
    fc.assert(
      fc.property(lists, lists, lists, (one, other, third) => {
        const merged = mergeMarks(mergeMarks(one, other), third);
        expect(mergeMarks(third, mergeMarks(other, one))).toEqual(merged);
        expect(mergeMarks(one, mergeMarks(other, third))).toEqual(merged);
        expect(mergeMarks(merged, other)).toEqual(merged);
      }),
    );
  });

  it('say of every chapter what was said of it last', () => {
    fc.assert(
      fc.property(fc.array(anyMark, { maxLength: 8 }), fc.integer({ min: 1, max: 16 }), (marks, chapter) => {
        const merged = mergeMarks(marks, []);
        const own = merged.filter(({ first, last }) => first <= chapter && chapter <= last);
        const said = marks.filter(({ first, last }) => first <= chapter && chapter <= last);
        const latest = Math.max(...said.map(({ marked_at }) => Date.parse(marked_at)));
        const words = said.filter(({ marked_at }) => Date.parse(marked_at) === latest);
        expect(own.map(({ is_read }) => is_read)).toEqual(
          said.length === 0 ? [] : [words.some(({ is_read }) => is_read)],
        );
      }),
    );
  });

  it('that were made one by one take no more room than there is, and say the same', () => {
    const many = Array.from({ length: mostMarks + 200 }, (_, index) => read(index + 1, index + 1, index));
    const merged = mergeMarks([...many, unread(901, 901, 2000)], []);
    expect(merged).toEqual([read(1, mostMarks + 200, mostMarks + 199), unread(901, 901, 2000)]);
  });

  it('count over those before also where the clock is behind', () => {
    const marks = withMark([read(1, 9, 30)], { first: 3, last: 3, isRead: false, now: minute(10) });
    expect([2, 3, 4].map((chapter) => findMark(marks, chapter)?.is_read)).toEqual([true, false, true]);
  });
});

describe('a chapter that is read to its end', () => {
  it('is read, once it was said that it is not', () => {
    expect(withFinished([unread(1, 9, 1)], [[4, at(2)]])).toEqual([unread(1, 3, 1), read(4, 4, 2), unread(5, 9, 1)]);
  });

  it('stays unread where that was said later, as on another device', () => {
    expect(withFinished([unread(1, 9, 3)], [[4, at(2)]])).toEqual([unread(1, 9, 3)]);
  });

  it('needs no mark where nobody has said anything', () => {
    expect(withFinished([unread(1, 2, 1)], [[4, at(2)]])).toEqual([unread(1, 2, 1)]);
  });
});
