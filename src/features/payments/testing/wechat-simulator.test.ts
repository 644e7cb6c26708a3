import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Wechatpay } from 'wechatpay-axios-plugin';
import { inLong } from '../../../server/testing/depth.ts';
import { startReceiver } from './wechat/receiver.ts';
import { startWechatSimulator } from './wechat-simulator.ts';

/** A client that is not ours: the answers that it accepts show whether the simulator speaks the real protocol. */
const simulator = await startWechatSimulator({ retryScale: 0.0005 });
const { appId, mchId, mchSerialNo } = simulator.config;
const { WECHATPAY_PUBLIC_KEY_ID: publicKeyId = '', WECHATPAY_PUBLIC_KEY: publicKey = '' } = simulator.settings;

function otherClient(over: Partial<ConstructorParameters<typeof Wechatpay>[0]> = {}) {
  return new Wechatpay({
    mchid: mchId,
    serial: mchSerialNo,
    privateKey: simulator.settings.WECHATPAY_MCH_PRIVATE_KEY ?? '',
    certs: { [publicKeyId]: publicKey },
    baseURL: simulator.url,
    headers: { 'Wechatpay-Serial': publicKeyId },
    proxy: false,
    ...over,
  });
}

let orders = 0;
function newOrder(notifyUrl = 'http://127.0.0.1:9/notify') {
  orders += 1;
  return {
    appid: appId,
    mchid: mchId,
    description: '月卡',
    out_trade_no: `other${String(orders).padStart(20, '0')}`,
    notify_url: notifyUrl,
    amount: { total: 1000, currency: 'CNY' },
  };
}

type Answered = { status: number; data: Record<string, unknown> };
/** The other client builds paths from any names that it is asked for, so that no type of its own knows them. */
type OtherCalls = {
  v3: {
    pay: {
      transactions: {
        native: { post(body: unknown): Promise<Answered> };
        outTradeNo: {
          '{out_trade_no}': {
            get(config: unknown): Promise<Answered>;
            close: { post(body: unknown, config: unknown): Promise<Answered> };
          };
        };
      };
    };
    refund: { domestic: { refunds: { post(body: unknown): Promise<Answered> } } };
  };
};

function callsOf(client: Wechatpay) {
  const { pay, refund } = (client as unknown as OtherCalls).v3; // as the client's manual says
  const byNumber = pay.transactions.outTradeNo['{out_trade_no}'];
  return {
    create: (body: unknown) => pay.transactions.native.post(body),
    find: (out_trade_no: string) => byNumber.get({ params: { mchid: mchId }, out_trade_no }),
    close: (out_trade_no: string) => byNumber.close.post({ mchid: mchId }, { out_trade_no }),
    refund: (body: unknown) => refund.domestic.refunds.post(body),
  };
}
const other = callsOf(otherClient());

afterEach(() => simulator.reset());
afterAll(() => simulator.close());

describe('another client than ours', () => {
  it('creates, finds, closes and refunds', async () => {
    const order = newOrder();
    const created = await other.create(order);
    expect(created).toMatchObject({ status: 200, data: { code_url: expect.stringMatching(/^weixin:/) } });
    expect(await other.find(order.out_trade_no)).toMatchObject({ data: { trade_state: 'NOTPAY' } });
    await simulator.pay(order.out_trade_no, { isSilent: true });
    expect(await other.find(order.out_trade_no)).toMatchObject({ data: { trade_state: 'SUCCESS' } });
    const amount = { refund: 400, total: 1000, currency: 'CNY' };
    const refund = { out_trade_no: order.out_trade_no, out_refund_no: 'other-refund-1', amount };
    expect(await other.refund(refund)).toMatchObject({ status: 200, data: { status: 'PROCESSING' } });

    const unwanted = newOrder();
    await other.create(unwanted);
    expect(await other.close(unwanted.out_trade_no)).toMatchObject({ status: 204 });
    expect(await other.find(unwanted.out_trade_no)).toMatchObject({ data: { trade_state: 'CLOSED' } });
  });

  it.each([
    ['wrong_signature', 'EV3_RES_HEADER_SIGNATURE_DIGEST'],
    ['altered_body', 'EV3_RES_HEADER_SIGNATURE_DIGEST'],
    ['stale', 'EV3_RES_HEADER_TIMESTAMP_OFFSET'],
    ['unknown_serial', 'EV3_RES_HEADER_PLATFORM_SERIAL'],
    ['other_serial', 'EV3_RES_HEADER_PLATFORM_SERIAL'],
    ['unsigned', 'EV3_RES_HEADERS_INCOMPLATE'],
  ] as const)('refuses an answer that is %s', async (kind, code) => {
    simulator.fault({ on: 'create', kind });
    await expect(other.create(newOrder())).rejects.toMatchObject({ code });
  });

  it.each([
    ['of another merchant', { mchid: '1999999999' }],
    ['with another certificate', { serial: 'ABCDEF0123456789' }],
  ])('%s is not let in', async (_, over) => {
    const refused = { response: { status: 401, data: { code: 'SIGN_ERROR' } } };
    await expect(callsOf(otherClient(over)).create(newOrder())).rejects.toMatchObject(refused);
  });

  it('is told which field is wrong', async () => {
    const wrong = { ...newOrder(), amount: { total: 10.5, currency: 'CNY' } };
    const refused = { response: { status: 400, data: { code: 'PARAM_ERROR', detail: { field: '/amount/total' } } } };
    await expect(other.create(wrong)).rejects.toMatchObject(refused);
  });
});

describe('a stranger', () => {
  it.each([
    ['without Authorization', undefined],
    ['with another scheme', 'Bearer abc'],
    ['with half of the fields', 'WECHATPAY2-SHA256-RSA2048 mchid="1900007291",nonce_str="a"'],
    [
      'with a signature that is none',
      `WECHATPAY2-SHA256-RSA2048 mchid="1900007291",nonce_str="a",timestamp="${Math.floor(Date.now() / 1000)}",serial_no="${mchSerialNo}",signature="AAAA"`,
    ],
    [
      'from another time',
      `WECHATPAY2-SHA256-RSA2048 mchid="1900007291",nonce_str="a",timestamp="1",serial_no="${mchSerialNo}",signature="AAAA"`,
    ],
  ])('%s gets SIGN_ERROR', async (_, authorization) => {
    const init = { method: 'POST', body: '{}', headers: authorization ? { Authorization: authorization } : {} };
    const response = await fetch(`${simulator.url}/v3/pay/transactions/native`, init);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'SIGN_ERROR' });
  });
});

describe('an order at the simulator', () => {
  it('cannot be paid after its time', async () => {
    const expires = new Date(Date.now() + 120_000).toISOString().replace(/\.\d+Z$/, 'Z');
    const order = { ...newOrder(), time_expire: expires };
    await other.create(order);
    simulator.shiftClock(121_000);
    await expect(simulator.pay(order.out_trade_no)).rejects.toThrow('its time is over');
    simulator.shiftClock(-121_000);
  });

  it('has a minute at least', async () => {
    const order = { ...newOrder(), time_expire: new Date(Date.now() - 5_000).toISOString().replace(/\.\d+Z$/, 'Z') };
    await other.create(order);
    await simulator.pay(order.out_trade_no, { isSilent: true });
    expect(simulator.orders.get(order.out_trade_no)?.state).toBe('SUCCESS');
  });
});

describe('notifications', () => {
  let statuses: (number | 'never')[] = [];
  beforeEach(() => {
    statuses = [];
  });
  const receive = () => startReceiver((_, count) => statuses[count - 1] ?? 204);

  async function createOrder(url: string): Promise<string> {
    const order = newOrder(url);
    await other.create(order);
    return order.out_trade_no;
  }

  it('come again until they are taken by 200 or 204, nothing else, with one id and signed anew', async () => {
    const receiver = await receive();
    statuses = [500, 201, 302, 404, 200];
    const first = await simulator.pay(await createOrder(receiver.url));
    expect(first).toMatchObject({ status: 500 });
    await simulator.settled();
    expect(simulator.deliveries.map(({ status }) => status)).toEqual([500, 201, 302, 404, 200]);
    const ids = receiver.notices.map(({ rawBody }) => JSON.parse(rawBody.toString()).id);
    expect(new Set(ids).size).toBe(1);
    const nonces = receiver.notices.map(({ headers }) => headers['wechatpay-nonce']);
    expect(new Set(nonces).size).toBe(5);
    await receiver.close();
  });

  it('are sent again where nobody listens, and stop with the simulator', async () => {
    const receiver = await receive();
    await receiver.close();
    expect(await simulator.pay(await createOrder(receiver.url))).toMatchObject({ status: null });
    await expect.poll(() => simulator.deliveries.length).toBeGreaterThan(2);
    await simulator.reset();
    expect(simulator.deliveries).toEqual([]);
  });

  it('are lost, doubled, sent side by side or overtaken, as planned', async () => {
    const receiver = await receive();
    const numbers = await Promise.all(Array.from({ length: 5 }, () => createOrder(receiver.url)));
    for (const kind of ['drop', 'duplicate', 'parallel', 'held'] as const)
      simulator.fault({ on: 'notification', kind });
    const arrived: number[] = [];
    for (const number of numbers) {
      await simulator.pay(number);
      arrived.push(receiver.notices.length);
    }
    expect(arrived).toEqual([0, 2, 4, 4, 6]);
    const ids = receiver.notices.map(({ rawBody }) => JSON.parse(rawBody.toString()).id);
    expect(ids.map((id) => ids.indexOf(id))).toEqual([0, 0, 2, 2, 4, 5]);
    await receiver.close();
  });
});

describe('the process of its own', () => {
  const program = join(import.meta.dirname, 'run-wechat-simulator.ts');
  const tsx = join(import.meta.dirname, '../../../../node_modules/tsx/dist/cli.mjs');

  inLong('says its address, is controlled by a caller with its token, and ends with its parent', async () => {
    const child = spawn(process.execPath, [tsx, program], { stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    const { url, settings, controlToken } = JSON.parse(line);
    const { WECHATPAY_PUBLIC_KEY_ID: id, WECHATPAY_PUBLIC_KEY: key, WECHATPAY_MCH_PRIVATE_KEY: privateKey } = settings;
    const config = { privateKey, certs: { [id]: key }, baseURL: url, headers: { 'Wechatpay-Serial': id } };
    const order = newOrder();
    await callsOf(otherClient(config)).create(order);
    const control = async (operation: string, given: unknown[] = [], token = controlToken) => {
      const headers = { Authorization: `Bearer ${token}` };
      const init = { method: 'POST', headers, body: JSON.stringify(given) };
      const response = await fetch(`${url}/__sim/${operation}`, init);
      return { status: response.status, json: await response.json() };
    };
    expect(await control('pay', [order.out_trade_no], 'guessed')).toMatchObject({ status: 401 });
    expect(await control('pay', [order.out_trade_no, { isSilent: true }])).toEqual({ status: 200, json: null });
    expect(await control('pay', [order.out_trade_no])).toMatchObject({ status: 400 });
    expect(await control('orders')).toMatchObject({ json: [{ orderNumber: order.out_trade_no, state: 'SUCCESS' }] });
    expect(await control('constructor')).toMatchObject({ status: 404 });
    child.stdin.end();
    expect(await ended).toEqual([0, null]);
  });

  it('has no such door where no token was given', async () => {
    const response = await fetch(`${simulator.url}/__sim/orders`, { method: 'POST' });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'SIGN_ERROR' });
  });
});
