import { createHash, randomUUID } from 'node:crypto';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { createRefunds, createWechat, openSandbox } from '../features/payments/server/providers.ts';
import { refundOrder } from '../features/payments/server/refunds.ts';
import { sweepOrders } from '../features/payments/server/wechat-orders.ts';
import { createLog } from '../server/config/log.ts';
import { systemClock } from '../server/process/clock.ts';
import { inLong } from '../server/testing/depth.ts';
import { languages } from '../shared/languages.ts';
import { settingsIn } from '../shared/site-settings.ts';
import { decodeEntities } from '../shared/text.ts';
import { createRenderer } from './rendering/render.tsx';
import { registerSandbox } from './sandbox.ts';
import { assets } from './testing/assets.ts';
import { serverForTests, type TestServer } from './testing/server.ts';
import { signInStaff } from './testing/staff.ts';
import { type SignedInUser, signIn } from './testing/users.ts';

const site = { name: 'Longstrip', contactEmail: 'hello@example.org', timeZone: 'UTC' };
const payments = '/api/v1/payment';

const plain = serverForTests();
const sandboxWith = (settings: Record<string, string>) =>
  serverForTests({
    settings: { PAYMENTS_SANDBOX: 'true', ...settings },
    addPages: async ({ http, api, config: { publicUrl }, sandbox, db }) => {
      const renderer = createRenderer({ ask: api.ask, site, publicUrl, assets });
      if (sandbox) await registerSandbox({ http, renderer, publicUrl, sandbox, db });
    },
  });
const server = sandboxWith({});

const post = (url: string, given: { body?: object | string; headers?: Record<string, string> } = {}) =>
  server.app.inject({
    method: 'POST',
    url,
    headers: { ...(typeof given.body === 'string' && { 'content-type': form }), ...given.headers },
    ...(given.body !== undefined && { payload: given.body }),
  });
const form = 'application/x-www-form-urlencoded';

interface Ordered {
  order_id: string;
  qr_code: string;
}

async function order(user: SignedInUser, months: 1 | 3 = 1): Promise<Ordered> {
  const answer = await post(`${payments}/wechat/payment/china_book_membership/create`, {
    body: { months },
    headers: user.headers,
  });
  expect(answer.statusCode).toBe(200);
  return answer.json().data;
}

async function statusOf(user: SignedInUser, { order_id: id }: Ordered) {
  const answer = await server.ask(`${payments}/wechat/payment/status/${id}`, { headers: user.headers });
  return answer.json().data.result;
}

async function expiryOf(user: SignedInUser): Promise<string | null> {
  const answer = await server.ask('/api/v1/user/book/membership', { headers: user.headers });
  return answer.json().data.result?.expire_at ?? null;
}

function textIn(qrCode: string): string {
  const { data, width, height } = PNG.sync.read(Buffer.from(qrCode.split(',')[1] ?? '', 'base64'));
  return jsQR(new Uint8ClampedArray(data), width, height)?.data ?? '';
}

describe('without the setting', () => {
  it.each([
    ['GET', '/sandbox/pay/7d0f1c9e-52a4-4c1b-9a35-0d5b8a1f6e21', 302],
    ['POST', '/sandbox/pay/7d0f1c9e-52a4-4c1b-9a35-0d5b8a1f6e21', 404],
    ['GET', '/sandbox/buy-button.js', 404],
    ['POST', '/sandbox/card', 404],
  ] as const)('%s %s is no address', async (method, url, status) => {
    expect((await plain.app.inject({ method, url })).statusCode).toBe(status);
  });

  it('GET /site offers no way to pay', async () => {
    const { data } = (await plain.ask('/api/v1/site')).json();
    expect(data).toMatchObject({ wechat: false, stripe: null, sandbox: false });
  });
});

describe('the sandbox', () => {
  it('is the way to pay that GET /site offers', async () => {
    const { data } = (await server.ask('/api/v1/site')).json();
    expect(data).toMatchObject({
      wechat: true,
      sandbox: true,
      stripe: {
        publishable_key: 'pk_test_sandbox',
        script_url: `${server.config.publicUrl}/sandbox/buy-button.js`,
        buttons: [
          { plan: 'month', buy_button_id: 'buy_btn_sandbox_month' },
          { plan: 'season', buy_button_id: 'buy_btn_sandbox_season' },
        ],
      },
    });
  });

  it('refuses a notification that it did not sign', async () => {
    const letters = [`${payments}/wechat/notify`, `${payments}/stripe/webhook`];
    const answers = await Promise.all(letters.map((url) => post(url, { body: { id: 'evt_1', object: 'event' } })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 400]);
  });
});

describe('paying by WeChat in the sandbox', () => {
  it('leads from the code through its page to one grant of a membership', async () => {
    const user = await signIn(server);
    const ordered = await order(user);
    const address = textIn(ordered.qr_code);
    const name = ordered.order_id.replaceAll('-', '');
    expect(address).toBe(`${server.config.publicUrl}/sandbox/pay/${name}`);
    expect(await statusOf(user, ordered)).toEqual({ completed: false, status: 'requires_action' });

    const path = new URL(address).pathname;
    const till = await server.ask(`${path}?lang=en-us`);
    expect(till.statusCode).toBe(200);
    expect(till.headers['cache-control']).toBe('no-store');
    expect(decodeEntities(till.body)).toContain('Month card: 10 yuan');
    expect(till.body).toContain('No money moves');

    const paid = await post(`${path}?lang=en-us`, { body: 'choice=pay' });
    expect(paid.statusCode).toBe(303);
    expect(paid.headers.location).toBe(`${path}?lang=en-us`);
    expect((await server.ask(`${path}?lang=en-us`)).body).toContain('Payment successful');
    expect(await statusOf(user, ordered)).toEqual({ completed: true, status: 'succeeded' });
    const expireAt = await expiryOf(user);
    expect(Date.parse(expireAt ?? '')).toBeGreaterThan(Date.now());

    await post(path, { body: 'choice=pay' });
    expect(await expiryOf(user)).toBe(expireAt);
  });

  it('works with the order id too', async () => {
    const user = await signIn(server);
    const ordered = await order(user, 3);
    const page = await server.ask(`/sandbox/pay/${ordered.order_id}?lang=en-us`);
    expect(decodeEntities(page.body)).toContain('Season card: 27 yuan');
    await post(`/sandbox/pay/${ordered.order_id}`, { body: 'choice=pay' });
    expect(await statusOf(user, ordered)).toEqual({ completed: true, status: 'succeeded' });
  });

  inLong('is refunded by a command in another process', async () => {
    const user = await signIn(server);
    const ordered = await order(user);
    await post(`/sandbox/pay/${ordered.order_id}`, { body: 'choice=pay' });
    const { db, config } = server;
    const log = createLog('silent');
    const refunds = createRefunds({
      ...openSandbox(config, systemClock),
      db,
      log,
      clock: systemClock,
      setting: settingsIn({}),
    });
    expect(await refundOrder(refunds, { order: ordered.order_id })).toMatchObject({
      kind: 'asked',
      state: 'succeeded',
    });
    expect(await statusOf(user, ordered)).toEqual({ completed: true, status: 'refunded' });
    expect(Date.parse((await expiryOf(user)) ?? '1970')).toBeLessThanOrEqual(Date.now());
  });

  inLong('closes an order that it has forgotten after a restart', async () => {
    const user = await signIn(server);
    const ordered = await order(user);
    const { db, config } = server;
    const log = createLog('silent');
    const wechat = createWechat({
      ...openSandbox(config, systemClock),
      db,
      log,
      clock: systemClock,
      setting: settingsIn({}),
    });
    await db.query('update payment_orders set next_check_at = now() where id = $1', [ordered.order_id]);
    if (wechat) await sweepOrders(wechat);
    expect(await statusOf(user, ordered)).toEqual({ completed: false, status: 'canceled' });
  });

  it('closes an order that its payer cancels', async () => {
    const user = await signIn(server);
    const ordered = await order(user);
    const path = `/sandbox/pay/${ordered.order_id}`;
    await post(path, { body: 'choice=cancel' });
    expect((await server.ask(`${path}?lang=en-us`)).body).toContain('This order can no longer be paid');
    await post(path, { body: 'choice=pay' });
    await expect.poll(() => statusOf(user, ordered)).toEqual({ completed: false, status: 'canceled' });
    expect(await expiryOf(user)).toBeNull();
  });

  it('answers 404 for an order that was not made there', async () => {
    const page = await server.ask(`/sandbox/pay/${randomUUID()}?lang=en-us`);
    expect(page.statusCode).toBe(404);
    expect(page.body).toContain('The sandbox does not know this order');
  });

  it.each(languages)('speaks %s, and needs no script', async (language) => {
    const user = await signIn(server);
    const page = await server.ask(`/sandbox/pay/${(await order(user)).order_id}`, {
      headers: { cookie: `language=${language}` },
    });
    expect(page.headers['content-language']).toBe(language);
    const words = (await import(`../../messages/own/${language}.json`)).default.payments.practice;
    expect(decodeEntities(page.body)).toContain(words.text);
    expect(page.body).not.toContain('data-entry');
    // The page has two buttons, to pay and to cancel: it runs no code, so other controls would do nothing.
    expect(page.body.match(/<(button|select)\b/g)).toEqual(['<button', '<button']);
    const inline = /<script data-[^>]*>(.*?)<\/script>/s.exec(page.body)?.[1] ?? '';
    const hash = createHash('sha256').update(inline).digest('base64');
    expect(page.headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
  });
});

describe('paying by card in the sandbox', () => {
  it('sells the plan of its button', async () => {
    const user = await signIn(server);
    const body = { buy_button_id: 'buy_btn_sandbox_season', client_reference_id: user.id };
    expect((await post('/sandbox/card', { body })).statusCode).toBe(204);
    const { data } = (await server.ask(`${payments}/orders`, { headers: user.headers })).json();
    expect(data.result).toMatchObject([
      { provider: 'stripe', plan: 'season', amount: 2700, currency: 'CNY', status: 'succeeded' },
    ]);
    expect(Date.parse((await expiryOf(user)) ?? '')).toBeGreaterThan(Date.now() + 80 * 24 * 3_600_000);
  });

  it('takes a code of the studio, and no other, and finds a sale whose message was lost', async () => {
    const owner = await signInStaff(server, 'owner');
    const studio = async (path: string, body: object) =>
      (await post(`/api/v1/studio/${path}`, { body, headers: owner.headers })).json().data.result;
    const terms = { ways: ['card'], percent: 40, code: 'SPRING', request_id: randomUUID() };
    expect((await studio('coupons', terms)).coupons).toMatchObject([{ code: 'SPRING' }]);
    const user = await signIn(server);
    const buy = async (more: object) => {
      const body = { buy_button_id: 'buy_btn_sandbox_month', client_reference_id: user.id, ...more };
      return (await post('/sandbox/card', { body })).statusCode;
    };
    expect(await buy({ code: 'SPRING?' })).toBe(400);
    expect(await buy({ code: 'spring' })).toBe(204);
    expect(await buy({ is_lost: true })).toBe(204);
    const orders = async () =>
      (await server.ask(`${payments}/orders`, { headers: user.headers }))
        .json()
        .data.result.map(({ amount, full_amount: full, discount }: Record<string, number>) => [amount, full, discount]);
    expect(await orders()).toEqual([[600, 1000, 400]]);
    const { found } = await studio('payments/ask', {});
    expect(found).toMatchObject([{ username: user.username, amount: 1000, outcome: 'granted' }]);
    expect(await orders()).toEqual([
      [1000, 1000, 0],
      [600, 1000, 400],
    ]);
  });

  it('keeps a sale without a user, and grants nothing', async () => {
    const body = { buy_button_id: 'buy_btn_sandbox_month', client_reference_id: null };
    expect((await post('/sandbox/card', { body })).statusCode).toBe(204);
  });

  it('has no other button', async () => {
    const body = { buy_button_id: 'buy_btn_other', client_reference_id: null };
    expect((await post('/sandbox/card', { body })).statusCode).toBe(404);
    expect((await post('/sandbox/card', { body: {} })).statusCode).toBe(400);
  });

  it('shows prices in five languages in its script', async () => {
    const script = await server.ask('/sandbox/buy-button.js');
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(script.body).toContain("customElements.define('stripe-buy-button'");
    for (const words of ['Pay 10 yuan in the sandbox', '在沙盒中支付 27 元', 'Payer 10 yuans dans le bac à sable'])
      expect(script.body).toContain(words);
  });
});

describe('another site', () => {
  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://elsewhere.example' },
    { origin: 'null' },
  ])('cannot pay from its own pages: %j', async (headers) => {
    const user = await signIn(server);
    const ordered = await order(user);
    const answers = [
      await post(`/sandbox/pay/${ordered.order_id}`, { body: 'choice=pay', headers }),
      await post('/sandbox/card', {
        body: { buy_button_id: 'buy_btn_sandbox_month', client_reference_id: user.id },
        headers,
      }),
    ];
    for (const answer of answers) {
      expect(answer.statusCode).toBe(403);
      expect(answer.json().code).toBe('forbidden');
    }
    expect(await expiryOf(user)).toBeNull();
  });

  it('is refused', async () => {
    const user = await signIn(server);
    const ordered = await order(user);
    await post(`/sandbox/pay/${ordered.order_id}`, {
      body: 'choice=pay',
      headers: { origin: server.config.publicUrl, 'sec-fetch-site': 'same-origin' },
    });
    expect(await statusOf(user, ordered)).toMatchObject({ completed: true });
  });
});

// Last, since a clock cannot be turned back.
describe('an order of the sandbox', () => {
  it('ends with the order’s five minutes', async () => {
    const user = await signIn(server);
    const path = `/sandbox/pay/${(await order(user)).order_id}`;
    server.pass(5 * 60_000 + 1000);
    expect((await server.ask(`${path}?lang=en-us`)).body).toContain('This order can no longer be paid');
    await post(path, { body: 'choice=pay' });
    expect(await expiryOf(user)).toBeNull();
  });
});

describe('the ways of the sandbox beside the code', () => {
  const phones = sandboxWith({
    WECHATPAY_H5: 'true',
    ...{ WECHATPAY_MP_APP_ID: 'wx1', WECHATPAY_MP_APP_SECRET: 'secret' },
  });

  const call = (user: SignedInUser, path: string, body: object) =>
    phones.app.inject({ method: 'POST', url: `${payments}/wechat/${path}`, headers: user.headers, payload: body });
  const orderBy = async (user: SignedInUser, way: string) =>
    (await call(user, 'payment/china_book_membership/create', { months: 1, way })).json().data;
  const payAt = (address: string) =>
    phones.app.inject({ method: 'POST', url: address, headers: { 'content-type': form }, payload: 'choice=pay' });
  const standing = async (id: string) =>
    (await phones.app.inject({ url: `${payments}/return/${id}` })).json().data.result.status;

  it('are those that are set up', async () => {
    const waysOf = async ({ app }: TestServer) => (await app.inject({ url: '/api/v1/site' })).json().data.wechat_ways;
    expect(await Promise.all([plain, server, phones].map(waysOf))).toEqual([[], ['qr'], ['qr', 'h5', 'jsapi']]);
  });

  it('open a page that stands for WeChat, and leads back to the page of the order alone', async () => {
    const user = await signIn(phones);
    const { order_id: id, h5_url: address } = await orderBy(user, 'h5');
    const { pathname, search } = new URL(address);
    expect((await payAt(pathname + search)).headers.location).toBe(`/payment/return/${id}`);
    expect(await standing(id)).toBe('succeeded');
    for (const elsewhere of ['https://evil.example/', '//evil.example/payment/return/1', '/profile', 'nonsense']) {
      const asked = `${pathname}?redirect_url=${encodeURIComponent(elsewhere)}`;
      expect((await payAt(asked)).headers.location).toBe(asked);
    }
    const across = `${pathname}?redirect_url=${encodeURIComponent(`https://evil.example/payment/return/${id}`)}`;
    expect((await payAt(across)).headers.location).toBe(`/payment/return/${id}`);
  });

  it('know at once who pays inside WeChat', async () => {
    const user = await signIn(phones);
    const { url, state } = (await call(user, 'authorize', { next: '/profile' })).json().data;
    const { pathname, search } = new URL(url);
    const { headers } = await phones.app.inject({ url: pathname + search });
    expect(headers.location).toBe(`/payment/wechat/return?next=%2Fprofile&code=sandbox&state=${state}`);
    expect((await call(user, 'openid', { code: 'sandbox', state })).statusCode).toBe(200);
    const { order_id: id, jsapi } = await orderBy(user, 'jsapi');
    expect(jsapi.package).toBe(`prepay_id=sandbox${id.replaceAll('-', '')}`);
    await payAt(`/sandbox/pay/${id}`);
    expect(await standing(id)).toBe('succeeded');
    const astray = new URLSearchParams({ redirect_uri: 'https://evil.example/profile', state });
    expect((await phones.app.inject({ url: `${pathname}?${astray}` })).statusCode).toBe(404);
  });
});
