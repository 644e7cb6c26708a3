import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Formatter, Rsa } from 'wechatpay-axios-plugin';
import { inLong } from '../../../../server/testing/depth.ts';
import type { AnswerFault, Operation } from '../../testing/wechat/faults.ts';
import { startWechatSimulator } from '../../testing/wechat-simulator.ts';
import { parseAuthorization } from '../sandbox/wechat-protocol.ts';
import type { NewOrder, NewRefund } from './client.ts';
import { createWechatPay } from './wechat-pay.ts';

const clock = () => new Date();
const simulator = await startWechatSimulator({ finishesRefunds: false });
const [publicKeyMode, certificateMode] = simulator.platformKeys;
if (!publicKeyMode || !certificateMode) throw new Error('the simulator has keys of both modes');
const surroundings = { fetchUrl: fetch, clock, timeoutMs: 2_000 };
const wechat = createWechatPay(simulator.config, surroundings);
const impatient = createWechatPay(simulator.config, { ...surroundings, timeoutMs: 150 });

const { appId } = simulator.config;

afterAll(() => simulator.close());
beforeEach(() => simulator.reset());

let orders = 0;
function newOrder(over: Partial<NewOrder> = {}): NewOrder {
  orders += 1;
  return {
    orderNumber: `ls${String(orders).padStart(30, '0')}`,
    appId: simulator.config.appId,
    payer: { way: 'qr' },
    description: '月卡 · Month card',
    amountMinor: 1000,
    expiresAt: new Date(Date.now() + 300_000),
    notifyUrl: 'http://127.0.0.1:9/api/v1/payment/wechat/notify',
    ...over,
  };
}

async function createOrder(): Promise<NewOrder> {
  const order = newOrder();
  expect(await wechat.createOrder(order)).toMatchObject({ kind: 'ok' });
  return order;
}

async function createPaid(): Promise<NewOrder> {
  const order = await createOrder();
  await simulator.pay(order.orderNumber, { isSilent: true });
  return order;
}

function newRefund(order: NewOrder, over: Partial<NewRefund> = {}): NewRefund {
  const { orderNumber, amountMinor, notifyUrl } = order;
  const refundNumber = `${orderNumber}r1`;
  return { orderNumber, refundNumber, amountMinor, orderAmountMinor: amountMinor, notifyUrl, ...over };
}

function requestsOf(method: string) {
  return simulator.requests.filter((request) => request.method === method);
}

describe('an order', () => {
  it('is created with what the payer sees and pays, until when', async () => {
    const order = newOrder({ expiresAt: new Date('2027-01-31T20:05:06.789Z') });
    const created = await wechat.createOrder(order);
    expect(created).toEqual({ kind: 'ok', link: simulator.orders.get(order.orderNumber)?.link });
    expect(JSON.parse(requestsOf('POST')[0]?.body ?? '')).toEqual({
      appid: simulator.config.appId,
      mchid: simulator.config.mchId,
      description: order.description,
      out_trade_no: order.orderNumber,
      time_expire: '2027-02-01T04:05:06+08:00',
      notify_url: order.notifyUrl,
      amount: { total: 1000, currency: 'CNY' },
    });
  });

  it('is the same order when it is created again, and refused as another', async () => {
    const order = newOrder();
    const first = await wechat.createOrder(order);
    const again = await wechat.createOrder(order);
    expect(again).toEqual({ kind: 'ok', link: simulator.orders.get(order.orderNumber)?.link });
    expect(again).not.toEqual(first);
    const declined = { kind: 'declined', code: 'OUTTRADENOUSED', status: 403, isSigned: true };
    expect(await wechat.createOrder({ ...order, amountMinor: 2700 })).toMatchObject(declined);
  });

  it('waits, is paid, and says so with all that is to be checked', async () => {
    const { orderNumber } = await createOrder();
    expect(await wechat.findOrder(orderNumber)).toEqual({ kind: 'ok', state: 'waiting', orderNumber, appId });
    await simulator.pay(orderNumber, { isSilent: true, payerTotal: 900 });
    expect(await wechat.findOrder(orderNumber)).toEqual({
      kind: 'ok',
      state: 'paid',
      orderNumber,
      fact: {
        provider: 'wechat',
        transactionId: simulator.orders.get(orderNumber)?.payment?.transactionId,
        orderNumber,
        appId: simulator.config.appId,
        merchantId: simulator.config.mchId,
        way: 'qr',
        amountMinor: 1000,
        currency: 'CNY',
        paidAt: expect.any(Date),
      },
    });
  });

  it('is closed, and then neither payable nor to be closed again', async () => {
    const { orderNumber } = await createOrder();
    expect(await wechat.closeOrder(orderNumber)).toEqual({ kind: 'ok' });
    expect(await wechat.findOrder(orderNumber)).toEqual({ kind: 'ok', state: 'closed', orderNumber, appId });
    expect(await wechat.closeOrder(orderNumber)).toMatchObject({ kind: 'declined', code: 'ORDERCLOSED' });
    await expect(simulator.pay(orderNumber)).rejects.toThrow('cannot be paid');
  });

  it('is paid while it is being closed: the refusal alone ends nothing, the query decides', async () => {
    const { orderNumber } = await createOrder();
    simulator.fault({ on: 'close', kind: 'close_race' });
    simulator.fault({ on: 'notification', kind: 'drop' });
    expect(await wechat.closeOrder(orderNumber)).toMatchObject({ kind: 'declined', code: 'ORDERPAID' });
    expect(await wechat.findOrder(orderNumber)).toMatchObject({ kind: 'ok', state: 'paid' });
  });

  it('that WeChat Pay does not know is refused by name', async () => {
    const declined = { kind: 'declined', code: 'ORDERNOTEXIST', status: 404, isSigned: true };
    expect(await wechat.findOrder('ls404404')).toMatchObject(declined);
    expect(await wechat.closeOrder('ls404404')).toMatchObject(declined);
  });

  it('may have a number that must be encoded: the signed path is the sent one', async () => {
    const order = newOrder({ orderNumber: 'ls|01*02-03' });
    await wechat.createOrder(order);
    expect(await wechat.findOrder(order.orderNumber)).toMatchObject({ kind: 'ok', state: 'waiting' });
    expect(requestsOf('GET')[0]?.path).toBe(
      `/v3/pay/transactions/out-trade-no/ls%7C01*02-03?mchid=${simulator.config.mchId}`,
    );
  });

  it('with a wrong field is refused, and not sent again', async () => {
    const declined = { kind: 'declined', code: 'PARAMERROR', status: 400 };
    expect(await wechat.createOrder(newOrder({ notifyUrl: 'http://127.0.0.1/notify?x=1' }))).toMatchObject(declined);
    expect(simulator.requests).toHaveLength(1);
  });
});

describe('a refund', () => {
  it('is taken on first, and done later', async () => {
    const order = await createPaid();
    const wanted = newRefund(order, { reason: '用户申请' });
    const fact = {
      provider: 'wechat',
      refundId: expect.any(String),
      refundNumber: wanted.refundNumber,
      transactionId: simulator.orders.get(order.orderNumber)?.payment?.transactionId,
      orderNumber: order.orderNumber,
      merchantId: simulator.config.mchId,
      state: 'processing',
      amountMinor: 1000,
      refundedAt: null,
    };
    expect(await wechat.refund(wanted)).toEqual({ kind: 'ok', fact });
    expect(await wechat.findOrder(order.orderNumber)).toMatchObject({ kind: 'ok', state: 'refunded' });
    simulator.fault({ on: 'notification', kind: 'drop' });
    await simulator.finishRefund(wanted.refundNumber, 'SUCCESS');
    const done = { ...fact, state: 'succeeded', refundedAt: expect.any(Date) };
    expect(await wechat.findRefund(wanted.refundNumber)).toEqual({ kind: 'ok', fact: done });
  });

  it('sent twice is one', async () => {
    const wanted = newRefund(await createPaid());
    const first = await wechat.refund(wanted);
    expect(await wechat.refund(wanted)).toEqual(first);
    expect(simulator.refunds.size).toBe(1);
  });

  it.each([
    ['CLOSED', 'closed'],
    ['ABNORMAL', 'failed'],
  ] as const)('that ends as %s is %s', async (ending, state) => {
    const wanted = newRefund(await createPaid());
    await wechat.refund(wanted);
    simulator.fault({ on: 'notification', kind: 'drop' });
    await simulator.finishRefund(wanted.refundNumber, ending);
    expect(await wechat.findRefund(wanted.refundNumber)).toMatchObject({ kind: 'ok', fact: { state } });
  });

  it('of more than was paid, or of nothing paid, is refused', async () => {
    const order = await createPaid();
    expect(await wechat.refund(newRefund(order, { amountMinor: 1001 }))).toMatchObject({ kind: 'declined' });
    expect(await wechat.refund(newRefund(await createOrder()))).toMatchObject({ kind: 'declined' });
    expect(await wechat.findRefund('r404')).toMatchObject({ kind: 'declined', status: 404 });
  });
});

/** Each operation on an existing order, with its answer where nothing goes wrong. */
const operations: Record<
  Exclude<Operation, 'notification' | 'oauth'>,
  (by: typeof wechat) => Promise<{ kind: string }>
> = {
  create: (by) => by.createOrder(newOrder()),
  query: async (by) => by.findOrder((await createPaid()).orderNumber),
  close: async (by) => by.closeOrder((await createOrder()).orderNumber),
  refund: async (by) => by.refund(newRefund(await createPaid())),
  find_refund: async (by) => {
    const wanted = newRefund(await createPaid());
    await wechat.refund(wanted);
    return by.findRefund(wanted.refundNumber);
  },
};
// the keys that stand above
const named = Object.entries(operations) as [
  Exclude<Operation, 'notification' | 'oauth'>,
  (typeof operations)['create'],
][];

describe.each(named)('an answer to %s', (on, perform) => {
  const faults: { fault: AnswerFault; cause: string; times?: number }[] = [
    { fault: { kind: 'unsigned' }, cause: 'missing_header' },
    { fault: { kind: 'wrong_signature' }, cause: 'bad_signature' },
    { fault: { kind: 'probe' }, cause: 'bad_signature' },
    { fault: { kind: 'wrong_type' }, cause: 'unknown_type' },
    { fault: { kind: 'unknown_serial' }, cause: 'unknown_serial' },
    { fault: { kind: 'other_serial' }, cause: 'unknown_serial' },
    { fault: { kind: 'stale' }, cause: 'stale' },
    { fault: { kind: 'future' }, cause: 'stale' },
    { fault: { kind: 'status', status: 202 }, cause: 'accepted_only' },
    { fault: { kind: 'redirect' }, cause: 'unexpected_status' },
    { fault: { kind: 'status', status: 500 }, cause: 'provider_error', times: 2 },
    { fault: { kind: 'status', status: 503 }, cause: 'provider_error', times: 2 },
    { fault: { kind: 'lost_status', status: 500 }, cause: 'provider_error', times: 2 },
    { fault: { kind: 'status', status: 429 }, cause: 'busy', times: 2 },
    { fault: { kind: 'reset_before' }, cause: 'broken_connection', times: 2 },
    { fault: { kind: 'reset_after' }, cause: 'broken_connection', times: 2 },
  ];
  const ofBodies: typeof faults = [
    { fault: { kind: 'altered_body' }, cause: 'bad_signature' },
    { fault: { kind: 'malformed' }, cause: 'malformed' },
    { fault: { kind: 'too_large' }, cause: 'answer_too_large' },
    { fault: { kind: 'reset_mid_body' }, cause: 'broken_connection', times: 2 },
  ];
  const ofNumbers: typeof faults = [{ fault: { kind: 'other_order' }, cause: 'other_order' }];
  const fitting = [
    ...faults,
    ...(on === 'close' ? [] : ofBodies), // a closed order's answer has no body
    ...(on === 'close' || on === 'create' ? [] : ofNumbers),
  ];

  it.each(fitting)('with $fault is unknown: $cause', async ({ fault, cause, times = 1 }) => {
    simulator.fault({ on, ...fault, times });
    expect(await perform(wechat)).toMatchObject({ kind: 'unknown', cause });
  });

  it('that does not come in time is unknown', async () => {
    simulator.fault({ on, kind: 'delay', ms: 400, times: 2 });
    expect(await perform(impatient)).toMatchObject({ kind: 'unknown', cause: 'timeout' });
  });

  it('that comes is taken', async () => {
    expect(await perform(wechat)).toMatchObject({ kind: 'ok' });
  });
});

describe('creating', () => {
  const repeated: AnswerFault[] = [
    { kind: 'status', status: 429 },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 503 },
    { kind: 'lost_status', status: 502 },
    { kind: 'reset_before' },
    { kind: 'reset_after' },
    { kind: 'reset_mid_body' },
  ];
  it.each(repeated)('is tried again, the same order with the same bytes, after $kind $status', async (fault) => {
    simulator.fault({ on: 'create', ...fault });
    const order = newOrder();
    expect(await wechat.createOrder(order)).toMatchObject({ kind: 'ok' });
    const [first, second, ...more] = simulator.requests;
    expect(more).toEqual([]);
    expect(second?.body).toBe(first?.body);
    expect(second?.nonce).not.toBe(first?.nonce);
    expect([...simulator.orders.keys()]).toEqual([order.orderNumber]);
  });

  inLong('is tried again after a time-out, also one in the middle of the answer', async () => {
    simulator.fault({ on: 'create', kind: 'delay', ms: 400 });
    expect(await impatient.createOrder(newOrder())).toMatchObject({ kind: 'ok' });
    simulator.fault({ on: 'create', kind: 'slow_body', ms: 400 });
    expect(await impatient.createOrder(newOrder())).toMatchObject({ kind: 'ok' });
    expect(simulator.requests).toHaveLength(4);
  });

  it.each([400, 401, 403, 404])('is not tried again after %i', async (status) => {
    simulator.fault({ on: 'create', kind: 'status', status, code: 'NO_AUTH', times: 2 });
    const declined = { kind: 'declined', code: 'NOAUTH', status };
    expect(await wechat.createOrder(newOrder())).toMatchObject(declined);
    expect(simulator.requests).toHaveLength(1);
  });

  it('is tried twice and no more, the other calls once', async () => {
    for (const on of ['create', 'query'] as const) simulator.fault({ on, kind: 'status', status: 500, times: 9 });
    await wechat.createOrder(newOrder());
    expect(simulator.requests).toHaveLength(2);
    await wechat.findOrder('ls000001');
    expect(simulator.requests).toHaveLength(3);
  });
});

describe('a refusal', () => {
  inLong('says whether it was signed', async () => {
    const unsigning = await startWechatSimulator({ signsRefusals: false });
    const other = createWechatPay(unsigning.config, surroundings);
    const declined = { kind: 'declined', code: 'ORDERNOTEXIST', status: 404, isSigned: false };
    expect(await other.findOrder('ls404404')).toMatchObject(declined);
    await unsigning.close();
  });

  it('with a signature that does not fit is none', async () => {
    simulator.fault({ on: 'query', kind: 'wrong_signature' });
    expect(await wechat.findOrder('ls404404')).toMatchObject({ kind: 'unknown', cause: 'bad_signature' });
  });

  inLong('is what our own wrong clock, key or certificate gets', async () => {
    const declined = { kind: 'declined', code: 'SIGNERROR', status: 401 };
    simulator.shiftClock(301_000);
    const late = await wechat.findOrder('ls404404');
    expect(late).toMatchObject({ kind: 'unknown', cause: 'stale' }); // with a wrong clock neither side trusts
    simulator.shiftClock(-301_000);
    const certificate = createWechatPay({ ...simulator.config, mchSerialNo: 'ABCDEF' }, surroundings);
    expect(await certificate.findOrder('ls404404')).toMatchObject(declined);
    const stranger = await startWechatSimulator();
    const key = { ...simulator.config, mchPrivateKey: stranger.config.mchPrivateKey };
    expect(await createWechatPay(key, surroundings).findOrder('ls404404')).toMatchObject(declined);
    await stranger.close();
  });
});

describe('an unheard-of state', () => {
  it('is not an end', async () => {
    const { orderNumber } = await createOrder();
    simulator.fault({ on: 'query', kind: 'unknown_state' });
    expect(await wechat.findOrder(orderNumber)).toEqual({ kind: 'ok', state: 'unknown', orderNumber, appId });
    const wanted = newRefund(await createPaid());
    simulator.fault({ on: 'refund', kind: 'unknown_state' });
    expect(await wechat.refund(wanted)).toMatchObject({ kind: 'ok', fact: { state: 'unknown' } });
  });
});

describe('a request', () => {
  it('asks for a signature by the public key, says who asks, and follows nobody', async () => {
    const fetchUrl = vi.fn(fetch);
    await createWechatPay(simulator.config, { ...surroundings, fetchUrl }).createOrder(newOrder());
    expect(simulator.requests[0]?.headers).toMatchObject({
      accept: 'application/json',
      'content-type': 'application/json',
      'user-agent': expect.stringContaining('Longstrip'),
      'wechatpay-serial': publicKeyMode.serial,
    });
    expect(fetchUrl.mock.calls[0]?.[1]).toMatchObject({ redirect: 'manual' });
  });

  it('asks for none where only certificates are known, and takes their signature', async () => {
    const verifyKeys = { [certificateMode.serial]: certificateMode.publicKey };
    const byCertificate = createWechatPay({ ...simulator.config, verifyKeys }, surroundings);
    expect(await byCertificate.createOrder(newOrder())).toMatchObject({ kind: 'ok' });
    expect(simulator.requests[0]?.headers).not.toHaveProperty('wechatpay-serial');
  });

  it('takes either signature while both keys are known', async () => {
    const both = Object.fromEntries(simulator.platformKeys.map(({ serial, publicKey }) => [serial, publicKey]));
    const changing = createWechatPay({ ...simulator.config, verifyKeys: both }, surroundings);
    simulator.fault({ on: 'create', kind: 'other_serial' });
    expect(await changing.createOrder(newOrder())).toMatchObject({ kind: 'ok' });
    expect(await changing.createOrder(newOrder())).toMatchObject({ kind: 'ok' });
  });

  it('is signed right in the eyes of another client', async () => {
    const { orderNumber } = await createOrder();
    await wechat.findOrder(orderNumber);
    await wechat.closeOrder(orderNumber);
    const verdicts = simulator.requests.map(({ method, path, body, headers }) => {
      const fields = parseAuthorization(headers.authorization);
      const message = Formatter.request(method, path, fields?.timestamp ?? '', fields?.nonce ?? '', body);
      return Rsa.verify(message, fields?.signature ?? '', simulator.merchantPublicKey);
    });
    expect(verdicts).toEqual([true, true, true]);
  });

  it('goes to the path that the base URL has, and is signed with it', async () => {
    const fetchUrl = vi.fn(() => Promise.reject(new TypeError('fetch failed')));
    const config = { ...simulator.config, apiBaseUrl: 'https://gateway.example/wechat' };
    const findOrder = createWechatPay(config, { ...surroundings, fetchUrl }).findOrder('ls000001');
    expect(await findOrder).toMatchObject({ kind: 'unknown', cause: 'broken_connection' });
    expect(fetchUrl).toHaveBeenCalledWith(
      `https://gateway.example/wechat/v3/pay/transactions/out-trade-no/ls000001?mchid=${config.mchId}`,
      expect.anything(),
    );
  });
});
