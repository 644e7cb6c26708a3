import { describe, expect, it } from 'vitest';
import type { OrderStatus } from '../contract.ts';
import { nextPayment, nothingChosen, paymentTimeoutMs, type WechatEvent, type WechatPayment } from './wechat-flow.ts';

const start = 1_000_000;
const error = new Error('no answer');
const callUp = { qrCode: 'data:image/png;base64,AA==', h5Url: null, jsapi: null };
const order = { id: 'order-1', ...callUp, createdAt: start + 400 };
const idle: WechatPayment = { step: 'idle', attempt: 1 };
const waiting: WechatPayment = { step: 'pending', attempt: 1, plan: 'month', way: 'qr', chosenAt: start, order: null };
const pending: WechatPayment = { ...waiting, order };
const onPhone: WechatPayment = { ...pending, way: 'h5' };
const success: WechatPayment = { step: 'success', attempt: 1, orderId: order.id };
const failed = (cause: Extract<WechatPayment, { step: 'failed' }>['cause'], orderId: string | null = order.id) =>
  ({ step: 'failed', attempt: 1, way: 'qr', cause, orderId }) satisfies WechatPayment;
const timedOut = failed({ kind: 'timeout' });
const notCreated = failed({ kind: 'creation', error }, null);

const chosen: WechatEvent = { kind: 'chosen', plan: 'month', way: 'qr', at: start };
const created: WechatEvent = {
  kind: 'created',
  attempt: 1,
  orderId: order.id,
  ...callUp,
  at: order.createdAt,
};
const creationFailed: WechatEvent = { kind: 'creation failed', attempt: 1, error };
const askingFailed: WechatEvent = { kind: 'asking failed', orderId: order.id, error };
const cancelled: WechatEvent = { kind: 'cancelled' };
const startedOver: WechatEvent = { kind: 'started over' };
const lastMoment = order.createdAt + paymentTimeoutMs;
const timeWentBy = (at: number): WechatEvent => ({ kind: 'time went by', at });
const answered = (
  status: OrderStatus,
  { at = start + 3000, orderId = order.id, completed = status === 'succeeded' } = {},
): WechatEvent => ({ kind: 'answered', orderId, answer: { completed, status }, at });

const table: [what: string, from: WechatPayment, event: WechatEvent, to: WechatPayment][] = [
  ['a plan is chosen', nothingChosen, chosen, waiting],
  ['another plan is chosen after the first was left', idle, chosen, { ...waiting, attempt: 2 }],
  ['a plan is clicked twice', waiting, chosen, waiting],
  ['a plan is clicked while a code is shown', pending, { ...chosen, plan: 'season' }, pending],
  ['a plan is clicked on the last screen', success, chosen, success],

  ['the order is there', waiting, created, pending],
  ['the order of a cancelled attempt comes late', idle, created, idle],
  ['the order of an earlier attempt comes late', { ...waiting, attempt: 2 }, created, { ...waiting, attempt: 2 }],
  ['a second order is reported', pending, { ...created, orderId: 'order-2' }, pending],
  ['no order could be made', waiting, creationFailed, notCreated],
  ['an earlier attempt fails late', { ...waiting, attempt: 2 }, creationFailed, { ...waiting, attempt: 2 }],
  ['a cancelled attempt fails late', idle, creationFailed, idle],

  ['the payer has not paid yet', pending, answered('requires_action'), pending],
  ['the payment is being looked at', pending, answered('processing'), pending],
  ['the payment has come', pending, answered('succeeded'), success],
  ['it is granted, whatever the status says', pending, answered('processing', { completed: true }), success],
  ['the order is closed', pending, answered('canceled'), failed({ kind: 'closed' })],
  ['the money has gone back', pending, answered('refunded', { completed: true }), failed({ kind: 'closed' })],
  ['the answer is about another order', pending, answered('succeeded', { orderId: 'order-0' }), pending],
  ['the answer comes after the payer left', idle, answered('succeeded'), idle],
  ['the asking fails', pending, askingFailed, failed({ kind: 'status', error })],
  ['the asking about another order fails', pending, { ...askingFailed, orderId: 'order-0' }, pending],
  ['the asking fails after the payer left', idle, askingFailed, idle],

  ['three minutes have just gone by', pending, timeWentBy(lastMoment), pending],
  ['more than three minutes have gone by', pending, timeWentBy(lastMoment + 1), timedOut],
  ['the answer comes too late and is no', pending, answered('requires_action', { at: lastMoment + 1 }), timedOut],
  ['the answer comes too late and is yes', pending, answered('succeeded', { at: lastMoment + 1 }), success],
  ['an order of a phone waits as long as it can be paid', onPhone, timeWentBy(lastMoment + 1), onPhone],
  [
    'that time is over too',
    onPhone,
    timeWentBy(order.createdAt + 300_001),
    { ...timedOut, way: 'h5' } satisfies WechatPayment,
  ],
  ['the order itself does not come', waiting, timeWentBy(start + paymentTimeoutMs), waiting],
  [
    'the order itself never comes',
    waiting,
    timeWentBy(start + paymentTimeoutMs + 1),
    failed({ kind: 'timeout' }, null),
  ],
  ['time goes by and nothing is chosen', idle, timeWentBy(lastMoment * 2), idle],
  ['time goes by after success', success, timeWentBy(lastMoment * 2), success],

  ['the payment arrives after the failed screen', timedOut, answered('succeeded'), success],
  ['it arrives after the asking had failed', failed({ kind: 'status', error }), answered('succeeded'), success],
  ['it has still not arrived after the failed screen', timedOut, answered('requires_action'), timedOut],
  ['it is closed after the failed screen', timedOut, answered('canceled'), timedOut],
  ['it is asked about after the failed screen in vain', timedOut, askingFailed, timedOut],
  ['a late answer about success changes nothing', success, answered('canceled'), success],

  ['the payer cancels before the code is there', waiting, cancelled, idle],
  ['the payer cancels', pending, cancelled, idle],
  ['the payer cancels what has just succeeded', success, cancelled, success],
  ['the payer goes on after success', success, startedOver, idle],
  ['the payer reselects after a failure', timedOut, startedOver, idle],
  ['the payer reselects after a failed creation', notCreated, startedOver, idle],
  ['nothing is started over while a payment is waited for', pending, startedOver, pending],
];

describe('a payment by WeChat', () => {
  it.each(table)('when %s', (_, from, event, to) => {
    expect(nextPayment(from, event)).toEqual(to);
  });

  it('keeps no plan and no code once it is left', () => {
    const left = [pending, success, timedOut].map((from) => nextPayment(nextPayment(from, cancelled), startedOver));
    expect(left).toEqual([idle, idle, idle]);
  });
});
