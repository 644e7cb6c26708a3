import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draws, seed } from '../../server/testing/depth.ts';
import { clocksOf } from '../../shared/zoned-time.ts';
import { type Every, listMoments } from './sequence.ts';

function moments(from: string, every: Every, timeZone: string, count = 4): string[] {
  return listMoments({ from: new Date(from), every, timeZone, count }).map((at) =>
    at.toISOString().replace(':00.000Z', 'Z'),
  );
}
const weekly = (weekdays: number[], at: string, weeks = 1): Every => ({ weeks, weekdays, at });

describe('the moments of a sequence', () => {
  it.each([
    // 2027-03-28: the clocks of Paris go from 02:00 to 03:00; 2027-10-31: from 03:00 back to 02:00.
    [
      'keep their hour',
      '2027-03-19T00:00Z',
      weekly([5], '18:00'),
      'Europe/Paris',
      ['03-19T17:00', '03-26T17:00', '04-02T16:00', '04-09T16:00'],
    ],
    [
      'come later where it is skipped',
      '2027-03-15T00:00Z',
      weekly([7], '02:30'),
      'Europe/Paris',
      ['03-21T01:30', '03-28T01:30', '04-04T00:30', '04-11T00:30'],
    ],
    [
      'are the first of two',
      '2027-10-18T00:00Z',
      weekly([7], '02:30'),
      'Europe/Paris',
      ['10-24T00:30', '10-31T00:30', '11-07T01:30', '11-14T01:30'],
    ],
    // 2027-03-14: the clocks of New York go from 02:00 to 03:00; 2027-11-07: from 02:00 back to 01:00.
    [
      'keep their hour',
      '2027-03-12T00:00Z',
      { days: 1, at: '23:30' },
      'America/New_York',
      ['03-12T04:30', '03-13T04:30', '03-14T04:30', '03-15T03:30'],
    ],
    [
      'come later where it is skipped',
      '2027-03-12T12:00Z',
      { days: 1, at: '02:00' },
      'America/New_York',
      ['03-13T07:00', '03-14T07:00', '03-15T06:00', '03-16T06:00'],
    ],
    [
      'are the first of two',
      '2027-11-06T00:00Z',
      { days: 1, at: '01:15' },
      'America/New_York',
      ['11-06T05:15', '11-07T05:15', '11-08T06:15', '11-09T06:15'],
    ],
    [
      'fall on days of the zone',
      '2027-05-31T20:00Z',
      weekly([2], '00:00'),
      'Asia/Shanghai',
      ['06-07T16:00', '06-14T16:00', '06-21T16:00', '06-28T16:00'],
    ],
    [
      'know zones of three quarters',
      '2027-06-04T12:00Z',
      weekly([1, 5], '18:00'),
      'Asia/Kathmandu',
      ['06-04T12:15', '06-07T12:15', '06-11T12:15', '06-14T12:15'],
    ],
  ] as const)('%s: from %s, %o in %s', (_, from, every, zone, expected) => {
    expect(moments(from, every, zone)).toEqual(expected.map((at) => `2027-${at}Z`));
  });

  it('begin at the start itself, and after it where the hour has passed', () => {
    expect(moments('2027-06-04T16:00Z', weekly([5], '18:00'), 'Europe/Paris', 1)).toEqual(['2027-06-04T16:00Z']);
    expect(moments('2027-06-04T16:00:00.001Z', weekly([5], '18:00'), 'Europe/Paris', 1)).toEqual(['2027-06-11T16:00Z']);
    expect(moments('2027-06-04T16:00:00.001Z', { days: 3, at: '18:00' }, 'Europe/Paris', 2)).toEqual([
      '2027-06-05T16:00Z',
      '2027-06-08T16:00Z',
    ]);
    // The second 02:30 of that night is past the first, which is the one that counts.
    expect(moments('2027-10-31T01:30Z', { days: 1, at: '02:30' }, 'Europe/Paris', 1)).toEqual(['2027-11-01T01:30Z']);
    // 02:30 is skipped and comes as 03:30, which is still ahead at 03:00.
    expect(moments('2027-03-28T01:00Z', { days: 1, at: '02:30' }, 'Europe/Paris', 1)).toEqual(['2027-03-28T01:30Z']);
  });

  it('count weeks from the Monday of the first, however the days were written', () => {
    // Wednesday 2027-06-09 is the first: Friday and Sunday of its week follow, then two weeks later Wednesday.
    const expected = ['06-09', '06-11', '06-13', '06-23', '06-25', '06-27', '07-07'].map((day) => `2027-${day}T10:00Z`);
    for (const weekdays of [
      [3, 5, 7],
      [7, 3, 5, 3],
    ])
      expect(moments('2027-06-08T00:00Z', weekly(weekdays, '18:00', 2), 'Asia/Shanghai', 7)).toEqual(expected);
    // In UTC it is Sunday, in Shanghai Monday of the next week.
    expect(moments('2027-06-06T16:00Z', weekly([1, 7], '00:30', 2), 'Asia/Shanghai', 3)).toEqual([
      '2027-06-06T16:30Z',
      '2027-06-12T16:30Z',
      '2027-06-20T16:30Z',
    ]);
  });

  it('show the wanted hour on wanted days, in their order and none twice', () => {
    const zones = ['Europe/Paris', 'America/New_York', 'Asia/Shanghai', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'];
    const at = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
    const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 });
    const every = fc.oneof(
      fc.record({ weeks: fc.integer({ min: 1, max: 8 }), weekdays, at }),
      fc.record({ days: fc.integer({ min: 1, max: 60 }), at }),
    );
    const from = fc.date({ min: new Date('2026-01-01'), max: new Date('2029-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(from, every, fc.constantFrom(...zones), (start, wanted, timeZone) => {
        const clocks = clocksOf(timeZone);
        const found = listMoments({ from: start, every: wanted, timeZone, count: 24 });
        expect(found[0]?.getTime()).toBeGreaterThanOrEqual(start.getTime());
        for (const [index, moment] of found.entries()) {
          const shown = new Date(clocks.shownAt(moment.getTime())).toISOString();
          const day = shown.slice(0, 10);
          const isSkipped = clocks.momentsOf(Date.parse(`${day}T${wanted.at}Z`)).length === 0;
          if (!isSkipped) expect(shown.slice(11, 16)).toBe(wanted.at);
          if ('weekdays' in wanted) expect(wanted.weekdays).toContain(((new Date(shown).getUTCDay() + 6) % 7) + 1);
          if (index > 0) expect(moment.getTime()).toBeGreaterThan(found[index - 1]?.getTime() ?? 0);
        }
      }),
      { numRuns: draws(60), seed },
    );
  });
});
