import { describe, expect, it } from 'vitest';
import type { RefundRecord } from './rules.ts';
import { decideAssignment, decidePayment, decideRefunds, type Known, type Order, type Paid } from './settlement.ts';

const now = new Date('2026-11-21T12:00:00Z');
const tomorrow = new Date('2026-11-22T12:00:00Z');
const open: Order = {
  id: 'o1',
  provider: 'wechat',
  userId: 'u1',
  plan: 'month',
  months: 1,
  amountMinor: 1000,
  fullAmountMinor: 1000,
  couponId: null,
  isGift: false,
  way: 'qr',
  appId: 'app',
  currency: 'CNY',
  state: 'open',
  transactionId: null,
  grants: 0,
  refundedMinor: 0,
  review: null,
  createdAt: now,
  paidAt: null,
};
const granted: Order = { ...open, state: 'paid', transactionId: 't1', grants: 1, paidAt: now };
const givenBack: Order = { ...granted, state: 'refunded', refundedMinor: 1000 };
const payment: Paid = {
  provider: 'wechat',
  reference: 'n1',
  transactionId: 't1',
  amountMinor: 1000,
  currency: 'CNY',
  paidAt: now,
};
const known: Known & { otherOrder: string | null } = { refunds: [], buyerExists: true, now, otherOrder: null };
const back = (state: RefundRecord['state'], amountMinor = 1000): RefundRecord => ({
  state,
  amountMinor,
  occurredAt: now,
});
const extend = (grants = 1) => ({
  kind: 'extend',
  userId: 'u1',
  cause: grants === 1 ? 'wechat:o1' : `wechat:o1:${grants}`,
  months: 1,
});

describe('a payment', () => {
  it('that fits is granted, with everything that is written about it at once', () => {
    expect(decidePayment(open, payment, known)).toEqual({
      outcome: { kind: 'granted' },
      order: {
        state: 'paid',
        transactionId: 't1',
        paidAt: now,
        review: null,
        refundedMinor: 0,
        isDisputed: false,
        grants: 1,
        checks: 0,
        nextCheckAt: tomorrow,
      },
      ledger: extend(),
      doubts: 'answered',
    });
  });

  it('of a card takes what was sold, and to whom, from its sale, and is not asked about', () => {
    const sale: Order = { ...open, provider: 'stripe', userId: null, plan: null, months: null };
    const terms = { userId: 'u2', plan: 'season' as const, months: 3 };
    const { order, ledger } = decidePayment(sale, { ...payment, provider: 'stripe', terms }, known);
    expect(order).toMatchObject({ ...terms, state: 'paid', nextCheckAt: null });
    expect(ledger).toEqual({ kind: 'extend', userId: 'u2', cause: 'stripe:o1', months: 3 });
  });

  it.each<[string, Order, Partial<Paid>, Partial<typeof known>, object]>([
    ['of an order that was closed', { ...open, state: 'closed' }, {}, {}, { kind: 'granted' }],
    ['reported again', granted, {}, {}, { kind: 'already' }],
    ['whose money is back since', givenBack, {}, {}, { kind: 'already' }],
    ['of nobody', { ...open, userId: null }, {}, {}, { kind: 'unattributed' }],
    ['of a deleted user', open, {}, { buyerExists: false }, { kind: 'unattributed' }],
    ['of another sum', open, { amountMinor: 1 }, {}, { kind: 'review', reason: 'paid 1, ordered 1000' }],
    ['to another merchant', open, { mismatch: 'elsewhere' }, {}, { kind: 'review', reason: 'elsewhere' }],
    [
      'that was granted, with another sum',
      granted,
      { amountMinor: 1 },
      {},
      { kind: 'contradicted', reason: 'paid 1, ordered 1000' },
    ],
    [
      'whose money is back, to another merchant',
      givenBack,
      { mismatch: 'elsewhere' },
      {},
      { kind: 'contradicted', reason: 'elsewhere' },
    ],
    [
      'whose money went back before any payment fitted, with another sum',
      { ...open, state: 'refunded', refundedMinor: 1000 },
      { amountMinor: 1 },
      {},
      { kind: 'contradicted', reason: 'paid 1, ordered 1000' },
    ],
    ['beside another', granted, { transactionId: 't2' }, {}, { kind: 'review', reason: 'paid a second time' }],
    ['of another order', open, {}, { otherOrder: 'o2' }, { kind: 'review', reason: 'its payment is that of o2' }],
  ])('%s', (_, order, paid, more, outcome) => {
    expect(decidePayment(order, { ...payment, ...paid }, { ...known, ...more }).outcome).toEqual(outcome);
  });

  it('whose money went back before its payment was reported is not granted', () => {
    const decided = decidePayment(open, payment, { ...known, refunds: [back('succeeded')] });
    expect(decided.outcome).toEqual({ kind: 'refunded' });
    expect(decided.order).toMatchObject({ state: 'refunded', refundedMinor: 1000, nextCheckAt: null });
    expect(decided.ledger).toBeUndefined();
  });

  it('leaves the books alike, whether a report that does not fit came before the one that fits or after it', () => {
    const wrong = { ...payment, amountMinor: 1 };
    const follow = (order: Order, paid: Paid): Order => ({ ...order, ...decidePayment(order, paid, known).order });
    expect(follow(follow(open, wrong), payment)).toEqual(follow(follow(open, payment), wrong));
  });

  it.each([
    ['paid 1, ordered 1000', { order: { review: null }, doubts: 'answered' }],
    ['paid a second time', { order: {} }],
    [null, { order: {} }],
  ])('reported again answers the doubts about its order (%s)', (review, writes) => {
    const outcome = { kind: 'already' };
    expect(decidePayment({ ...granted, review }, payment, known)).toEqual({ outcome, ...writes });
  });
});

describe('refunds', () => {
  const noted = { refundedMinor: 1000, isDisputed: false };
  const takenBack = { kind: 'take back', userId: 'u1', cause: 'wechat:o1' };
  it.each<[string, Order, RefundRecord[], Partial<Known>, object]>([
    ['of all', granted, [back('succeeded')], {}, { order: { ...noted, state: 'refunded' }, ledger: takenBack }],
    ['of a part', granted, [back('succeeded', 1)], {}, { order: { refundedMinor: 1, isDisputed: false } }],
    ['in dispute', granted, [back('disputed')], {}, { order: { refundedMinor: 0, isDisputed: true } }],
    [
      'of what was never granted',
      open,
      [back('succeeded')],
      {},
      { order: { ...noted, state: 'refunded', nextCheckAt: null, review: null }, doubts: 'answered' },
    ],
    [
      'that failed in the end',
      givenBack,
      [back('failed')],
      {},
      {
        order: { refundedMinor: 0, isDisputed: false, state: 'paid', grants: 2, checks: 0, nextCheckAt: tomorrow },
        ledger: extend(2),
      },
    ],
    [
      'that failed after the buyer was deleted',
      givenBack,
      [back('failed')],
      { buyerExists: false },
      { order: { refundedMinor: 0, isDisputed: false, state: 'paid', userId: null } },
    ],
    [
      'that failed, of an order never seen to be paid',
      { ...givenBack, grants: 0, paidAt: null },
      [back('failed')],
      {},
      { order: { refundedMinor: 0, isDisputed: false, state: 'open', nextCheckAt: now } },
    ],
    [
      'that failed, of a card sale never found to fit',
      { ...givenBack, provider: 'stripe', grants: 0, paidAt: null },
      [back('failed')],
      {},
      {
        order: {
          refundedMinor: 0,
          isDisputed: false,
          state: 'new',
          review: 'its refund failed, and it was never granted',
        },
        doubts: { reopenedFor: 'its refund failed, and it was never granted' },
      },
    ],
    [
      'whose sum was not known',
      { ...granted, review: 'refunded at WeChat Pay, how much is not known' },
      [back('succeeded', 1)],
      {},
      { order: { refundedMinor: 1, isDisputed: false, review: null } },
    ],
  ])('%s', (_, order, refunds, more, writes) => {
    expect(decideRefunds(order, { ...known, ...more, refunds })).toEqual(writes);
  });
});

it('an operator assigns a sale of nothing we know as the plan that is nearest', () => {
  const sale: Order = { ...granted, provider: 'stripe', grants: 0, userId: null, plan: null, months: null };
  expect(decideAssignment(sale, { userId: 'u3', months: 4, plan: 'season', now })).toEqual({
    order: { userId: 'u3', months: 4, plan: 'season', grants: 1, checks: 0, nextCheckAt: null },
    ledger: { kind: 'extend', userId: 'u3', cause: 'stripe:o1', months: 4 },
  });
});
