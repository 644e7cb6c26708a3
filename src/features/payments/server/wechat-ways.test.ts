import { createVerify } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { statusAndCode } from '../../../app/testing/server.ts';
import type { SignedInUser } from '../../../app/testing/users.ts';
import { AppError } from '../../../server/http/errors.ts';
import { createCoupons } from '../../membership/server/coupons.ts';
import type { WechatWay } from '../contract.ts';
import { eventually, expectBalance, type Shop, shopForTests } from '../testing/shop.ts';
import type { Openids } from './openids.ts';
import { reportPayments } from './report.ts';
import { requirePayer } from './wechat-ways.ts';

const shop = shopForTests({ hasAllWays: true });
const codeOnly = shopForTests();
afterAll(() => expectBalance(shop.server.db));
beforeEach(() => shop.wechat.reset());

async function ordered(user: SignedInUser, way: WechatWay): Promise<{ id: string; number: string }> {
  if (way === 'jsapi') await shop.meet(user);
  return shop.orderedAs(user, { months: 1, way });
}
const bodyOf = (number: string) =>
  JSON.parse(shop.wechat.requests.find(({ body }) => body.includes(`"out_trade_no":"${number}"`))?.body ?? '{}');
const requestsTo = (part: string) => shop.wechat.requests.filter(({ path }) => path.includes(part));
const ordersOf = async (user: SignedInUser) =>
  (await shop.orders(user)).map(({ order_id: id, way, status }) => ({ id, way, status }));

describe('the ways to pay', () => {
  it('are told with the site: the code alone, or what is set up beside it', async () => {
    const told = async ({ server }: Shop) => (await server.app.inject({ url: '/api/v1/site' })).json().data.wechat_ways;
    expect(await told(codeOnly)).toEqual(['qr']);
    expect(await told(shop)).toEqual(['qr', 'h5', 'jsapi']);
  });

  it('are refused where they are not offered, after what is wrong and before the plan', async () => {
    const user = await codeOnly.newUser();
    const order = async (body: object) => statusAndCode(await codeOnly.orderAs(user, body));
    for (const way of ['h5', 'jsapi'])
      expect(await order({ plan: 'nosuchplan', way })).toEqual([409, 'way_unavailable']);
    for (const way of ['QR', 'card', 1, null, ['h5']])
      expect(await order({ months: 1, way })).toEqual([400, 'invalid_request']);
    expect(await order({ plan: 'nosuchplan', way: 'qr' })).toEqual([409, 'plan_unavailable']);
    expect(codeOnly.wechat.requests).toEqual([]);
  });

  it('come after the plan and the code where they lack something, and ask nothing of WeChat', async () => {
    const user = await shop.newUser();
    const order = async (body: object) => statusAndCode(await shop.orderAs(user, { way: 'jsapi', ...body }));
    expect(await order({ plan: 'nosuchplan' })).toEqual([409, 'plan_unavailable']);
    expect(await order({ months: 1, coupon: 'NOSUCHCODE' })).toEqual([400, 'coupon_invalid']);
    expect(await order({ months: 1 })).toEqual([409, 'wechat_openid_needed']);
    expect(shop.wechat.requests).toEqual([]);
    expect(await shop.orders(user)).toEqual([]);
  });
});

describe('an order from the browser of a phone', () => {
  it('leads to WeChat and back to its own page, and is listed with its way', async () => {
    const user = await shop.newUser();
    const answer = await shop.orderAs(user, { months: 1, way: 'h5' });
    const { order_id: id, ...rest } = answer.json().data;
    const number = id.replaceAll('-', '');
    const link = shop.wechat.orders.get(number)?.link;
    const back = encodeURIComponent(`${shop.url}/payment/return/${id}`);
    expect(rest).toEqual({ h5_url: `${link}&redirect_url=${back}`, qr_code: null });
    expect(bodyOf(number)).toMatchObject({
      appid: shop.wechat.config.appId,
      scene_info: { payer_client_ip: '127.0.0.1', h5_info: { type: 'Wap' } },
    });
    await shop.wechat.pay(number);
    expect(await ordersOf(user)).toEqual([{ id, way: 'h5', status: 'succeeded' }]);
  });

  it('tells the link of the answer that came: the repetition ended the earlier one', async () => {
    const user = await shop.newUser();
    shop.wechat.fault({ on: 'create', kind: 'reset_after' });
    const { order_id: id, h5_url: url } = (await shop.orderAs(user, { months: 1, way: 'h5' })).json().data;
    const [first, second, ...others] = requestsTo('/h5');
    expect([first?.body, others]).toEqual([second?.body, []]);
    const link = shop.wechat.orders.get(id.replaceAll('-', ''))?.link ?? 'none';
    expect(url.startsWith(`${link}&`)).toBe(true);
  });

  it('says nothing where the answer is no address', async () => {
    const user = await shop.newUser();
    shop.wechat.fault({ on: 'create', kind: 'malformed' });
    expect(statusAndCode(await shop.orderAs(user, { months: 1, way: 'h5' }))).toEqual([
      502,
      'payment_provider_unavailable',
    ]);
  });
});

describe('an order inside WeChat', () => {
  it('is for the account that knows the payer, and each press is signed anew and is another order', async () => {
    const user = await shop.newUser();
    await shop.meet(user);
    const presses = [];
    for (const _ of [1, 2]) presses.push((await shop.orderAs(user, { months: 1, way: 'jsapi' })).json().data);
    const accountId = shop.wechat.waySettings.WECHATPAY_MP_APP_ID;
    for (const { order_id: id, jsapi, qr_code: qrCode } of presses) {
      const number = id.replaceAll('-', '');
      expect(qrCode).toBeNull();
      expect(bodyOf(number)).toMatchObject({ appid: accountId, payer: { openid: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' } });
      const { appId, timeStamp, nonceStr, signType, paySign } = jsapi;
      expect([appId, signType, jsapi.package]).toEqual([
        accountId,
        'RSA',
        `prepay_id=${shop.wechat.orders.get(number)?.link}`,
      ]);
      const signed = `${appId}\n${timeStamp}\n${nonceStr}\n${jsapi.package}\n`;
      const verified = createVerify('RSA-SHA256').update(signed);
      expect(verified.verify(shop.wechat.merchantPublicKey, paySign, 'base64')).toBe(true);
    }
    const [first, second] = presses;
    expect([first.order_id, first.jsapi.nonceStr]).not.toEqual([second.order_id, second.jsapi.nonceStr]);
    await eventually(async () => shop.wechat.orders.get(first.order_id.replaceAll('-', ''))?.state === 'CLOSED');
    await shop.wechat.pay(second.order_id.replaceAll('-', ''));
    expect((await ordersOf(user))[0]).toEqual({ id: second.order_id, way: 'jsapi', status: 'succeeded' });
  });

  it('asks WeChat anew who pays, once WeChat knows them by another name', async () => {
    const user = await shop.newUser();
    await shop.meet(user, { openid: 'foreign-payer' });
    const order = () => shop.orderAs(user, { months: 1, way: 'jsapi' });
    expect(statusAndCode(await order())).toEqual([502, 'payment_provider_unavailable']);
    expect(requestsTo('/transactions/jsapi')).toHaveLength(1);
    expect(statusAndCode(await order())).toEqual([409, 'wechat_openid_needed']);
  });
});

describe('a payment by another way or app than its order', () => {
  it.each(['qr', 'h5', 'jsapi'] as const)('waits for a person, and a fitting report of it grants: %s', async (way) => {
    for (const fault of ['other_way', 'foreign_app'] as const) {
      const user = await shop.newUser();
      const { id, number } = await ordered(user, way);
      await shop.wechat.pay(number, { isSilent: true });
      expect((await shop.wechat.notify(number, fault)).status).toBe(204);
      expect(await shop.standing(user, id)).toEqual({ completed: false, status: 'processing' });
      expect((await shop.wechat.notify(number)).status).toBe(204);
      expect(await shop.standing(user, id)).toEqual({ completed: true, status: 'succeeded' });
    }
  });

  it.each(['other_app', 'other_way'] as const)('is not taken from a question either: %s', async (kind) => {
    const user = await shop.newUser();
    const { id, number } = await ordered(user, 'jsapi');
    await shop.wechat.pay(number, { isSilent: true });
    shop.wechat.fault({ on: 'query', kind });
    await shop.sweep(id);
    expect(await shop.standing(user, id)).toEqual({ completed: false, status: 'processing' });
    await shop.sweep(id);
    expect(await shop.standing(user, id)).toEqual({ completed: true, status: 'succeeded' });
  });

  it('ends no order: another app’s order is closed, not ours', async () => {
    const user = await shop.newUser();
    const { id, number } = await ordered(user, 'h5');
    await shop.server.db.query("update payment_orders set expires_at = now() - interval '1 minute' where id = $1", [
      id,
    ]);
    const order = shop.wechat.orders.get(number);
    if (order) order.state = 'CLOSED';
    shop.wechat.fault({ on: 'query', kind: 'other_app' });
    await shop.sweep(id);
    expect((await ordersOf(user))[0]?.status).toBe('requires_action');
    await shop.sweep(id);
    expect((await ordersOf(user))[0]?.status).toBe('canceled');
  });

  it('fits an order from before ways were noted', async () => {
    const user = await shop.newUser();
    const { id, number } = await ordered(user, 'qr');
    await shop.server.db.query('update payment_orders set way = null, app_id = null where id = $1', [id]);
    await shop.wechat.pay(number);
    expect(await ordersOf(user)).toEqual([{ id, way: 'qr', status: 'succeeded' }]);
  });
});

describe('another way', () => {
  it('is another order, which closes the first; a payment of the first meanwhile counts too, and is listed', async () => {
    const user = await shop.newUser();
    const first = await ordered(user, 'h5');
    shop.wechat.fault({ on: 'close', kind: 'close_race' });
    const second = await ordered(user, 'qr');
    await eventually(async () => (await shop.standing(user, first.id)).completed);
    await shop.wechat.pay(second.number);
    expect((await ordersOf(user)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
    const { paid_twice: twice } = await reportPayments(shop.server.db);
    expect(twice.some(({ order_id: id }) => id === first.id || id === second.id)).toBe(true);
  });

  it.each([
    { status: 202, code: 'USERPAYING' },
    { status: 200, code: 'SUCCESS' },
  ])('leaves the first one open until its time is over where closing it gets $status', async ({ status, code }) => {
    const user = await shop.newUser();
    const first = await ordered(user, 'h5');
    shop.wechat.fault({ on: 'close', kind: 'status', status, code });
    const second = await ordered(user, 'qr');
    await eventually(async () => requestsTo(`${first.number}/close`).length > 0 && requestsTo(first.number).length > 2);
    expect((await ordersOf(user)).find(({ id }) => id === first.id)?.status).toBe('requires_action');
    await shop.wechat.pay(first.number);
    await shop.wechat.pay(second.number);
    expect((await ordersOf(user)).map(({ status: is }) => is)).toEqual(['succeeded', 'succeeded']);
  });

  it('counts among the five open orders', async () => {
    const user = await shop.newUser();
    await shop.meet(user);
    shop.wechat.fault({ on: 'close', kind: 'status', status: 202, times: 50 });
    for (const way of ['qr', 'h5', 'jsapi', 'h5', 'qr']) await shop.orderedAs(user, { months: 1, way });
    const before = requestsTo('/v3/pay/transactions/jsapi').length;
    expect(statusAndCode(await shop.orderAs(user, { months: 1, way: 'jsapi' }))).toEqual([429, 'rate_limited']);
    expect(requestsTo('/v3/pay/transactions/jsapi')).toHaveLength(before);
  });

  it('takes the code over from the first one; over a limit it closes nothing for it', async () => {
    const user = await shop.newUser();
    const terms = { gives: { percent: 30, plan: null }, maxUses: 1, newUsersOnly: false, expiresAt: null };
    const [coupon] = await createCoupons(shop.server.db, { count: 1, terms });
    const first = await shop.orderedAs(user, { months: 1, way: 'h5', coupon });
    const second = await shop.orderedAs(user, { months: 1, way: 'qr', coupon });
    expect([first, second].map(({ number }) => shop.wechat.orders.get(number)?.total)).toEqual([700, 700]);
    expect(shop.wechat.orders.get(first.number)?.state).toBe('CLOSED');
    await shop.server.db.query(
      `insert into payment_orders (id, provider, reference, user_id, plan, months, amount_minor, currency, state)
       select gen_random_uuid(), 'wechat', gen_random_uuid()::text, $1, 'month', 1, 1000, 'CNY', 'closed'
       from generate_series(1, 20)`,
      [user.id],
    );
    const before = shop.wechat.requests.length;
    expect(statusAndCode(await shop.orderAs(user, { months: 1, way: 'h5', coupon }))).toEqual([429, 'rate_limited']);
    expect(shop.wechat.requests).toHaveLength(before);
  });
});

describe('the address of a payer', () => {
  const addressFor = async (isProduction: boolean, address: string) => {
    const openids = {} as Openids; // not asked for this way
    try {
      const payer = await requirePayer({ openids, isProduction }, { way: 'h5', sessionId: '', address });
      return 'address' in payer ? payer.address : null;
    } catch (error) {
      return error instanceof AppError ? [error.status, error.code] : error;
    }
  };

  const unknown = [409, 'payer_address_unknown'];

  it.each([
    ['8.8.8.8', '8.8.8.8'],
    ['::ffff:8.8.8.8', '8.8.8.8'],
    ['::ffff:808:808', '8.8.8.8'],
    ['2606:2800::1', '2606:2800::1'],
  ])('%s is told as %s', async (given, told) => {
    expect(await addressFor(true, given)).toBe(told);
  });

  it.each([
    ...[
      '10.0.0.1',
      '::ffff:10.0.0.1',
      '127.0.0.1',
      '::1',
      '::',
      '0.0.0.0',
      '100.64.1.1',
      '169.254.0.1',
      'fe80::1%eth0',
    ],
    ...['fd00::1', '192.168.1.1', '224.0.0.1', '203.0.113.9', '2001:db8::1', '', 'unknown', '8.8.8.8, 1.1.1.1'],
  ])('%j is nobody’s outside in production', async (given) => {
    expect(await addressFor(true, given)).toEqual(unknown);
  });

  it('may be any elsewhere', async () => {
    expect(await addressFor(false, '10.0.0.1')).toBe('10.0.0.1');
    expect(await addressFor(false, '::ffff:10.0.0.1')).toBe('10.0.0.1');
    expect(await addressFor(false, '::1')).toBe('::1');
    expect(await addressFor(false, '')).toEqual([409, 'payer_address_unknown']);
  });

  it('is that of the connection, whatever a header says, unless the proxy is trusted', async () => {
    const user = await shop.newUser();
    const answer = await shop.server.app.inject({
      method: 'POST',
      url: '/api/v1/payment/wechat/payment/china_book_membership/create',
      headers: { ...user.headers, 'x-forwarded-for': '8.8.8.8' },
      payload: { months: 1, way: 'h5' },
    });
    const number = answer.json().data.order_id.replaceAll('-', '');
    expect(bodyOf(number).scene_info.payer_client_ip).toBe('127.0.0.1');
  });
});

describe('the look at a return', () => {
  const look = (shopOf: Shop, id: string) => shopOf.server.app.inject({ url: `/api/v1/payment/return/${id}` });

  it('tells anybody how an order stands, and nothing else of it', async () => {
    const user = await shop.newUser();
    const { id, number } = await ordered(user, 'h5');
    const answer = await look(shop, id.toUpperCase());
    expect(answer.json()).toEqual({ data: { result: { completed: false, status: 'requires_action' } } });
    expect(answer.headers['cache-control']).toBe('private, no-store');
    await shop.wechat.pay(number);
    expect((await look(shop, id)).json().data.result).toEqual({ completed: true, status: 'succeeded' });
    for (const unknown of [number, 'x', user.id])
      expect(statusAndCode(await look(shop, unknown))).toEqual([404, 'order_not_found']);
  });
});
