import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Aes, Formatter, Rsa } from 'wechatpay-axios-plugin';
import type { LetterFault } from '../../testing/wechat/letters.ts';
import { type Notice, startReceiver } from '../../testing/wechat/receiver.ts';
import { startWechatSimulator } from '../../testing/wechat-simulator.ts';
import { seal, signatureHeaders } from '../sandbox/wechat-protocol.ts';
import { createWechatPay } from './wechat-pay.ts';

const receiver = await startReceiver();
const simulator = await startWechatSimulator();
const wechat = createWechatPay(simulator.config, { fetchUrl: fetch, clock: () => new Date() });

afterAll(async () => {
  await simulator.close();
  await receiver.close();
});
beforeEach(() => {
  receiver.notices.length = 0;
});

let orders = 0;
async function createPaid(): Promise<string> {
  orders += 1;
  const orderNumber = `ls${String(orders).padStart(30, '0')}`;
  await wechat.createOrder({
    orderNumber,
    appId: simulator.config.appId,
    payer: { way: 'qr' },
    description: '季卡',
    amountMinor: 2700,
    expiresAt: new Date(Date.now() + 300_000),
    notifyUrl: receiver.url,
  });
  await simulator.pay(orderNumber, { isSilent: true });
  return orderNumber;
}

function lastNotice(): Notice {
  const notice = receiver.notices.at(-1);
  if (!notice) throw new Error('nothing was notified');
  return notice;
}

function read({ headers, rawBody }: Notice, now = new Date()) {
  return wechat.readNotification({ headers, rawBody, now });
}

async function notified(orderNumber: string, fault?: LetterFault) {
  await simulator.notify(orderNumber, fault);
  return read(lastNotice());
}

function factOf(orderNumber: string) {
  return {
    provider: 'wechat',
    transactionId: simulator.orders.get(orderNumber)?.payment?.transactionId,
    orderNumber,
    appId: simulator.config.appId,
    merchantId: simulator.config.mchId,
    way: 'qr',
    amountMinor: 2700,
    currency: 'CNY',
    paidAt: expect.any(Date),
  };
}

describe('a notification of a payment', () => {
  it('returns all that is checked before anything is granted', async () => {
    const orderNumber = await createPaid();
    const fact = factOf(orderNumber);
    expect(await notified(orderNumber)).toEqual({ kind: 'paid', eventId: expect.stringMatching(/^[\w-]{36}$/), fact });
  });

  it('is the same whether or not associated data stands beside it, and whatever voucher the payer had', async () => {
    const orderNumber = await createPaid();
    const expected = { kind: 'paid', fact: factOf(orderNumber) };
    expect(await notified(orderNumber, 'no_aad')).toMatchObject(expected);
    expect(await notified(orderNumber, 'lower_payer_total')).toMatchObject(expected);
  });

  it('of another sum, currency, merchant, app or order is read as such', async () => {
    const orderNumber = await createPaid();
    const fact = async (fault: LetterFault) => {
      const notification = await notified(orderNumber, fault);
      return notification.kind === 'paid' ? notification.fact : notification;
    };
    expect(await fact('wrong_amount')).toMatchObject({ amountMinor: 1 });
    expect(await fact('foreign_currency')).toMatchObject({ currency: 'USD' });
    expect(await fact('foreign_merchant')).toMatchObject({ merchantId: '1999999999' });
    expect(await fact('foreign_app')).toMatchObject({ appId: 'wx0000000000000000' });
    expect(await fact('unknown_order')).toMatchObject({ orderNumber: expect.not.stringMatching(orderNumber) });
  });

  it.each(['not_success', 'refunded_state'] as const)('that is %s inside is no payment', async (fault) => {
    const orderNumber = await createPaid();
    const expected = { kind: 'not_paid', eventId: expect.any(String), orderNumber };
    expect(await notified(orderNumber, fault)).toEqual(expected);
  });

  it('of an unheard-of event is genuine, and nothing more', async () => {
    const expected = { kind: 'other', eventId: expect.any(String), eventType: 'TRANSACTION.SURPRISE' };
    expect(await notified(await createPaid(), 'unknown_event')).toEqual(expected);
  });

  it.each([
    ['unsigned', 'missing_header'],
    ['wrong_signature', 'bad_signature'],
    ['probe', 'bad_signature'],
    ['altered_body', 'bad_signature'],
    ['wrong_type', 'unknown_type'],
    ['unknown_serial', 'unknown_serial'],
    ['other_serial', 'unknown_serial'],
    ['stale', 'stale'],
    ['future', 'stale'],
    ['flipped_ciphertext', 'undecryptable'],
    ['wrong_aad', 'undecryptable'],
    ['wrong_key', 'undecryptable'],
    ['short_tag', 'undecryptable'],
    ['not_json', 'malformed'],
    ['no_resource', 'malformed'],
    ['malformed_inside', 'malformed'],
  ] as const)('that is %s is refused: %s', async (fault, reason) => {
    expect(await notified(await createPaid(), fault)).toEqual({ kind: 'refused', reason });
  });

  it('is good for 299 s, and not for 301', async () => {
    await notified(await createPaid());
    const sentMs = Number(lastNotice().headers['wechatpay-timestamp']) * 1000;
    expect(read(lastNotice(), new Date(sentMs + 299_000))).toMatchObject({ kind: 'paid' });
    expect(read(lastNotice(), new Date(sentMs + 301_000))).toEqual({ kind: 'refused', reason: 'stale' });
  });

  it('parsed and written again is no longer signed: a parser must not consume the body first', async () => {
    await notified(await createPaid());
    const { headers, rawBody } = lastNotice();
    const rewritten = Buffer.from(JSON.stringify(JSON.parse(rawBody.toString()), null, 1));
    expect(read({ headers, rawBody: rewritten })).toEqual({ kind: 'refused', reason: 'bad_signature' });
  });

  it('is genuine in the eyes of another client', async () => {
    const orderNumber = await createPaid();
    await notified(orderNumber);
    const { headers, rawBody } = lastNotice();
    const header = (name: string) => String(headers[`wechatpay-${name}`]);
    const message = Formatter.response(header('timestamp'), header('nonce'), rawBody.toString());
    const { resource } = JSON.parse(rawBody.toString());
    const key = simulator.config.verifyKeys[header('serial')];
    if (!key) throw new Error('signed with no key of ours');
    expect(Rsa.verify(message, header('signature'), key)).toBe(true);
    const { ciphertext, nonce, associated_data: data } = resource;
    const inner = Aes.AesGcm.decrypt(ciphertext, simulator.config.apiV3Key, nonce, data);
    expect(JSON.parse(inner)).toMatchObject({ out_trade_no: orderNumber, trade_state: 'SUCCESS' });
  });
});

describe('a notification of a refund', () => {
  it.each([
    ['SUCCESS', 'succeeded'],
    ['CLOSED', 'closed'],
    ['ABNORMAL', 'failed'],
  ] as const)('that ends as %s says that it is %s, and how much', async (ending, state) => {
    const orderNumber = await createPaid();
    const refundNumber = `${orderNumber}r`;
    await wechat.refund({
      orderNumber,
      refundNumber,
      amountMinor: 700,
      orderAmountMinor: 2700,
      notifyUrl: receiver.url,
    });
    await simulator.finishRefund(refundNumber, ending);
    expect(read(lastNotice())).toEqual({
      kind: 'refund',
      eventId: expect.any(String),
      writtenAt: expect.any(Date),
      fact: {
        provider: 'wechat',
        refundId: simulator.refunds.get(refundNumber)?.refundId,
        refundNumber,
        transactionId: simulator.orders.get(orderNumber)?.payment?.transactionId,
        orderNumber,
        merchantId: simulator.config.mchId,
        state,
        amountMinor: 700,
        refundedAt: ending === 'SUCCESS' ? expect.any(Date) : null,
      },
    });
  });

  it("comes too when the money is given back in the provider's own dashboard", async () => {
    const orderNumber = await createPaid();
    await simulator.refund(orderNumber, 2700);
    expect(read(lastNotice())).toMatchObject({ kind: 'refund', fact: { orderNumber, amountMinor: 2700 } });
  });

  it('whose inside is no refund is malformed', async () => {
    const orderNumber = await createPaid();
    simulator.fault({ on: 'notification', kind: 'malformed_inside' });
    await simulator.refund(orderNumber, 1000);
    expect(read(lastNotice())).toEqual({ kind: 'refused', reason: 'malformed' });
  });
});

describe('a notification that nobody sends', () => {
  /** Any body, signed by the simulator's own key. */
  async function signedBody(body: string) {
    const signer = simulator.signer;
    const headers = signatureHeaders(signer, body, Date.now());
    const lowered = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    return read({ headers: lowered, rawBody: Buffer.from(body) });
  }

  function outer(over: Record<string, unknown>): string {
    const inner = JSON.stringify({ out_trade_no: 'ls000001', trade_state: 'NOTPAY' });
    const resource = seal(inner, { key: simulator.config.apiV3Key, associatedData: 'transaction' });
    return JSON.stringify({ id: 'EV-1', event_type: 'TRANSACTION.SUCCESS', resource, ...over });
  }

  it.each([
    ['', 'nothing'],
    ['null', 'null'],
    ['[]', 'a list'],
    ['"x"', 'a text'],
    ['{"id":1,"event_type":"TRANSACTION.SUCCESS"}', 'a number for an id'],
    [outer({ id: 'a\u0000b' }), 'an id that no database keeps'],
    [outer({ id: 'x'.repeat(129) }), 'an endless id'],
    [outer({ resource: [] }), 'a list for a resource'],
    [outer({ resource: { algorithm: 'AEAD_AES_256_GCM', nonce: 1, ciphertext: '' } }), 'a number for a nonce'],
  ])('is malformed: %j (%s)', async (body) => {
    expect(await signedBody(body)).toEqual({ kind: 'refused', reason: 'malformed' });
  });

  function paid(over: Record<string, unknown>): string {
    const amount = { total: 1000, payer_total: 1000, currency: 'CNY' };
    const whole = { appid: 'wx1', mchid: '19', out_trade_no: 'ls000001', transaction_id: '42', amount };
    const inner = { ...whole, trade_state: 'SUCCESS', success_time: '2027-01-31T12:05:06+08:00', ...over };
    const resource = seal(JSON.stringify(inner), { key: simulator.config.apiV3Key, associatedData: 'transaction' });
    return outer({ resource });
  }

  it.each([
    ['no sum', { amount: { currency: 'CNY' } }],
    ['half a fen', { amount: { total: 1000.5, currency: 'CNY' } }],
    ['less than nothing', { amount: { total: -1, currency: 'CNY' } }],
    ['a text for a sum', { amount: { total: '1000', currency: 'CNY' } }],
    ['more than anybody has', { amount: { total: 1e15, currency: 'CNY' } }],
    ['no merchant', { mchid: undefined }],
    ['no app', { appid: undefined }],
    ['no transaction', { transaction_id: undefined }],
    ['an order number that is none', { out_trade_no: 'a\u0000b' }],
    ['no state', { trade_state: undefined }],
  ])('is malformed: a payment with %s', async (_, over) => {
    expect(await signedBody(paid(over))).toEqual({ kind: 'refused', reason: 'malformed' });
  });

  it('is no price of ours: a payment in no currency', async () => {
    const amount = { total: 1000 };
    expect(await signedBody(paid({ amount }))).toMatchObject({ kind: 'paid', fact: { currency: 'X'.repeat(3) } });
  });

  it('happened when WeChat Pay says, or now where it does not', async () => {
    const paidAt = new Date('2027-01-31T04:05:06Z');
    expect(await signedBody(paid({}))).toMatchObject({ kind: 'paid', fact: { paidAt } });
    const before = Date.now();
    const unsaid = await signedBody(paid({ success_time: undefined }));
    expect(unsaid.kind === 'paid' && unsaid.fact.paidAt.getTime()).toBeGreaterThanOrEqual(before);
  });

  it('would be read, were it whole', async () => {
    expect(await signedBody(outer({}))).toMatchObject({ kind: 'not_paid', orderNumber: 'ls000001' });
  });
});
