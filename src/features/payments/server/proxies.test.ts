import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ReverseProxy, startProxy } from '../testing/proxy.ts';
import { openShop, type Shop } from '../testing/shop.ts';
import { signatureHeaders } from './sandbox/wechat-protocol.ts';
import { wechatNotifyPath } from './wechat-orders.ts';

let logged: string[] = [];
let proxy: ReverseProxy;
let shop: Shop;
beforeAll(async () => {
  proxy = await startProxy();
  shop = await openShop({
    // WeChat Pay and Stripe know the site by the proxy's address.
    settings: { PUBLIC_URL: proxy.url, LOG_LEVEL: 'trace', TRUST_PROXY: '1' },
    logTo: { write: (line: string) => void logged.push(line) },
  });
  proxy.site = shop.url;
});
afterAll(async () => {
  await proxy.close();
  await shop.close();
});
beforeEach(async () => {
  await shop.wechat.reset();
  proxy.meddling = {};
  logged = [];
});

const countEvents = async () => (await shop.server.db.query('select 1 from payment_events')).rowCount;
const refusals = (event: string) =>
  logged.map((line) => JSON.parse(line)).flatMap((line) => (line.event === event ? [[line.level, line.reason]] : []));
const inOtherOrder = (json: Record<string, unknown>) => Object.fromEntries(Object.entries(json).toReversed());

/** A person pays, and WeChat Pay notifies the site once, through the proxy. */
async function notifyOfPayment() {
  const user = await shop.newUser();
  const order = await shop.ordered(user);
  await shop.wechat.pay(order.number, { isSilent: true });
  const events = await countEvents();
  const attempt = await shop.wechat.notify(order.number);
  expect(attempt.url).toBe(proxy.url + wechatNotifyPath);
  return { user, order, attempt, newEvents: Number(await countEvents()) - Number(events) };
}

describe('behind a proxy or CDN', () => {
  it.each([
    ['all Wechatpay-* headers', (name: string) => name.startsWith('wechatpay-')],
    ['Wechatpay-Timestamp', (name: string) => name === 'wechatpay-timestamp'],
    ['Wechatpay-Nonce', (name: string) => name === 'wechatpay-nonce'],
    ['Wechatpay-Signature', (name: string) => name === 'wechatpay-signature'],
    ['Wechatpay-Serial', (name: string) => name === 'wechatpay-serial'],
  ])('that strips %s, a notification is refused, logged, and changes nothing', async (_of, drops) => {
    proxy.meddling = { drops };
    const { user, order, attempt, newEvents } = await notifyOfPayment();
    expect([attempt.status, JSON.parse(attempt.answer)]).toEqual([401, { code: 'FAIL', message: 'missing_header' }]);
    expect(newEvents).toBe(0);
    expect(await shop.standing(user, order.id)).toEqual({ completed: false, status: 'requires_action' });
    expect(await shop.daysLeft(user)).toBe(0);
    expect(refusals('notification refused')).toEqual([['warn', 'missing_header']]);
    // The site still finds the money when it asks.
    await shop.sweep(order.id);
    expect(await shop.standing(user, order.id)).toEqual({ completed: true, status: 'succeeded' });
  });

  it.each([
    ['indents', (json: Record<string, unknown>) => JSON.stringify(json, null, 2)],
    ['sorts', (json: Record<string, unknown>) => JSON.stringify(inOtherOrder(json))],
    ['ends with a new line', (json: Record<string, unknown>) => `${JSON.stringify(json)}\n`],
  ])('that reads the JSON, writes it again and %s it, a notification is refused', async (_how, write) => {
    proxy.meddling = { rewrites: (body) => Buffer.from(write(JSON.parse(body.toString('utf8')))) };
    const { user, order, attempt, newEvents } = await notifyOfPayment();
    expect([attempt.status, JSON.parse(attempt.answer)]).toEqual([401, { code: 'FAIL', message: 'bad_signature' }]);
    expect(newEvents).toBe(0);
    expect(await shop.standing(user, order.id)).toEqual({ completed: false, status: 'requires_action' });
    expect(await shop.daysLeft(user)).toBe(0);
    expect(refusals('notification refused')).toEqual([['warn', 'bad_signature']]);
  });

  it('that passes headers and every byte of the body on, a notification settles', async () => {
    const { user, order, attempt, newEvents } = await notifyOfPayment();
    expect(attempt.status).toBe(204);
    expect(newEvents).toBe(1);
    expect(await shop.standing(user, order.id)).toEqual({ completed: true, status: 'succeeded' });
    expect(refusals('notification refused')).toEqual([]);
  });

  it.each([
    ['strips Stripe-Signature', { drops: (name: string) => name === 'stripe-signature' }],
    [
      'indents the body',
      { rewrites: (body: Buffer) => Buffer.from(JSON.stringify(JSON.parse(String(body)), null, 1)) },
    ],
  ])("that %s, Stripe's delivery is refused, logged, and counts when it comes whole", async (_of, meddling) => {
    const user = await shop.newUser();
    const event = shop.stripe.sell({ buyButtonId: 'buy_btn_m', clientReferenceId: user.id }).completed();
    shop.stripe.webhookUrl = shop.stripe.webhookUrl.replace(shop.url, proxy.url);
    const events = await countEvents();
    proxy.meddling = meddling;
    expect(await shop.stripe.deliver(event)).toBe(400);
    expect(await countEvents()).toBe(events);
    expect(await shop.orders(user)).toEqual([]);
    expect(refusals('webhook refused')).toHaveLength(1);
    proxy.meddling = {};
    expect(await shop.stripe.deliver(event)).toBe(200);
    expect(await shop.daysLeft(user)).toBeGreaterThan(0);
  });
});

describe('XML external entities', () => {
  const attack = '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]><xml><id>&x;</id></xml>';
  const post = async (headers: Record<string, string>, type = 'text/xml') => {
    const sent = { method: 'POST', headers: { 'Content-Type': type, ...headers }, body: attack };
    const answer = await fetch(shop.url + wechatNotifyPath, sent);
    return [answer.status, await answer.json()];
  };

  it.each(['text/xml', 'application/xml', 'application/json'])('sent as %s is no notification', async (type) => {
    const events = await countEvents();
    expect(await post({}, type)).toEqual([401, { code: 'FAIL', message: 'missing_header' }]);
    const genuine = signatureHeaders(shop.wechat.signer, attack, Date.now());
    expect(await post(genuine, type)).toEqual([400, { code: 'FAIL', message: 'malformed' }]);
    expect(await countEvents()).toBe(events);
  });
});
