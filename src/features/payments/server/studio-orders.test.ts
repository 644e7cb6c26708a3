import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Asked, askerOf, type Method } from '../../../app/testing/ask.ts';
import { startTestServer } from '../../../app/testing/server.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import { daysFromNow, type SignedInUser, signIn } from '../../../app/testing/users.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';
import { settingsIn } from '../../../shared/site-settings.ts';
import { eventually, openShop, type Shop, shopForTests } from '../testing/shop.ts';
import { startStripeApi } from '../testing/stripe-api.ts';
import { recordRefund } from './payments.ts';

const stripe = await startStripeApi();
afterAll(() => stripe.close());
const shop = shopForTests({ settings: { STRIPE_API_KEY: 'rk_test_key', STRIPE_API_BASE_URL: stripe.url } });
const owner = forAllTests(() => signInStaff(shop.server, 'owner', { username: 'theowner' }));
const support = forAllTests(() => signInStaff(shop.server, 'support'));
beforeEach(async () => {
  await shop.wechat.reset();
  stripe.refunds.length = 0;
  stripe.next = [];
  stripe.status = 'succeeded';
});

const ask = (
  method: Method,
  path: string,
  { of = shop.server, ...asked }: Asked & { of?: Pick<Shop['server'], 'app'> } = {},
) => askerOf(of, owner)(method, path, asked);
const because = () => ({ request_id: randomUUID(), reason: 'a good reason' });
const refund = (id: string, body: object = {}, given: { as?: SignedInUser } = {}) =>
  ask('POST', `/orders/${id}/refund`, { body: { ...because(), ...body }, ...given });
const orderOf = async (id: string) => (await ask('GET', `/orders/${id}`)).result;
const audit = async () => (await ask('GET', '/audit?page_size=1')).result[0];

async function paid(buyer: SignedInUser) {
  const made = await shop.ordered(buyer);
  await shop.wechat.pay(made.number);
  return made.id;
}

/** A card sale that was granted, as its events leave it. */
async function sold(buyer: SignedInUser): Promise<{ id: string; payment: string }> {
  const id = randomUUID();
  const payment = `pi_${id.slice(0, 8)}`;
  await insertOrder({ id, userId: buyer.id, transaction: payment, state: 'paid', grants: 1 });
  const cause = `stripe:${id}`;
  await shop.server.db.query(
    `insert into ledger_entries (user_id, cause, kind, source, months, created_at)
     values ($1, $2, 'extend', 'stripe', 1, now())`,
    [buyer.id, cause],
  );
  await shop.server.db.query('insert into memberships (user_id, expire_at) values ($1, $2)', [
    buyer.id,
    daysFromNow(30),
  ]);
  return { id, payment };
}
async function insertOrder(given: {
  id: string;
  userId: string | null;
  transaction?: string | null;
  state: string;
  grants?: number;
  review?: string;
  plan?: string | null;
}): Promise<void> {
  const { id, userId, transaction = null, state, grants = 0, review = null, plan = 'month' } = given;
  await shop.server.db.query(
    `insert into payment_orders (id, provider, reference, user_id, plan, months, amount_minor, currency, state,
       transaction_id, grants, review, paid_at)
     values ($1::uuid, 'stripe', 'cs_' || $1, $2, $3, $4, 499, 'USD', $5, $6, $7, $8,
       case when $5 = 'paid' then now() end)`,
    [id, userId, plan, plan && 1, state, transaction, grants, review],
  );
}

describe('the list of orders', () => {
  it('has each order with its buyer, filtered as its buyer would see its status', async () => {
    const buyer = await signIn(shop.server, { username: 'buyerone' });
    const id = await paid(buyer);
    const waiting = (await shop.ordered(buyer)).id;
    const all = await ask('GET', `/orders?q=buyerone`);
    expect([all.body.data.total, all.result.map(({ order_id }: { order_id: string }) => order_id)]).toEqual([
      2,
      [waiting, id],
    ]);
    expect(all.result[1]).toMatchObject({
      ...{ provider: 'wechat', plan: 'month', amount: 1000, currency: 'CNY', status: 'succeeded', review: null },
      ...{ reference: id.replaceAll('-', ''), user: { uuid: buyer.id, username: 'buyerone' }, gift: null },
    });
    for (const { order_id, status } of all.result) {
      const found = await ask('GET', `/orders?q=buyerone&status=${status}`);
      expect(found.result.map((order: { order_id: string }) => order.order_id)).toContain(order_id);
    }
    expect((await ask('GET', `/orders?q=${id}&provider=stripe`)).result).toEqual([]);
    expect((await ask('GET', `/orders?q=${id}&plan=month&currency=cny&review=false`)).result).toHaveLength(1);
    expect((await ask('GET', `/orders?q=${id}&review=true`)).result).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    expect((await ask('GET', `/orders?q=${id}&from=${today}&to=${today}`)).result).toHaveLength(1);
    expect((await ask('GET', `/orders?q=${id}&to=2020-01-01`)).result).toEqual([]);
    for (const q of [id.slice(0, 8), id.slice(0, 8).toUpperCase(), id.slice(0, 14)])
      expect((await ask('GET', `/orders?q=${q}`)).result).toMatchObject([{ order_id: id, number: id.slice(0, 8) }]);
    expect((await ask('GET', `/orders?q=${id.slice(0, 7)}`)).result).toEqual([]);
    expect((await ask('GET', `/users?q=${id.slice(0, 8)}`)).result).toMatchObject([{ username: 'buyerone' }]);
    expect((await ask('GET', '/orders?q=nobodyatall')).result).toEqual([]);
    expect((await ask('GET', '/orders?review=perhaps')).code).toBe('invalid_request');
  });

  it('is given as a file, each order once', async () => {
    const { answer } = await ask('GET', '/orders?format=csv');
    const [header, ...lines] = answer.body.trimEnd().split('\r\n');
    expect(header).toContain(
      '\ufeffOrder number,Order id,Provider,Plan,Months,Amount,Amount (minor units),List price,List price (minor units),Currency',
    );
    expect(header).toContain('User id,User username,Reference,Review,Way');
    expect(lines.find((line) => line.includes('wechat'))).toMatch(/,10\.00,1000,10\.00,1000,CNY,/);
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(lines.length);
    expect(lines).toHaveLength((await ask('GET', '/orders')).body.data.total);
  });

  it('tells of one order what its provider told and what it gave, and of none nothing', async () => {
    const buyer = await signIn(shop.server);
    const order = await orderOf(await paid(buyer));
    expect(order).toMatchObject({ status: 'succeeded', refunded: 0, left: 1000, refunds: [] });
    expect(order.events).toMatchObject([{ outcome: 'granted', amount: 1000, currency: 'CNY' }]);
    expect(order.ledger).toMatchObject([{ source: 'wechat', months: 1, counts: true }]);
    for (const id of [randomUUID(), 'nonsense'])
      expect((await ask('GET', `/orders/${id}`)).code).toBe('order_not_found');
    const person = (await ask('GET', `/users/${buyer.id}`)).result;
    expect(person).toMatchObject({ uuid: buyer.id, membership: { is_expired: false }, ban: null, role: null });
    expect(person.orders).toMatchObject([{ order_id: order.order_id, reference: order.reference }]);
    expect(person.sessions).toMatchObject([{ id: buyer.sessionId }]);
    expect([person.invites, person.coupons]).toEqual([{ invited_by: null, invited: [] }, []]);
  });
});

describe('one search', () => {
  const people = async (q: string) =>
    (await ask('GET', `/users?q=${encodeURIComponent(q)}`)).result.map(
      ({ username }: { username: string }) => username,
    );
  const orders = async (q: string) =>
    (await ask('GET', `/orders?q=${encodeURIComponent(q)}`)).result.map(
      ({ order_id }: { order_id: string }) => order_id,
    );

  it('finds people and their orders by a part of a name, of two letters by its beginning alone', async () => {
    const buyer = await signIn(shop.server, { username: 'quillworth9' });
    const id = await paid(buyer);
    for (const q of ['quillworth9', 'LLWO', 'qu', buyer.id, buyer.id.slice(0, 8).toUpperCase()])
      expect([await people(q), await orders(q)]).toEqual([[buyer.username], [id]]);
    for (const q of ['rt', 'l%o', 'quillworth99']) expect([await people(q), await orders(q)]).toEqual([[], []]);
  });

  it('finds by a code, however it is written, who has redeemed it', async () => {
    const user = await signIn(shop.server, { username: 'redeemer1' });
    await ask('POST', '/coupons', { body: { request_id: randomUUID(), days: 3, code: 'Spring-Sale', max_uses: 5 } });
    const payload = { code: 'SPRINGSALE' };
    const url = '/api/v1/user/coupon/redeem';
    await shop.server.app.inject({ method: 'POST', url, headers: user.headers, payload });
    for (const q of ['Spring-Sale', 'springsale', 'sprlng sale']) expect(await people(q)).toEqual(['redeemer1']);
    for (const q of ['springsal', 'springsale1', 'é springsale']) expect(await people(q)).toEqual([]);
    expect(await orders('springsale')).toEqual([]);
  });

  it('finds by a discount the order that holds it, and its buyer', async () => {
    const user = await signIn(shop.server, { username: 'thrifty88' });
    const made = await ask('POST', '/coupons', { body: { request_id: randomUUID(), percent: 50 } });
    const [{ code }] = made.result.coupons;
    const { id } = await shop.orderedAs(user, { plan: 'month', coupon: code });
    expect([await people(code), await orders(code.toLowerCase().replaceAll('-', ''))]).toEqual([['thrifty88'], [id]]);
  });
});

describe('a person', () => {
  it('has one timeline: what they paid and got, and what was done to them, the newest first', async () => {
    const buyer = await signIn(shop.server, { username: 'timeline1' });
    const id = await paid(buyer);
    await refund(id, { amount: 300 });
    await ask('POST', `/users/${buyer.id}/membership`, { body: { ...because(), extend: { days: 5 } } });
    await ask('PUT', `/users/${buyer.id}/role`, { body: { role: 'support', reason: 'a new colleague' } });
    await ask('PUT', `/users/${buyer.id}/note`, { body: { note: 'Prefers e-mail.' } });
    await ask('PUT', `/users/${buyer.id}/ban`, { body: { reason: 'gone mad' } });
    const { result, body } = await ask('GET', `/users/${buyer.id}/timeline`);
    const number = id.slice(0, 8);
    expect(result).toMatchObject([
      { kind: 'ban', reason: 'gone mad', by: 'theowner', amount: null, order_id: null },
      { kind: 'note', reason: 'Prefers e-mail.', by: 'theowner' },
      { kind: 'role', role: 'support', reason: 'a new colleague' },
      { kind: 'grant', days: 5, reason: 'a good reason', by: 'theowner' },
      { kind: 'refund', amount: 300, currency: 'CNY', order_id: id, number, reason: 'a good reason', by: 'theowner' },
      { kind: 'payment', amount: 1000, currency: 'CNY', order_id: id, number, by: null },
    ]);
    expect(body.data.total).toBe(6);
    const second = await ask('GET', `/users/${buyer.id}/timeline?page=1&page_size=4`);
    expect(second.result.map(({ kind }: { kind: string }) => kind)).toEqual(['refund', 'payment']);
    expect((await ask('GET', `/users/${randomUUID()}/timeline`)).code).toBe('user_not_found');
    const editor = await signInStaff(shop.server, 'editor');
    expect((await ask('GET', `/users/${buyer.id}/timeline`, { as: editor })).code).toBe('forbidden');
  });

  it('has each sum that went back once, and no dispute that is open or was won', async () => {
    const buyer = await signIn(shop.server);
    const { id, payment } = await sold(buyer);
    let seconds = 0;
    const tell = (refundId: string, state: 'total' | 'disputed' | 'won' | 'lost', amountMinor: number) => {
      seconds += 5;
      const occurredAt = new Date(Date.now() + 1000 * seconds);
      const told = { provider: 'stripe' as const, orderKey: payment, refundId, state, amountMinor, occurredAt };
      return recordRefund({ db: shop.server.db, setting: settingsIn({}) }, told);
    };
    const sums = async () =>
      (await ask('GET', `/users/${buyer.id}/timeline`)).result.flatMap(
        ({ kind, amount }: { kind: string; amount: number }) => (kind === 'refund' ? [amount] : []),
      );
    await refund(id, { amount: 100 });
    await tell(`ch_${payment}`, 'total', 100);
    expect(await sums()).toEqual([100]);
    await tell(`dp_${payment}`, 'disputed', 499);
    expect(await sums()).toEqual([100]);
    await tell(`dp_${payment}`, 'won', 499);
    await tell(`ch_${payment}`, 'total', 150);
    expect(await sums()).toEqual([50, 100]);
    await tell(`dp2_${payment}`, 'lost', 499);
    expect(await sums()).toEqual([399, 100]);
  });

  it('has one note, which neither they nor an editor ever see', async () => {
    const user = await signIn(shop.server, { username: 'noted1' });
    const note = (text: string, as = support) => ask('PUT', `/users/${user.id}/note`, { body: { note: text }, as });
    const read = async () => (await ask('GET', `/users/${user.id}`)).result.note;
    expect(await read()).toBeNull();
    const kept = await note('📚'.repeat(2000));
    expect(kept.result.note).toMatchObject({ text: '📚'.repeat(2000), by: support.username });
    expect(await read()).toEqual(kept.result.note);
    const audited = await audit();
    expect(audited).toMatchObject({ action: 'user.note', target: { kind: 'user', id: user.id, name: 'noted1' } });
    await note('📚'.repeat(2000));
    expect((await audit()).id).toBe(audited.id);
    for (const wrong of ['x'.repeat(2001), 'nul \0', 'half \ud800'])
      expect((await note(wrong)).code).toBe('invalid_request');
    expect((await note('seen', await signInStaff(shop.server, 'editor'))).code).toBe('forbidden');
    const own = await shop.server.app.inject({ url: '/api/v1/user/export', headers: user.headers });
    expect(own.body).not.toContain('📚');
    expect((await note(' ')).result.note).toBeNull();
    expect((await ask('PUT', `/users/${randomUUID()}/note`, { body: { note: 'x' } })).code).toBe('user_not_found');
  });
});

describe('a refund', () => {
  it('of all takes the grant back, once the provider has confirmed it', async () => {
    const buyer = await signIn(shop.server);
    const id = await paid(buyer);
    expect(await shop.daysLeft(buyer)).toBeGreaterThan(27);
    const { status, result } = await refund(id);
    expect([status, result]).toEqual([
      202,
      { refund_id: expect.any(String), state: expect.any(String), amount: 1000, currency: 'CNY' },
    ]);
    expect(await audit()).toMatchObject({ action: 'order.refund', after: { amount: 1000 }, reason: 'a good reason' });
    await eventually(async () => (await orderOf(id)).status === 'refunded');
    expect(await shop.daysLeft(buyer)).toBe(0);
    const order = await orderOf(id);
    expect(order.refunds).toMatchObject([{ refund_id: result.refund_id, amount: 1000 }]);
    expect(order.left).toBe(0);
    expect((await refund(id)).code).toBe('refund_too_large');
  });

  it('by card goes through the provider with the key, and of a part leaves the grant', async () => {
    const buyer = await signIn(shop.server);
    const { id, payment } = await sold(buyer);
    expect((await refund(id, { amount: 100 })).result).toMatchObject({ state: 'succeeded', amount: 100 });
    expect(stripe.refunds).toMatchObject([{ amount: 100, payment_intent: payment }]);
    expect([...stripe.authorizations]).toEqual(['Bearer rk_test_key']);
    expect(await orderOf(id)).toMatchObject({ status: 'succeeded', refunded: 100, left: 399 });
    expect(await shop.daysLeft(buyer)).toBe(30);
    expect((await refund(id, { amount: 400 })).code).toBe('refund_too_large');
    expect((await refund(id)).result).toMatchObject({ state: 'succeeded', amount: 399 });
    expect(await orderOf(id)).toMatchObject({ status: 'refunded', refunded: 499, left: 0 });
    expect(await shop.daysLeft(buyer)).toBe(0);
  });

  it('never exceeds what was paid, however many are asked for at once', async () => {
    const { id } = await sold(await signIn(shop.server));
    stripe.status = 'pending';
    const answers = await Promise.all(Array.from({ length: 4 }, () => refund(id, { amount: 300 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409]);
    expect(stripe.refunds).toHaveLength(1);
    expect(await orderOf(id)).toMatchObject({ refunded: 0, left: 199, refunds: [{ state: 'pending' }] });
  });

  it('counts once, however often its request comes', async () => {
    const { id } = await sold(await signIn(shop.server));
    const body = { ...because(), amount: 200 };
    const answers = await Promise.all([refund(id, body), refund(id, body), refund(id, body)]);
    expect(new Set(answers.map(({ answer }) => answer.body)).size).toBe(1);
    expect(stripe.refunds).toHaveLength(1);
    expect((await refund(id, { ...body, amount: 100 })).code).toBe('request_id_reused');
    const other = await sold(await signIn(shop.server));
    expect((await refund(other.id, body)).code).toBe('request_id_reused');
  });

  it('that its provider did not answer is gone on with, and is one refund', async () => {
    const { id } = await sold(await signIn(shop.server));
    const body = because();
    stripe.next = ['cut'];
    expect((await refund(id, body)).code).toBe('payment_provider_unavailable');
    expect(await orderOf(id)).toMatchObject({ left: 0, refunds: [{ state: 'pending' }] });
    expect((await refund(id)).code).toBe('refund_too_large');
    await shop.runJob('finish refunds');
    expect(await orderOf(id)).toMatchObject({ refunded: 0 });
    await shop.server.db.query("update asked_refunds set next_try_at = now() - interval '1 second'");
    await shop.runJob('finish refunds');
    expect(await orderOf(id)).toMatchObject({ refunded: 499, status: 'refunded' });
    expect(stripe.refunds).toHaveLength(1);
    expect((await refund(id, body)).result).toMatchObject({ state: 'succeeded', amount: 499 });
  });

  it('is not refused by an answer about our keys: WeChat Pay may have taken an earlier try', async () => {
    const id = await paid(await signIn(shop.server));
    const body = because();
    shop.wechat.fault({ on: 'refund', kind: 'status', status: 500 });
    expect((await refund(id, body)).code).toBe('payment_provider_unavailable');
    shop.wechat.fault({ on: 'refund', kind: 'status', status: 401, code: 'SIGN_ERROR' });
    await shop.server.db.query("update asked_refunds set next_try_at = now() - interval '1 second'");
    await shop.runJob('finish refunds');
    expect(await orderOf(id)).toMatchObject({ left: 0, refunds: [{ state: 'pending' }] });
    expect((await refund(id)).code).toBe('refund_too_large');
  });

  it('is found again at the provider once its key is forgotten there', async () => {
    const { id } = await sold(await signIn(shop.server));
    stripe.next = ['cut'];
    await refund(id);
    await shop.server.db.query(
      `update asked_refunds set next_try_at = now(), created_at = now() - interval '2 days' where order_id = $1`,
      [id],
    );
    await shop.runJob('finish refunds');
    expect(stripe.refunds).toHaveLength(1);
    expect(await orderOf(id)).toMatchObject({ refunded: 499 });
  });

  it('that its provider refuses leaves the money where it is', async () => {
    const { id } = await sold(await signIn(shop.server));
    stripe.next = [400];
    expect((await refund(id)).result.state).toBe('failed');
    expect(await orderOf(id)).toMatchObject({ refunded: 0, left: 499, refunds: [{ state: 'failed' }] });
    expect((await refund(id)).result.state).toBe('succeeded');
  });

  it.each([[0], [-1], [1.5], ['all']])('of %s is none', async (amount) => {
    const { id } = await sold(await signIn(shop.server));
    const { code, body } = await refund(id, { amount });
    expect([code, body.details[0].path]).toEqual(['invalid_request', 'amount']);
  });

  it('wants a paid order, and a fresh password', async () => {
    const waiting = await shop.ordered(await signIn(shop.server));
    expect((await refund(waiting.id)).code).toBe('order_not_paid');
    expect((await refund(randomUUID())).code).toBe('order_not_found');
    const stale = await signInStaff(shop.server, 'owner', { confirmedSecondsAgo: 16 * 60 });
    expect((await refund(waiting.id, {}, { as: stale })).body).toMatchObject({ for: 'sensitive' });
  });

  it('is nothing that support gives to itself', async () => {
    const { id } = await sold(support);
    expect((await refund(id, {}, { as: support })).code).toBe('forbidden');
    expect((await refund(id, { reason: '' }, { as: support })).code).toBe('forbidden');
    expect((await refund(id)).status).toBe(202);
  });
});

describe('without a key', () => {
  inLong('a card sale is refunded in the dashboard, whose address is told', async () => {
    const other = await openShop();
    try {
      const id = randomUUID();
      await other.server.db.query(
        `insert into payment_orders (id, provider, reference, plan, months, amount_minor, currency, state, transaction_id)
         values ($1::uuid, 'stripe', 'cs_9', 'month', 1, 499, 'USD', 'paid', 'pi_9')`,
        [id],
      );
      const as = await signInStaff(other.server, 'support');
      const answer = await ask('POST', `/orders/${id}/refund`, { of: other.server, as, body: because() });
      expect([answer.status, answer.body]).toEqual([
        409,
        {
          error: "Card payments are refunded in the provider's dashboard",
          code: 'refund_at_provider',
          url: 'https://dashboard.stripe.com/test/payments/pi_9',
        },
      ]);
    } finally {
      await other.close();
    }
  });

  inLong('nothing is refunded where the provider is not configured, and everything in the sandbox', async () => {
    for (const PAYMENTS_SANDBOX of ['false', 'true']) {
      const server = await startTestServer({ settings: { PAYMENTS_SANDBOX } });
      try {
        const as = await signInStaff(server, 'owner');
        const ids = { wechat: randomUUID(), stripe: randomUUID() };
        for (const [provider, id] of Object.entries(ids))
          await server.db.query(
            `insert into payment_orders (id, provider, reference, plan, months, amount_minor, currency, state,
               transaction_id)
             values ($1::uuid, $2, replace($1::text, '-', ''), 'month', 1, 1000, 'CNY', 'paid', 'pi_' || $1::text)`,
            [id, provider],
          );
        const refunded = Object.values(ids).map((id) =>
          ask('POST', `/orders/${id}/refund`, { of: server, as, body: because() }),
        );
        const answers = await Promise.all(refunded);
        const outcomes = answers.map(({ code, result }) => code ?? result.state);
        expect(outcomes).toEqual(
          PAYMENTS_SANDBOX === 'true' ? ['succeeded', 'succeeded'] : ['payment_not_configured', 'refund_at_provider'],
        );
      } finally {
        await server.stop();
      }
    }
  });
});

describe('an order in review', () => {
  const resolve = (id: string, outcome: string, given: { as?: SignedInUser } = {}) =>
    ask('POST', `/orders/${id}/resolve`, { body: { ...because(), outcome }, ...given });
  const doubted = async (buyer: SignedInUser | null = null, more: { plan?: null } = {}) => {
    const id = randomUUID();
    await insertOrder({ id, userId: buyer?.id ?? null, state: 'new', review: 'wrong_amount', ...more });
    return id;
  };

  it('is granted to its buyer, once', async () => {
    const buyer = await signIn(shop.server);
    const id = await doubted(buyer);
    expect((await ask('GET', '/orders?review=true')).result.map((o: { order_id: string }) => o.order_id)).toContain(id);
    const both = await Promise.all([resolve(id, 'grant'), resolve(id, 'grant')]);
    expect(both.map(({ code, result }) => code ?? result.status).sort()).toEqual(['order_not_in_review', 'succeeded']);
    expect(await shop.daysLeft(buyer)).toBeGreaterThan(27);
    expect(await audit()).toMatchObject({
      ...{ action: 'order.resolve', before: { review: 'wrong_amount' } },
      after: { outcome: 'grant', status: 'succeeded' },
    });
  });

  it('is not granted to nobody, nor to support itself', async () => {
    expect((await resolve(await doubted(), 'grant')).code).toBe('order_unattributed');
    expect((await resolve(await doubted(await signIn(shop.server), { plan: null }), 'grant')).code).toBe(
      'order_unattributed',
    );
    expect((await resolve(await doubted(support), 'grant', { as: support })).code).toBe('forbidden');
  });

  it('counts as unpaid, or only loses its flag', async () => {
    const [closed, noted] = [await doubted(), await doubted()];
    expect((await resolve(closed, 'close')).result.status).toBe('canceled');
    expect((await resolve(noted, 'note')).status).toBe(200);
    for (const id of [closed, noted]) expect((await orderOf(id)).review).toBeNull();
    const { id } = await sold(await signIn(shop.server));
    expect((await resolve(id, 'note')).code).toBe('order_not_in_review');
    await shop.server.db.query(`update payment_orders set review = 'paid a second time' where id = $1`, [id]);
    expect((await resolve(id, 'close')).code).toBe('order_paid');
    expect((await resolve(id, 'grant')).result.status).toBe('succeeded');
    expect((await orderOf(id)).ledger).toHaveLength(1);
  });

  it('that was granted by hand is not granted again by the report of its payment', async () => {
    const buyer = await signIn(shop.server);
    const { id, number } = await shop.ordered(buyer);
    await shop.server.db.query(`update payment_orders set review = 'nobody knows whether it was paid' where id = $1`, [
      id,
    ]);
    expect((await resolve(id, 'grant')).result.status).toBe('succeeded');
    const days = await shop.daysLeft(buyer);
    await shop.wechat.pay(number);
    expect((await orderOf(id)).events).toHaveLength(1);
    expect(await shop.daysLeft(buyer)).toBe(days);
    expect(await orderOf(id)).toMatchObject({ status: 'succeeded', ledger: [{ counts: true }] });
  });
});

describe('an unattributed sale', () => {
  const assign = (id: string, body: object, given: { as?: SignedInUser } = {}) =>
    ask('POST', `/orders/${id}/assign`, { body: { ...because(), ...body }, ...given });
  const unattributed = async (plan: string | null = 'month') => {
    const id = randomUUID();
    await insertOrder({ id, userId: null, state: 'paid', transaction: `pi_${id}`, plan });
    return id;
  };

  it('is granted to whom it is assigned, once, and leaves the report', async () => {
    const [buyer, other] = [await signIn(shop.server), await signIn(shop.server)];
    const id = await unattributed();
    const listed = async () =>
      (await ask('GET', '/payments/report')).result.unattributed.map((line: { order_id: string }) => line.order_id);
    expect(await listed()).toContain(id);
    expect((await ask('GET', '/payments/report')).result.unattributed).toContainEqual(
      expect.objectContaining({ order_id: id, number: id.slice(0, 8) }),
    );
    expect((await ask('GET', '/today')).result).toContainEqual(
      expect.objectContaining({ kind: 'payments_unattributed', page: '/studio/payments' }),
    );
    const both = await Promise.all([assign(id, { user_uuid: buyer.id }), assign(id, { user_uuid: other.id })]);
    expect(both.map(({ code, result }) => code ?? result.months).sort()).toEqual([1, 'order_assigned']);
    expect((await shop.daysLeft(buyer)) + (await shop.daysLeft(other))).toBeLessThan(32);
    expect(await listed()).not.toContain(id);
  });

  it('wants months where it names no plan, somebody who is there, and not support itself', async () => {
    const buyer = await signIn(shop.server);
    const id = await unattributed(null);
    const { status, body } = await assign(id, { user_uuid: buyer.id });
    expect([status, body.details[0].path]).toEqual([400, 'months']);
    expect((await assign(id, { user_uuid: randomUUID(), months: 2 })).code).toBe('user_not_found');
    expect((await assign(id, { user_uuid: support.id, months: 2 }, { as: support })).code).toBe('forbidden');
    expect((await assign(id, { user_uuid: buyer.id, months: 2 })).result).toMatchObject({ months: 2 });
    const waiting = await shop.ordered(buyer);
    expect((await assign(waiting.id, { user_uuid: buyer.id })).code).toBe('order_not_paid');
  });
});

describe('the report', () => {
  it('is that of the command, and its lines are settled by hand once', async () => {
    await shop.server.db.query(
      `insert into payment_events (provider, event_key, kind, body, reference, amount_minor, currency, unsettled)
       values ('wechat', $1, 'paid', '', 'strange7', 1000, 'CNY', 'no_order')`,
      [randomUUID()],
    );
    const unsettled = async () => (await ask('GET', '/payments/report')).result.unsettled;
    expect(await unsettled()).toMatchObject([{ reference: 'strange7', order_id: null, reason: 'no_order' }]);
    const body = { reference: 'strange7', reason: 'paid out in cash' };
    expect((await ask('POST', '/payments/resolve', { body })).result).toEqual({
      reference: 'strange7',
      resolved: true,
    });
    expect(await unsettled()).toEqual([]);
    expect(await audit()).toMatchObject({ action: 'order.resolve', target: { name: 'strange7' } });
    expect((await ask('POST', '/payments/resolve', { body })).code).toBe('reference_not_found');
  });

  it('does not miss a grant that somebody has taken back', async () => {
    const buyer = await signIn(shop.server);
    const id = await paid(buyer);
    const [{ id: entry }] = (await orderOf(id)).ledger;
    const body = { ...because(), revoke: entry };
    expect((await ask('POST', `/users/${buyer.id}/membership`, { body })).status).toBe(200);
    const { paid_not_granted: missing } = (await ask('GET', '/payments/report')).result;
    expect(missing.map((line: { order_id: string }) => line.order_id)).not.toContain(id);
  });
});
