import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { signInStaff } from '../../../app/testing/staff.ts';
import type { SignedInUser } from '../../../app/testing/users.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';
import { shopForTests } from '../testing/shop.ts';
import type { SaleTerms } from '../testing/stripe/sale.ts';
import { startStripeApi } from '../testing/stripe-api.ts';

const api = await startStripeApi();
afterAll(() => api.close());
const shop = shopForTests({ settings: { STRIPE_API_KEY: 'rk_test_1', STRIPE_API_BASE_URL: api.url } });
const withoutKey = shopForTests();
const owner = forAllTests(() => signInStaff(shop.server, 'owner'));
beforeEach(() => {
  api.next = [];
  api.sessions = [];
});

const make = (body: object, at = shop, by = owner) =>
  at.server.app.inject({
    ...{ method: 'POST', url: '/api/v1/studio/coupons', headers: by.headers },
    payload: { request_id: randomUUID(), ...body },
  });
const pathOf = (answer: { json(): { details?: { path: string }[] } }) => answer.json().details?.[0]?.path;
const quote = (user: SignedInUser, body: object) =>
  shop.server.app.inject({
    ...{ method: 'POST', url: '/api/v1/payment/quote', headers: user.headers },
    payload: { plan: 'month', way: 'card', ...body },
  });
async function sell(terms: Partial<SaleTerms> = {}) {
  const user = await shop.newUser();
  const sale = shop.stripe.sell({ buyButtonId: 'buy_btn_m', clientReferenceId: user.id, ...terms });
  await shop.stripe.deliver(sale.completed());
  const [order] = await shop.orders(user);
  const { rows } = await shop.server.db.query<{ review: string | null }>(
    'select review from payment_orders where reference = $1',
    [sale.session.id],
  );
  return { user, order, review: rows[0]?.review ?? null };
}
const off = (promotionCode: string, offMinor: number) => ({ discount: { promotionCode, offMinor } });
const newWord = () => `CARD${randomUUID().slice(0, 8)}`;
/** A code for cards, and its name at Stripe. */
async function madeCode(body: object): Promise<{ code: string; promotionCode: string; batch: string }> {
  const answer = await make({ ways: ['card'], code: newWord(), ...body });
  expect(answer.statusCode).toBe(201);
  const { batch, coupons } = answer.json().data.result;
  return { batch, code: coupons[0].code, promotionCode: api.codes.at(-1)?.id ?? '' };
}

describe('a code for cards', () => {
  it('is made at Stripe with a key, once for a request, whatever gets lost', async () => {
    const wide = await madeCode({ code: 'ＷＩＤＥ－２５', percent: 20 });
    expect(api.codes.find(({ id }) => id === wide.promotionCode)?.code).toBe('WIDE-25');
    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    const body = { request_id: randomUUID(), ways: ['card'], percent: 20, code: 'Spring-25', max_uses: 7, expires_at };
    const before = api.codes.length;
    api.next = [200, 500];
    expect((await make(body)).statusCode).toBe(502);
    api.next = ['cut'];
    expect((await make(body)).json().code).toBe('payment_provider_unavailable');
    const made = await make(body);
    expect(made.statusCode).toBe(201);
    expect(made.json().data.result.coupons).toMatchObject([{ code: 'Spring-25', ways: ['card'], percent: 20 }]);
    expect((await make(body)).json().data.result.coupons).toBeNull();
    expect(api.codes.slice(before)).toMatchObject([
      {
        code: 'Spring-25',
        active: true,
        coupon: { percent_off: '20', duration: 'once' },
        form: { max_redemptions: '7', expires_at: String(Math.floor(Date.parse(expires_at) / 1000)) },
      },
    ]);
  });

  it('is drawn for each of a batch, and ends at Stripe when it is stopped', async () => {
    const before = api.codes.length;
    const answer = await make({ ways: ['card'], amount: 50, currency: 'usd', count: 3 });
    const { batch, coupons } = answer.json().data.result;
    const made = api.codes.slice(before);
    expect(made.map(({ code }) => code).toSorted()).toEqual(
      coupons.map(({ code }: { code: string }) => code).toSorted(),
    );
    expect(made[0]?.coupon).toMatchObject({ amount_off: '50', currency: 'usd' });
    await shop.server.app.inject({
      ...{ method: 'POST', url: `/api/v1/studio/coupons/${batch}/stop`, headers: owner.headers },
    });
    expect(made.map(({ active }) => active)).toEqual([false, false, false]);
  });

  it('that Stripe does not end at once is ended by the job', async () => {
    const { batch, promotionCode } = await madeCode({ percent: 10 });
    api.next = [500];
    await shop.server.app.inject({
      ...{ method: 'POST', url: `/api/v1/studio/coupons/${batch}/stop`, headers: owner.headers },
    });
    const known = api.codes.find(({ id }) => id === promotionCode);
    expect(known?.active).toBe(true);
    await shop.runJob('end card codes');
    expect(known?.active).toBe(false);
  });

  it.each([
    [{ ways: [], percent: 10 }, 'ways'],
    [{ ways: ['card', 'card'], percent: 10 }, 'ways'],
    [{ ways: ['bank'], percent: 10 }, 'ways'],
    [{ ways: ['card'], months: 1 }, 'ways'],
    [{ ways: ['wechat', 'card'], days: 3 }, 'ways'],
    [{ ways: ['card'], amount: 100 }, 'currency'],
    [{ ways: ['wechat', 'card'], amount: 100, currency: 'usd' }, 'currency'],
    [{ ways: ['wechat'], percent: 10, promotion_code: 'promo_1' }, 'promotion_code'],
    [{ ways: ['card'], percent: 10, promotion_code: 'promo-1' }, 'promotion_code'],
    [{ ways: ['card'], percent: 10, promotion_code: 'promo_1', count: 2 }, 'promotion_code'],
    [{ ways: ['card'], percent: 91 }, 'percent'],
  ])('is refused as %j, by its field', async (body, path) => {
    const answer = await make(body);
    expect([answer.statusCode, pathOf(answer)?.split('.')[0]]).toEqual([400, path]);
  });

  it('is typed by the operator where there is no key, and believed', async () => {
    const at = withoutKey;
    const by = await signInStaff(at.server, 'owner');
    expect(pathOf(await make({ ways: ['card'], percent: 50 }, at, by))).toBe('promotion_code');
    const typed = { ways: ['card'], percent: 50, promotion_code: 'promo_Typed1' };
    expect((await make({ ...typed, code: 'HALFOFF' }, at, by)).statusCode).toBe(201);
    expect(pathOf(await make({ ...typed, code: 'OTHERHALF' }, at, by))).toBe('promotion_code');
    const atOnce = ['ONEHALF', 'TWOHALF'].map((code) =>
      make({ ...typed, promotion_code: 'promo_AtOnce', code }, at, by),
    );
    const answers = (await Promise.all(atOnce)).toSorted((one, other) => one.statusCode - other.statusCode);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 400]);
    expect(answers[1]?.json().details[0]).toMatchObject({ path: 'promotion_code', code: 'in_use' });
    const user = await at.newUser();
    const sale = at.stripe.sell({ buyButtonId: 'buy_btn_m', clientReferenceId: user.id, ...off('promo_Typed1', 100) });
    await at.stripe.deliver(sale.completed());
    expect(await at.orders(user)).toMatchObject([{ status: 'succeeded', full_amount: 199, amount: 99, discount: 100 }]);
  });

  it('is quoted for its way alone, in the currency of the card', async () => {
    const user = await shop.newUser();
    const card = await madeCode({ percent: 25 });
    expect((await quote(user, { coupon: card.code })).json().data.result).toEqual({
      ...{ amount: 149, full_amount: 199, currency: 'USD' },
    });
    expect((await quote(user, {})).json().data.result).toMatchObject({ amount: 199 });
    const wechat = (await make({ percent: 25, code: newWord() })).json().data.result.coupons[0].code;
    const euros = await madeCode({ amount: 20, currency: 'eur' });
    const all = await madeCode({ amount: 199, currency: 'usd' });
    const refused = [
      await quote(user, { coupon: wechat }),
      await quote(user, { coupon: euros.code }),
      await quote(user, { coupon: all.code }),
      await quote(user, { coupon: card.code, way: 'wechat' }),
      await shop.orderAs(user, { months: 1, coupon: card.code }),
    ];
    expect(refused.map((answer) => answer.json().code)).toEqual(refused.map(() => 'coupon_not_applicable'));
  });

  it('of both ways lowers the price by either', async () => {
    const both = await madeCode({ ways: ['wechat', 'card'], percent: 50, max_uses: 5 });
    const user = await shop.newUser();
    expect((await quote(user, { coupon: both.code, way: 'wechat' })).json().data.result.amount).toBe(500);
    expect((await quote(user, { coupon: both.code })).json().data.result.amount).toBe(99);
  });
});

describe('a card sale with a discount', () => {
  it('is granted by a code of ours, with what it took off', async () => {
    const percent = await madeCode({ percent: 25 });
    const { order, user } = await sell(off(percent.promotionCode, 50));
    expect(order).toMatchObject({ status: 'succeeded', full_amount: 199, amount: 149, discount: 50 });
    expect(await shop.daysLeft(user)).toBeGreaterThan(27);
    const rounded = await sell(off(percent.promotionCode, 49));
    expect(rounded.order?.status).toBe('succeeded');
    const amount = await madeCode({ amount: 60, currency: 'usd', plan: 'month' });
    expect((await sell(off(amount.promotionCode, 60))).order).toMatchObject({ status: 'succeeded', amount: 139 });
  });

  it('is granted though its code is spent, stopped or over: the money came by it', async () => {
    const { promotionCode, batch } = await madeCode({ percent: 25, max_uses: 1 });
    await shop.server.app.inject({
      ...{ method: 'POST', url: `/api/v1/studio/coupons/${batch}/stop`, headers: owner.headers },
    });
    for (let sale = 0; sale < 2; sale += 1)
      expect((await sell(off(promotionCode, 50))).order?.status).toBe('succeeded');
  });

  it.each<[string, (codes: { percent: string; season: string; euros: string }) => Partial<SaleTerms>, string]>([
    ['a code that is not ours', () => off('promo_foreign', 50), 'foreign_discount'],
    [
      'no code',
      () => ({
        differs: {
          amount_subtotal: 199,
          amount_total: 149,
          total_details: { amount_discount: 50, amount_shipping: 0, amount_tax: 0 },
        },
      }),
      'foreign_discount',
    ],
    ['more off than its code gives', ({ percent }) => off(percent, 60), 'wrong_discount'],
    ['a code of another plan', ({ season }) => off(season, 50), 'wrong_discount'],
    ['a sum in another currency', ({ euros }) => off(euros, 50), 'wrong_discount'],
    [
      'all of it off',
      ({ percent }) => ({
        ...off(percent, 199),
        differs: { payment_status: 'no_payment_required', payment_intent: null },
      }),
      'wrong_discount',
    ],
    [
      'tax beside',
      () => ({
        differs: {
          amount_subtotal: 199,
          amount_total: 219,
          total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 20 },
        },
      }),
      'wrong_total',
    ],
    [
      'tax within a discount',
      ({ percent }) => ({
        ...off(percent, 50),
        differs: { total_details: { amount_discount: 50, amount_shipping: 0, amount_tax: 9 } },
      }),
      'wrong_total',
    ],
    ['two of it', () => ({ differs: { amount_subtotal: 398, amount_total: 398 } }), 'wrong_amount'],
    ['a sum that is not explained', () => ({ differs: { amount_subtotal: 199, amount_total: 149 } }), 'wrong_total'],
  ])('with %s waits for somebody to look, and grants nothing', async (_name, terms, reason) => {
    const [percent, season, euros] = [
      await madeCode({ percent: 25 }),
      await madeCode({ percent: 25, plan: 'season' }),
      await madeCode({ amount: 50, currency: 'eur' }),
    ].map(({ promotionCode }) => promotionCode);
    const { user, order, review } = await sell(
      terms({ percent: percent ?? '', season: season ?? '', euros: euros ?? '' }),
    );
    expect([order?.status, review]).toEqual(['processing', reason]);
    expect(await shop.daysLeft(user)).toBe(0);
    const url = '/api/v1/studio/orders?review=true&page_size=100';
    const rows = (await shop.server.app.inject({ url, headers: owner.headers })).json().data.result;
    expect(rows.map(({ order_id: id }: { order_id: string }) => id)).toContain(order?.order_id);
  });
});

describe('a plan sold by a plain link', () => {
  const url = 'https://buy.stripe.com/test_a1B2';
  async function setCard(card: object | null) {
    const headers = owner.headers;
    const plans = (await shop.server.app.inject({ url: '/api/v1/studio/plans', headers })).json().data.result;
    const { etag } = plans.find(({ plan }: { plan: string }) => plan === 'season');
    return shop.server.app.inject({
      ...{ method: 'PUT', url: '/api/v1/studio/plans/season', payload: { card } },
      headers: { ...headers, 'if-match': etag },
    });
  }
  const buttons = async () => (await shop.server.ask('/api/v1/site')).json().data.stripe.buttons;
  const usual = { payment_link: 'plink_s', buy_button_id: 'buy_btn_s', amount: 499, currency: 'usd' };

  it('has a link beside its button, or instead of it', async () => {
    expect((await setCard({ ...usual, url })).statusCode).toBe(200);
    expect((await buttons()).at(-1)).toMatchObject({ buy_button_id: 'buy_btn_s', url, button: true });
    const { buy_button_id: _, ...bare } = usual;
    expect((await setCard({ ...bare, url, button: false })).statusCode).toBe(200);
    expect((await buttons()).at(-1)).toMatchObject({ buy_button_id: null, url, button: false });
    const user = await shop.newUser();
    const sale = shop.stripe.sell({ buyButtonId: 'buy_btn_s', clientReferenceId: user.id });
    await shop.stripe.deliver(sale.completed());
    expect((await shop.orders(user))[0]).toMatchObject({ plan: 'season', status: 'succeeded' });
    const audit = await shop.server.app.inject({ url: '/api/v1/studio/audit', headers: owner.headers });
    expect(audit.body).toContain('"address":"https://buy.stripe.com/test_a1B2"');
  });

  it.each([
    'http://buy.stripe.com/a',
    'https://buy.stripe.com/a?b=1',
    'https://buy.stripe.com/a#b',
    'https://buy.stripe.com:444/a',
    'https://u@buy.stripe.com/a',
    'https://buy.stripe.com/a/b',
    'https://buy.stripe.com.evil.example/a',
    'https://buy.stripe.com/',
  ])('has none that is %s', async (wrong) => {
    const answer = await setCard({ ...usual, url: wrong });
    expect([answer.statusCode, pathOf(answer)]).toEqual([400, 'card.url']);
  });

  it('wants a link where it has no button, and a button where it shall be shown', async () => {
    expect(pathOf(await setCard({ ...usual, button: false }))).toBe('card.url');
    expect(pathOf(await setCard({ ...usual, buy_button_id: null, url }))).toBe('card.buy_button_id');
  });
});

describe('Stripe, asked for sales', () => {
  const askNow = (by = owner, at = shop) =>
    at.server.app.inject({ ...{ method: 'POST', url: '/api/v1/studio/payments/ask', headers: by.headers } });
  const lost = async (terms: Partial<SaleTerms> = {}) => {
    const user = await shop.newUser();
    const sale = shop.stripe.sell({ buyButtonId: 'buy_btn_m', clientReferenceId: user.id, ...terms });
    sale.completed();
    api.sessions.unshift(sale.session);
    return { user, sale };
  };

  it('tells of those that no webhook brought, which are granted once', async () => {
    const one = await lost();
    const two = await lost();
    const three = await lost({ clientReferenceId: randomUUID() });
    const doubtful = await lost(off('promo_foreign', 50));
    const known = await lost();
    await shop.stripe.deliver(known.sale.completed());
    const first = (await askNow()).json().data.result;
    expect(first).toMatchObject({ links: 2, sessions: 5 });
    expect(
      first.found
        .map(({ reference, outcome }: { reference: string; outcome: string }) => [reference, outcome])
        .toSorted(),
    ).toEqual(
      [
        [one.sale.session.id, 'granted'],
        [two.sale.session.id, 'granted'],
        [three.sale.session.id, 'unattributed'],
        [doubtful.sale.session.id, 'review'],
      ].toSorted(),
    );
    expect(await shop.daysLeft(one.user)).toBeGreaterThan(27);
    expect((await askNow()).json().data.result).toMatchObject({ sessions: 5, found: [] });
    expect(api.asked.at(-1)?.get('created[gte]')).toMatch(/^\d+$/);
    await shop.stripe.deliver(one.sale.completed());
    expect(await shop.daysLeft(one.user)).toBeLessThan(32);
  });

  it('finds nothing new where two ask at once, and takes up a sale that is paid later', async () => {
    const { user, sale } = await lost();
    const answers = await Promise.all([askNow(), askNow(), shop.stripe.deliver(sale.completed())]);
    expect(answers.slice(0, 2).map((answer) => (typeof answer === 'number' ? 0 : answer.statusCode))).toEqual([
      200, 200,
    ]);
    expect(await shop.daysLeft(user)).toBeLessThan(32);
    const later = await lost();
    Object.assign(later.sale.session, { payment_status: 'unpaid' });
    expect((await askNow()).json().data.result.found).toEqual([]);
    Object.assign(later.sale.session, { payment_status: 'paid' });
    expect((await askNow()).json().data.result.found).toMatchObject([{ outcome: 'granted' }]);
  });

  it('is asked from where the last run began that ended well', async () => {
    const sinceOf = () => api.asked.at(-1)?.get('created[gte]');
    await askNow();
    await askNow();
    const before = sinceOf();
    const { user } = await lost();
    api.next = [500];
    const failed = await askNow();
    expect([failed.statusCode, failed.json().code]).toEqual([502, 'payment_provider_unavailable']);
    await shop.runJob('ask Stripe');
    expect(Number(sinceOf())).toBeGreaterThanOrEqual(Number(before));
    expect(await shop.daysLeft(user)).toBeGreaterThan(27);
  });

  it('cannot be asked without a key', async () => {
    const answer = await askNow(await signInStaff(withoutKey.server, 'owner'), withoutKey);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'stripe_key_missing']);
  });
});

describe("Stripe's own receipt", () => {
  const ask = (user: SignedInUser, id: string) =>
    shop.server.app.inject({ url: `/api/v1/payment/orders/${id}/card_receipt`, headers: user.headers });

  it('is told to its buyer, where it is at Stripe', async () => {
    const user = await shop.newUser();
    const sale = shop.stripe.sell({ buyButtonId: 'buy_btn_m', clientReferenceId: user.id });
    await shop.stripe.deliver(sale.completed());
    const id = (await shop.orders(user))[0]?.order_id ?? '';
    const payment = String(sale.session.payment_intent);
    const told = async () => (await ask(user, id)).json().data.result;
    expect(await told()).toBeNull();
    for (const elsewhere of ['http://pay.stripe.com/a', 'https://stripe.com.evil.example/a', 'javascript:alert(1)']) {
      api.receipts.set(payment, elsewhere);
      expect(await told()).toBeNull();
    }
    api.receipts.set(payment, 'https://pay.stripe.com/receipts/a');
    expect(await told()).toEqual({ url: 'https://pay.stripe.com/receipts/a' });
    api.next = [403, 403];
    expect(await told()).toBeNull();
    expect((await ask(await shop.newUser(), id)).json().code).toBe('order_not_found');
    expect((await ask(owner, id)).statusCode).toBe(404);
  });

  it('is none of an order by WeChat', async () => {
    const user = await shop.newUser();
    const order = await shop.ordered(user);
    await shop.wechat.pay(order.number);
    expect((await ask(user, order.id)).json().data.result).toBeNull();
  });
});
