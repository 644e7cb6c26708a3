import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { statusAndCode } from '../../../app/testing/server.ts';
import type { SignedInUser } from '../../../app/testing/users.ts';
import { inLong } from '../../../server/testing/depth.ts';
import type { CouponTerms } from '../../membership/server/coupon-queries.ts';
import { createCoupons, stopCoupon } from '../../membership/server/coupons.ts';
import { extendMembership } from '../../membership/server/membership.ts';
import { eventually, expectBalance, openShop, shopForTests } from '../testing/shop.ts';
import { reportPayments } from './report.ts';

const shop = shopForTests();
afterAll(() => expectBalance(shop.server.db));
beforeEach(() => shop.wechat.reset());

const ordinary: CouponTerms = {
  gives: { percent: 30, plan: null },
  maxUses: 1,
  newUsersOnly: false,
  expiresAt: null,
};
async function makeCode(terms: Partial<CouponTerms> = {}): Promise<string> {
  const [code = ''] = await createCoupons(shop.server.db, { count: 1, terms: { ...ordinary, ...terms } });
  return code;
}
const ask = (user: SignedInUser, path: string, payload: object) =>
  shop.server.app.inject({ method: 'POST', url: `/api/v1${path}`, headers: user.headers, payload });
const quote = (user: SignedInUser, body: object) => ask(user, '/payment/quote', body);
const order = (user: SignedInUser, coupon: string, plan = 'month') => shop.orderAs(user, { plan, coupon });
const expire = (orderId: string) =>
  shop.server.db.query(
    `update payment_orders set created_at = created_at - interval '6 minutes', expires_at = now() - interval '1 minute'
     where id = $1`,
    [orderId],
  );
/** Lets the order end unpaid, as the sweep finds it. */
async function letEnd(orderId: string): Promise<void> {
  await expire(orderId);
  await shop.sweep(orderId);
}
const users = (count: number) => Promise.all(Array.from({ length: count }, () => shop.newUser()));

describe('a discount', () => {
  it.each([
    { gives: { percent: 30, plan: null }, plan: 'month', amount: 700 },
    { gives: { percent: 33, plan: 'season' }, plan: 'season', amount: 1809 },
    { gives: { amountMinor: 250, plan: null }, plan: 'month', amount: 750 },
    { gives: { amountMinor: 5000, plan: null }, plan: 'season', amount: 1 },
  ])('of $gives makes $plan cost $amount fen: quoted, ordered, paid and listed', async ({ gives, plan, amount }) => {
    const user = await shop.newUser();
    const coupon = await makeCode({ gives });
    const full = plan === 'month' ? 1000 : 2700;
    const quoted = await quote(user, { plan, coupon: coupon.toLowerCase() });
    expect(quoted.json().data.result).toEqual({ amount, full_amount: full, currency: 'CNY' });
    const { id, number } = await shop.orderedAs(user, { plan, coupon });
    expect(shop.wechat.orders.get(number)?.total).toBe(amount);
    await shop.wechat.pay(number);
    expect(await shop.orders(user)).toMatchObject([
      { order_id: id, plan, amount, full_amount: full, gift: null, status: 'succeeded' },
    ]);
    expect(await shop.daysLeft(user)).toBeGreaterThan(27);
  });

  it('is quoted as often as one likes, and holds nothing', async () => {
    const coupon = await makeCode();
    const [one, other] = await users(2);
    if (!one || !other) throw new Error('There are two users');
    for (let times = 0; times < 12; times += 1)
      expect((await quote(one, { plan: 'month', coupon })).statusCode).toBe(200);
    expect((await order(other, coupon)).statusCode).toBe(200);
    expect(statusAndCode(await quote(one, { plan: 'month', coupon }))).toEqual([409, 'coupon_reserved']);
    // An own order gives way to the next one, so its price can be told.
    expect((await quote(other, { plan: 'month', coupon })).statusCode).toBe(200);
  });

  it('is quoted with a plan alone, and without a code at the full price', async () => {
    const user = await shop.newUser();
    const full = { amount: 1000, full_amount: 1000, currency: 'CNY' };
    expect((await quote(user, { plan: 'month' })).json().data.result).toEqual(full);
    expect((await quote(user, { plan: 'month', coupon: '' })).json().data.result).toEqual(full);
    expect(statusAndCode(await quote(user, {}))).toEqual([400, 'invalid_request']);
    expect(statusAndCode(await quote(user, { plan: 'decade' }))).toEqual([409, 'plan_unavailable']);
  });
});

describe('the use of a discount', () => {
  it('goes to one of fifty users who order at once with its last use', async () => {
    const coupon = await makeCode({ maxUses: 2 });
    const first = await shop.newUser();
    await shop.wechat.pay((await shop.orderedAs(first, { plan: 'month', coupon })).number);
    const answers = await Promise.all((await users(50)).map((user) => order(user, coupon)));
    const taken = answers.filter(({ statusCode }) => statusCode === 200);
    expect(taken).toHaveLength(1);
    const refusals = answers.filter(({ statusCode }) => statusCode !== 200).map(statusAndCode);
    expect(new Set(refusals.map(String))).toEqual(new Set(['409,coupon_reserved']));
    const { rows } = await shop.server.db.query<{ count: number }>(
      `select count(*) as count from payment_orders o join coupons c on c.id = o.coupon_id
       where c.last_four = $1 and o.state in ('new', 'open')`,
      [coupon.slice(-4)],
    );
    expect(rows).toEqual([{ count: 1 }]);
    expect(shop.wechat.orders.size).toBe(2);
  });

  it('goes once to a user who orders five times at once, though a thousand are left', async () => {
    const user = await shop.newUser();
    const coupon = await makeCode({ maxUses: 1000 });
    shop.wechat.fault({ on: 'close', kind: 'status', status: 500, times: 99 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => order(user, coupon)));
    const kinds = answers.map((answer) => String(statusAndCode(answer))).toSorted();
    expect(kinds).toEqual(['200,', ...Array.from({ length: 4 }, () => '409,coupon_reserved')]);
  });

  it('is spent by a payment, for its buyer and for everybody', async () => {
    const coupon = await makeCode();
    const [buyer, other] = await users(2);
    if (!buyer || !other) throw new Error('There are two users');
    const { id, number } = await shop.orderedAs(buyer, { plan: 'month', coupon });
    expect(statusAndCode(await order(other, coupon))).toEqual([409, 'coupon_reserved']);
    await shop.wechat.pay(number);
    expect(statusAndCode(await order(other, coupon))).toEqual([409, 'coupon_used_up']);
    expect(statusAndCode(await order(buyer, coupon))).toEqual([409, 'coupon_already_used']);
    expect(statusAndCode(await quote(buyer, { plan: 'month', coupon }))).toEqual([409, 'coupon_already_used']);
    await shop.wechat.refund(number, 700);
    expect(await shop.standing(buyer, id)).toMatchObject({ status: 'refunded' });
    expect(statusAndCode(await order(other, coupon))).toEqual([409, 'coupon_used_up']);
    expect(statusAndCode(await order(buyer, coupon))).toEqual([409, 'coupon_already_used']);
  });

  it('is free again once the order has ended unpaid, and once WeChat Pay would not make it', async () => {
    const coupon = await makeCode();
    const [one, other, third] = await users(3);
    if (!one || !other || !third) throw new Error('There are three users');
    const { id } = await shop.orderedAs(one, { plan: 'month', coupon });
    expect(statusAndCode(await order(other, coupon))).toEqual([409, 'coupon_reserved']);
    await letEnd(id);
    shop.wechat.fault({ on: 'create', kind: 'status', status: 403, code: 'RULE_LIMIT' });
    expect(statusAndCode(await order(other, coupon))).toEqual([502, 'payment_provider_unavailable']);
    expect((await order(third, coupon)).statusCode).toBe(200);
  });

  it('stays held where nobody knows whether WeChat Pay made the order', async () => {
    const coupon = await makeCode();
    const [one, other] = await users(2);
    if (!one || !other) throw new Error('There are two users');
    shop.wechat.fault({ on: 'create', kind: 'lost_status', status: 500, times: 2 });
    expect(statusAndCode(await order(one, coupon))).toEqual([502, 'payment_provider_unavailable']);
    expect(statusAndCode(await order(other, coupon))).toEqual([409, 'coupon_reserved']);
  });

  it("goes over to its user's next order once the old one is closed at WeChat Pay", async () => {
    const user = await shop.newUser();
    const coupon = await makeCode();
    const first = await shop.orderedAs(user, { plan: 'month', coupon });
    const second = await shop.orderedAs(user, { plan: 'season', coupon });
    expect(shop.wechat.orders.get(first.number)?.state).toBe('CLOSED');
    expect(await shop.standing(user, first.id)).toMatchObject({ status: 'canceled' });
    await shop.wechat.pay(second.number);
    expect((await shop.orders(user))[0]).toMatchObject({ plan: 'season', amount: 1890, status: 'succeeded' });
  });

  it('does not go over while the old order cannot be closed, and then no order is made', async () => {
    const user = await shop.newUser();
    const coupon = await makeCode({ maxUses: 5 });
    const first = await shop.orderedAs(user, { plan: 'month', coupon });
    shop.wechat.fault({ on: 'close', kind: 'status', status: 500, times: 9 });
    expect(statusAndCode(await order(user, coupon))).toEqual([409, 'coupon_reserved']);
    expect(await shop.orders(user)).toHaveLength(1);
    expect(shop.wechat.orders.size).toBe(1);
    await shop.wechat.pay(first.number);
    expect(await shop.standing(user, first.id)).toEqual({ completed: true, status: 'succeeded' });
  });

  it('is spent by the old order where that was paid while it was being closed', async () => {
    const user = await shop.newUser();
    const coupon = await makeCode({ maxUses: 5 });
    const first = await shop.orderedAs(user, { plan: 'month', coupon });
    shop.wechat.fault({ on: 'notification', kind: 'drop' });
    shop.wechat.fault({ on: 'close', kind: 'close_race' });
    expect(statusAndCode(await order(user, coupon))).toEqual([409, 'coupon_already_used']);
    expect(await shop.standing(user, first.id)).toEqual({ completed: true, status: 'succeeded' });
    expect(await shop.orders(user)).toHaveLength(1);
  });

  it("is spent by late money, which is granted at the order's price although another has the use by now", async () => {
    const coupon = await makeCode();
    const [late, other, third] = await users(3);
    if (!late || !other || !third) throw new Error('There are three users');
    const { id, number } = await shop.orderedAs(late, { plan: 'month', coupon });
    await shop.wechat.pay(number, { isSilent: true });
    // Our books believe that it has ended: the order is known to be paid only by the notification that comes now.
    await shop.server.db.query("update payment_orders set state = 'closed', next_check_at = null where id = $1", [id]);
    const second = await shop.orderedAs(other, { plan: 'month', coupon });
    expect((await shop.wechat.notify(number)).status).toBe(204);
    expect(await shop.standing(late, id)).toEqual({ completed: true, status: 'succeeded' });
    expect((await shop.orders(late))[0]).toMatchObject({ amount: 700, full_amount: 1000 });
    await shop.wechat.pay(second.number);
    expect(await shop.standing(other, second.id)).toEqual({ completed: true, status: 'succeeded' });
    expect(statusAndCode(await order(third, coupon))).toEqual([409, 'coupon_used_up']);
  });

  it('is not given back to an order that lost it while WeChat Pay was making it', async () => {
    const user = await shop.newUser();
    const coupon = await makeCode();
    shop.wechat.fault({ on: 'create', kind: 'delay', ms: 300 });
    const making = order(user, coupon);
    const findMade = async () =>
      (await shop.server.db.query<{ id: string }>('select id from payment_orders where user_id = $1', [user.id])).rows;
    await eventually(async () => (await findMade()).length === 1);
    const [made] = await findMade();
    await shop.server.db.query("update payment_orders set state = 'closed' where id = $1", [made?.id]);
    expect(statusAndCode(await making)).toEqual([409, 'coupon_reserved']);
    await eventually(async () => [...shop.wechat.orders.values()].every(({ state }) => state === 'CLOSED'));
  });

  it('is not that of an order that pays what somebody else would have paid', async () => {
    const user = await shop.newUser();
    const coupon = await makeCode();
    const { id, number } = await shop.orderedAs(user, { plan: 'month', coupon });
    const made = shop.wechat.orders.get(number);
    if (!made) throw new Error('WeChat Pay has no such order');
    made.total = 1000;
    await shop.wechat.pay(number);
    expect(await shop.standing(user, id)).toEqual({ completed: false, status: 'processing' });
    const { in_review: inReview } = await reportPayments(shop.server.db);
    expect(inReview.find(({ order_id: listed }) => listed === id)?.reason).toBe('paid 1000, ordered 700');
  });
});

describe('a code in the wrong place', () => {
  it.each<{ code: string; make: () => Promise<string>; status: number; refusal: string }>([
    {
      code: 'that gives time',
      make: () => makeCode({ gives: { days: 3 } }),
      status: 409,
      refusal: 'coupon_not_applicable',
    },
    {
      code: 'for another plan',
      make: () => makeCode({ gives: { percent: 10, plan: 'season' } }),
      status: 409,
      refusal: 'coupon_not_applicable',
    },
    { code: 'that is none', make: async () => '0123-4567-89AB-CDEE', status: 400, refusal: 'coupon_invalid' },
    {
      code: 'that is over',
      make: () => makeCode({ expiresAt: new Date(Date.now() - 1000) }),
      status: 410,
      refusal: 'coupon_expired',
    },
    {
      code: 'that was stopped',
      async make() {
        const code = await makeCode();
        await stopCoupon(shop.server.db, code);
        return code;
      },
      status: 400,
      refusal: 'coupon_invalid',
    },
  ])('$code is refused with $refusal, quoted or ordered, and no order is made', async ({ make, status, refusal }) => {
    const user = await shop.newUser();
    const coupon = await make();
    expect(statusAndCode(await quote(user, { plan: 'month', coupon }))).toEqual([status, refusal]);
    expect(statusAndCode(await order(user, coupon))).toEqual([status, refusal]);
    expect(await shop.orders(user)).toEqual([]);
    expect(shop.wechat.requests).toEqual([]);
  });

  it('that is for new users is refused to who was a member', async () => {
    const user = await shop.newUser();
    await extendMembership(shop.server.db, { userId: user.id, cause: `operator:${user.id}`, by: { days: 1 } });
    const coupon = await makeCode({ newUsersOnly: true });
    expect(statusAndCode(await order(user, coupon))).toEqual([403, 'coupon_not_eligible']);
    expect((await order(await shop.newUser(), coupon)).statusCode).toBe(200);
  });

  it('cannot be redeemed for time, and has no use less afterwards', async () => {
    const user = await shop.newUser();
    const coupon = await makeCode();
    expect(statusAndCode(await ask(user, '/user/coupon/redeem', { code: coupon }))).toEqual([
      409,
      'coupon_not_applicable',
    ]);
    expect((await order(user, coupon)).statusCode).toBe(200);
  });

  inLong('counts among the ten failures of an hour, whichever call it was tried in', async () => {
    const limited = await openShop({ settings: { RATE_LIMIT_SCALE: '1' } });
    try {
      const { headers } = await limited.newUser();
      const [right = ''] = await createCoupons(limited.server.db, { count: 1, terms: ordinary });
      const wrong = '0123-4567-89AB-CDEE';
      const post = (path: string, payload: object) =>
        limited.server.app.inject({ method: 'POST', url: `/api/v1${path}`, headers, payload });
      const create = '/payment/wechat/payment/china_book_membership/create';
      for (const [path, body] of [
        ['/payment/quote', { plan: 'month', coupon: wrong }],
        [create, { plan: 'month', coupon: wrong }],
        ['/user/coupon/redeem', { code: wrong }],
        ['/payment/quote', { plan: 'month', coupon: wrong }],
        [create, { plan: 'month', coupon: wrong }],
      ] as const)
        for (let times = 0; times < 2; times += 1)
          expect(statusAndCode(await post(path, body))).toEqual([400, 'coupon_invalid']);
      for (const refused of [
        await post('/payment/quote', { plan: 'month', coupon: right }),
        await post(create, { plan: 'month', coupon: right }),
      ]) {
        expect(statusAndCode(refused)).toEqual([429, 'rate_limited']);
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
      }
      // Without a code nothing can be guessed.
      expect((await post(create, { plan: 'month' })).statusCode).toBe(200);
    } finally {
      await limited.close();
    }
  });
});
