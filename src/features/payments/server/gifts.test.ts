import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { statusAndCode } from '../../../app/testing/server.ts';
import type { SignedInUser } from '../../../app/testing/users.ts';
import { withTransaction } from '../../../server/database/db.ts';
import { systemClock } from '../../../server/process/clock.ts';
import { settingsIn } from '../../../shared/site-settings.ts';
import { addMonths } from '../../membership/rules.ts';
import { createCoupons, stopCoupon } from '../../membership/server/coupons.ts';
import { extendMembership } from '../../membership/server/membership.ts';
import type { Gift } from '../contract.ts';
import { eventually, expectBalance, shopForTests } from '../testing/shop.ts';
import { assignByHand } from './by-hand.ts';
import { refundOrder } from './refunds.ts';
import { reportPayments } from './report.ts';
import { createWechatPay } from './wechat/wechat-pay.ts';

const shop = shopForTests();
afterAll(() => expectBalance(shop.server.db));
beforeEach(() => shop.wechat.reset());

const redeem = (user: SignedInUser, code: string) =>
  shop.server.app.inject({
    method: 'POST',
    url: '/api/v1/user/coupon/redeem',
    headers: user.headers,
    payload: { code },
  });
/** The gift of a user's newest order. */
async function giftOf(user: SignedInUser): Promise<Gift | null> {
  const [newest] = await shop.orders(user);
  if (!newest) throw new Error('There is no order');
  return newest.gift;
}
async function codeOf(user: SignedInUser): Promise<string> {
  const code = (await giftOf(user))?.code;
  if (!code) throw new Error('There is no code to give away');
  return code;
}
/** Orders and pays a gift. */
async function give(body: object = { plan: 'month' }) {
  const buyer = await shop.newUser();
  const made = await shop.orderedAs(buyer, { ...body, gift: true });
  expect(await giftOf(buyer)).toBeNull();
  await shop.wechat.pay(made.number);
  return { buyer, ...made };
}
const causesOf = async (user: SignedInUser) => {
  const { rows } = await shop.server.db.query<{ cause: string }>(
    'select cause from ledger_entries where user_id = $1 order by id',
    [user.id],
  );
  return rows.map(({ cause }) => cause);
};
const refundAsked = (order: string) => {
  const { appId, mchId } = shop.wechat.config;
  const { db } = shop.server;
  const log = { info() {}, warn() {}, error() {} };
  return refundOrder(
    {
      ...{ db, log, card: null, setting: settingsIn({}) },
      wechat: {
        db,
        wechat: createWechatPay(shop.wechat.config, { clock: systemClock }),
        merchant: { appId, mchId },
        accountAppId: null,
        offersFapiao: false,
        asked: new Map(),
        notifyUrl: `${shop.url}/api/v1/payment/wechat/notify`,
        setting: settingsIn({ name: 'Shop' }),
        clock: systemClock,
        log,
      },
    },
    { order },
  );
};

describe('a gift', () => {
  it('is a code that its buyer alone sees, and gives somebody else the months', async () => {
    const { buyer, id } = await give({ plan: 'season' });
    const gift = await giftOf(buyer);
    expect(gift).toMatchObject({ state: 'unredeemed', code: expect.stringMatching(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/) });
    const [order] = await shop.orders(buyer);
    expect(order).toMatchObject({ order_id: id, amount: 2700, full_amount: 2700, status: 'succeeded' });
    expect(gift?.expires_at).toBe(addMonths(new Date(order?.paid_at ?? 0), 12).toISOString());
    expect([await shop.daysLeft(buyer), await causesOf(buyer)]).toEqual([0, []]);

    const friend = await shop.newUser();
    const answer = await redeem(friend, await codeOf(buyer));
    expect(answer.statusCode).toBe(200);
    expect(await shop.daysLeft(friend)).toBeGreaterThan(88);
    expect(await causesOf(friend)).toEqual([expect.stringMatching(/^coupon:/)]);
    expect(await giftOf(buyer)).toEqual({ ...gift, state: 'redeemed', code: null });
    expect(await shop.orders(friend)).toEqual([]);
  });

  it('may be redeemed by its buyer, and by nobody after that', async () => {
    const { buyer } = await give();
    const code = await codeOf(buyer);
    expect((await redeem(buyer, code.toLowerCase())).statusCode).toBe(200);
    expect(await shop.daysLeft(buyer)).toBeGreaterThan(27);
    expect(statusAndCode(await redeem(buyer, code))).toEqual([409, 'coupon_already_used']);
    expect(statusAndCode(await redeem(await shop.newUser(), code))).toEqual([409, 'coupon_used_up']);
  });

  it('goes to one of twenty who redeem it at once', async () => {
    const { buyer } = await give();
    const code = await codeOf(buyer);
    const friends = await Promise.all(Array.from({ length: 20 }, () => shop.newUser()));
    const answers = await Promise.all(friends.map((friend) => redeem(friend, code)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const days = await Promise.all(friends.map((friend) => shop.daysLeft(friend)));
    expect(days.filter((left) => left > 0)).toHaveLength(1);
  });

  it('is made once, however often its payment is told of', async () => {
    const { buyer, number } = await give();
    const code = await codeOf(buyer);
    await Promise.all(Array.from({ length: 10 }, () => shop.wechat.notify(number)));
    expect(await codeOf(buyer)).toBe(code);
    const { rows } = await shop.server.db.query<{ count: number }>(
      "select count(*) as count from coupons where gift_cause like 'wechat:%' and last_four = $1",
      [code.slice(-4)],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('may be paid for with a discount', async () => {
    const terms = { gives: { percent: 50, plan: null }, maxUses: 1, newUsersOnly: false, expiresAt: null };
    const [coupon] = await createCoupons(shop.server.db, { count: 1, terms });
    const { buyer } = await give({ plan: 'month', coupon });
    expect((await shop.orders(buyer))[0]).toMatchObject({
      amount: 500,
      full_amount: 1000,
      gift: { state: 'unredeemed' },
    });
    expect((await redeem(await shop.newUser(), await codeOf(buyer))).statusCode).toBe(200);
  });

  it('earns no reward for an invitation', async () => {
    const [inviter, invitee] = [await shop.newUser(), await shop.newUser()];
    await shop.server.db.query('update users set invited_by = $2 where id = $1', [invitee.id, inviter.id]);
    const ordered = await shop.orderedAs(invitee, { plan: 'month', gift: true });
    await shop.wechat.pay(ordered.number);
    expect((await redeem(invitee, await codeOf(invitee))).statusCode).toBe(200);
    await shop.server.db.query("update payment_orders set paid_at = paid_at - interval '8 days' where id = $1", [
      ordered.id,
    ]);
    await shop.runJob('reward invites');
    expect(await causesOf(inviter)).toEqual([]);
    expect(await causesOf(invitee)).toEqual([expect.stringMatching(/^coupon:/)]);
  });

  it('that nobody has redeemed in time is expired, and one that was stopped is as good as that', async () => {
    const [late, stopped] = [await give(), await give()];
    const [lateCode, stoppedCode] = [await codeOf(late.buyer), await codeOf(stopped.buyer)];
    await shop.server.db.query("update coupons set expires_at = now() - interval '1 second' where gift_cause = $1", [
      `wechat:${late.id}`,
    ]);
    await stopCoupon(shop.server.db, stoppedCode);
    expect(await giftOf(late.buyer)).toMatchObject({ state: 'expired', code: null });
    expect(await giftOf(stopped.buyer)).toMatchObject({ state: 'expired', code: null });
    expect(statusAndCode(await redeem(late.buyer, lateCode))).toEqual([410, 'coupon_expired']);
    expect(statusAndCode(await redeem(stopped.buyer, stoppedCode))).toEqual([400, 'coupon_invalid']);
  });
});

describe('a gift by card', () => {
  const sell = (named: string) => shop.stripe.sell({ buyButtonId: 'buy_btn_m', clientReferenceId: named });

  it('is bought with the mark of gifts behind the buyer, and redeemed by somebody else', async () => {
    const [buyer, friend] = [await shop.newUser(), await shop.newUser()];
    expect(await shop.stripe.deliver(sell(`${buyer.id}_gift`).completed())).toBe(200);
    expect(await shop.daysLeft(buyer)).toBe(0);
    expect((await redeem(friend, await codeOf(buyer))).statusCode).toBe(200);
    expect(await shop.daysLeft(friend)).toBeGreaterThan(27);
  });

  it('ends with a lost dispute: a code is invalid, and a redeemed grant is taken back', async () => {
    const [buyer, other, friend] = [await shop.newUser(), await shop.newUser(), await shop.newUser()];
    const sales = [sell(`${buyer.id}_gift`), sell(`${other.id}_gift`)];
    for (const sale of sales) await shop.stripe.deliver(sale.completed());
    const [kept, given] = [await codeOf(buyer), await codeOf(other)];
    await redeem(friend, given);
    for (const sale of sales) {
      const { opened, closed } = sale.dispute();
      await shop.stripe.deliver(opened);
      expect(await shop.daysLeft(friend)).toBeGreaterThan(27);
      await shop.stripe.deliver(closed('lost'));
    }
    expect(statusAndCode(await redeem(await shop.newUser(), kept))).toEqual([400, 'coupon_invalid']);
    expect(await shop.daysLeft(friend)).toBe(0);
    expect([await giftOf(buyer), await giftOf(other)]).toMatchObject([
      { state: 'refunded', code: null },
      { state: 'refunded', code: null },
    ]);
  });

  it('whose refund fails in the end has a new code, for the old one may be in many hands', async () => {
    const [buyer, friend] = [await shop.newUser(), await shop.newUser()];
    const sale = sell(`${buyer.id}_gift`);
    await shop.stripe.deliver(sale.completed());
    const first = await codeOf(buyer);
    const refund = sale.refund();
    await shop.stripe.deliver(refund.charge);
    expect(await giftOf(buyer)).toMatchObject({ state: 'refunded', code: null });
    const failed = refund.failed();
    await shop.stripe.deliver({ ...failed, created: failed.created + 1 });
    const second = await codeOf(buyer);
    expect(second).not.toBe(first);
    expect(statusAndCode(await redeem(friend, first))).toEqual([400, 'coupon_invalid']);
    expect((await redeem(friend, second)).statusCode).toBe(200);
  });

  it('that names nobody is assigned to a buyer by hand, who then has its code', async () => {
    const user = await shop.newUser();
    const sale = sell('00000000-0000-4000-8000-000000000000_gift');
    await shop.stripe.deliver(sale.completed());
    const assigned = await assignByHand(shop.server.db, {
      order: sale.session.id,
      userId: user.id,
      months: null,
      note: 'wrote to us',
      setting: settingsIn({}),
    });
    expect(assigned).toMatchObject({ kind: 'assigned', months: 1, expireAt: null });
    expect((await redeem(await shop.newUser(), await codeOf(user))).statusCode).toBe(200);
    expect(await causesOf(user)).toEqual([]);
  });
});

describe('the refund of a gift', () => {
  it('ends its code', async () => {
    const { buyer, id, number } = await give();
    const code = await codeOf(buyer);
    expect(await refundAsked(id)).toMatchObject({ kind: 'asked' });
    await eventually(async () => (await giftOf(buyer))?.state === 'refunded');
    expect(await giftOf(buyer)).toMatchObject({ code: null });
    expect(statusAndCode(await redeem(await shop.newUser(), code))).toEqual([400, 'coupon_invalid']);
    expect([...shop.wechat.refunds.values()].filter((refund) => refund.orderNumber === number)).toHaveLength(1);
  });

  it('is refused where it was redeemed; nobody is asked to pay back', async () => {
    const { buyer, id } = await give();
    const friend = await shop.newUser();
    await redeem(friend, await codeOf(buyer));
    expect(await refundAsked(id)).toEqual({ kind: 'gift_redeemed' });
    expect(shop.wechat.refunds.size).toBe(0);
    expect(await shop.daysLeft(friend)).toBeGreaterThan(27);
  });

  it("takes the grant back where the provider's own dashboard paid back a redeemed one, and no other", async () => {
    const { buyer, number } = await give();
    const friend = await shop.newUser();
    await extendMembership(shop.server.db, { userId: friend.id, cause: `operator:${friend.id}`, by: { days: 10 } });
    await redeem(friend, await codeOf(buyer));
    expect(await shop.daysLeft(friend)).toBeGreaterThan(37);
    await shop.wechat.refund(number, 400);
    expect(await shop.daysLeft(friend)).toBeGreaterThan(37);
    await shop.wechat.refund(number, 600);
    expect(await shop.daysLeft(friend)).toBe(10);
    expect(await giftOf(buyer)).toMatchObject({ state: 'refunded', code: null });
  });

  it('leaves no months with anybody, whether the refund or the redemption is first by a hair', async () => {
    for (let times = 0; times < 8; times += 1) {
      const { buyer, number } = await give();
      const code = await codeOf(buyer);
      const friends = await Promise.all([shop.newUser(), shop.newUser(), shop.newUser()]);
      const [redeemed] = await Promise.all([
        Promise.all(friends.map((friend) => redeem(friend, code))),
        shop.wechat.refund(number, 1000),
      ]);
      for (const { statusCode } of redeemed) expect([200, 400, 409]).toContain(statusCode);
      const days = await Promise.all(friends.map((friend) => shop.daysLeft(friend)));
      expect(days).toEqual([0, 0, 0]);
      expect(await giftOf(buyer)).toMatchObject({ state: 'refunded', code: null });
    }
  });

  it('known before its payment makes no code at all', async () => {
    const buyer = await shop.newUser();
    const { number } = await shop.orderedAs(buyer, { plan: 'month', gift: true });
    await shop.wechat.pay(number, { isSilent: true });
    await shop.wechat.refund(number, 1000);
    await shop.wechat.notify(number);
    expect(await giftOf(buyer)).toMatchObject({ state: 'refunded', code: null });
  });
});

describe('the report', () => {
  it('counts a gift as granted, and names one whose order is not paid, or whose code is gone', async () => {
    const { buyer, id } = await give();
    const wrong = async () => {
      const { paid_not_granted: ungranted, granted_not_paid: unpaid } = await reportPayments(shop.server.db);
      return [ungranted, unpaid].map((lines) => lines.map(({ reference }) => reference));
    };
    expect(await wrong()).toEqual([[], []]);
    await shop.server.db.query("update payment_orders set state = 'closed' where id = $1", [id]);
    expect(await wrong()).toEqual([[], [`wechat:${id}`]]);
    await shop.server.db.query("update payment_orders set state = 'paid' where id = $1", [id]);
    await withTransaction(shop.server.db, (tx) =>
      tx.query('update coupons set gift_cause = null where gift_cause = $1', [`wechat:${id}`]),
    );
    expect(await wrong()).toEqual([[id.replaceAll('-', '')], []]);
    await shop.server.db.query(
      'update coupons set gift_cause = $1 where id = (select id from coupons order by created_at desc limit 1)',
      [`wechat:${id}`],
    );
    expect(await wrong()).toEqual([[], []]);
    expect(await giftOf(buyer)).toMatchObject({ state: 'unredeemed' });
  });
});
