import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, statusAndCode } from '../../../app/testing/server.ts';
import { signIn } from '../../../app/testing/users.ts';
import type { DbPool } from '../../../server/database/db.ts';
import { systemClock } from '../../../server/process/clock.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { settingsIn } from '../../../shared/site-settings.ts';
import { eventually, expectBalance, shopForTests } from '../testing/shop.ts';
import type { LetterFault } from '../testing/wechat/letters.ts';
import { settle } from './payments.ts';
import { reportPayments } from './report.ts';
import type { Found } from './wechat/client.ts';
import { createWechatPay, type WechatPay } from './wechat/wechat-pay.ts';
import { sweepOrders } from './wechat-orders.ts';

const logged: string[] = [];
const setting = settingsIn({ name: 'Shop' });
const shop = shopForTests({
  settings: { LOG_LEVEL: 'trace' },
  logTo: { write: (line: string) => void logged.push(line) },
});
afterAll(() => expectBalance(shop.server.db));
beforeEach(() => shop.wechat.reset());

const requestsTo = (part: string) => shop.wechat.requests.filter(({ path }) => path.includes(part));
const expire = (orderId: string) =>
  shop.server.db.query(
    `update payment_orders set created_at = created_at - interval '6 minutes', expires_at = now() - interval '1 minute'
     where id = $1`,
    [orderId],
  );
/** The order was made over a day ago. */
async function growOld(orderId: string): Promise<void> {
  await expire(orderId);
  await shop.server.db.query("update payment_orders set created_at = now() - interval '25 hours' where id = $1", [
    orderId,
  ]);
}
const reviewOf = async (orderId: string) => {
  const { in_review: inReview } = await reportPayments(shop.server.db);
  return inReview.find(({ order_id: id }) => id === orderId)?.reason ?? null;
};

describe('ordering with WeChat Pay', () => {
  it.each([
    { months: 1, amount: 1000, plan: 'month' },
    { months: 3, amount: 2700, plan: 'season' },
  ] as const)('takes the price of $months months from its own table, and shows the code to scan', async (sold) => {
    const user = await shop.newUser();
    const answer = await shop.order(user, sold.months);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    const { qr_code: qrCode, order_id: id } = answer.json().data;
    const made = shop.wechat.orders.get(id.replaceAll('-', ''));
    expect(made?.total).toBe(sold.amount);
    const png = PNG.sync.read(Buffer.from(qrCode.replace('data:image/png;base64,', ''), 'base64'));
    expect(jsQR(new Uint8ClampedArray(png.data), png.width, png.height)?.data).toBe(made?.link);
    const [listed] = await shop.orders(user);
    expect(listed).toMatchObject({ order_id: id, plan: sold.plan, amount: sold.amount, status: 'requires_action' });
  });

  it.each(['unsigned', 'wrong_signature', 'altered_body', 'unknown_serial', 'stale'] as const)(
    'draws no code from an answer that is %s: no substitution of the QR code',
    async (kind) => {
      const user = await shop.newUser();
      shop.wechat.fault({ on: 'create', kind, times: 2 });
      const answer = await shop.order(user);
      expect(statusAndCode(answer)).toEqual([502, 'payment_provider_unavailable']);
      expect(answer.body).not.toMatch(/qr_code|data:image|weixin/);
      expect((await shop.orders(user)).map(({ status }) => status)).toEqual(['processing']);
    },
  );

  it('wants the number 1 or 3 and nothing like it', async () => {
    const user = await shop.newUser();
    for (const months of ['1', 1.5, 2, 12, 0, -1, null, [], [1], {}, true]) {
      expect([months, ...statusAndCode(await shop.order(user, months))]).toEqual([months, 400, 'invalid_request']);
    }
    expect(shop.wechat.requests).toHaveLength(0);
  });

  it('takes no price from the client', async () => {
    const user = await shop.newUser();
    const url = '/api/v1/payment/wechat/payment/china_book_membership/create';
    const payload = { months: 3, amount: 1, total: 1, currency: 'USD' };
    await shop.server.app.inject({ method: 'POST', url, headers: user.headers, payload });
    expect([...shop.wechat.orders.values()].map(({ total }) => total)).toEqual([2700]);
  });

  it('tries twice with the same number and body, and then says that the provider is unavailable', async () => {
    const user = await shop.newUser();
    shop.wechat.fault({ on: 'create', kind: 'status', status: 500, times: 2 });
    expect(statusAndCode(await shop.order(user))).toEqual([502, 'payment_provider_unavailable']);
    const [first, second, ...others] = requestsTo('native');
    expect([first?.body, others]).toEqual([second?.body, []]);
    expect((await shop.orders(user))[0]).toMatchObject({ status: 'processing' });
  });

  it('makes one order where the first try arrived and its answer was lost', async () => {
    shop.wechat.fault({ on: 'create', kind: 'reset_after' });
    await shop.ordered(await shop.newUser());
    expect(shop.wechat.orders.size).toBe(1);
  });

  it('takes a refusal as final at once', async () => {
    const user = await shop.newUser();
    shop.wechat.fault({ on: 'create', kind: 'status', status: 403, code: 'RULE_LIMIT' });
    expect(statusAndCode(await shop.order(user))).toEqual([502, 'payment_provider_unavailable']);
    expect(requestsTo('native')).toHaveLength(1);
    expect((await shop.orders(user))[0]).toMatchObject({ status: 'canceled' });
  });

  inLong(
    'has no more than five open orders of a user, a limit against abuse, and says when there is room',
    async () => {
      const user = await shop.newUser();
      shop.wechat.fault({ on: 'close', kind: 'status', status: 500, times: 9 });
      for (let made = 0; made < 5; made += 1) await shop.ordered(user);
      const refused = await shop.order(user);
      expect(statusAndCode(refused)).toEqual([429, 'rate_limited']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(200);
      expect(statusAndCode(await shop.order(await shop.newUser()))).toEqual([200, undefined]);
    },
  );

  it('lets through five of twenty at once', async () => {
    const user = await shop.newUser();
    shop.wechat.fault({ on: 'close', kind: 'status', status: 500, times: 99 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.order(user)));
    const taken = answers.filter(({ statusCode }) => statusCode === 200);
    expect(taken).toHaveLength(5);
  });

  it('makes twenty orders an hour for a user, a limit against abuse', async () => {
    const user = await shop.newUser();
    await shop.server.db.query(
      `insert into payment_orders (provider, reference, user_id, plan, months, amount_minor, currency, state, created_at)
       select 'wechat', gen_random_uuid()::text, $1, 'month', 1, 1000, 'CNY', 'closed', now() - interval '50 minutes'
       from generate_series(1, 20)`,
      [user.id],
    );
    const refused = await shop.order(user);
    expect(statusAndCode(refused)).toEqual([429, 'rate_limited']);
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds > 500 && seconds <= 600).toBe(true);
  });

  it('counts no orders for longer than an hour that were made while the clock was ahead', async () => {
    const user = await shop.newUser();
    await shop.server.db.query(
      `insert into payment_orders
         (provider, reference, user_id, plan, months, amount_minor, currency, state, created_at, expires_at)
       select 'wechat', gen_random_uuid()::text, $1, 'month', 1, 1000, 'CNY', 'closed', now() + interval '1 day',
         now() + interval '1 day' from generate_series(1, 20)`,
      [user.id],
    );
    expect(statusAndCode(await shop.order(user))).toEqual([200, undefined]);
  });

  it('closes the earlier order of the same user, two orders for one purchase', async () => {
    const user = await shop.newUser();
    const first = await shop.ordered(user);
    const second = await shop.ordered(user, 3);
    await eventually(async () => shop.wechat.orders.get(first.number)?.state === 'CLOSED');
    await eventually(async () => (await shop.standing(user, first.id)).status === 'canceled');
    expect(shop.wechat.orders.get(second.number)?.state).toBe('NOTPAY');
  });

  it('leaves one of two orders made at once payable, and goes on asking about both', async () => {
    const user = await shop.newUser();
    shop.wechat.fault({ on: 'create', kind: 'delay', ms: 150 });
    const made = await Promise.all([shop.ordered(user), shop.ordered(user)]);
    await eventually(async () => {
      const states = made.map(({ number }) => shop.wechat.orders.get(number)?.state);
      return states.includes('CLOSED');
    });
    const open = made.find(({ number }) => shop.wechat.orders.get(number)?.state === 'NOTPAY');
    if (!open) throw new Error('Both were closed');
    await shop.wechat.pay(open.number, { isSilent: true });
    await shop.sweep(open.id);
    expect(await shop.standing(user, open.id)).toEqual({ completed: true, status: 'succeeded' });
  });
});

describe('the status of an order', () => {
  it("is 404 for another user's order, which others can neither read nor change, and for junk", async () => {
    const { id } = await shop.ordered(await shop.newUser());
    const stranger = await shop.newUser();
    for (const asked of [id, randomUUID(), 'x', 'null', '%00', "'%20or%201=1", '0'.repeat(400)]) {
      expect([asked, ...statusAndCode(await shop.status(stranger, asked))]).toEqual([asked, 404, 'order_not_found']);
    }
    const visitor = await shop.server.app.inject({ url: `/api/v1/payment/wechat/payment/status/${id}` });
    expect(statusAndCode(visitor)).toEqual([401, 'unauthenticated']);
  });

  it('stays 200 while WeChat Pay is down', async () => {
    const user = await shop.newUser();
    const { id } = await shop.ordered(user);
    shop.wechat.fault({ on: 'query', kind: 'status', status: 503, times: 99 });
    for (let polls = 0; polls < 4; polls += 1) {
      const answer = await shop.status(user, id);
      expect([answer.statusCode, answer.json().data.result]).toEqual([
        200,
        { completed: false, status: 'requires_action' },
      ]);
    }
    expect(requestsTo(`${id.replaceAll('-', '')}?`).length).toBeLessThanOrEqual(1);
  });

  it('finds a payment whose notification was lost while its buyer watches', async () => {
    const user = await shop.newUser();
    const { id, number } = await shop.ordered(user);
    await shop.wechat.pay(number, { isSilent: true });
    await shop.status(user, id);
    await eventually(async () => (await shop.status(user, id)).json().data.result.status === 'succeeded');
    expect(await shop.daysLeft(user)).toBeGreaterThanOrEqual(28);
  });
});

describe('the sweep', () => {
  it('finds a payment whose notification was lost', async () => {
    const user = await shop.newUser();
    const { id, number } = await shop.ordered(user, 3);
    await shop.wechat.pay(number, { isSilent: true });
    await shop.sweep(id);
    expect(await shop.standing(user, id)).toEqual({ completed: true, status: 'succeeded' });
  });

  it('closes an order that nobody paid in time', async () => {
    const user = await shop.newUser();
    const { id, number } = await shop.ordered(user);
    await expire(id);
    await shop.sweep(id);
    expect(shop.wechat.orders.get(number)?.state).toBe('CLOSED');
    expect(await shop.standing(user, id)).toEqual({ completed: false, status: 'canceled' });
  });

  describe('of twenty orders', () => {
    /** Runs the sweep with a connection to WeChat Pay that counts the questions under way at once. */
    async function sweepTwenty(findOrder: (ask: WechatPay['findOrder'], orderNumber: string) => Promise<Found>) {
      const user = await shop.newUser();
      const { rows } = await shop.server.db.query<{ reference: string }>(
        `insert into payment_orders
           (provider, reference, user_id, plan, months, amount_minor, currency, state, expires_at, next_check_at)
         select 'wechat', replace(gen_random_uuid()::text, '-', ''), $1, 'month', 1, 1000, 'CNY', 'open',
           now() + interval '5 minutes', now() - interval '1 hour'
         from generate_series(1, 20) returning reference`,
        [user.id],
      );
      const wechat = createWechatPay(shop.wechat.config, { clock: systemClock });
      const { appId, mchId } = shop.wechat.config;
      const errors: unknown[] = [];
      const log = { info() {}, warn() {}, error: (fields: unknown) => void errors.push(fields) };
      const startedMs = performance.now();
      await sweepOrders({
        db: shop.server.db,
        wechat: { ...wechat, findOrder: (orderNumber) => findOrder(wechat.findOrder, orderNumber) },
        merchant: { appId, mchId },
        accountAppId: null,
        offersFapiao: false,
        asked: new Map(),
        notifyUrl: 'http://127.0.0.1/notify',
        setting,
        clock: systemClock,
        log,
      });
      const numbers = rows.map(({ reference }) => reference);
      await shop.server.db.query('update payment_orders set next_check_at = null where reference = any($1)', [numbers]);
      return { numbers, errors, tookMs: performance.now() - startedMs };
    }

    inLong('is done within 30 s where an answer takes 10 s, and asks about ten orders at most at once', async () => {
      // A tenth of the times in the product.
      shop.wechat.fault({ on: 'query', kind: 'delay', ms: 1000, times: 20 });
      let underWay = 0;
      let most = 0;
      const asked: string[] = [];
      const { numbers, errors, tookMs } = await sweepTwenty(async (ask, orderNumber) => {
        asked.push(orderNumber);
        underWay += 1;
        most = Math.max(most, underWay);
        return ask(orderNumber).finally(() => {
          underWay -= 1;
        });
      });
      expect(tookMs).toBeGreaterThan(1000);
      expect(tookMs).toBeLessThan(3000);
      expect(most).toBe(10);
      expect(asked.filter((each) => numbers.includes(each)).toSorted()).toEqual(numbers.toSorted());
      expect(errors).toEqual([]);
    });

    it('does not stop at an order that cannot be checked', async () => {
      const asked: string[] = [];
      const { numbers, errors } = await sweepTwenty((ask, orderNumber) => {
        asked.push(orderNumber);
        return asked.length === 1 ? Promise.reject(new Error('nobody expects that')) : ask(orderNumber);
      });
      expect(numbers.filter((each) => !asked.includes(each))).toEqual([]);
      expect(errors).toMatchObject([{ err: { message: 'nobody expects that' } }]);
    });
  });

  it('asks once more about a closed order when an operator wants it, and no oftener', async () => {
    const user = await shop.newUser();
    const { id } = await shop.ordered(user);
    await expire(id);
    await shop.sweep(id);
    await shop.sweep(id);
    const { rows } = await shop.server.db.query('select state, next_check_at from payment_orders where id = $1', [id]);
    expect(rows).toEqual([{ state: 'closed', next_check_at: null }]);
  });

  it('grants an order that was paid late, after the screen gave up', async () => {
    const user = await shop.newUser();
    const { id, number } = await shop.ordered(user);
    await shop.wechat.pay(number, { isSilent: true });
    await expire(id);
    await shop.sweep(id);
    expect(await shop.standing(user, id)).toEqual({ completed: true, status: 'succeeded' });
    expect(requestsTo('/close')).toHaveLength(0);
  });

  it('grants an order that is paid while it is being closed', async () => {
    const user = await shop.newUser();
    const { id } = await shop.ordered(user);
    await expire(id);
    shop.wechat.fault({ on: 'notification', kind: 'drop' });
    shop.wechat.fault({ on: 'close', kind: 'close_race' });
    await shop.sweep(id);
    expect(await shop.standing(user, id)).toEqual({ completed: true, status: 'succeeded' });
  });

  it('ends no order on an unsigned answer', async () => {
    const user = await shop.newUser();
    const { id } = await shop.ordered(user);
    await expire(id);
    for (const kind of ['unsigned', 'wrong_signature', 'stale', 'other_order', 'unknown_state', 'malformed'] as const) {
      shop.wechat.fault({ on: 'query', kind });
      await shop.sweep(id);
      expect([kind, (await shop.standing(user, id)).status]).toEqual([kind, 'requires_action']);
    }
  });

  it('asks somebody to look at an order that nobody knows of after a day', async () => {
    const user = await shop.newUser();
    const { id } = await shop.ordered(user);
    await growOld(id);
    shop.wechat.fault({ on: 'query', kind: 'status', status: 500, times: 9 });
    await shop.sweep(id);
    expect(await reviewOf(id)).toBe('nobody knows whether it was paid');
    expect(await shop.standing(user, id)).toEqual({ completed: false, status: 'processing' });
  });

  it.each([true, false])('goes on asking after that day, and follows the answer (paid: %s)', async (isPaid) => {
    const user = await shop.newUser();
    const { id, number } = await shop.ordered(user);
    await growOld(id);
    shop.wechat.fault({ on: 'query', kind: 'status', status: 500 });
    await shop.sweep(id);
    expect(await reviewOf(id)).toBe('nobody knows whether it was paid');
    const { rows } = await shop.server.db.query(
      'select extract(epoch from next_check_at - now())::float / 60 as minutes from payment_orders where id = $1',
      [id],
    );
    expect(rows).toEqual([{ minutes: expect.closeTo(60, -1) }]);
    if (isPaid) await shop.wechat.pay(number, { isSilent: true });
    await shop.sweep(id);
    expect((await shop.standing(user, id)).status).toBe(isPaid ? 'succeeded' : 'canceled');
    expect(await reviewOf(id)).toBeNull();
  });

  it('puts no order in review of which an answer says that nobody paid, however late it comes', async () => {
    const user = await shop.newUser();
    const { id } = await shop.ordered(user);
    await growOld(id);
    await shop.sweep(id);
    expect(await reviewOf(id)).toBeNull();
    expect((await shop.standing(user, id)).status).toBe('canceled');
  });

  it('lists a refund that was not reported, and the refund itself answers it', async () => {
    const user = await shop.newUser();
    const { id, number } = await shop.ordered(user);
    await shop.wechat.pay(number);
    shop.wechat.fault({ on: 'notification', kind: 'held' });
    await shop.wechat.refund(number, 1000);
    await shop.sweep(id);
    expect(await shop.standing(user, id)).toEqual({ completed: true, status: 'succeeded' });
    expect(await reviewOf(id)).toContain('how much is not known');
    const other = await shop.ordered(await shop.newUser());
    await shop.wechat.pay(other.number); // and the notification that was held back
    expect(await shop.standing(user, id)).toEqual({ completed: true, status: 'refunded' });
    expect(await reviewOf(id)).toBeNull();
  });

  it('neither grants nor takes back on a state that says refunded and not how much', async () => {
    const user = await shop.newUser();
    const { id, number } = await shop.ordered(user);
    await shop.wechat.pay(number, { isSilent: true });
    shop.wechat.fault({ on: 'notification', kind: 'drop' });
    await shop.wechat.refund(number, 1000);
    await shop.sweep(id);
    expect(await shop.standing(user, id)).toEqual({ completed: false, status: 'processing' });
    expect(await shop.daysLeft(user)).toBe(0);
  });
});

describe("WeChat Pay's notifications", () => {
  it.each<{ fault: LetterFault; status: number; outcome: string }>([
    { fault: 'unsigned', status: 401, outcome: 'requires_action' },
    { fault: 'wrong_signature', status: 401, outcome: 'requires_action' },
    { fault: 'probe', status: 401, outcome: 'requires_action' },
    { fault: 'wrong_type', status: 401, outcome: 'requires_action' },
    { fault: 'unknown_serial', status: 401, outcome: 'requires_action' },
    { fault: 'other_serial', status: 401, outcome: 'requires_action' },
    { fault: 'altered_body', status: 401, outcome: 'requires_action' },
    { fault: 'stale', status: 401, outcome: 'requires_action' },
    { fault: 'future', status: 401, outcome: 'requires_action' },
    { fault: 'flipped_ciphertext', status: 400, outcome: 'requires_action' },
    { fault: 'wrong_aad', status: 400, outcome: 'requires_action' },
    { fault: 'wrong_key', status: 400, outcome: 'requires_action' },
    { fault: 'short_tag', status: 400, outcome: 'requires_action' },
    { fault: 'not_json', status: 400, outcome: 'requires_action' },
    { fault: 'no_resource', status: 400, outcome: 'requires_action' },
    { fault: 'malformed_inside', status: 400, outcome: 'requires_action' },
    { fault: 'unknown_order', status: 404, outcome: 'requires_action' },
    { fault: 'not_success', status: 204, outcome: 'requires_action' },
    { fault: 'refunded_state', status: 204, outcome: 'requires_action' },
    { fault: 'unknown_event', status: 204, outcome: 'requires_action' },
    { fault: 'wrong_amount', status: 204, outcome: 'processing' },
    { fault: 'foreign_currency', status: 204, outcome: 'processing' },
    { fault: 'foreign_merchant', status: 204, outcome: 'processing' },
    { fault: 'foreign_app', status: 204, outcome: 'processing' },
    { fault: 'lower_payer_total', status: 204, outcome: 'succeeded' },
  ])(
    'that are $fault are checked, answered with $status and leave $outcome; the next proper one grants',
    async (row) => {
      const user = await shop.newUser();
      const { id, number } = await shop.ordered(user);
      await shop.wechat.pay(number, { isSilent: true });
      const attempt = await shop.wechat.notify(number, row.fault);
      expect(attempt.status).toBe(row.status);
      if (row.status >= 400) expect(JSON.parse(attempt.answer)).toMatchObject({ code: 'FAIL' });
      expect((await shop.standing(user, id)).status).toBe(row.outcome);
      expect((await shop.daysLeft(user)) > 0).toBe(row.outcome === 'succeeded');
      expect((await reviewOf(id)) !== null).toBe(row.outcome === 'processing');
      expect((await shop.wechat.notify(number)).status).toBe(204);
      expect((await shop.standing(user, id)).status).toBe('succeeded');
      expect(await reviewOf(id)).toBeNull();
    },
  );

  it('are not redirected, want no login, get no cookie, and come by nothing but POST', async () => {
    const address = `${shop.url}/api/v1/payment/wechat/notify`;
    const answer = await fetch(address, { method: 'POST', body: '{}', redirect: 'manual' });
    expect([answer.status, await answer.json()]).toEqual([401, { code: 'FAIL', message: 'missing_header' }]);
    expect(answer.headers.has('set-cookie')).toBe(false);
    expect((await fetch(address)).status).toBe(405);
  });

  it('are refused with 413 over 64 KiB, a limit against abuse, and read up to it', async () => {
    const post = (bytes: number) =>
      fetch(`${shop.url}/api/v1/payment/wechat/notify`, { method: 'POST', body: Buffer.alloc(bytes, ' ') });
    expect((await post(64 * 1024)).status).toBe(401);
    expect((await post(64 * 1024 + 1)).status).toBe(413);
  });

  it('grant once when twenty come at once: double credit on repeated delivery', async () => {
    const user = await shop.newUser();
    const { id, number } = await shop.ordered(user);
    await shop.wechat.pay(number, { isSilent: true });
    const attempts = await Promise.all(Array.from({ length: 20 }, () => shop.wechat.notify(number)));
    // A notification that could not wait for the others is sent again, by WeChat Pay's schedule.
    for (const { status } of attempts) expect([204, 503]).toContain(status);
    expect((await shop.wechat.notify(number)).status).toBe(204);
    const { rows } = await shop.server.db.query<{ cause: string }>(
      'select cause from ledger_entries where user_id = $1',
      [user.id],
    );
    expect(rows).toEqual([{ cause: `wechat:${id}` }]);
    expect(await shop.daysLeft(user)).toBeLessThanOrEqual(31);
  });

  it('are sent again until the work is done, and not marked processed before', async () => {
    const user = await shop.newUser();
    const { id, number } = await shop.ordered(user);
    await shop.server.db.query('alter table ledger_entries rename to ledger_entries_away');
    const first = await shop.wechat
      .pay(number)
      .finally(() => shop.server.db.query('alter table ledger_entries_away rename to ledger_entries'));
    expect(first?.status).toBe(500);
    await shop.wechat.settled();
    expect(await shop.standing(user, id)).toEqual({ completed: true, status: 'succeeded' });
  });

  it("of a payment that is another order's leave the order to the operator", async () => {
    const user = await shop.newUser();
    const [first, second] = [await shop.ordered(user), await shop.ordered(await shop.newUser())];
    await shop.wechat.pay(first.number);
    await shop.wechat.pay(second.number, { isSilent: true });
    const [paid, other] = [shop.wechat.orders.get(first.number), shop.wechat.orders.get(second.number)];
    if (!paid?.payment || !other?.payment) throw new Error('Both are paid');
    other.payment.transactionId = paid.payment.transactionId;
    expect((await shop.wechat.notify(second.number)).status).toBe(204);
    expect(await reviewOf(second.id)).toBe(`its payment is that of ${first.id}`);
  });

  it('grant both of two orders that were both paid, and list them', async () => {
    const user = await shop.newUser();
    shop.wechat.fault({ on: 'close', kind: 'status', status: 500, times: 9 });
    const made = [await shop.ordered(user), await shop.ordered(user)];
    for (const { number } of made) await shop.wechat.pay(number);
    expect(await shop.daysLeft(user)).toBeGreaterThanOrEqual(58);
    const { paid_twice: twice } = await reportPayments(shop.server.db);
    const listed = twice.map(({ order_id: id }) => id).filter((id) => made.some((order) => order.id === id));
    expect(listed.toSorted()).toEqual(made.map(({ id }) => id).toSorted());
  });

  it('settle two orders that were both paid at one moment, neither waiting for what the other holds', async () => {
    const user = await shop.newUser();
    shop.wechat.fault({ on: 'close', kind: 'status', status: 500, times: 9 });
    // The second order was made instead of the first, so writing the first also reads the second.
    const [first, second] = [await shop.ordered(user), await shop.ordered(user)];
    const paid = ({ number }: { number: string }) => ({
      provider: 'wechat' as const,
      reference: number,
      transactionId: randomUUID(),
      amountMinor: 1000,
      currency: 'CNY',
      paidAt: new Date(),
    });
    const progress = new EventEmitter();
    const secondIsLocked = once(progress, 'second is locked');
    let isFirstDone = false;
    /** The first comes as far as it can: to its end, or to a lock that the second holds. */
    const isSomebodyWaiting = async () => {
      const { rowCount } = await shop.server.db.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount !== 0;
    };
    const slow: DbPool = {
      ...shop.server.db,
      withConnection: (work) =>
        shop.server.db.withConnection((connection) =>
          work({
            async query(sql, values) {
              if ((typeof sql === 'string' ? sql : sql.text).includes('into memberships')) {
                progress.emit('second is locked');
                await eventually(async () => isFirstDone || (await isSomebodyWaiting()));
              }
              return connection.query(sql, values);
            },
          }),
        ),
    };
    const settling = settle({ db: slow, setting }, paid(second));
    await secondIsLocked;
    const settlingFirst = settle({ db: shop.server.db, setting }, paid(first)).finally(() => {
      isFirstDone = true;
    });
    const settled = await Promise.all([settling, settlingFirst]);
    expect(settled.map(({ kind }) => kind)).toEqual(['granted', 'granted']);
  });

  it('write the order once', async () => {
    const user = await shop.newUser();
    const { number } = await shop.ordered(user);
    const written: string[] = [];
    const watched: DbPool = {
      ...shop.server.db,
      withConnection: (work) =>
        shop.server.db.withConnection((connection) =>
          work({
            query(sql, values) {
              const text = typeof sql === 'string' ? sql : sql.text;
              if (text.includes('update payment_orders')) written.push(text);
              return connection.query(sql, values);
            },
          }),
        ),
    };
    const settled = await settle(
      { db: watched, setting },
      {
        provider: 'wechat',
        reference: number,
        transactionId: randomUUID(),
        amountMinor: 1000,
        currency: 'CNY',
        paidAt: new Date(),
      },
    );
    expect(settled.kind).toBe('granted');
    expect(written).toHaveLength(1);
  });
});

describe('refunds at WeChat Pay', () => {
  async function paid(months: 1 | 3 = 1) {
    const user = await shop.newUser();
    const { id, number } = await shop.ordered(user, months);
    await shop.wechat.pay(number);
    return { user, id, number };
  }

  it('take the membership back when all of the money went back, and only then', async () => {
    const { user, id, number } = await paid(3);
    await shop.wechat.refund(number, 700);
    expect(await shop.standing(user, id)).toEqual({ completed: true, status: 'succeeded' });
    const { partly_refunded: partly } = await reportPayments(shop.server.db);
    expect(partly).toContainEqual(expect.objectContaining({ order_id: id, reason: '700 of 2700 went back' }));
    await shop.wechat.refund(number, 2000);
    expect(await shop.standing(user, id)).toEqual({ completed: true, status: 'refunded' });
    expect(await shop.daysLeft(user)).toBe(0);
  });

  it('that fail afterwards grant again, and a repetition of either changes nothing', async () => {
    const { user, id, number } = await paid();
    shop.wechat.fault({ on: 'notification', kind: 'duplicate' });
    await shop.wechat.refund(number, 1000);
    expect(await shop.daysLeft(user)).toBe(0);
    const [refund] = shop.wechat.refunds.values();
    shop.wechat.fault({ on: 'notification', kind: 'duplicate' });
    await shop.wechat.finishRefund(refund?.refundNumber ?? '', 'ABNORMAL');
    expect(await shop.standing(user, id)).toEqual({ completed: true, status: 'succeeded' });
    expect(await shop.daysLeft(user)).toBeGreaterThanOrEqual(28);
    await shop.wechat.finishRefund(refund?.refundNumber ?? '', 'SUCCESS');
    expect(await shop.standing(user, id)).toEqual({ completed: true, status: 'refunded' });
    expect(await shop.daysLeft(user)).toBe(0);
  });

  it('that come before the payment hold when it comes', async () => {
    const user = await shop.newUser();
    const { id, number } = await shop.ordered(user);
    await shop.wechat.pay(number, { isSilent: true });
    await shop.wechat.refund(number, 1000);
    await shop.wechat.notify(number);
    expect((await shop.standing(user, id)).status).toBe('refunded');
    expect(await shop.daysLeft(user)).toBe(0);
  });

  it('leave the grants of coupons and operators', async () => {
    const user = await shop.newUser();
    const before = await signIn(shop.server, { expireAt: new Date(Date.now() + 10 * 24 * 60 * 60 * 1000) });
    const { number } = await shop.ordered(before);
    await shop.wechat.pay(number);
    await shop.wechat.refund(number, 1000);
    expect(await shop.daysLeft(before)).toBe(10);
    expect(await shop.daysLeft(user)).toBe(0);
  });
});

describe('all money back of an order that was never granted', () => {
  const listsNaming = async (orderId: string) => {
    const report = await reportPayments(shop.server.db);
    return Object.entries(report).flatMap(([list, lines]: [string, { order_id: string | null }[]]) =>
      lines.some((line) => line.order_id === orderId) ? [list] : [],
    );
  };
  const entriesOf = async (userId: string) =>
    (await shop.server.db.query('select 1 from ledger_entries where user_id = $1', [userId])).rowCount;

  it.each([
    { story: 'the refund alone is reported', report: async () => {} },
    {
      story: 'the payment is reported afterwards',
      report: async (number: string) => void (await shop.wechat.notify(number)),
    },
    { story: 'the order is asked about afterwards', report: (_: string, id: string) => shop.sweep(id) },
  ])('is refunded, without a ledger row and in no list, when $story', async ({ report }) => {
    const user = await shop.newUser();
    const { id, number } = await shop.ordered(user);
    await shop.wechat.pay(number, { isSilent: true });
    await shop.wechat.refund(number, 1000);
    await report(number, id);
    expect((await shop.status(user, id)).json().data.result).toEqual({ completed: false, status: 'refunded' });
    expect([await entriesOf(user.id), await listsNaming(id)]).toEqual([0, []]);
  });

  it('is refunded also when the first news was a query that says REFUND', async () => {
    const user = await shop.newUser();
    const { id, number } = await shop.ordered(user);
    await shop.wechat.pay(number, { isSilent: true });
    shop.wechat.fault({ on: 'notification', kind: 'held' });
    await shop.wechat.refund(number, 1000);
    await shop.sweep(id);
    expect(await listsNaming(id)).toEqual(['in_review']);
    const other = await shop.ordered(await shop.newUser());
    await shop.wechat.pay(other.number); // and the notification that was held back
    expect((await shop.status(user, id)).json().data.result).toEqual({ completed: false, status: 'refunded' });
    expect([await entriesOf(user.id), await listsNaming(id)]).toEqual([0, []]);
    await shop.sweep(id);
    expect([await entriesOf(user.id), await listsNaming(id)]).toEqual([0, []]);
  });

  it('is refunded also where the payment did not fit', async () => {
    const user = await shop.newUser();
    const { id, number } = await shop.ordered(user);
    await shop.wechat.pay(number, { isSilent: true });
    await shop.wechat.notify(number, 'foreign_app');
    expect(await listsNaming(id)).toEqual(['in_review']);
    await shop.wechat.refund(number, 1000);
    expect((await shop.status(user, id)).json().data.result).toEqual({ completed: false, status: 'refunded' });
    expect([await entriesOf(user.id), await listsNaming(id)]).toEqual([0, []]);
  });

  it('is granted once after all when that refund fails', async () => {
    const user = await shop.newUser();
    const { id, number } = await shop.ordered(user);
    await shop.wechat.pay(number, { isSilent: true });
    await shop.wechat.refund(number, 1000);
    const [refund] = shop.wechat.refunds.values();
    await shop.wechat.notify(number);
    await shop.wechat.finishRefund(refund?.refundNumber ?? '', 'ABNORMAL');
    expect(await shop.standing(user, id)).toEqual({ completed: true, status: 'succeeded' });
    expect(await shop.daysLeft(user)).toBeGreaterThanOrEqual(28);
  });
});

describe('an answer about an order that was settled meanwhile', () => {
  it('changes nothing about it: an answer that comes late puts nothing in review', async () => {
    const user = await shop.newUser();
    const { id, number } = await shop.ordered(user);
    await shop.wechat.pay(number, { isSilent: true });
    await growOld(id);
    shop.wechat.fault({ on: 'query', kind: 'status', status: 500, times: 9 });
    const { appId, mchId } = shop.wechat.config;
    const wechat = createWechatPay(shop.wechat.config, { clock: systemClock });
    await shop.server.db.query('update payment_orders set next_check_at = null where id <> $1', [id]);
    await shop.server.db.query("update payment_orders set next_check_at = now() - interval '1 hour' where id = $1", [
      id,
    ]);
    await sweepOrders({
      db: shop.server.db,
      wechat: {
        ...wechat,
        async findOrder(orderNumber) {
          const found = await wechat.findOrder(orderNumber);
          await shop.wechat.notify(number); // while the answer is on the network
          return found;
        },
      },
      merchant: { appId, mchId },
      accountAppId: null,
      offersFapiao: false,
      asked: new Map(),
      notifyUrl: 'http://127.0.0.1/notify',
      setting,
      clock: systemClock,
      log: { info() {}, warn() {}, error() {} },
    });
    expect(await shop.standing(user, id)).toEqual({ completed: true, status: 'succeeded' });
    expect(await reviewOf(id)).toBeNull();
  });
});

describe('a site without WeChat Pay', () => {
  inLong('says so, and has no place for its notifications', async () => {
    const server = await startTestServer();
    const user = await signIn(server);
    const create = '/api/v1/payment/wechat/payment/china_book_membership/create';
    const answer = await server.app.inject({
      method: 'POST',
      url: create,
      headers: user.headers,
      payload: { months: 1 },
    });
    expect(statusAndCode(answer)).toEqual([503, 'payment_not_configured']);
    for (const url of ['/api/v1/payment/wechat/notify', '/api/v1/payment/stripe/webhook']) {
      const refused = await server.app.inject({ method: 'POST', url, payload: {} });
      expect(refused.statusCode).toBe(404);
    }
    await server.stop();
  });
});

describe('secrets', () => {
  it('are in no log and no error: no key, signature, code to scan, body or payer', async () => {
    const user = await shop.newUser();
    const { number } = await shop.ordered(user);
    const { link: codeUrl } = shop.wechat.orders.get(number) ?? { link: 'none' };
    await shop.wechat.pay(number);
    const answers = [];
    for (const fault of ['wrong_amount', 'wrong_signature', 'wrong_key'] as const)
      answers.push((await shop.wechat.notify(number, fault)).answer);
    shop.wechat.fault({ on: 'create', kind: 'status', status: 403, code: 'NO_AUTH' });
    answers.push((await shop.order(user)).body);
    expect(logged.join('')).toContain('payment granted');
    const secrets = [
      codeUrl,
      shop.wechat.config.apiV3Key,
      'PRIVATE KEY',
      'oUpF8uMuAJO',
      'Wechatpay-Signature"',
      'ciphertext',
    ];
    for (const text of [logged.join(''), ...answers])
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect(logged.join('')).not.toMatch(/WECHATPAY2-SHA256|bizpayurl|whsec_/);
  });
});
