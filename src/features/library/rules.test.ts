import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Progress } from './contract.ts';
import { believedTime, mergeByBook, mergeProgress } from './rules.ts';
import { anyProgress } from './testing/progress.ts';

const chapters = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const;
const bookId = '99999999-9999-4999-8999-999999999999';

function report(minute: number, position: Progress['position'], furthest: [number, number, number]): Progress {
  const [chapter_number, index, fraction] = furthest;
  const updated_at = new Date(Date.UTC(2026, 5, 1, 12, minute)).toISOString();
  const chapter_uuid = chapters[chapter_number > 1 ? 1 : 0];
  return { book_uuid: bookId, chapter_uuid, position, furthest: { chapter_number, index, fraction }, updated_at };
}

describe('two reports on a book', () => {
  const early = report(1, { index: 8, fraction: 0.5 }, [2, 8, 0.5]);
  const late = report(2, { index: 1, fraction: 0.25, quote: 'Once' }, [1, 1, 0.25]);

  it('give the position that was left last, and the furthest that there ever was', () => {
    for (const merged of [mergeProgress(early, late), mergeProgress(late, early)])
      expect(merged).toEqual({ ...late, furthest: early.furthest });
  });

  it.each([
    ['a further chapter', [2, 0, 0], [1, 30, 1]],
    ['a further image of the chapter', [3, 5, 0], [3, 4, 1]],
    ['more of the image', [3, 5, 0.75], [3, 5, 0.5]],
  ] as const)('compare by %s', (_, further, nearer) => {
    const at = (furthest: readonly [number, number, number]) => report(0, { index: 0, fraction: 0 }, [...furthest]);
    expect(mergeProgress(at(further), at(nearer)).furthest).toEqual(at(further).furthest);
    expect(mergeProgress(at(nearer), at(further)).furthest).toEqual(at(further).furthest);
  });

  it('keep no quote of another position', () => {
    const later = report(3, { index: 2, fraction: 0 }, [1, 2, 0]);
    expect(mergeProgress(late, later).position).toEqual({ index: 2, fraction: 0 });
  });
});

describe('merging', () => {
  const reports = fc.array(anyProgress([bookId], chapters), { minLength: 1, maxLength: 6 });
  const fold = (all: readonly Progress[]) => mergeByBook(all)[0];

  it('comes to the same in any order, grouped in any way, and however often something is repeated', () => {
    fc.assert(
      fc.property(reports, fc.infiniteStream(fc.nat()), fc.nat(5), (all, places, cut) => {
        const shuffled = [...all, ...all].map((item) => ({ item, at: places.next().value ?? 0 }));
        shuffled.sort((one, other) => one.at - other.at);
        const others = shuffled.map(({ item }) => item);
        const [first, second] = [others.slice(0, cut), others.slice(cut)].map(fold);
        const grouped = [first, second].flatMap((part) => part ?? []);
        expect(fold(others)).toEqual(fold(all));
        expect(fold(grouped)).toEqual(fold(all));
      }),
    );
  });
});

describe('the time of a report', () => {
  const now = new Date('2026-06-01T12:00:00.000Z');
  it.each([
    ['2026-06-01T11:59:59Z', '2026-06-01T11:59:59.000Z'],
    ['2026-06-01T11:59:59', '2026-06-01T11:59:59.000Z'],
    ['2026-06-01T13:59:59+02:00', '2026-06-01T11:59:59.000Z'],
    ['2031-01-01T00:00:00Z', '2026-06-01T12:00:00.000Z'],
    ['0000-01-01T00:00:00+14:00', '1970-01-01T00:00:00.000Z'],
  ])('%s is believed to be %s', (given, believed) => {
    expect(believedTime(given, now)).toBe(believed);
  });
});
