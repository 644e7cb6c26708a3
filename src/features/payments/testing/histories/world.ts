import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createPool, type DbPool } from '../../../../server/database/db.ts';
import { findFreePort } from '../../../../server/testing/loopback.ts';
import { createTokens } from '../../../accounts/server/tokens.ts';
import { createCoupons } from '../../../membership/server/coupons.ts';
import type { WechatWay } from '../../contract.ts';
import { signAsStripe } from '../../server/sandbox/stripe-protocol.ts';
import { seal } from '../../server/sandbox/wechat-protocol.ts';
import type { Offer, SimulatedEvent, SimulatedSale } from '../stripe/sale.ts';
import { stamp } from '../wechat/stamp.ts';
import { startWechatSimulator, type WechatSimulator } from '../wechat-simulator.ts';
import { installClock, turnClock, withOwnClock } from './clock.ts';
import { type Site, startSite } from './site.ts';

const secrets = { jwtSecret: 'j'.repeat(32), mediaSecret: 'm'.repeat(32) };
const webhookSecret = 'whsec_histories';

/** The plans that the corrected settings sell; before, they do not name the last link. */
export const offer: Offer = {
  publishableKey: 'pk_test_1',
  buttons: [
    { plan: 'month', buy_button_id: 'buy_btn_m', payment_link: 'plink_m', amount: 199, currency: 'usd' },
    { plan: 'season', buy_button_id: 'buy_btn_s', payment_link: 'plink_s', amount: 499, currency: 'usd' },
    { plan: 'season', buy_button_id: 'buy_btn_x', payment_link: 'plink_x', amount: 299, currency: 'usd' },
  ],
};

/** A discount on card sales, which everybody may use. */
export const cardCode = { promotionCode: 'promo_histories', percent: 30 };

/** A letter to send to the site over its signed routes, signed anew each time; it knows which status means success. */
export interface Letter {
  path: string;
  write(nowMs: number): { headers: Record<string, string>; body: string };
  isTaken(status: number): boolean;
}

/** Two processes of one site on one database, WeChat Pay, and one clock for all of them. */
export interface World {
  db: DbPool;
  wechat: WechatSimulator;
  sites: Site[];
  /** The checkouts that Stripe tells of when it is asked, with how they stand by then. */
  sessions: SimulatedSale['session'][];
  nowMs(): number;
  jumpTo(ms: number): Promise<void>;
  /** Sends a letter once to one of the processes, which may be dead; returns whether it was accepted. */
  send(letter: Letter, settings: 'before' | 'corrected'): Promise<boolean>;
  sendUntilTaken(letter: Letter): Promise<void>;
  order(
    user: { id: string; sessionId: string },
    body: { months: number; gift: boolean; way: WechatWay; coupon?: string },
  ): Promise<string | null>;
  stop(): Promise<void>;
}

export async function openWorld(url: string): Promise<World> {
  const db = createPool({ url: withOwnClock(url), purpose: 'import', max: 12 });
  await installClock(db);
  const wechat = await startWechatSimulator();
  const sessions: SimulatedSale['session'][] = [];
  const collector = await collectLetters(sessions);
  const settings = settingsOf(wechat, collector.url);
  await keepCardCode(db);
  const given = { url: withOwnClock(url), settings };
  const closeAll = async () => {
    await wechat.close();
    await collector.close();
    await db.end();
  };
  const started = await Promise.allSettled([startSite(given), startSite(given)]);
  const sites = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const failed = started.find((each) => each.status === 'rejected');
  if (failed) {
    await Promise.all(sites.map((site) => site.stop()));
    await closeAll();
    throw failed.reason;
  }
  const tokens = createTokens({ secret: secrets.jwtSecret });
  let aheadMs = 0;
  let turn = 0;
  const nowMs = () => Date.now() + aheadMs;
  const address = (which: 'before' | 'corrected') => {
    turn += 1;
    const serving = sites.flatMap((site) => site.addressOf(which) ?? []);
    return serving[turn % serving.length] ?? null;
  };

  async function send(letter: Letter, which: 'before' | 'corrected'): Promise<boolean> {
    const site = address(which);
    if (!site) return false;
    const { headers, body } = letter.write(nowMs());
    const status = await post(site + letter.path, { headers, body });
    return status !== null && letter.isTaken(status);
  }

  return {
    db,
    wechat,
    sites,
    sessions,
    nowMs,
    async jumpTo(ms) {
      const by = ms - Date.now() - aheadMs;
      aheadMs += by;
      wechat.shiftClock(by);
      await turnClock(db, aheadMs);
      await Promise.all(sites.map((site) => site.setClock(aheadMs)));
    },
    send,
    async sendUntilTaken(letter) {
      for (let tries = 0; tries < 40; tries += 1) {
        if (await send(letter, 'corrected')) return;
        // A provider takes its time between two tries. A letter that is never accepted shows in the books.
        await pause(10 * tries);
      }
    },
    async order({ id: userId, sessionId }, body) {
      const site = address('before');
      if (!site) return null;
      const token = await tokens.sign({ sessionId, userId, now: new Date(nowMs()) });
      const call = (path: string, given: object) =>
        fetch(`${site}/api/v1/payment/wechat/${path}`, {
          method: 'POST',
          headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(given),
        }).catch(() => null); // the process died during the call
      const order = () => call('payment/china_book_membership/create', body);
      let answer = await order();
      // Nobody has said yet who pays inside WeChat, or it was long ago.
      if (answer?.status === 409 && body.way === 'jsapi') {
        const asked = await call('authorize', {});
        if (asked?.status !== 200) return null;
        const { data } = (await asked.json()) as { data: { state: string } }; // the contract of this call
        await call('openid', { code: wechat.code(), state: data.state });
        answer = await order();
      }
      if (answer?.status !== 200) return null;
      const made = (await answer.json()) as { data: { order_id: string } }; // the contract of this call
      return made.data.order_id;
    },
    async stop() {
      await Promise.all(sites.map((site) => site.stop()));
      await closeAll();
    },
  };
}

async function post(url: string, given: { headers: Record<string, string>; body: string }): Promise<number | null> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      ...given,
      headers: { 'content-type': 'application/json', ...given.headers },
      signal: AbortSignal.timeout(10_000),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return null; // no process is there, or it died during the call
  }
}

function settingsOf(wechat: WechatSimulator, publicUrl: string) {
  const site = {
    NODE_ENV: 'test',
    RATE_LIMIT_SCALE: '0',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: publicUrl,
    ...wechat.settings,
    ...wechat.waySettings,
    STRIPE_PUBLISHABLE_KEY: offer.publishableKey,
    STRIPE_WEBHOOK_SECRETS: webhookSecret,
    STRIPE_API_KEY: 'rk_test_histories',
    STRIPE_API_BASE_URL: publicUrl,
  };
  const buttons = offer.buttons;
  return {
    before: { ...site, STRIPE_BUTTONS: JSON.stringify(buttons.slice(0, 2)) },
    corrected: { ...site, STRIPE_BUTTONS: JSON.stringify(buttons) },
    secrets,
  };
}

async function keepCardCode(db: DbPool): Promise<void> {
  const gives = { percent: cardCode.percent, plan: null };
  const terms = { gives, maxUses: 1, newUsersOnly: false, expiresAt: null, ways: ['card' as const] };
  await createCoupons(db, {
    ...{ count: 1, terms },
    async also(tx, batch) {
      await tx.query('update coupons set promotion_code = $2 where batch = $1', [batch, cardCode.promotionCode]);
    },
  });
}

/**
 * Takes the letters that WeChat Pay would send by itself: the histories send them, when and as often as they like. It is
 * also Stripe, where it is asked for sales: the machines' clock jumps and Stripe's does not, so it tells of all.
 */
async function collectLetters(
  sessions: readonly SimulatedSale['session'][],
): Promise<{ url: string; close(): Promise<void> }> {
  const port = await findFreePort();
  const server: Server = createServer((request, response) => {
    request.resume();
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://world');
    if (pathname !== '/v1/checkout/sessions') return response.writeHead(204).end();
    const link = searchParams.get('payment_link');
    const data = sessions.filter((session) => session.payment_link === link && session.status === 'complete');
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data, has_more: false }));
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const isDone = (status: number) => status >= 200 && status < 300;

export function stripeLetter(event: SimulatedEvent): Letter {
  const body = JSON.stringify(event);
  return {
    path: '/api/v1/payment/stripe/webhook',
    write: (nowMs) => ({
      body,
      headers: { 'stripe-signature': signAsStripe(body, { secrets: [webhookSecret], at: new Date(nowMs) }) },
    }),
    isTaken: isDone,
  };
}

/** A notification under an id of its own, about the given content; written at a moment of the provider's. */
export function wechatLetter(
  wechat: WechatSimulator,
  notification: { eventType: string; kind: 'transaction' | 'refund'; inner: object; at: Date },
  how: { isForged?: boolean; isUnknown?: boolean } = {},
): Letter {
  const resource = seal(JSON.stringify(notification.inner), {
    key: wechat.config.apiV3Key,
    associatedData: notification.kind,
  });
  const body = JSON.stringify({
    id: randomUUID(),
    create_time: notification.at.toISOString(),
    event_type: notification.eventType,
    resource_type: 'encrypt-resource',
    resource: { original_type: notification.kind, ...resource },
  });
  const { signer } = wechat;
  const fault = how.isForged ? 'wrong_signature' : null;
  return {
    path: '/api/v1/payment/wechat/notify',
    write: (nowMs) => stamp(body, { signer, otherSigner: signer, nowMs }, fault),
    isTaken: (status) => (how.isUnknown ? status === 404 : isDone(status)),
  };
}

export const drawNumber = () => randomBytes(16).toString('hex');
