import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMonths,
  type CouponFacts,
  checkSymbol,
  couponAlphabet,
  decideCoupon,
  foldLedger,
  formatCoupon,
  isCampaignWord,
  isCoupon,
  isRewardDue,
  type LedgerEntry,
  lastPeriodOf,
  normaliseCoupon,
} from './rules.ts';

const dayMs = 24 * 60 * 60 * 1000;
const at = (iso: string) => new Date(iso);

describe('month-end arithmetic, addMonths', () => {
  it.each([
    ['2026-01-15T08:30:15.123Z', 1, '2026-02-15T08:30:15.123Z'],
    ['2026-01-31T23:59:59.999Z', 1, '2026-02-28T23:59:59.999Z'],
    ['2024-01-31T00:00:00.000Z', 1, '2024-02-29T00:00:00.000Z'],
    ['2024-02-29T12:00:00.000Z', 12, '2025-02-28T12:00:00.000Z'],
    ['2024-02-29T12:00:00.000Z', 48, '2028-02-29T12:00:00.000Z'],
    ['2000-01-30T00:00:00.000Z', 1, '2000-02-29T00:00:00.000Z'],
    ['2100-01-30T00:00:00.000Z', 1, '2100-02-28T00:00:00.000Z'],
    // In one step: limiting the day month by month would drift to the 28th.
    ['2026-01-31T10:00:00.000Z', 3, '2026-04-30T10:00:00.000Z'],
    ['2026-03-31T10:00:00.000Z', 1, '2026-04-30T10:00:00.000Z'],
    ['2026-11-30T10:00:00.000Z', 3, '2027-02-28T10:00:00.000Z'],
    ['2026-12-31T10:00:00.000Z', 1, '2027-01-31T10:00:00.000Z'],
    ['2026-02-28T10:00:00.000Z', 1, '2026-03-28T10:00:00.000Z'],
    ['2026-05-31T10:00:00.000Z', 1200, '2126-05-31T10:00:00.000Z'],
  ])('%s and %i months are %s', (from, months, expected) => {
    expect(addMonths(at(from), months).toISOString()).toBe(expected);
  });

  it('never skips a month, goes back or loses the time of day', () => {
    const moment = fc.date({ min: at('1970-01-01T00:00:00Z'), max: at('2300-01-01T00:00:00Z'), noInvalidDate: true });
    void fc.assert(
      fc.property(moment, fc.integer({ min: 1, max: 1200 }), fc.nat(40 * 365), (from, months, days) => {
        const monthsOf = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();
        const later = addMonths(from, months);
        expect(monthsOf(later)).toBe(monthsOf(from) + months);
        expect(later.getTime() % dayMs).toBe(from.getTime() % dayMs);
        const next = new Date(from.getTime() + days * dayMs);
        expect(addMonths(next, months).getTime()).toBeGreaterThanOrEqual(later.getTime());
      }),
    );
  });
});

const extend = (cause: string, createdAt: string, months = 1): LedgerEntry => ({
  kind: 'extend',
  cause,
  by: { months },
  createdAt: at(createdAt),
});
const set = (cause: string, until: string, createdAt = '2026-01-01T00:00:00Z'): LedgerEntry => ({
  kind: 'set',
  cause,
  until: at(until),
  createdAt: at(createdAt),
});
const revoke = (revokes: string): LedgerEntry => ({ kind: 'revoke', revokes });

describe('lastPeriodOf', () => {
  it.each<{ of: string; entries: LedgerEntry[]; expected: [string, string, string[]] | null }>([
    { of: 'nothing', entries: [], expected: null },
    {
      of: 'grants that follow each other',
      entries: [extend('a', '2026-01-10T00:00:00Z'), extend('b', '2026-02-10T00:00:00Z')],
      expected: ['2026-01-10T00:00:00.000Z', '2026-03-10T00:00:00.000Z', ['a', 'b']],
    },
    {
      of: 'a grant after a gap',
      entries: [extend('a', '2026-01-10T00:00:00Z'), extend('b', '2026-02-10T00:00:01Z')],
      expected: ['2026-02-10T00:00:01.000Z', '2026-03-10T00:00:01.000Z', ['b']],
    },
    {
      of: 'a grant in the middle taken back, which leaves a gap',
      entries: [
        extend('a', '2026-01-10T00:00:00Z'),
        extend('b', '2026-01-11T00:00:00Z'),
        extend('c', '2026-02-20T00:00:00Z'),
        revoke('b'),
      ],
      expected: ['2026-02-20T00:00:00.000Z', '2026-03-20T00:00:00.000Z', ['c']],
    },
    {
      of: 'an end that an operator sets while it runs',
      entries: [extend('a', '2026-01-10T00:00:00Z'), set('b', '2026-01-20T00:00:00Z', '2026-01-25T00:00:00Z')],
      expected: ['2026-01-10T00:00:00.000Z', '2026-01-20T00:00:00.000Z', ['a', 'b']],
    },
  ])('of $of', ({ entries, expected }) => {
    const last = lastPeriodOf(entries);
    expect(last && [last.from.toISOString(), last.until.toISOString(), last.causes]).toEqual(expected);
  });
});

describe('foldLedger', () => {
  it.each<{ of: string; entries: LedgerEntry[]; expected: string | null }>([
    { of: 'nothing', entries: [], expected: null },
    { of: 'one grant', entries: [extend('a', '2026-01-31T10:00:00Z')], expected: '2026-02-28T10:00:00.000Z' },
    {
      of: 'days',
      entries: [{ kind: 'extend', cause: 'a', by: { days: 7 }, createdAt: at('2026-02-25T10:00:00Z') }],
      expected: '2026-03-04T10:00:00.000Z',
    },
    {
      of: 'two grants, the second on top of the first',
      entries: [extend('a', '2026-01-10T00:00:00Z'), extend('b', '2026-01-11T00:00:00Z')],
      expected: '2026-03-10T00:00:00.000Z',
    },
    {
      of: 'a grant after the end, from its own moment',
      entries: [extend('a', '2026-01-10T00:00:00Z'), extend('b', '2026-05-01T00:00:00Z')],
      expected: '2026-06-01T00:00:00.000Z',
    },
    {
      of: 'an operator who sets an earlier end, and a grant after it',
      entries: [
        extend('a', '2026-01-10T00:00:00Z', 12),
        set('b', '2026-01-01T00:00:00Z'),
        extend('c', '2026-01-20T00:00:00Z'),
      ],
      expected: '2026-02-20T00:00:00.000Z',
    },
    { of: 'a grant taken back', entries: [extend('a', '2026-01-10T00:00:00Z'), revoke('a')], expected: null },
    {
      of: 'a taking back before its grant',
      entries: [revoke('a'), extend('a', '2026-01-10T00:00:00Z')],
      expected: null,
    },
    {
      of: 'a grant in the middle taken back, as if it had never been',
      entries: [
        extend('a', '2026-01-10T00:00:00Z'),
        extend('b', '2026-01-11T00:00:00Z', 3),
        extend('c', '2026-03-01T00:00:00Z'),
        revoke('b'),
      ],
      expected: '2026-04-01T00:00:00.000Z',
    },
    {
      of: 'a taking back of what was never granted',
      entries: [extend('a', '2026-01-10T00:00:00Z'), revoke('x')],
      expected: '2026-02-10T00:00:00.000Z',
    },
    {
      of: 'more than the calendar has',
      entries: Array.from({ length: 90 }, (_, index) => extend(`a${index}`, '2026-01-10T00:00:00Z', 1200)),
      expected: '9999-12-31T23:59:59.999Z',
    },
  ])('of $of', ({ entries, expected }) => {
    expect(foldLedger(entries)?.toISOString() ?? null).toBe(expected);
  });

  const moment = fc.date({ min: at('2020-01-01T00:00:00Z'), max: at('2040-01-01T00:00:00Z'), noInvalidDate: true });
  const duration = fc.oneof(
    fc.record({ months: fc.integer({ min: 1, max: 24 }) }),
    fc.record({ days: fc.integer({ min: 1, max: 400 }) }),
  );
  const grants = fc.array(fc.record({ by: duration, createdAt: moment, isTakenBack: fc.boolean(), place: fc.nat() }), {
    maxLength: 20,
  });

  it('is the fold of the grants that were not taken back, wherever a taking back stands', () => {
    void fc.assert(
      fc.property(grants, (given) => {
        const entries = given.map(({ by, createdAt }, index): LedgerEntry & { kind: 'extend' } => ({
          kind: 'extend',
          cause: `c${index}`,
          by,
          createdAt,
        }));
        const whole: LedgerEntry[] = [...entries];
        given.forEach(({ isTakenBack, place }, index) => {
          if (isTakenBack) whole.splice(place % (whole.length + 1), 0, revoke(`c${index}`));
        });
        expect(foldLedger(whole)).toEqual(foldLedger(entries.filter((_, index) => !given[index]?.isTakenBack)));
      }),
    );
  });

  it('never falls by a grant, and ends after it', () => {
    void fc.assert(
      fc.property(grants, (given) => {
        const entries = given.map(
          ({ by, createdAt }, index): LedgerEntry => ({
            kind: 'extend',
            cause: `c${index}`,
            by,
            createdAt,
          }),
        );
        let before = Number.NEGATIVE_INFINITY;
        entries.forEach((_, index) => {
          const after = foldLedger(entries.slice(0, index + 1))?.getTime() ?? 0;
          expect(after).toBeGreaterThan(Math.max(before, given[index]?.createdAt.getTime() ?? 0));
          before = after;
        });
      }),
    );
  });
});

const symbol = fc.constantFrom(...couponAlphabet);
const fifteen = fc.array(symbol, { minLength: 15, maxLength: 15 }).map((symbols) => symbols.join(''));
const code = fifteen
  .filter((symbols) => checkSymbol(symbols) !== null)
  .map((symbols) => symbols + checkSymbol(symbols));

describe('coupon codes', () => {
  it.each([
    ['0123456789ABCDE', 'E'],
    ['ZZZZZZZZZZZZZZZ', '7'],
    ['7K3M9QX2VBHT5WC', 'T'],
    ['7K3M9QX2VBHT5WD', 'V'],
  ])('%s has the check symbol %s', (symbols, expected) => {
    expect(checkSymbol(symbols)).toBe(expected);
    expect(isCoupon(symbols + expected)).toBe(true);
  });

  it('has no check symbol for the 5 in 37 whose check is beyond the alphabet', () => {
    const last = [...couponAlphabet].map((symbol) => checkSymbol(`00000000000001${symbol}`));
    expect(last.filter((check) => check === null)).toHaveLength(5);
  });

  it.each([
    ['7k3m-9qx2-vbht-5wct', '7K3M9QX2VBHT5WCT'],
    [' 7K3M 9QX2\tVBHT 5WCT\n', '7K3M9QX2VBHT5WCT'],
    ['７Ｋ３Ｍ－９ＱＸ２－ＶＢＨＴ－５ＷＣＴ', '7K3M9QX2VBHT5WCT'],
    ['7K3M–9QX2—VBHT−5WCT', '7K3M9QX2VBHT5WCT'],
    ['o1il-OIL', '0111011'],
    ['SUMMER-2026', 'SUMMER2026'],
    ['x'.repeat(201), ''],
    ['新年', ''],
  ])('%j is compared as %s', (given, expected) => {
    expect(normaliseCoupon(given)).toBe(expected);
  });

  it.each(['7K3M9QX2VBHT5WCV', '7K3M9QX2VBHT5WDT', 'U123456789ABCDEE', '012', '', 'A'.repeat(41)])(
    'refuses %j',
    (normalised) => {
      expect(isCoupon(normalised)).toBe(false);
    },
  );

  it('takes words of 4 to 40 symbols, but for 16, as a campaign', () => {
    const lengths = Array.from({ length: 45 }, (_, length) => length);
    const fitting = lengths.filter((length) => isCampaignWord('A'.repeat(length)));
    expect(fitting).toEqual(lengths.filter((length) => length >= 4 && length <= 40 && length !== 16));
  });

  it('survives being shown and typed again', () => {
    void fc.assert(
      fc.property(code, (given) => {
        const shown = formatCoupon(given);
        expect(shown).toMatch(/^(\w{4}-){3}\w{4}$/);
        expect(normaliseCoupon(shown.toLowerCase())).toBe(given);
        expect(isCoupon(given)).toBe(true);
      }),
    );
  });

  it('notices any one wrong symbol, and any two swapped', () => {
    void fc.assert(
      fc.property(code, fc.nat(15), symbol, fc.nat(14), (given, place, wrong, swapped) => {
        const replaced = given.slice(0, place) + wrong + given.slice(place + 1);
        expect(isCoupon(replaced)).toBe(replaced === given);
        const pair = given.slice(swapped, swapped + 2);
        const crossed = given.slice(0, swapped) + [...pair].reverse().join('') + given.slice(swapped + 2);
        expect(isCoupon(crossed)).toBe(crossed === given);
      }),
      { numRuns: 500 },
    );
  });
});

describe('decideCoupon', () => {
  const good: CouponFacts = {
    isActive: true,
    isExpired: false,
    isUsedByUser: false,
    newUsersOnly: false,
    isNewUser: true,
    isOwn: false,
    used: 0,
    maxUses: 1,
  };
  const spoilt = { isActive: false, isExpired: true, newUsersOnly: true, isNewUser: false, used: 1 };

  it.each<{ of: string; facts: Partial<CouponFacts>; expected: string | null }>([
    { of: 'a good one', facts: {}, expected: null },
    {
      of: "the user's own repeat, whatever became of the code",
      facts: { ...spoilt, isUsedByUser: true },
      expected: 'coupon_already_used',
    },
    { of: 'a stopped one', facts: spoilt, expected: 'coupon_invalid' },
    { of: 'one past its end', facts: { ...spoilt, isActive: true }, expected: 'coupon_expired' },
    { of: 'one for others', facts: { ...spoilt, isActive: true, isExpired: false }, expected: 'coupon_not_eligible' },
    { of: 'one for new users, of whom this is one', facts: { newUsersOnly: true }, expected: null },
    { of: 'one that the user made', facts: { isOwn: true }, expected: 'coupon_not_eligible' },
    { of: 'one used up', facts: { used: 3, maxUses: 3 }, expected: 'coupon_used_up' },
  ])('decides on $of', ({ facts, expected }) => {
    expect(decideCoupon({ ...good, gives: { days: 7 }, ...facts })).toBe(expected);
  });

  it('knows nothing good of no coupon', () => {
    expect(decideCoupon(null)).toBe('coupon_invalid');
  });
});

describe('isRewardDue', () => {
  const paidAt = at('2026-03-01T12:00:00.000Z');
  const invitation = { inviteeId: 'b', inviterId: 'a', inviterInvitedBy: null, paidAt };

  it.each([
    { after: 7 * dayMs, expected: true },
    { after: 7 * dayMs - 1, expected: false },
    { after: 0, expected: false },
  ])('after $after ms: $expected', ({ after, expected }) => {
    expect(isRewardDue({ ...invitation, now: new Date(paidAt.getTime() + after) })).toBe(expected);
  });

  it('never for oneself, nor in a circle', () => {
    const now = at('2027-01-01T00:00:00Z');
    expect(isRewardDue({ ...invitation, inviterId: 'b', now })).toBe(false);
    expect(isRewardDue({ ...invitation, inviterInvitedBy: 'b', now })).toBe(false);
    expect(isRewardDue({ ...invitation, inviterInvitedBy: 'c', now })).toBe(true);
  });
});
