import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WechatConfig } from '../../../server/config/payments.ts';
import { isSignedBy, parseAuthorization, type Signer } from '../server/sandbox/wechat-protocol.ts';
import { readBody, send, spoilOutcome } from './wechat/answers.ts';
import { findRoute, perform } from './wechat/api.ts';
import { createBooks, type Outcome, refuse, type SimulatedOrder, type SimulatedRefund } from './wechat/books.ts';
import { control, controlPath, type Operations } from './wechat/control.ts';
import { type AnswerFault, createFaults, type PlannedFault } from './wechat/faults.ts';
import { type Contents, isLetterFault, type LetterFault, letterWriter } from './wechat/letters.ts';
import { type Attempt, createNotifier, type Letter } from './wechat/notifier.ts';
import { createPeople } from './wechat/people.ts';
import { isSignatureFault, type SignatureFault, stamp } from './wechat/stamp.ts';

export interface SimulatorOptions {
  /** 0, any free port, by default. */
  port?: number;
  clock?: () => Date;
  /** The factor on the schedule of resends: by default 0.001, 15 ms for 15 s. */
  retryScale?: number;
  /** Whether refusals are signed like answers; by default they are. */
  signsRefusals?: boolean;
  /** Whether a refund ends right after it was accepted; by default it does. */
  finishesRefunds?: boolean;
  /** Opens the door for other processes, `POST /__sim/<operation>`, to callers with this token. */
  controlToken?: string;
}

/** A request that reached the API, refused or not. */
export interface SeenRequest {
  method: string;
  path: string;
  body: string;
  headers: IncomingMessage['headers'];
  nonce: string | null;
  status: number | null;
}

/** WeChat Pay for one merchant on this machine: its checks, rules and faults (spec: payments.md#wechat-orders). */
export interface WechatSimulator {
  url: string;
  /** The merchant's configuration of the product. */
  config: WechatConfig;
  /** The same as settings of the environment. */
  settings: Record<string, string>;
  /** Further settings, for the ways beside the code. */
  waySettings: Record<string, string>;
  /** The key that signs for a merchant in the mode of public keys. */
  signer: Signer;
  /** Serials and public keys of both modes, for a product that shall know both. */
  platformKeys: { serial: string; publicKey: KeyObject }[];
  merchantPublicKey: KeyObject;
  orders: ReadonlyMap<string, SimulatedOrder>;
  refunds: ReadonlyMap<string, SimulatedRefund>;
  requests: readonly SeenRequest[];
  deliveries: readonly Attempt[];
  /** A code that stands for a person once, as a browser inside WeChat brings it back. */
  code(person?: { openid?: string; isSnapshot?: boolean }): string;
  /** A person pays; resolves with the first attempt to notify the product, null when none was made. */
  pay(orderNumber: string, given?: { payerTotal?: number; isSilent?: boolean }): Promise<Attempt | null>;
  /** One notification of a paid order, sent once, with this fault. */
  notify(orderNumber: string, fault?: LetterFault): Promise<Attempt>;
  /** The merchant gives money back in the provider's own dashboard. */
  refund(orderNumber: string, amount: number): Promise<Attempt | null>;
  /** Ends a refund, and notifies the product. */
  finishRefund(refundNumber: string, state: 'SUCCESS' | 'CLOSED' | 'ABNORMAL'): Promise<Attempt | null>;
  fault(planned: PlannedFault): void;
  /** Sets the simulator's clock forward or back, in milliseconds. */
  shiftClock(ms: number): void;
  /** Resolves when no notification is left to be sent again. */
  settled(): Promise<void>;
  /** Makes the simulator as new, except for the keys. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

const merchantSerial = '5157F09EFDC096DE15EBE81A47057A7232F1B8E1';
const timeWindowMs = 300_000;
const tokenPath = '/sns/oauth2/access_token';
const authorizePath = '/connect/oauth2/authorize';

export async function startWechatSimulator(options: SimulatorOptions = {}): Promise<WechatSimulator> {
  const account = { appId: 'wx2421b1c4370ec43b', appSecret: randomBytes(16).toString('hex') };
  const merchant = { appId: 'wxd678efh567hg6787', mchId: '1900007291', accountAppId: account.appId };
  const merchantKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicKeyMode = makeSigner('PUB_KEY_ID_0119000072912027013100000000000001');
  const certificateMode = makeSigner(randomBytes(20).toString('hex').toUpperCase());
  const apiV3Key = randomBytes(16).toString('hex');
  const signers = new Map([publicKeyMode, certificateMode].map(({ signer }) => [signer.serial, signer]));

  let shiftMs = 0;
  const nowMs = () => (options.clock?.().getTime() ?? Date.now()) + shiftMs;
  const people = createPeople(account, nowMs);
  const books = createBooks(merchant, nowMs, people.knows);
  const faults = createFaults();
  const notifier = createNotifier(options.retryScale ?? 0.001);
  const requests: SeenRequest[] = [];
  let held: Letter[] = [];

  function signersFor(serial: string | undefined): { signer: Signer; otherSigner: Signer } {
    // A request that names no serial still gets a signature by certificate, because a merchant may be changing over.
    const signer = signers.get(serial ?? '') ?? certificateMode.signer;
    const otherSigner = signer === publicKeyMode.signer ? certificateMode.signer : publicKeyMode.signer;
    return { signer, otherSigner };
  }

  function findIntruder(request: IncomingMessage, body: Buffer): string | null {
    const authorization = parseAuthorization(request.headers.authorization);
    if (!authorization) return 'no Authorization of this scheme';
    if (authorization.mchid !== merchant.mchId) return 'another merchant';
    if (authorization.serial !== merchantSerial) return 'another certificate';
    if (!(Math.abs(nowMs() - Number(authorization.timestamp) * 1000) <= timeWindowMs)) return 'another time';
    const signed = { method: request.method ?? '', path: request.url ?? '', body };
    return isSignedBy(merchantKeys.publicKey, authorization, signed) ? null : 'another signature';
  }

  /** WeChat's other hosts, which nobody signs for: where browsers learn who they are, and merchants ask it. */
  async function handleOauth(url: URL, response: ServerResponse): Promise<void> {
    const isToken = url.pathname === tokenPath;
    const fault = isToken ? faults.takeForAnswer('oauth') : null;
    if (fault?.kind === 'reset_before') return void response.destroy();
    if (fault?.kind === 'status') return void response.writeHead(fault.status).end();
    const back = isToken ? null : people.authorize(url.searchParams);
    if (back) return void response.writeHead(302, { Location: back }).end();
    const { status, json } = isToken ? people.tell(url.searchParams) : refuse(400, 'PARAM_ERROR');
    response.writeHead(status, { 'Content-Type': 'text/plain' }).end(JSON.stringify(json));
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request;
    const body = (await readBody(request)) ?? Buffer.alloc(0);
    const nonce = parseAuthorization(headers.authorization)?.nonce ?? null;
    const seen: SeenRequest = { method, path, body: body.toString('utf8'), headers, nonce, status: null };
    requests.push(seen);
    const asked = new URL(path, 'http://simulator');
    if (asked.pathname === tokenPath || asked.pathname === authorizePath) return handleOauth(asked, response);
    const intruder = findIntruder(request, body);
    const route = findRoute(method, path);
    const fault = route && !intruder ? faults.takeForAnswer(route.operation) : null;
    if (fault?.kind === 'reset_before') return void response.destroy();
    const outcome = intruder ? refuseSigning(intruder) : await answer(route, { body, fault });
    seen.status = outcome.status;
    const text = outcome.json ? JSON.stringify(outcome.json) : '';
    const signing = { ...signersFor(String(headers['wechatpay-serial'])), nowMs: nowMs() };
    const stamped = stamp(text, signing, spoiltSignature(fault, outcome));
    const named = { ...stamped.headers, 'Request-ID': randomBytes(12).toString('hex').toUpperCase() };
    await send(response, { status: outcome.status, body: stamped.body, headers: named }, fault);
  }

  function spoiltSignature(fault: AnswerFault | null, { status }: Outcome): SignatureFault | null {
    if (fault && isSignatureFault(fault.kind)) return fault.kind;
    return status >= 400 && options.signsRefusals === false ? 'unsigned' : null;
  }

  async function answer(
    route: ReturnType<typeof findRoute>,
    { body, fault }: { body: Buffer; fault: AnswerFault | null },
  ): Promise<Outcome> {
    if (!route) return refuse(404, 'RESOURCE_NOT_EXISTS');
    if (fault?.kind === 'status') return refuse(fault.status, fault.code ?? 'SYSTEM_ERROR');
    if (fault?.kind === 'close_race') await pay(route.number);
    const outcome = spoilOutcome(perform(books, route, body), fault);
    const refundNumber = outcome.json?.out_refund_no;
    if (route.operation === 'refund' && typeof refundNumber === 'string' && options.finishesRefunds !== false)
      setImmediate(() => void finishIfProcessing(refundNumber));
    return outcome;
  }

  async function finishIfProcessing(refundNumber: string): Promise<void> {
    if (books.refunds.get(refundNumber)?.state === 'PROCESSING') await finishRefund(refundNumber, 'SUCCESS');
  }

  function writeTo(url: string, contents: Contents, fault: LetterFault | null): Letter {
    return {
      url,
      write: letterWriter({ apiV3Key, ...signersFor(publicKeyMode.signer.serial), nowMs }, contents, fault),
    };
  }

  function letterOfOrder(order: SimulatedOrder, fault: LetterFault | null): Letter {
    // A notification says what the payment was, whatever became of it since.
    const inner = { ...books.describeOrder(order), trade_state: 'SUCCESS', trade_state_desc: '支付成功' };
    return writeTo(order.notifyUrl, { eventType: 'TRANSACTION.SUCCESS', kind: 'transaction', inner }, fault);
  }

  async function deliver(write: (fault: LetterFault | null) => Letter): Promise<Attempt | null> {
    const fault = faults.takeForDelivery();
    const letter = write(fault && isLetterFault(fault.kind) ? fault.kind : null);
    if (fault?.kind === 'held') held.push(letter);
    if (fault?.kind === 'held' || fault?.kind === 'drop') return null;
    const waiting = held;
    held = [];
    const attempts =
      fault?.kind === 'parallel' ? [notifier.send(letter), notifier.send(letter)] : [notifier.send(letter)];
    const [first = null] = await Promise.all(attempts);
    if (fault?.kind === 'duplicate') await notifier.send(letter);
    for (const late of waiting) await notifier.send(late);
    return first;
  }

  async function pay(orderNumber: string, given: { payerTotal?: number; isSilent?: boolean } = {}) {
    const order = books.pay(orderNumber, given.payerTotal);
    return given.isSilent ? null : deliver((fault) => letterOfOrder(order, fault));
  }

  async function finishRefund(refundNumber: string, state: 'SUCCESS' | 'CLOSED' | 'ABNORMAL') {
    const refund = books.finishRefund(refundNumber, state);
    const inner = books.describeRefund(refund, 'refund_status');
    const contents = { eventType: `REFUND.${state}`, kind: 'refund' as const, inner };
    return deliver((fault) => writeTo(refund.notifyUrl, contents, fault));
  }

  const server = createServer((request, response) => {
    const isControl = options.controlToken !== undefined && request.url?.startsWith(controlPath);
    const handled = isControl
      ? control(operationsOf(simulator), { request, response, token: options.controlToken })
      : handle(request, response);
    handled.catch(() => response.destroy()); // the caller is gone
  });
  const url = await listen(server, options.port ?? 0);
  const keyTexts = { own: pem(merchantKeys.privateKey), platform: pem(publicKeyMode.publicKey) };

  const simulator: WechatSimulator = {
    url,
    config: {
      ...{ appId: merchant.appId, mchId: merchant.mchId },
      mchSerialNo: merchantSerial,
      mchPrivateKey: merchantKeys.privateKey,
      apiV3Key,
      verifyKeys: { [publicKeyMode.signer.serial]: publicKeyMode.publicKey },
      apiBaseUrl: url,
    },
    settings: {
      WECHATPAY_APP_ID: merchant.appId,
      WECHATPAY_MCH_ID: merchant.mchId,
      WECHATPAY_MCH_SERIAL_NO: merchantSerial,
      WECHATPAY_MCH_PRIVATE_KEY: keyTexts.own,
      WECHATPAY_API_V3_KEY: apiV3Key,
      WECHATPAY_PUBLIC_KEY_ID: publicKeyMode.signer.serial,
      WECHATPAY_PUBLIC_KEY: keyTexts.platform,
      WECHATPAY_API_BASE_URL: url,
    },
    waySettings: {
      WECHATPAY_H5: 'true',
      WECHATPAY_MP_APP_ID: account.appId,
      WECHATPAY_MP_APP_SECRET: account.appSecret,
      WECHATPAY_OAUTH_BASE_URL: url,
    },
    platformKeys: [publicKeyMode, certificateMode].map(({ signer, publicKey }) => ({
      serial: signer.serial,
      publicKey,
    })),
    signer: publicKeyMode.signer,
    merchantPublicKey: merchantKeys.publicKey,
    orders: books.orders,
    refunds: books.refunds,
    requests,
    deliveries: notifier.attempts,
    code: people.code,
    pay,
    notify(orderNumber, fault) {
      const order = books.orders.get(orderNumber);
      if (!order?.payment) throw new Error(`Order ${orderNumber} is not paid`);
      return notifier.sendOnce(letterOfOrder(order, fault ?? null));
    },
    refund: (orderNumber, amount) => finishRefund(books.refundByHand(orderNumber, amount).refundNumber, 'SUCCESS'),
    finishRefund,
    fault: (planned) => faults.plan(planned),
    shiftClock(ms) {
      shiftMs += ms;
    },
    settled: () => notifier.settled(),
    async reset() {
      await notifier.stop();
      books.clear();
      faults.clear();
      requests.length = 0;
      held = [];
      shiftMs = 0;
    },
    async close() {
      await notifier.stop();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return simulator;
}

function operationsOf(simulator: WechatSimulator): Operations {
  const { code, pay, notify, refund, finishRefund, fault, shiftClock, settled, reset } = simulator;
  return new Map<string, (...given: never[]) => unknown>([
    ...Object.entries({ code, pay, notify, refund, finishRefund, fault, shiftClock, settled, reset }),
    ['orders', () => [...simulator.orders.values()]],
    ['refunds', () => [...simulator.refunds.values()]],
    ['requests', () => simulator.requests],
    ['deliveries', () => simulator.deliveries],
  ]);
}

function makeSigner(serial: string): { signer: Signer; publicKey: KeyObject } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { signer: { serial, privateKey }, publicKey };
}

function pem(key: KeyObject): string {
  return String(key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }));
}

async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const { port: taken } = server.address() as AddressInfo; // listening on TCP, so it is not a pipe
  return `http://127.0.0.1:${taken}`;
}

/** Refuses a request before anything else is checked; no fault is used up by it. */
function refuseSigning(reason: string): Outcome {
  return refuse(401, 'SIGN_ERROR', { field: '/Authorization', issue: reason });
}
