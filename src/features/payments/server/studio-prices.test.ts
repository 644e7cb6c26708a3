import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { askerOf } from '../../../app/testing/ask.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import type { SignedInUser } from '../../../app/testing/users.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';
import { shopForTests } from '../testing/shop.ts';

const shop = shopForTests({ settings: { STUDIO_TIME_ZONE: 'Asia/Shanghai' } });
const owner = forAllTests(() => signInStaff(shop.server, 'owner'));
afterEach(async () => {
  await shop.wechat.reset();
  await shop.server.db.query('delete from payment_orders');
  await shop.server.db.query("delete from plans where plan not in ('month', 'season')");
  await shop.server.db.query('delete from plan_cards');
  await shop.server.db.query(
    `update plans set active = true, card_set_at = null, amount_minor = case plan when 'month' then 1000 else 2700 end`,
  );
});

const ask = (...asked: Parameters<ReturnType<typeof askerOf>>) => askerOf(shop.server, owner, '/api/v1')(...asked);
const plans = async () => (await ask('GET', '/studio/plans')).body.data.result;
const planOf = async (code: string) => (await plans()).find(({ plan }: { plan: string }) => plan === code);
/** Changes a plan as it stands. */
const set = async (code: string, body: object) =>
  ask('PUT', `/studio/plans/${code}`, { body, etag: (await planOf(code)).etag });
const half = { plan: 'half-year', months: 6, amount: 5000, name: { 'en-us': 'Half a year', 'zh-cn': '半年卡' } };
const add = (body: object = half) => ask('POST', '/studio/plans', { body });
/** The site as it is by now, not as an answer that was kept says. */
const site = async () => (await shop.server.ask(`/api/v1/site?unkept=${randomUUID()}`)).json().data;
const audit = async () => (await ask('GET', '/studio/audit?page_size=1')).body.data.result[0];
const newCard = (more: object = {}) => ({
  payment_link: 'plink_new',
  buy_button_id: 'buy_btn_new',
  amount: 299,
  currency: 'usd',
  ...more,
});

describe('the plans', () => {
  it('are named, paused ones too, for who sees orders and no prices', async () => {
    await add();
    await set('half-year', { active: false });
    const support = await signInStaff(shop.server, 'support');
    const { body } = await ask('GET', '/studio/named_plans', { as: support });
    expect(body.data.result.map(({ plan, active }: Record<string, unknown>) => [plan, active])).toEqual([
      ['month', true],
      ['season', true],
      ['half-year', false],
    ]);
    expect(body.data.result[2]).toEqual({ plan: 'half-year', name: half.name, active: false });
    expect((await ask('GET', '/studio/plans', { as: support })).status).toBe(403);
  });

  it('are the two that are always there, with their names, until one is added', async () => {
    expect(await plans()).toMatchObject([
      { plan: 'month', months: 1, amount: 1000, card: null, order: 1, active: true },
      { plan: 'season', months: 3, amount: 2700, card: null, order: 2, active: true },
    ]);
    const { plans: sold, stripe } = await site();
    expect(sold[0]).toEqual({
      ...{ plan: 'month', months: 1, amount: 1000, currency: 'CNY' },
      name: {
        'en-us': 'Month card',
        'zh-cn': '月卡',
        'fr-fr': 'Carte mensuelle',
        'es-es': 'Tarjeta mensual',
        'ar-sa': 'بطاقة شهرية',
      },
    });
    expect(stripe.buttons).toEqual([
      { plan: 'month', buy_button_id: 'buy_btn_m', amount: 199, currency: 'USD', url: null, button: true },
      { plan: 'season', buy_button_id: 'buy_btn_s', amount: 499, currency: 'USD', url: null, button: true },
    ]);
  });

  it('get another one, which is sold at once, ordered by its code, and written down', async () => {
    const added = await add({ ...half, order: 0, card: newCard() });
    expect([added.status, added.etag]).toEqual([201, added.body.data.result.etag]);
    expect(added.body.data.result).toMatchObject({
      ...half,
      order: 0,
      active: true,
      card: { ...newCard({ currency: 'USD' }), url: null, button: true },
    });
    expect(await audit()).toMatchObject({
      action: 'site.plan_add',
      target: { kind: 'site', id: 'half-year', name: 'Half a year' },
      user: { username: owner.username },
      after: { plan: 'half-year', amount: 5000 },
    });
    const { plans: sold, stripe } = await site();
    expect(sold.map(({ plan }: { plan: string }) => plan)).toEqual(['half-year', 'month', 'season']);
    expect(stripe.buttons[0]).toEqual({
      plan: 'half-year',
      buy_button_id: 'buy_btn_new',
      amount: 299,
      currency: 'USD',
      url: null,
      button: true,
    });
    const buyer = await shop.newUser();
    const { number } = await shop.orderedAs(buyer, { plan: 'half-year' });
    expect(shop.wechat.orders.get(number)).toMatchObject({ total: 5000 });
    await shop.wechat.pay(number);
    expect(await shop.daysLeft(buyer)).toBeGreaterThan(180);
    expect(await shop.orders(buyer)).toMatchObject([{ plan: 'half-year', months: 6, amount: 5000 }]);
  });

  it.each([
    ['a code with capitals', { plan: 'Half' }],
    ['a code of one letter', { plan: 'h' }],
    ['no months', { months: 0 }],
    ['37 months', { months: 37 }],
    ['no price', { amount: 0 }],
    ['a price over ten thousand yuan', { amount: 1_000_001 }],
    ['half a fen', { amount: 10.5 }],
    ['no English name', { name: { 'zh-cn': '半年卡' } }],
    ['a name in a language that the site has not', { name: { 'en-us': 'Half', 'de-de': 'Halb' } }],
    ['a card without a price', { card: { ...newCard(), amount: undefined } }],
    ['a card of no currency', { card: newCard({ currency: 'yuan' }) }],
  ])('refuse %s, and name the field', async (_, wrong) => {
    const { status, code, body } = await add({ ...half, ...wrong });
    expect([status, code]).toEqual([400, 'invalid_request']);
    expect(body.details[0].path.split('.')[0]).toBe(Object.keys(wrong)[0]);
    expect(await plans()).toHaveLength(2);
  });

  it('have a code once, and are twelve at most', async () => {
    expect((await add()).status).toBe(201);
    expect((await add()).code).toBe('plan_exists');
    for (let nth = 3; nth < 12; nth += 1) expect((await add({ ...half, plan: `plan-${nth}` })).status).toBe(201);
    const { status, body } = await add({ ...half, plan: 'too-many' });
    expect([status, body.details]).toMatchObject([400, [{ path: 'plan' }]]);
    expect((await site()).plans).toHaveLength(12);
  });

  it('want the version that the caller has seen', async () => {
    const before = await planOf('month');
    expect((await ask('PUT', '/studio/plans/month', { body: { amount: 900 } })).code).toBe('version_missing');
    const done = await set('month', { amount: 900 });
    expect([done.status, done.body.data.result.amount]).toEqual([200, 900]);
    expect(done.etag).not.toBe(before.etag);
    const late = await ask('PUT', '/studio/plans/month', { body: { amount: 800 }, etag: before.etag });
    expect([late.status, late.body]).toEqual([
      412,
      expect.objectContaining({ code: 'edit_conflict', etag: done.etag, changed_by: owner.username }),
    ]);
    expect(late.body.current).toMatchObject({ plan: 'month', amount: 900 });
    expect(await audit()).toMatchObject({ action: 'site.plan_edit', before: { amount: 1000 }, after: { amount: 900 } });
  });

  it('that are fixed keep their months and name, and stay; others only while they were never ordered', async () => {
    expect((await set('month', { months: 2 })).code).toBe('plan_fixed');
    expect((await set('season', { name: { 'en-us': 'Quarter' } })).code).toBe('plan_fixed');
    expect((await ask('DELETE', '/studio/plans/month')).code).toBe('plan_fixed');
    expect((await ask('DELETE', '/studio/plans/none')).code).toBe('plan_not_found');
    expect((await ask('PUT', '/studio/plans/none', { body: {} })).code).toBe('plan_not_found');
    await add();
    expect((await set('half-year', { months: 7, name: { 'en-us': 'Seven' } })).body.data.result).toMatchObject({
      months: 7,
      name: { 'en-us': 'Seven' },
    });
    await shop.orderedAs(await shop.newUser(), { plan: 'half-year' });
    expect((await set('half-year', { months: 8 })).code).toBe('plan_in_use');
    expect((await ask('DELETE', '/studio/plans/half-year')).code).toBe('plan_in_use');
    expect((await set('half-year', { months: 7, active: false })).status).toBe(200);
    await shop.server.db.query('delete from payment_orders');
    expect((await ask('DELETE', '/studio/plans/half-year')).status).toBe(204);
    expect(await audit()).toMatchObject({ action: 'site.plan_remove', before: { plan: 'half-year' } });
    expect(await plans()).toHaveLength(2);
  });

  it('are not removed while somebody orders them', async () => {
    for (let times = 0; times < 6; times += 1) {
      await add();
      const buyer = await shop.newUser();
      const [ordered, removed] = await Promise.all([
        shop.orderAs(buyer, { plan: 'half-year' }),
        ask('DELETE', '/studio/plans/half-year'),
      ]);
      const both = [ordered.statusCode, removed.status];
      expect([
        [200, 409],
        [409, 204],
      ]).toContainEqual(both);
      await shop.server.db.query('delete from payment_orders');
      await shop.server.db.query("delete from plans where plan = 'half-year'");
    }
  });

  it('that are paused are on sale nowhere, and their orders are paid all the same', async () => {
    const buyer = await shop.newUser();
    const { id, number } = await shop.orderedAs(buyer, { plan: 'month' });
    expect((await set('month', { active: false })).status).toBe(200);
    const { plans: sold, stripe } = await site();
    expect(sold.map(({ plan }: { plan: string }) => plan)).toEqual(['season']);
    expect(stripe.buttons.map(({ plan }: { plan: string }) => plan)).toEqual(['season']);
    for (const body of [{ months: 1 }, { plan: 'month' }, { plan: 'never' }]) {
      const refused = await shop.orderAs(buyer, body);
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'plan_unavailable']);
    }
    await shop.wechat.pay(number);
    expect(await shop.standing(buyer, id)).toEqual({ completed: true, status: 'succeeded' });
  });

  it('are ordered by months or by code, and by both only where they agree', async () => {
    const buyer = await shop.newUser();
    for (const body of [{ months: 3, plan: 'season' }, { plan: 'season' }, { months: 3 }])
      expect(shop.wechat.orders.get((await shop.orderedAs(buyer, body)).number)?.total).toBe(2700);
    for (const body of [
      {},
      { months: 1, plan: 'season' },
      { months: 2, plan: 'month' },
      { plan: 1 },
      { plan: 'month', gift: 'yes' },
    ]) {
      const refused = await shop.orderAs(buyer, body);
      expect([refused.statusCode, refused.json().code]).toEqual([400, 'invalid_request']);
    }
  });

  it('keep for an order the price at which it was made', async () => {
    const [early, late] = [await shop.newUser(), await shop.newUser()];
    const before = await shop.orderedAs(early, { plan: 'month' });
    await set('month', { amount: 1500 });
    const after = await shop.orderedAs(late, { plan: 'month' });
    expect([before, after].map(({ number }) => shop.wechat.orders.get(number)?.total)).toEqual([1000, 1500]);
    for (const { number } of [before, after]) await shop.wechat.pay(number);
    expect((await shop.orders(early))[0]).toMatchObject({ amount: 1000, full_amount: 1000, status: 'succeeded' });
    expect((await shop.orders(late))[0]).toMatchObject({ amount: 1500, full_amount: 1500, status: 'succeeded' });
  });
});

describe('a price by card', () => {
  const sell = (buyer: SignedInUser, differs: object = {}) =>
    shop.stripe.sell({ buyButtonId: 'buy_btn_m', clientReferenceId: buyer.id, differs });
  const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
  const dayS = 24 * 60 * 60;
  const back = (hours: number) =>
    shop.server.db.query(
      `with moved as (update plans set card_set_at = card_set_at - make_interval(hours => $1) where plan = 'month')
       update plan_cards set since = since - make_interval(hours => $1), until = until - make_interval(hours => $1)`,
      [hours],
    );
  const statusOf = async (buyer: SignedInUser) => (await shop.orders(buyer))[0]?.status;

  it('of the settings still fits who opened the checkout before a card was set, and a day after, no longer', async () => {
    const buyers = await Promise.all(Array.from({ length: 3 }, () => shop.newUser()));
    const [open, soon, late] = buyers;
    if (!open || !soon || !late) throw new Error('There are three buyers');
    const opened = sell(open);
    await set('month', { card: newCard() });
    const { stripe } = await site();
    expect(stripe.buttons[0]).toEqual({
      plan: 'month',
      buy_button_id: 'buy_btn_new',
      amount: 299,
      currency: 'USD',
      url: null,
      button: true,
    });
    for (const [sale, expected] of [
      [opened, 'succeeded'],
      [sell(soon, { created: secondsFromNow(dayS - 60) }), 'succeeded'],
      [sell(late, { created: secondsFromNow(dayS + 60) }), 'processing'],
    ] as const) {
      await shop.stripe.deliver(sale.completed());
      const buyer = buyers.find(({ id }) => id === sale.session.client_reference_id);
      expect(buyer && (await statusOf(buyer))).toBe(expected);
    }
  });

  it('that is new fits by the new link from its second on, and by the former link too', async () => {
    await set('month', { card: newCard() });
    await back(48);
    await set('month', { card: newCard({ payment_link: 'plink_newer', amount: 399 }) });
    const bought = [
      { differs: { payment_link: 'plink_newer', amount_total: 399 }, status: 'succeeded' },
      { differs: { payment_link: 'plink_new', amount_total: 399 }, status: 'succeeded' },
      { differs: { payment_link: 'plink_new', amount_total: 299 }, status: 'succeeded' },
      { differs: { payment_link: 'plink_m', amount_total: 399 }, status: 'succeeded' },
      { differs: { payment_link: 'plink_m', amount_total: 199 }, status: 'processing' },
      {
        differs: { payment_link: 'plink_newer', amount_total: 299, created: secondsFromNow(2 * dayS) },
        status: 'processing',
      },
      {
        differs: { payment_link: 'plink_newer', amount_total: 399, created: secondsFromNow(-60) },
        status: 'processing',
      },
      { differs: { payment_link: 'plink_newer', amount_total: 399, currency: 'eur' }, status: 'processing' },
    ];
    for (const { differs, status } of bought) {
      const buyer = await shop.newUser();
      await shop.stripe.deliver(sell(buyer, differs).completed());
      expect([differs, await statusOf(buyer)]).toEqual([differs, status]);
      expect((await shop.daysLeft(buyer)) > 0).toBe(status === 'succeeded');
    }
  });

  it('is gone with the card: neither the settings nor the former link sell a day later', async () => {
    expect((await set('month', { card: null })).body.data.result.card).toBeNull();
    expect((await site()).stripe.buttons.map(({ plan }: { plan: string }) => plan)).toEqual(['season']);
    await back(25);
    const buyer = await shop.newUser();
    await shop.stripe.deliver(sell(buyer).completed());
    expect(await statusOf(buyer)).toBe('processing');
    expect(await shop.daysLeft(buyer)).toBe(0);
  });

  it('is that of one plan: no other plan sells by the same link', async () => {
    await set('month', { card: newCard() });
    const { status, body } = await set('season', { card: newCard() });
    expect([status, body.details]).toMatchObject([400, [{ path: 'card.payment_link' }]]);
  });
});

describe('new coupons', () => {
  let support: SignedInUser;
  beforeAll(async () => {
    support = await signInStaff(shop.server, 'support');
  });
  const make = (body: object, as = support) =>
    ask('POST', '/studio/coupons', { body: { request_id: randomUUID(), ...body }, as });

  it('give time or lower a price, their codes are told once, and work', async () => {
    const made = await make({ percent: 40, plan: 'season', count: 3, note: 'for the fair' });
    expect(made.status).toBe(201);
    const { batch, coupons } = made.body.data.result;
    expect(coupons).toHaveLength(3);
    const code = coupons[0].code;
    expect(coupons[0]).toEqual({
      ...{ code, months: null, days: null, max_uses: 1, expires_at: null },
      ...{ percent: 40, amount: null, plan: 'season', ways: ['wechat'], currency: null },
    });
    const { number } = await shop.orderedAs(await shop.newUser(), { plan: 'season', coupon: code });
    expect(shop.wechat.orders.get(number)?.total).toBe(1620);
    expect(await audit()).toMatchObject({
      action: 'coupon_batch.create',
      target: { kind: 'coupon_batch', id: batch },
      reason: 'for the fair',
      batch,
      after: { percent: 40, plan: 'season', count: 3 },
      user: { username: support.username },
    });
    const timed = await make({ months: 2, code: 'Summer-Fair', max_uses: 50 });
    expect(timed.body.data.result.coupons[0]).toMatchObject({ code: 'Summer-Fair', months: 2, max_uses: 50 });
    const reader = await shop.newUser();
    expect((await ask('POST', '/user/coupon/redeem', { body: { code: 'summerfair' }, as: reader })).status).toBe(200);
  });

  it('are made once for each request, also when it comes ten times at once', async () => {
    const body = { request_id: randomUUID(), amount: 200, count: 2 };
    const answers = await Promise.all(Array.from({ length: 10 }, () => make(body)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
    const results = answers.map((answer) => answer.body.data.result);
    expect(new Set(results.map(({ batch }) => batch)).size).toBe(1);
    expect(results.filter(({ coupons }) => coupons !== null)).toHaveLength(1);
    const other = await make({ ...body, amount: 300 });
    expect([other.status, other.code]).toEqual([409, 'request_id_reused']);
    // Another user's request is another one.
    expect((await make({ ...body, amount: 300 }, owner)).body.data.result.coupons).toHaveLength(2);
    const { rows } = await shop.server.db.query<{ count: number }>(
      'select count(*) as count from coupons where batch = $1',
      [results[0].batch],
    );
    expect(rows).toEqual([{ count: 2 }]);
  });

  it('have a word once', async () => {
    await make({ days: 3, code: 'ONCE-ONLY' });
    const again = await make({ percent: 10, code: 'once only' });
    expect([again.status, again.code]).toEqual([409, 'coupon_exists']);
  });

  it('end at a time of the zone that is named, else of the site', async () => {
    const ends = async (body: object) => (await make({ days: 1, ...body })).body.data.result.coupons[0].expires_at;
    expect(await ends({ expires_at: '2099-01-02T00:00' })).toBe('2099-01-01T16:00:00.000Z');
    expect(await ends({ expires_at: '2099-01-02T00:00', time_zone: 'Europe/Berlin' })).toBe('2099-01-01T23:00:00.000Z');
    expect(await ends({ expires_at: '2099-01-02T00:00+01:00', time_zone: 'UTC' })).toBe('2099-01-01T23:00:00.000Z');
  });

  it.each([
    ['nothing to give', {}, 'months'],
    ['two kinds at once', { percent: 10, amount: 100 }, 'months'],
    ['a share of 0', { percent: 0 }, 'percent'],
    ['a share of 91', { percent: 91 }, 'percent'],
    ['a plan beside time', { days: 3, plan: 'month' }, 'plan'],
    ['a plan that is none', { percent: 10, plan: 'none' }, 'plan'],
    ['no coupon', { days: 3, count: 0 }, 'count'],
    ['too many', { days: 3, count: 1001 }, 'count'],
    ['a word for two', { days: 3, count: 2, code: 'SUMMER' }, 'count'],
    ['a word that looks like a code', { days: 3, code: 'ABCDEFGHJKMNPQRS' }, 'code'],
    ['an end that lies back', { days: 3, expires_at: '2020-01-01T00:00Z' }, 'expires_at'],
    ['no time', { days: 3, expires_at: 'soon' }, 'expires_at'],
  ])('refuse %s, and name the field', async (_, body, path) => {
    const { status, code, body: answer } = await make(body);
    expect([status, code, answer.details[0].path]).toEqual([400, 'invalid_request', path]);
  });

  it('refuse a request without an id', async () => {
    const { status } = await ask('POST', '/studio/coupons', { body: { days: 3 }, as: support });
    expect(status).toBe(400);
  });
});
