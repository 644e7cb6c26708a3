import { describe, expect, it } from 'vitest';
import { afterReading, afterSetting, countUnread } from './shelf.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const on = (at: Date, end: 'none' | 'behind' | 'now' = 'none') => ({
  at,
  hasReachedEnd: end !== 'none',
  reachesEnd: end === 'now',
});

describe('a book that is read on', () => {
  it('is being read since then', () => {
    expect(afterReading(undefined, on(day(1)))).toMatchObject({
      state: 'reading',
      startedAt: day(1),
      finishedAt: null,
    });
    const later = afterReading(afterReading(undefined, on(day(1))), on(day(3)));
    expect(later).toMatchObject({ startedAt: day(1), addedAt: day(1), changedAt: day(3) });
  });

  it('is finished at its end, and stays so while its reader looks back', () => {
    const ended = afterReading(afterReading(undefined, on(day(1))), on(day(2), 'now'));
    expect(ended).toMatchObject({ state: 'finished', startedAt: day(1), finishedAt: day(2) });
    expect(afterReading(ended, on(day(3), 'behind'))).toMatchObject({ state: 'finished', finishedAt: day(2) });
  });

  it('leaves what was set later, and comes back to what it is when it is read again', () => {
    const ended = afterReading(undefined, on(day(2), 'now'));
    const again = afterSetting(ended, { state: 'to_read', at: day(4) });
    expect(again).toMatchObject({ state: 'to_read', startedAt: null, finishedAt: null });
    expect(afterReading(again ?? undefined, on(day(3), 'behind'))).toBe(again);
    const read = afterReading(again ?? undefined, on(day(5), 'behind'));
    expect(read).toMatchObject({ state: 'reading', startedAt: day(5) });
    expect(afterReading(read, on(day(6), 'behind'))).toMatchObject({ state: 'reading', startedAt: day(5) });
    expect(afterReading(read, on(day(7), 'now'))).toMatchObject({ state: 'finished', finishedAt: day(7) });
  });

  it('comes to the same whichever of two devices tells first', () => {
    const [early, late] = [on(day(2), 'now'), on(day(3), 'behind')];
    expect(afterReading(afterReading(undefined, early), late)).toMatchObject({ state: 'finished' });
    const lateFirst = afterReading(undefined, on(day(3)));
    expect(afterReading(lateFirst, early)).toMatchObject({ state: 'finished', finishedAt: day(2), changedAt: day(3) });
  });
});

describe('a book that is set', () => {
  it('is finished when it was started at the earliest, where a call is stored after a later one', () => {
    const reading = afterSetting(undefined, { state: 'reading', at: day(5) }) ?? undefined;
    expect(afterSetting(reading, { state: 'finished', at: day(4) })).toMatchObject({ finishedAt: day(5) });
  });

  it('cannot be finished before it was started', () => {
    const reading = afterSetting(undefined, { state: 'reading', at: day(5) }) ?? undefined;
    expect(afterSetting(reading, { state: 'finished', finishedAt: day(4), at: day(6) })).toBeNull();
    expect(afterSetting(reading, { state: 'finished', startedAt: null, finishedAt: day(4), at: day(6) })).toMatchObject(
      {
        startedAt: null,
        finishedAt: day(4),
      },
    );
  });
});

it('counts unread chapters before and behind the furthest, as marks have it', () => {
  const mark = (first: number, last: number, is_read: boolean) => ({ first, last, is_read, marked_at: '' });
  expect(countUnread(10, { furthest: 4, isRead: false, marks: [] })).toBe(7);
  expect(countUnread(10, { furthest: 4, isRead: true, marks: [] })).toBe(6);
  expect(countUnread(10, { furthest: 12, isRead: false, marks: [mark(2, 3, false)] })).toBe(2);
  expect(countUnread(10, { furthest: 4, isRead: false, marks: [mark(3, 6, true), mark(9, 99, true)] })).toBe(2);
  expect(countUnread(0, { furthest: 1, isRead: false, marks: [] })).toBe(0);
});
