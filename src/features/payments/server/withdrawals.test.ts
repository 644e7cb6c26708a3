import { createHash, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { changeAt } from '../../../app/testing/ask.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import type { SignedInUser } from '../../../app/testing/users.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';
import { shopForTests } from '../testing/shop.ts';

const dayMs = 24 * 60 * 60 * 1000;

const shop = shopForTests();
const owner = forAllTests(() => signInStaff(shop.server, 'owner'));
beforeEach(() => offer(14));

async function offer(withdrawal_days: number, more: object = {}) {
  expect((await changeAt(shop.server, owner, '/site', { withdrawal_days, ...more })).status).toBe(200);
  shop.server.pass(6000);
}
async function paid(body: object = { months: 1 }) {
  const user = await shop.newUser();
  const order = await shop.orderedAs(user, body);
  await shop.wechat.pay(order.number);
  return { user, ...order };
}
const withdraw = (user: SignedInUser, id: string, payload: object = { confirm: true }, language = 'en') =>
  shop.server.app.inject({
    ...{ method: 'POST', url: `/api/v1/payment/orders/${id}/withdrawal`, payload },
    headers: { ...user.headers, 'accept-language': language },
  });
const file = (user: SignedInUser, id: string) =>
  shop.server.app.inject({ url: `/api/v1/payment/orders/${id}/withdrawal/file`, headers: user.headers });
const standing = async (user: SignedInUser) => (await shop.orders(user))[0]?.withdrawal;
const refusal = (answer: { statusCode: number; json(): { code?: string } }) => [answer.statusCode, answer.json().code];
const kinds = async () => {
  const { data } = (await shop.server.app.inject({ url: '/api/v1/studio/today', headers: owner.headers })).json();
  return data.result.map(({ kind }: { kind: string }) => kind);
};

describe('a purchase that can be withdrawn from', () => {
  it('is, once, with a confirmation of the very bytes, and its membership stays until the refund', async () => {
    const { user, id } = await paid();
    const [order] = await shop.orders(user);
    const until = new Date(Date.parse(order?.created_at ?? '') + 14 * dayMs).toISOString();
    expect(order?.withdrawal).toEqual({ until });
    const answer = await withdraw(user, id);
    expect(answer.statusCode).toBe(201);
    const { result } = answer.json().data;
    expect(result).toEqual({
      number: expect.stringMatching(/^W\d+$/),
      at: expect.any(String),
      order_id: id,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const again = await withdraw(user, id);
    expect([again.statusCode, again.json().data.result]).toEqual([200, result]);
    const kept = await file(user, id);
    expect(kept.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': `attachment; filename="withdrawal-${result.number}.html"`,
    });
    expect(createHash('sha256').update(kept.rawPayload).digest('hex')).toBe(result.sha256);
    expect(kept.body).toContain(id);
    expect(kept.body).toContain(user.username);
    expect(await standing(user)).toEqual({ number: result.number, at: result.at });
    expect(await shop.daysLeft(user)).toBeGreaterThan(27);
  });

  it('is confirmed in the name that the site has in the language of its buyer', async () => {
    await offer(14, { name: { 'en-us': 'Ink', 'fr-fr': 'Encre' } });
    const { user, id } = await paid();
    await withdraw(user, id, { confirm: true }, 'fr');
    expect((await file(user, id)).body).toContain('<dd dir="auto">Encre</dd>');
  });

  it('waits in Today and in the list of the studio until it is refunded', async () => {
    const { user, id } = await paid();
    await withdraw(user, id);
    expect(await kinds()).toContain('withdrawals');
    const url = '/api/v1/studio/withdrawals';
    const rows = async () =>
      (await shop.server.app.inject({ url, headers: owner.headers })).json().data.result as { order_id: string }[];
    const row = async () => (await rows()).find((each) => each.order_id === id);
    expect(await row()).toMatchObject({ user: { uuid: user.id }, refunded: false });
    await shop.server.app.inject({
      ...{ method: 'POST', url: `/api/v1/studio/orders/${id}/refund`, headers: owner.headers },
      payload: { request_id: randomUUID(), reason: 'withdrawn' },
    });
    await shop.server.db.query("update payment_orders set state = 'refunded' where id = $1", [id]);
    expect(await row()).toMatchObject({ refunded: true });
  });

  it('is so for its buyer alone, and wants to be confirmed', async () => {
    const { user, id } = await paid();
    for (const stranger of [await shop.newUser(), owner]) {
      expect(refusal(await withdraw(stranger, id))).toEqual([404, 'order_not_found']);
      expect(refusal(await file(stranger, id))).toEqual([404, 'order_not_found']);
    }
    expect(refusal(await withdraw(user, id, {}))).toEqual([400, 'invalid_request']);
    expect(refusal(await withdraw(user, 'nonsense'))).toEqual([404, 'order_not_found']);
    expect(refusal(await file(user, id))).toEqual([404, 'order_not_found']);
    expect(await standing(user)).toMatchObject({ until: expect.any(String) });
  });

  it('is withdrawn from once by twenty presses at once', async () => {
    const { user, id } = await paid();
    const answers = await Promise.all(Array.from({ length: 20 }, () => withdraw(user, id)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.json().data.result.number)).size).toBe(1);
  });
});

describe('a purchase that cannot be withdrawn from', () => {
  inLong('is too old, not paid, refunded, or of a site that offers none', async () => {
    const old = await paid();
    await shop.server.db.query(`update payment_orders set created_at = created_at - interval '14 days' where id = $1`, [
      old.id,
    ]);
    expect(refusal(await withdraw(old.user, old.id))).toEqual([409, 'withdrawal_over']);
    const user = await shop.newUser();
    const open = await shop.ordered(user);
    expect(refusal(await withdraw(user, open.id))).toEqual([409, 'withdrawal_over']);
    const back = await paid();
    await shop.server.db.query("update payment_orders set state = 'refunded' where id = $1", [back.id]);
    expect(refusal(await withdraw(back.user, back.id))).toEqual([409, 'withdrawal_over']);
    const off = await paid();
    await offer(0);
    expect(await standing(off.user)).toBeNull();
    expect(refusal(await withdraw(off.user, off.id))).toEqual([409, 'withdrawal_over']);
  });

  it('was bought with both boxes of the waiver, which is a consent with the order', async () => {
    const { user, id } = await paid({ months: 1, waiver: { begin: true, loss: true } });
    expect(await standing(user)).toBeNull();
    expect(refusal(await withdraw(user, id))).toEqual([409, 'withdrawal_over']);
    const { rows } = await shop.server.db.query('select document, version, order_id from consents where user_id = $1', [
      user.id,
    ]);
    expect(rows).toEqual([{ document: 'waiver', version: null, order_id: id }]);
  });

  it('wants both boxes or none, and no box means anything while the site offers none', async () => {
    const user = await shop.newUser();
    for (const waiver of [{ begin: true, loss: false }, { begin: false, loss: true }, { begin: true }, 'yes']) {
      expect(refusal(await shop.orderAs(user, { months: 1, waiver }))).toEqual([400, 'invalid_request']);
    }
    const { user: buyer } = await paid({ months: 1, waiver: { begin: false, loss: false } });
    expect(await standing(buyer)).toMatchObject({ until: expect.any(String) });
    await offer(0);
    const ignored = await paid({ months: 1, waiver: { begin: true, loss: true } });
    await offer(14);
    expect(await standing(ignored.user)).toMatchObject({ until: expect.any(String) });
  });
});
