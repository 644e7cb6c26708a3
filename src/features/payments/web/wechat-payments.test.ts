import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, createApi } from '../../../web/api-client.ts';
import type { CreateOrderAnswer, OrderStatus } from '../contract.ts';
import { WechatPayments } from './wechat-payments.ts';

const month = { plan: 'month', months: 1 } as const;
const order: CreateOrderAnswer = { qr_code: 'data:image/png;base64,AA==', order_id: 'order-1' };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Answers as the test says, and lists the calls in the order in which they came. */
function createShop() {
  const calls: string[] = [];
  const shop = {
    create: async (): Promise<CreateOrderAnswer> => order,
    status: async (): Promise<OrderStatus> => 'requires_action',
  };
  const api = createApi(async (method, address, body) => {
    calls.push(method === 'GET' ? address : `${address} ${JSON.stringify(body)}`);
    if (method !== 'GET') return shop.create();
    const status = await shop.status();
    return { result: { completed: status === 'succeeded', status } };
  });
  return { shop, calls, api, payments: new WechatPayments(api, () => Date.now()) };
}

const never = <T>() => new Promise<T>(() => {});
const askCall = '/payment/wechat/payment/status/order-1';
const createCall = '/payment/wechat/payment/china_book_membership/create {"months":1}';

describe('payments by WeChat', () => {
  it('make one order of two clicks', async () => {
    const { payments, calls } = createShop();
    await Promise.all([payments.choose(month), payments.choose(month)]);
    await payments.choose({ plan: 'season', months: 3 });
    expect(calls).toEqual([createCall]);
    expect(payments.state).toMatchObject({ step: 'pending', plan: 'month', order: { id: 'order-1' } });
  });

  it('ask every three seconds until the payment has come, and then no more', async () => {
    const { payments, calls, shop } = createShop();
    await payments.choose(month);
    await vi.advanceTimersByTimeAsync(2999);
    expect(calls).toEqual([createCall]);
    await vi.advanceTimersByTimeAsync(6001);
    expect(calls).toEqual([createCall, askCall, askCall, askCall]);
    shop.status = async () => 'succeeded';
    await vi.advanceTimersByTimeAsync(3000);
    expect(payments.state.step).toBe('success');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toHaveLength(5);
  });

  it('wait for a slow answer instead of asking again beside it', async () => {
    const { payments, calls, shop } = createShop();
    shop.status = never;
    await payments.choose(month);
    await vi.advanceTimersByTimeAsync(30_000);
    void payments.ask();
    expect(calls).toEqual([createCall, askCall]);
  });

  it('ask about the next order while the answer about the last is still out', async () => {
    const { payments, calls, shop } = createShop();
    shop.status = never;
    await payments.choose(month);
    await vi.advanceTimersByTimeAsync(3000);
    payments.cancel();
    shop.create = async () => ({ ...order, order_id: 'order-2' });
    shop.status = async () => 'succeeded';
    await payments.choose(month);
    await vi.advanceTimersByTimeAsync(3000);
    expect(calls.at(-1)).toBe('/payment/wechat/payment/status/order-2');
    expect(payments.state).toMatchObject({ step: 'success', orderId: 'order-2' });
  });

  it('give up after three minutes, and stop asking', async () => {
    const { payments, calls } = createShop();
    await payments.choose(month);
    await vi.advanceTimersByTimeAsync(180_000);
    expect(payments.state.step).toBe('pending');
    await vi.advanceTimersByTimeAsync(1);
    expect(payments.state).toMatchObject({ step: 'failed', cause: { kind: 'timeout' }, orderId: 'order-1' });
    const asked = calls.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toHaveLength(asked);
  });

  it('give up on the clock of the wall when timers slept', async () => {
    const { payments } = createShop();
    await payments.choose(month);
    vi.setSystemTime(Date.now() + 600_000);
    await vi.advanceTimersByTimeAsync(3000);
    expect(payments.state).toMatchObject({ step: 'failed', cause: { kind: 'timeout' } });
  });

  it('give up on an order that never comes', async () => {
    const { payments, shop } = createShop();
    shop.create = never;
    void payments.choose(month);
    await vi.advanceTimersByTimeAsync(180_001);
    expect(payments.state).toMatchObject({ step: 'failed', cause: { kind: 'timeout' }, orderId: null });
  });

  it('fail when no order can be made', async () => {
    const { payments, shop, calls } = createShop();
    const error = new ApiError(502, { code: 'payment_provider_unavailable' });
    shop.create = () => Promise.reject(error);
    await payments.choose(month);
    expect(payments.state).toMatchObject({ step: 'failed', cause: { kind: 'creation', error } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toEqual([createCall]);
  });

  it('fail when the asking fails, and see a payment that comes all the same', async () => {
    const { payments, shop, calls } = createShop();
    shop.status = () => Promise.reject(new ApiError(500, {}));
    await payments.choose(month);
    await vi.advanceTimersByTimeAsync(3000);
    expect(payments.state).toMatchObject({ step: 'failed', cause: { kind: 'status' } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toEqual([createCall, askCall]);
    shop.status = async () => 'succeeded';
    await payments.ask();
    expect(payments.state.step).toBe('success');
  });

  it('drop an order that comes after its payer cancelled', async () => {
    const { payments, shop, calls } = createShop();
    let arrive: (answer: CreateOrderAnswer) => void = () => {};
    shop.create = () =>
      new Promise((resolve) => {
        arrive = resolve;
      });
    const chosen = payments.choose(month);
    payments.cancel();
    arrive(order);
    await chosen;
    await vi.advanceTimersByTimeAsync(200_000);
    expect(payments.state.step).toBe('idle');
    expect(calls).toEqual([createCall]);
  });

  it('ask about nothing once they are left', async () => {
    const { payments, calls } = createShop();
    await payments.choose(month);
    payments.cancel();
    await payments.ask();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(calls).toEqual([createCall]);
  });

  it('do nothing any more when the page is left', async () => {
    const { payments, calls } = createShop();
    const listener = vi.fn();
    payments.subscribe(listener);
    await payments.choose(month);
    listener.mockClear();
    payments.stop();
    await vi.advanceTimersByTimeAsync(200_000);
    await payments.ask();
    await payments.choose(month);
    expect(calls).toEqual([createCall]);
    expect(listener).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a payment inside WeChat', () => {
  const needed = new ApiError(409, { error: '', code: 'wechat_openid_needed' });
  const call = { appId: 'wx1', timeStamp: '1', nonceStr: 'n', package: 'p', signType: 'RSA', paySign: 's' };

  it('leaves the page to learn who pays, once: then it says that WeChat does not know', async () => {
    const met: unknown[] = [];
    const { shop, api } = createShop();
    shop.create = () => Promise.reject(needed);
    const payments = new WechatPayments(
      api,
      () => Date.now(),
      async (wish) => void met.push(wish),
    );
    await payments.choose(month, { way: 'jsapi' });
    expect(met).toEqual([{ chosen: month, terms: { way: 'jsapi' } }]);
    expect(payments.state).toMatchObject({ step: 'pending', way: 'jsapi', order: null });
    await payments.payAgain('jsapi');
    expect([met.length, payments.state]).toMatchObject([1, { step: 'failed', cause: { error: needed } }]);
    shop.create = async () => ({ qr_code: 'data:code', order_id: 'order-1' });
    await payments.payAgain('qr');
    expect(payments.state).toMatchObject({ step: 'pending', way: 'qr', order: { id: 'order-1' } });
    payments.stop();
  });

  it('is another order at each press, with what the first one was', async () => {
    const { shop, calls, api } = createShop();
    const payments = new WechatPayments(api, () => Date.now());
    shop.create = async () => ({ qr_code: null, order_id: `order-${calls.length}`, jsapi: call });
    await payments.choose(month, { way: 'jsapi', isGift: true, coupon: 'CODE' });
    expect(payments.state).toMatchObject({ order: { id: 'order-1', jsapi: call, qrCode: null } });
    await payments.payAgain('jsapi');
    await payments.payAgain('qr');
    const body = '{"months":1,"coupon":"CODE","gift":true';
    expect(calls.map((made) => made.slice(made.indexOf('{')))).toEqual([
      `${body},"way":"jsapi"}`,
      `${body},"way":"jsapi"}`,
      `${body}}`,
    ]);
    payments.stop();
  });
});
