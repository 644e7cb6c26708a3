import { setTimeout as pause } from 'node:timers/promises';
import type { DestinationStream } from 'pino';
import { expect } from 'vitest';
import { type Answer, runJob, startTestServer, type TestServer } from '../../../app/testing/server.ts';
import { type SignedInUser, signIn } from '../../../app/testing/users.ts';
import type { DbPool } from '../../../server/database/db.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';
import { findFreePort } from '../../../server/testing/loopback.ts';
import { checkLedger } from '../../membership/server/jobs.ts';
import { findMembership } from '../../membership/testing/memberships.ts';
import type { Order } from '../contract.ts';
import { reportPayments } from '../server/report.ts';
import { offer, stripeSettings } from './offer.ts';
import { type StripeSimulator, startStripeSimulator } from './stripe-simulator.ts';
import { startWechatSimulator, type WechatSimulator } from './wechat-simulator.ts';

/** A site that listens, between both simulators: the events of the providers reach it over the network. */
export interface Shop {
  server: TestServer;
  url: string;
  wechat: WechatSimulator;
  stripe: StripeSimulator;
  order(user: SignedInUser, months?: unknown): Promise<Answer>;
  /** Orders with this body. */
  orderAs(user: SignedInUser, body: object): Promise<Answer>;
  /** Like `ordered`, with this body. */
  orderedAs(user: SignedInUser, body: object): Promise<{ id: string; number: string }>;
  /** Orders a plan; returns the order's id, and our number for it at WeChat Pay. */
  ordered(user: SignedInUser, months?: 1 | 3): Promise<{ id: string; number: string }>;
  /** Learns who somebody is at WeChat, as their browser would. */
  meet(user: SignedInUser, person?: { openid?: string }): Promise<void>;
  status(user: SignedInUser, orderId: string): Promise<Answer>;
  /** The answer of the status call, without asking WeChat Pay. */
  standing(user: SignedInUser, orderId: string): Promise<{ completed: boolean; status: string }>;
  orders(user: SignedInUser): Promise<Order[]>;
  /** The days of membership that are left, in whole days. */
  daysLeft(user: SignedInUser): Promise<number>;
  /** Runs the sweep as if the order were due to be asked about. */
  sweep(orderId: string): Promise<void>;
  /** Runs one of the server's jobs once. */
  runJob(name: string): Promise<void>;
  newUser(): Promise<SignedInUser>;
  close(): Promise<void>;
}

const base = '/api/v1/payment';

interface ShopOptions {
  settings?: Record<string, string>;
  logTo?: DestinationStream;
  hasAllWays?: true;
}

export async function openShop(given: ShopOptions = {}): Promise<Shop> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const wechat = await startWechatSimulator();
  const server = await startTestServer({
    settings: {
      PUBLIC_URL: url,
      ...wechat.settings,
      ...(given.hasAllWays && wechat.waySettings),
      ...stripeSettings,
      ...given.settings,
    },
    ...(given.logTo ? { logTo: given.logTo } : {}),
  });
  await server.app.listen({ port, host: '127.0.0.1' });
  const webhookUrl = `${url}${base}/stripe/webhook`;
  const stripe = await startStripeSimulator({ offer, webhookUrl, secrets: ['whsec_1'] });

  const post = (user: SignedInUser, path: string, payload: object) =>
    server.app.inject({ method: 'POST', url: `${base}/wechat/${path}`, headers: user.headers, payload });
  const orderAs = (user: SignedInUser, body: object) => post(user, 'payment/china_book_membership/create', body);
  const orderedAs = async (user: SignedInUser, body: object) => {
    const answer = await orderAs(user, body);
    if (answer.statusCode !== 200) throw new Error(`No order was made: ${answer.body}`);
    const id: string = answer.json().data.order_id;
    return { id, number: id.replaceAll('-', '') };
  };
  const status = (user: SignedInUser, orderId: string) =>
    server.app.inject({ url: `${base}/wechat/payment/status/${orderId}`, headers: user.headers });
  const orders = async (user: SignedInUser): Promise<Order[]> =>
    (await server.app.inject({ url: `${base}/orders`, headers: user.headers })).json().data.result;

  return {
    server,
    url,
    wechat,
    stripe,
    order: (user, months = 1) => orderAs(user, { months }),
    orderAs,
    ordered: (user, months = 1) => orderedAs(user, { months }),
    orderedAs,
    async meet(user, person = {}) {
      const { state } = (await post(user, 'authorize', {})).json().data;
      const { body } = await post(user, 'openid', { code: wechat.code(person), state });
      if (!JSON.parse(body).data?.result) throw new Error(`Nobody was met: ${body}`);
    },
    status,
    async standing(user, orderId) {
      const found = (await orders(user)).find(({ order_id: id }) => id === orderId);
      const { rows } = await server.db.query<{ grants: number }>('select grants from payment_orders where id = $1', [
        orderId,
      ]);
      return { completed: (rows[0]?.grants ?? 0) > 0, status: found?.status ?? 'none' };
    },
    orders,
    async daysLeft(user) {
      const membership = await findMembership(server.db, user.id);
      const leftMs = (membership?.expireAt.getTime() ?? 0) - Date.now();
      return Math.max(0, Math.round(leftMs / (24 * 60 * 60 * 1000)));
    },
    async sweep(orderId) {
      await server.db.query("update payment_orders set next_check_at = now() - interval '1 second' where id = $1", [
        orderId,
      ]);
      await runJob(server, 'sweep orders');
    },
    runJob: (name) => runJob(server, name),
    newUser: () => signIn(server),
    async close() {
      await wechat.close();
      await stripe.close();
      await server.stop();
    },
  };
}

/** A shop for all tests of a file. */
export const shopForTests = (given?: ShopOptions): Shop =>
  forAllTests(
    () => openShop(given),
    ({ close }) => close(),
  );

/** Who paid has what was paid for, nobody else has it, and the ledger says the same. */
export async function expectBalance(db: DbPool): Promise<void> {
  const { paid_not_granted: ungranted, granted_not_paid: unpaid } = await reportPayments(db);
  expect([ungranted, unpaid]).toEqual([[], []]);
  expect(await checkLedger(db, { log: { error: () => {} } })).toBe(0);
}

/** The lists of the report that name a reference. */
export async function listsNaming(db: DbPool, reference: string): Promise<string[]> {
  return Object.entries(await reportPayments(db)).flatMap(([list, lines]: [string, { reference: string }[]]) =>
    lines.some((line) => line.reference === reference) ? [list] : [],
  );
}

/** Waits until `isSo` holds, five seconds at most. */
export async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await isSo()) return;
    await pause(50); // the time between two looks
  }
  throw new Error('It never came to pass');
}
