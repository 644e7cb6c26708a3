import { describe, expect, it } from 'vitest';
import {
  causeOf,
  decideAfterRefund,
  findMismatch,
  isDisputed,
  leftToRefund,
  nextCheck,
  nextLateCheck,
  nextLook,
  type OrderFacts,
  orderOfCause,
  type RefundRecord,
  replacesRefund,
  statusOf,
  sumRefunds,
} from './rules.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 12) + seconds * 1000);
const report = (state: RefundRecord['state'], amountMinor = 0, seconds = 0): RefundRecord => ({
  state,
  amountMinor,
  occurredAt: at(seconds),
});

describe('the status that the buyer sees', () => {
  it.each<[Pick<OrderFacts, 'state' | 'grants' | 'review'>, boolean, string]>([
    [{ state: 'new', grants: 0, review: null }, false, 'processing'],
    [{ state: 'open', grants: 0, review: null }, false, 'requires_action'],
    [{ state: 'open', grants: 0, review: 'paid 1' }, false, 'processing'],
    [{ state: 'paid', grants: 1, review: null }, true, 'succeeded'],
    [{ state: 'paid', grants: 1, review: 'refunded' }, true, 'succeeded'],
    [{ state: 'paid', grants: 0, review: null }, false, 'processing'],
    [{ state: 'refunded', grants: 1, review: null }, true, 'refunded'],
    [{ state: 'refunded', grants: 0, review: null }, false, 'refunded'],
    [{ state: 'closed', grants: 0, review: null }, false, 'canceled'],
    [{ state: 'closed', grants: 0, review: 'paid 1' }, false, 'processing'],
    [{ state: 'failed', grants: 0, review: null }, false, 'canceled'],
    [{ state: 'failed', grants: 0, review: 'paid 1' }, false, 'processing'],
  ])('of %o: completed %s, %s', (order, completed, status) => {
    expect(statusOf(order)).toEqual({ completed, status });
  });
});

it('an order has one cause for each of its grants', () => {
  const order = { provider: 'wechat', id: 'o1' } as const;
  expect([1, 2, 3].map((nth) => causeOf(order, nth))).toEqual(['wechat:o1', 'wechat:o1:2', 'wechat:o1:3']);
});

describe('a payment', () => {
  const order = { amountMinor: 1000, currency: 'CNY' };
  it.each([
    [1000, 'CNY', null],
    [1000, 'cny', null],
    [999, 'CNY', 'paid 999, ordered 1000'],
    [1001, 'CNY', 'paid 1001, ordered 1000'],
    [0, 'CNY', 'paid 0, ordered 1000'],
    [1000, 'USD', 'paid in USD, ordered in CNY'],
    [1000, 'XTS', 'paid in XTS, ordered in CNY'],
  ])('of %i %s: %s', (amountMinor, currency, reason) => {
    expect(findMismatch(order, { amountMinor, currency })).toBe(reason);
  });
});

describe('the sum that has gone back', () => {
  it.each<[string, RefundRecord[], number]>([
    ['nothing', [], 0],
    ['single refunds are added', [report('succeeded', 300), report('succeeded', 700)], 1000],
    [
      'money under way or failed has not gone back',
      [report('pending', 300), report('failed', 700), report('succeeded', 1)],
      1,
    ],
    ['a total is all until then', [report('total', 400, 10)], 400],
    ['less what failed since', [report('total', 400, 10), report('failed', 100, 10), report('failed', 50, 11)], 250],
    ['but not what failed before', [report('total', 400, 10), report('failed', 100, 9)], 400],
    ['never less than nothing', [report('total', 100, 10), report('failed', 200, 11)], 0],
    ['a lost dispute takes all', [report('total', 100, 10), report('lost', 5, 11)], 1000],
    ['an open or won one nothing', [report('disputed', 1000), report('won', 1000)], 0],
  ])('%s', (_, refunds, sum) => {
    expect(sumRefunds({ amountMinor: 1000 }, refunds)).toBe(sum);
  });

  it('is disputed while it is open or when it is lost', () => {
    expect(
      [report('disputed'), report('lost'), report('won'), report('total')].map((one) => isDisputed([one])),
    ).toEqual([true, true, false, false]);
  });
});

describe('the money that can still go back', () => {
  type Known = RefundRecord & { refundId: string };
  const known = (refundId: string, ...more: Parameters<typeof report>): Known => ({ refundId, ...report(...more) });
  const asked = (amountMinor: number, providerRefundId: string | null = null, isRefused = false) => ({
    ...{ amountMinor, providerRefundId, isRefused },
  });
  it.each([
    ['nothing', [], [], 1000],
    ['a part', [known('a', 'succeeded', 300)], [], 700],
    ['a part that was asked for here and is back', [known('a', 'succeeded', 300)], [asked(300, 'a')], 700],
    ['a part that nobody has answered', [], [asked(300)], 700],
    ['a part on its way', [known('a', 'pending', 300)], [asked(300, 'a')], 700],
    ['a part on its way that was asked for elsewhere', [known('a', 'pending', 300)], [], 700],
    ['a part that was refused', [], [asked(300, null, true)], 1000],
    ['a part that failed', [known('a', 'failed', 300)], [asked(300, 'a')], 1000],
    [
      'a part on its way that a later total has',
      [known('a', 'pending', 300, 1), known('c', 'total', 300, 2)],
      [asked(300, 'a')],
      700,
    ],
    [
      'a part on its way after a total',
      [known('a', 'pending', 300, 3), known('c', 'total', 200, 2)],
      [asked(300, 'a')],
      500,
    ],
    [
      'a part back after a total',
      [known('a', 'succeeded', 300, 3), known('c', 'total', 200, 2)],
      [asked(300, 'a')],
      500,
    ],
    [
      'a part back that a total has',
      [known('a', 'succeeded', 300, 2), known('c', 'total', 300, 2)],
      [asked(300, 'a')],
      700,
    ],
    ['all and more', [known('a', 'succeeded', 800)], [asked(300)], 0],
  ])('after %s', (_, refunds, askedHere, left) => {
    expect(leftToRefund({ amountMinor: 1000 }, { refunds, asked: askedHere })).toBe(left);
  });
});

describe('a report of a refund', () => {
  it.each<[string, RefundRecord, RefundRecord, boolean]>([
    ['an end replaces a state under way', report('pending', 1, 9), report('succeeded', 1, 0), true],
    ['a state under way replaces no end', report('succeeded', 1, 0), report('pending', 1, 9), false],
    ['a failure replaces an earlier success', report('succeeded', 1, 0), report('failed', 1, 1), true],
    ['a failure reported late replaces no later success', report('succeeded', 1, 1), report('failed', 1, 0), false],
    ['a success replaces an earlier failure', report('failed', 1, 0), report('succeeded', 1, 1), true],
    ['a repetition replaces nothing', report('succeeded', 1, 0), report('succeeded', 1, 0), false],
    ['within a second, the report that comes last', report('succeeded', 1, 0.1), report('failed', 1, 0), true],
    ['a later total replaces an earlier', report('total', 9, 0), report('total', 5, 1), true],
    ['an earlier total no later one', report('total', 5, 1), report('total', 9, 0), false],
    ['of two totals in a second the larger', report('total', 5, 0), report('total', 9, 0), true],
    ['and not the smaller', report('total', 9, 0), report('total', 5, 0), false],
    ['an opening reported late does not undo a loss', report('lost', 9, 0), report('disputed', 9, 0), false],
    ['nor by a clock that is ahead', report('lost', 9, 0), report('disputed', 9, 5), false],
    ['a loss replaces an opening', report('disputed', 9, 5), report('lost', 9, 0), true],
  ])('%s', (_, known, reported, isReplaced) => {
    expect(replacesRefund(known, reported)).toBe(isReplaced);
  });
});

describe('after a refund', () => {
  it.each([
    ['paid', 1, 0, 'nothing'],
    ['paid', 1, 999, 'nothing'],
    ['paid', 1, 1000, 'take back'],
    ['paid', 1, 1001, 'take back'],
    ['paid', 0, 1000, 'end'],
    ['refunded', 1, 1000, 'nothing'],
    ['refunded', 1, 999, 'grant again'],
    ['refunded', 0, 0, 'grant again'],
    ['open', 0, 999, 'nothing'],
    ['open', 0, 1000, 'end'],
    ['closed', 0, 1000, 'end'],
    ['new', 0, 1000, 'end'],
  ] as const)(
    'an order that is %s, %i times granted, with %i of 1000 gone back: %s',
    (state, grants, refunded, then) => {
      expect(decideAfterRefund({ state, grants, amountMinor: 1000, paidAt: new Date() }, refunded)).toBe(then);
    },
  );

  it('that failed, an order that was never seen to be paid is judged again', () => {
    const order = { state: 'refunded' as const, grants: 0, amountMinor: 1000, paidAt: null };
    expect(decideAfterRefund(order, 0)).toBe('judge again');
  });

  it.each([
    ['wechat:0b8f2a4e-94a6-4c2f-9f55-8f7b0c2d1e3f', '0b8f2a4e-94a6-4c2f-9f55-8f7b0c2d1e3f'],
    ['stripe:0b8f2a4e-94a6-4c2f-9f55-8f7b0c2d1e3f:2', '0b8f2a4e-94a6-4c2f-9f55-8f7b0c2d1e3f'],
    ['stripe:x', null],
    ['coupon:0b8f2a4e-94a6-4c2f-9f55-8f7b0c2d1e3f', null],
  ])('the cause %s names the order %s', (cause, order) => {
    expect(orderOfCause(cause)).toBe(order);
  });
});

describe('asking again', () => {
  it.each([
    [0, 30],
    [29, 30],
    [270, 30],
    [290, 15],
    [299, 6],
    [300, 30],
    [305, 30],
    [330, 60],
    [360, 180],
    [480, 300],
    [600, 600],
    [900, 1800],
    [2100, 3600],
    [40_000, 3600],
    [86_400, 3600],
  ])('%i s after the order comes %i s later', (age, pause) => {
    expect(nextCheck({ createdAt: at(0) }, at(age))).toEqual(at(age + pause));
  });

  it('ends after a day, and of a paid order after a month', () => {
    expect(nextCheck({ createdAt: at(0) }, at(86_401))).toBeNull();
    const days = (count: number) => at(count * 86_400);
    expect(nextLook({ createdAt: at(0) }, days(29))).toEqual(days(30));
    expect(nextLook({ createdAt: at(0) }, days(31))).toBeNull();
  });

  it('goes on while a person looks: each hour for two days, and then once a day for a month', () => {
    const next = (seconds: number) => nextLateCheck({ createdAt: at(0) }, at(seconds));
    expect(next(86_401)).toEqual(at(90_001));
    expect(next(3 * 86_400)).toEqual(at(3 * 86_400 + 3600));
    expect(next(4 * 86_400)).toEqual(at(5 * 86_400));
    expect(next(31 * 86_400)).toBeNull();
  });
});
